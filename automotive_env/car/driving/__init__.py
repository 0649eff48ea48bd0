"""The car on the road: energy, tyres, temperatures, sensors, and what time does to them."""
