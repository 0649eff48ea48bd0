"""The lamps of the dashboard: their colour after ISO 2575, and when each is lit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from automotive_env.car.core.device import SEATS
from automotive_env.car.devices.high_beam_headlight import is_lit as high_beam_is_lit
from automotive_env.car.devices.low_beam_headlight import is_lit as low_beam_is_lit
from automotive_env.car.driving.road import WHEELS
from automotive_env.car.driving.sensors import FLAT_BAR, RESERVE
from automotive_env.car.driving.tyres import tyre_path

LampColour = Literal["red", "amber", "green", "blue"]
"""Red is danger, amber needs attention soon, green and blue say that something is on."""


class WarningLamp(NamedTuple):
    """A lamp of the dashboard.

    Attributes:
        icon: its symbol.
        paths: what it follows.
        lit: takes the values at these paths.
        powertrain: what a car with the lamp runs on; empty if all cars have it.
    """

    icon: str
    colour: LampColour
    paths: tuple[str, ...]
    lit: Callable[..., bool]
    powertrain: str = ""

    @property
    def warns(self) -> bool:
        """Whether it is about something that is wrong, rather than switched on."""
        return self.colour in ("red", "amber")


def _on(icon: str, colour: LampColour, *paths: str) -> WarningLamp:
    return WarningLamp(icon, colour, paths, lambda *values: any(values))


def _low(powertrain: str, icon: str) -> WarningLamp:
    paths = "road.fuel_level", "energy.powertrain"
    return WarningLamp(icon, "amber", paths, lambda level, built: built == powertrain and level < RESERVE, powertrain)


def _too_fast(speed: float, limit: float, warns: bool) -> bool:
    return warns and speed > limit


LAMPS: Mapping[str, WarningLamp] = {
    "seat_belt": WarningLamp("seat_belt", "red", ("road.open_belt",), lambda seat: seat is not None),
    "door": WarningLamp(
        "sensor_door", "red", tuple(f"door.doors.{seat}.status" for seat in SEATS), lambda *doors: "open" in doors
    ),
    "hazard": _on("hazard", "red", "hazardLight.is_active"),
    "collision": WarningLamp("collision", "amber", ("assistance.forward_collision_warning",), lambda on: not on),
    "tyre_pressure": WarningLamp(
        "tyre_pressure", "amber", tuple(map(tyre_path, WHEELS)), lambda *bars: any(bar < FLAT_BAR for bar in bars)
    ),
    "low_charge": _low("electric", "battery_horiz_050"),
    "low_fuel": _low("combustion", "local_gas_station"),
    "speed_warning": WarningLamp(
        "speed_warning", "amber", ("road.speed", "assistance.speed_limit", "assistance.speed_limit_warning"), _too_fast
    ),
    "ice": _on("snowflake", "amber", "road.phenomena.icy_road"),
    "blind_spot": WarningLamp("blind_spot", "amber", ("assistance.blind_spot_warning",), lambda on: not on),
    "rear_fog": _on("rear_fog", "amber", "fogLight.rear_light.is_on"),
    "front_defroster": _on("front_defroster", "amber", "airConditioner.defroster.front"),
    "rear_defroster": _on("rear_defroster", "amber", "airConditioner.defroster.rear"),
    "child_lock": _on("child_lock", "amber", *(f"door.doors.{seat}.child_safety_lock_enabled" for seat in SEATS[2:])),
    "front_wiper": _on("front_wiper", "green", "wiper.front_wiper.is_on"),
    "rear_wiper": _on("rear_wiper", "green", "wiper.rear_wiper.is_on"),
    "low_beam": WarningLamp("low_beam", "green", ("lowBeamHeadlight.mode", "road.light", "road.weather"), low_beam_is_lit),
    "position_lamps": _on("position_lamps", "green", "positionLight.is_on"),
    "tail_lamps": _on("tail_lamps", "green", "tailLight.is_on"),
    "front_fog": _on("front_fog", "green", "fogLight.front_light.is_on"),
    "auto_high_beam": _on("auto_high_beam", "green", "assistance.auto_high_beam"),
    "lane_keeping": _on("lane_keeping", "green", "assistance.lane_keeping"),
    "high_beam": WarningLamp(
        "high_beam",
        "blue",
        ("highBeamHeadlight.high_beam_on", "assistance.auto_high_beam", "road.phenomena.dazzled_oncoming"),
        high_beam_is_lit,
    ),
}
"""Name -> lamp, the most urgent first."""

SHOWN_ON_TOP: Sequence[str] = ("seat_belt", "door", "tyre_pressure", "low_charge", "low_fuel", "ice")
"""Lamps that the bar above every app shows while they are lit."""


def is_lit(name: str, get: Callable[[str], Any]) -> bool:
    """Whether a lamp is lit in a car of which `get` reads a path."""
    lamp = LAMPS[name]
    return lamp.lit(*(get(path) for path in lamp.paths))
