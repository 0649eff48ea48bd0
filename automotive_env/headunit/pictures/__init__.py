"""Drawn pictures: cars, seats, covers, maps."""
