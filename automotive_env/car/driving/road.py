"""The road side: where the car is, how it moves, and what is around it. A run or a task sets it; no API does."""

from __future__ import annotations

from typing import Literal

from automotive_env.car.core.device import SEATS, Device
from automotive_env.car.core.schema import (
    ChoiceProperty,
    FlagProperty,
    NumberProperty,
    OptionalChoiceProperty,
    TextProperty,
    WholeNumberProperty,
)
from automotive_env.car.core.structure import Struct, StructProperty
from automotive_env.place.surroundings import LIGHT, ROAD_TYPES, WEATHER

GEARS = ("park", "reverse", "neutral", "drive")
WHEELS = ("front left", "front right", "rear left", "rear right")
GIVEN = "given by the road and the driver"

DrivingState = Literal["parked", "idling", "moving"]


class GpsPosition(Struct):
    """The last position fix."""

    latitude = NumberProperty("degrees north", -90, 90, 52.52, unit="degrees", significant=False, read_only=GIVEN)
    longitude = NumberProperty("degrees east", -180, 180, 13.405, unit="degrees", significant=False, read_only=GIVEN)
    altitude = NumberProperty("height above sea level", -500, 9000, 34, unit="metres", significant=False, read_only=GIVEN)
    bearing = NumberProperty(
        "direction of travel, clockwise from north", 0, 360, 90, unit="degrees", significant=False, read_only=GIVEN
    )
    accuracy = NumberProperty("radius of uncertainty", 0, 10_000, 5, unit="metres", significant=False, read_only=GIVEN)


class Phenomena(Struct):
    """What the driver runs into and the sensors see."""

    fogged_windscreen = FlagProperty("whether the windscreen is steamed up", significant=False, read_only=GIVEN)
    fogged_rear_window = FlagProperty("whether the rear window is steamed up", significant=False, read_only=GIVEN)
    icy_road = FlagProperty("whether the road may be frozen", significant=False, read_only=GIVEN)
    dazzled_oncoming = FlagProperty(
        "whether oncoming traffic is within reach of the high beam", significant=False, read_only=GIVEN
    )
    smoke_outside = FlagProperty("whether the air outside smells or is smoky", significant=False, read_only=GIVEN)


class TyrePressures(Struct):
    """Pressure of the tyres."""

    front_left = NumberProperty("pressure of the front left tyre", 0, 5, 2.4, unit="bar", significant=False, read_only=GIVEN)
    front_right = NumberProperty("pressure of the front right tyre", 0, 5, 2.4, unit="bar", significant=False, read_only=GIVEN)
    rear_left = NumberProperty("pressure of the rear left tyre", 0, 5, 2.4, unit="bar", significant=False, read_only=GIVEN)
    rear_right = NumberProperty("pressure of the rear right tyre", 0, 5, 2.4, unit="bar", significant=False, read_only=GIVEN)


class RoadState(Device, module="road"):
    """Position, motion and surroundings of the car."""

    gps = StructProperty(GpsPosition)
    phenomena = StructProperty(Phenomena)
    tyres = StructProperty(TyrePressures)
    speed = NumberProperty("speed of the car", 0, 320, 0, unit="km/h", significant=False, read_only=GIVEN)
    gear = ChoiceProperty("selected gear", GEARS, "park", significant=False, read_only=GIVEN)
    parking_brake = FlagProperty("whether the parking brake is set", True, significant=False, read_only=GIVEN)
    outside_temperature = NumberProperty("temperature outside", -60, 60, 15, unit="celsius", significant=False, read_only=GIVEN)
    weather = ChoiceProperty("weather at the car", WEATHER, "clear", significant=False, read_only=GIVEN)
    light = ChoiceProperty("light around the car", LIGHT, "day", significant=False, read_only=GIVEN)
    visibility = WholeNumberProperty("how far one can see", 0, 20_000, 10_000, unit="metres", significant=False, read_only=GIVEN)
    road_type = ChoiceProperty("kind of road", ROAD_TYPES, "parking", significant=False, read_only=GIVEN)
    country = TextProperty("country code, ISO 3166-1 alpha-2", "DE", longest=2, significant=False, read_only=GIVEN)
    city = TextProperty("nearest city", "Berlin", longest=80, significant=False, read_only=GIVEN)
    fuel_level = NumberProperty("fuel or battery charge left", 0, 100, 72, unit="percentage", significant=False, read_only=GIVEN)

    open_belt = OptionalChoiceProperty("seat whose belt is open", SEATS, significant=False, read_only=GIVEN)

    @property
    def driving_state(self) -> DrivingState:
        """As Android Automotive derives it: park is parked, otherwise speed decides between idling and moving."""
        if self.gear == "park":
            return "parked"
        return "moving" if self.speed > 0 else "idling"
