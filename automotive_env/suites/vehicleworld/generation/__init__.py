"""Makes our scenarios: tables of phrases by device, a grammar over them, and the gates that every scenario must pass."""
