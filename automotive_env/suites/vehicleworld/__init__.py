"""Multi-turn scenarios of the public VehicleWorld release, read from a user's own checkout of it."""
