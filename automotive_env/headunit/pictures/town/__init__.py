"""An invented town around every place on earth: the same at the same coordinates, endless, and with streets to drive on."""
