"""What the driver sees through the windscreen, as a picture drawn from the state of the car."""
