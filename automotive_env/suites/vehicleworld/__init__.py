"""Multi-turn scenarios in the form of the public VehicleWorld release: our own, and those of a user's checkout of it."""
