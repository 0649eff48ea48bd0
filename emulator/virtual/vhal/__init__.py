"""The vehicle HAL: properties that mirror the car, and how Android prints them."""
