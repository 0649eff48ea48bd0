"""What screens are composed of."""
