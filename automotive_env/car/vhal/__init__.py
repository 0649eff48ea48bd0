"""The Vehicle HAL: its properties, and how facts of the car are written in them."""
