"""Learning while driving: what passed in a run is told in its later episodes."""
