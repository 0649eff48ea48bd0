"""Facts about vehicles that every place to run shares: HAL properties, how values are coded in them, and facts in words."""
