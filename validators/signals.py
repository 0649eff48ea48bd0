"""Signals: the one table that says where a fact about the car lives on each backend.

A validator, a set-up or an allowed-changes list names a signal; controllers look up where to read or write it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Vhal:
    """A property of Android's Vehicle HAL.

    Attributes:
        property: its name, such as "HVAC_DEFROSTER".
        area: the name of its area, such as "FRONT_WINDSHIELD", or "GLOBAL".
    """

    property: str
    area: str = "GLOBAL"


@dataclass(frozen=True, slots=True)
class Signal:
    """One fact about the car.

    Attributes:
        name: stable name, such as "hvac.defroster.front".
        world: path of the property in the state core.
        vhal: where Android's vehicle HAL has it, if it does.
        setting: Android setting that has it, such as "system/screen_brightness", if one does.
    """

    name: str
    world: str
    vhal: Vhal | None = None
    setting: str | None = None
