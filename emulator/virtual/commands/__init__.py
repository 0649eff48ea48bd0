"""Commands of the device's shell, one file for each or for a few that belong together."""
