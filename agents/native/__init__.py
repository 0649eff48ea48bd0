"""Native GUI agents: they look at a picture of the screen and answer with points, in the form that models were trained on."""
