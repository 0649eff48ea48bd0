"""The state of the car: typed properties in one flat list of immutable values, changed by transactions."""
