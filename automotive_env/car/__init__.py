"""The car: a deterministic, typed state core."""
