"""Who drives the car: the owner, other drivers, and what happens to them on the way."""
