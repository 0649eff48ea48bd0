"""The words for what surrounds a car on the road: weather, light and kind of road."""

WEATHER = ("clear", "cloudy", "rain", "heavy rain", "snow", "fog", "hail")
LIGHT = ("day", "dusk", "night", "tunnel")
ROAD_TYPES = ("parking", "residential", "urban", "rural", "motorway")
