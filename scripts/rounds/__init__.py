"""Playing README's commands in surroundings: what `steady.py` uses."""
