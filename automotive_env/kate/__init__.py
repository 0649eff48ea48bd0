"""KATE: experience is acquired, recalled and used; agents are trained on it."""
