"""Runs: how they are played, recorded, counted, shown and shared."""
