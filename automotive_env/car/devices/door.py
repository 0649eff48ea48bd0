"""The doors, one at each seat."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.calls.api import api
from automotive_env.car.calls.api_factories import adjusts, switches
from automotive_env.car.calls.level import LastUnitProperty, LevelPositionProperty, LevelProperty
from automotive_env.car.calls.parameters import PlacesParameter, WordParameter
from automotive_env.car.core.device import SEATS, Device
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.core.structure import KeyedStructProperty, Struct
from automotive_env.car.driving.opening import may_open

OF_DOORS = PlacesParameter("at which seat", SEATS)
AJAR = 10
"""Percent by which a shut door opens when no one says how far: the rest is done by hand, with a look over the shoulder."""


class OneDoor(Struct):
    """One door."""

    is_locked = FlagProperty("lock of the door")
    child_safety_lock_enabled = FlagProperty("child lock of the door")
    angle = LevelProperty(
        "opening of the door",
        start=0,
        percentage=(0, 100),
        gear=(0, 10),
        centimeter=(0, 100),
        as_given=True,
        steps={"large": 30, "little": 20, "tiny": 10},
        presets={"max": 100, "high": 80, "medium": 60, "low": 40, "min": 20},
    )
    angle_unit = LastUnitProperty(angle)
    status = LevelPositionProperty("door", angle, ("closed", "open", "open"), to={"closed": 0, "open": AJAR})


def _may_open(device: Door, place: str) -> None:
    may_open(device, f"the door of {place}", locked=device.at("doors.<seat>.is_locked", place))


class Door(Device, module="door"):
    """The doors of the six seats."""

    doors = KeyedStructProperty(SEATS, OneDoor, placeholder="<seat>")

    starts = {
        "init1": {},
        "init2": {f"doors.{seat}.{name}": value for seat in SEATS[:2] for name, value in (("status", "open"), ("angle", 100))},
    }

    carcontrol_carDoor_lock_switch = switches(
        "doors.<seat>.is_locked", "Locks or unlocks doors.", position=OF_DOORS, says=("locked", "unlocked")
    )
    carcontrol_carDoor_mode_childSafetyLock = switches(
        "doors.<seat>.child_safety_lock_enabled", "Locks or unlocks doors against children.", position=OF_DOORS
    )
    carcontrol_carDoor_angle_increase, carcontrol_carDoor_angle_decrease, carcontrol_carDoor_angle_set = adjusts(
        "doors.<seat>.angle",
        "the opening of doors",
        units=("percentage", "gear", "centimeter"),
        position=OF_DOORS,
        rises=_may_open,
        words=("Widens", "Narrows"),
    )

    @api("Opens shut doors a little, or closes doors.", action=WordParameter("what to do", ("open", "close")), position=OF_DOORS)
    def carcontrol_carDoor_switch(self, action: str, position: Sequence[str]) -> str:
        for seat in position:
            if action == "open":
                _may_open(self, seat)
            self.doors[seat].status = "open" if action == "open" else "closed"
        return f"door of {', '.join(position)}: {'open' if action == 'open' else 'closed'}"
