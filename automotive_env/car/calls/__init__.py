"""The APIs of the car: their parameters, their checks, and the catalogue of all of them."""
