"""What screens show of a car's energy: fuel or electricity, as its powertrain is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.screen import BuildContext

POWERTRAIN = "energy.powertrain"


@dataclass(frozen=True, slots=True)
class EnergyLook:
    """How one kind of energy is named and drawn.

    Attributes:
        icon: of what is left.
        station_icon: of a place to get more.
        name: of the energy.
        left: describes a level in percent.
        flap, flap_lock: what covers the inlet, and its lock.
        states: of a low, a middle and a high level.
        stations: title of the places to get more.
        category: of those places on the map.
        stop: what adds one of them to a route.
    """

    icon: str
    station_icon: str
    name: str
    left: str
    flap: str
    flap_lock: str
    states: tuple[str, str, str]
    stations: str
    category: str
    stop: str


LOOKS = {
    "electric": EnergyLook(
        "battery_horiz_075", "ev_station", "Charge", "Charge left", "Charging flap", "Charging flap lock",
        ("Charge soon", "Enough for now", "Well charged"), "Chargers", "charging", "Add charging stop",
    ),
    "combustion": EnergyLook(
        "local_gas_station", "local_gas_station", "Fuel", "Fuel left", "Fuel flap", "Fuel flap lock",
        ("Fill up soon", "Enough for now", "Well filled"), "Fuel stations", "fuel", "Add fuel stop",
    ),
}  # fmt: skip


def look_of(car: BuildContext) -> EnergyLook:
    """How the energy of a car looks."""
    return LOOKS[car.get(POWERTRAIN)]


def by_look(name: str) -> Bind[Any]:
    """An attribute of the car's `EnergyLook`."""
    return bind(POWERTRAIN, to=lambda powertrain: getattr(LOOKS[powertrain], name))


__all__ = ["POWERTRAIN", "EnergyLook", "by_look", "look_of"]
