"""People as agents: they play the episodes of a run in a browser, with the same actions that agents have."""
