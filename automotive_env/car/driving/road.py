"""The road side: where the car is, how it moves, and what is around it. A run or a task sets it; no API does."""

from __future__ import annotations

from typing import Literal

from automotive_env.car.core.device import SEATS, Device
from automotive_env.car.core.schema import Choice, Flag, Number, OptionalChoice, Text, Whole
from automotive_env.car.core.structure import Part, Struct

GEARS = ("park", "reverse", "neutral", "drive")
WEATHER = ("clear", "cloudy", "rain", "heavy rain", "snow", "fog", "hail")
LIGHT = ("day", "dusk", "night", "tunnel")
WHEELS = ("front left", "front right", "rear left", "rear right")
GIVEN = "given by the road and the driver"
ROAD_TYPES = ("parking", "residential", "urban", "rural", "motorway")

DrivingState = Literal["parked", "idling", "moving"]


class Gps(Struct):
    """The last position fix."""

    latitude = Number("degrees north", -90, 90, 52.52, unit="degrees", significant=False, read_only=GIVEN)
    longitude = Number("degrees east", -180, 180, 13.405, unit="degrees", significant=False, read_only=GIVEN)
    altitude = Number("height above sea level", -500, 9000, 34, unit="metres", significant=False, read_only=GIVEN)
    bearing = Number("direction of travel, clockwise from north", 0, 360, 90, unit="degrees", significant=False, read_only=GIVEN)
    accuracy = Number("radius of uncertainty", 0, 10_000, 5, unit="metres", significant=False, read_only=GIVEN)


class Phenomena(Struct):
    """What the driver runs into and the sensors see."""

    fogged_windscreen = Flag("whether the windscreen is steamed up", significant=False, read_only=GIVEN)
    fogged_rear_window = Flag("whether the rear window is steamed up", significant=False, read_only=GIVEN)
    icy_road = Flag("whether the road may be frozen", significant=False, read_only=GIVEN)
    dazzled_oncoming = Flag("whether oncoming traffic is within reach of the high beam", significant=False, read_only=GIVEN)
    smoke_outside = Flag("whether the air outside smells or is smoky", significant=False, read_only=GIVEN)


class Tyres(Struct):
    """Pressure of the tyres."""

    front_left = Number("pressure of the front left tyre", 0, 5, 2.4, unit="bar", significant=False, read_only=GIVEN)
    front_right = Number("pressure of the front right tyre", 0, 5, 2.4, unit="bar", significant=False, read_only=GIVEN)
    rear_left = Number("pressure of the rear left tyre", 0, 5, 2.4, unit="bar", significant=False, read_only=GIVEN)
    rear_right = Number("pressure of the rear right tyre", 0, 5, 2.4, unit="bar", significant=False, read_only=GIVEN)


class Road(Device, module="road"):
    """Position, motion and surroundings of the car."""

    gps = Part(Gps)
    phenomena = Part(Phenomena)
    tyres = Part(Tyres)
    speed = Number("speed of the car", 0, 320, 0, unit="km/h", significant=False, read_only=GIVEN)
    gear = Choice("selected gear", GEARS, "park", significant=False, read_only=GIVEN)
    parking_brake = Flag("whether the parking brake is set", True, significant=False, read_only=GIVEN)
    outside_temperature = Number("temperature outside", -60, 60, 15, unit="celsius", significant=False, read_only=GIVEN)
    weather = Choice("weather at the car", WEATHER, "clear", significant=False, read_only=GIVEN)
    light = Choice("light around the car", LIGHT, "day", significant=False, read_only=GIVEN)
    visibility = Whole("how far one can see", 0, 20_000, 10_000, unit="metres", significant=False, read_only=GIVEN)
    road_type = Choice("kind of road", ROAD_TYPES, "parking", significant=False, read_only=GIVEN)
    country = Text("country code, ISO 3166-1 alpha-2", "DE", longest=2, significant=False, read_only=GIVEN)
    city = Text("nearest city", "Berlin", longest=80, significant=False, read_only=GIVEN)
    fuel_level = Number("fuel or battery charge left", 0, 100, 72, unit="percentage", significant=False, read_only=GIVEN)

    open_belt = OptionalChoice("seat whose belt is open", SEATS, significant=False, read_only=GIVEN)

    @property
    def driving_state(self) -> DrivingState:
        """As Android Automotive derives it: park is parked, otherwise speed decides between idling and moving."""
        if self.gear == "park":
            return "parked"
        return "moving" if self.speed > 0 else "idling"
