"""Language models, and the built-in one that needs none."""
