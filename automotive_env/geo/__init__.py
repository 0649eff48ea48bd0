"""Places: where the car is, which rules hold there, and who can be asked about it."""
