"""The settings: where things are on the screen, and how displays write."""

from __future__ import annotations

from automotive_env.place.place import Place
from automotive_env.place.rules import units
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import Signal
from automotive_env.validators import signals as s

WRITTEN: dict[str, tuple[Signal, dict[str, str]]] = {
    "distance": (s.DISTANCE_UNIT, {"kilometer": "distance_kilometer", "mile": "distance_mile"}),
    "temperature": (s.TEMPERATURE_UNIT, {"celsius": "temperature_celsius", "fahrenheit": "temperature_fahrenheit"}),
    "clock": (s.TIME_FORMAT, {"12-hour format": "time_12h", "24-hour format": "time_24h"}),
}
"""What the displays write in one of two ways -> its signal, and the button of each way."""
DISTANCE, TEMPERATURE = (s.DISTANCE_UNIT.world, s.INSTRUMENTS_UNIT.world), (s.TEMPERATURE_UNIT.world,)
CLOCK = (s.TIME_FORMAT.world, "overheadScreen.time_display_format")
LANGUAGE = (s.LANGUAGE.world, "overheadScreen.language")
"""Where the state keeps how displays write: the odometer and the ceiling screen may follow the others."""


def section(ui: UiScript, name: str) -> UiScript:
    """A section of the settings."""
    return ui.open("settings").tap(f"section_{name}")


def brightness(ui: UiScript, percentage: float) -> UiScript:
    """The screen as bright as wanted, by its slider in the settings."""
    return section(ui, "display").slide("brightness", percentage)


def written(ui: UiScript, ways: dict[str, str]) -> UiScript:
    """The displays write in these ways."""
    section(ui, "units")
    for what, way in ways.items():
        ui.tap(WRITTEN[what][1][way])
    return ui


def usual(place: Place) -> dict[str, str]:
    """What the displays write -> how people of a place write it."""
    facts = units(place).value
    return {"distance": facts.distance, "temperature": facts.temperature, "clock": facts.clock}


def certain(place: Place) -> bool:
    """Whether sources agree on how people of a place write."""
    return units(place).confidence != "low"


def other(what: str, way: str) -> str:
    """The other one of two ways of writing."""
    return next(one for one in WRITTEN[what][1] if one != way)
