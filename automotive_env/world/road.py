"""The road side: where the car is, how it moves, and what is around it. A run or a task sets it; no API does."""

from __future__ import annotations

from typing import Literal

from automotive_env.world.device import Device
from automotive_env.world.schema import Choice, Flag, Number, Part, Struct, Text, Whole

GEARS = ("park", "reverse", "neutral", "drive")
WEATHER = ("clear", "cloudy", "rain", "heavy rain", "snow", "fog", "hail")
LIGHT = ("day", "dusk", "night", "tunnel")
ROAD_TYPES = ("parking", "residential", "urban", "rural", "motorway")

DrivingState = Literal["parked", "idling", "moving"]


class Gps(Struct):
    """The last position fix."""

    latitude = Number("degrees north", -90, 90, 52.52, unit="degrees", significant=False)
    longitude = Number("degrees east", -180, 180, 13.405, unit="degrees", significant=False)
    altitude = Number("height above sea level", -500, 9000, 34, unit="metres", significant=False)
    bearing = Number("direction of travel, clockwise from north", 0, 360, 90, unit="degrees", significant=False)
    accuracy = Number("radius of uncertainty", 0, 10_000, 5, unit="metres", significant=False)


class Phenomena(Struct):
    """What the driver runs into and the sensors see."""

    fogged_windscreen = Flag("whether the windscreen is steamed up", significant=False)
    fogged_rear_window = Flag("whether the rear window is steamed up", significant=False)
    icy_road = Flag("whether the road may be frozen", significant=False)
    dazzled_oncoming = Flag("whether oncoming traffic is within reach of the high beam", significant=False)
    dark_screen = Flag("whether the centre screen is too dark for the light around it", significant=False)
    smoke_outside = Flag("whether the air outside smells or is smoky", significant=False)


class Road(Device, module="road"):
    """Position, motion and surroundings of the car."""

    gps = Part(Gps)
    phenomena = Part(Phenomena)
    speed = Number("speed of the car", 0, 320, 0, unit="km/h", significant=False)
    gear = Choice("selected gear", GEARS, "park", significant=False)
    parking_brake = Flag("whether the parking brake is set", True, significant=False)
    outside_temperature = Number("temperature outside", -60, 60, 15, unit="celsius", significant=False)
    weather = Choice("weather at the car", WEATHER, "clear", significant=False)
    light = Choice("light around the car", LIGHT, "day", significant=False)
    visibility = Whole("how far one can see", 0, 20_000, 10_000, unit="metres", significant=False)
    road_type = Choice("kind of road", ROAD_TYPES, "parking", significant=False)
    country = Text("country code, ISO 3166-1 alpha-2", "DE", longest=2, significant=False)
    city = Text("nearest city", "Berlin", longest=80, significant=False)
    fuel_level = Number("fuel or battery charge left", 0, 100, 72, unit="percentage", significant=False)

    @property
    def driving_state(self) -> DrivingState:
        """As Android Automotive derives it: park is parked, otherwise speed decides between idling and moving."""
        if self.gear == "park":
            return "parked"
        return "moving" if self.speed > 0 else "idling"
