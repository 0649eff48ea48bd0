"""The luggage lid at the front."""

from __future__ import annotations

from automotive_env.car.calls.api import api
from automotive_env.car.calls.api_factories import adjusts
from automotive_env.car.calls.level import QUARTERS, LastUnitProperty, LevelPositionProperty, LevelProperty
from automotive_env.car.calls.parameters import SwitchParameter, WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.driving.opening import may_lock, may_open

CRACK = 10
"""Percent by which the lid opens when no one says how far: hands do the rest."""


def _may_open(device: FrontTrunk, place: str = "") -> None:
    may_open(device, "the front luggage lid", locked=device.is_locked)


class FrontTrunk(Device, module="frontTrunk"):
    """The front luggage lid, its opening and its lock."""

    open_degree_value = LevelProperty(
        "opening of the front luggage lid",
        start=0,
        percentage=(0, 100),
        gear=(0, 5),
        centimeter=(0, 50),
        as_given=True,
        steps={"large": 30, "medium": 50, "little": 15, "tiny": 5},
        presets={**QUARTERS, "min": 10},
    )
    open_degree_unit = LastUnitProperty(open_degree_value, by_steps=False)
    state = LevelPositionProperty(
        "front luggage lid", open_degree_value, ("closed", "open", "open"), to={"closed": 0, "open": CRACK}
    )
    is_locked = FlagProperty("lock of the front luggage lid")

    starts = {"init1": {}, "init2": {"state": "open", "open_degree_value": 2.5, "open_degree_unit": "gear"}}

    (
        carcontrol_frontTrunk_openDegree_increase,
        carcontrol_frontTrunk_openDegree_decrease,
        carcontrol_frontTrunk_openDegree_set,
    ) = adjusts(
        "open_degree_value",
        "the opening of the front luggage lid",
        units=("percentage", "gear", "centimeter"),
        rises=_may_open,
        words=("Widens", "Narrows"),
    )

    @api("Opens the shut front luggage lid a crack, or closes it.", action=WordParameter("what to do", ("open", "close")))
    def carcontrol_frontTrunk_switch(self, action: str) -> str:
        if action == "open":
            _may_open(self)
        self.state = "open" if action == "open" else "closed"
        return f"front luggage lid: {self.state}"

    @api("Locks or unlocks the front luggage lid.", switch=SwitchParameter("true to lock it"))
    def carcontrol_frontTrunk_lock_switch(self, switch: bool) -> str:
        if switch:
            may_lock("the front luggage lid", is_shut=self.state == "closed")
        self.is_locked = switch
        return f"front luggage lid: {'locked' if switch else 'unlocked'}"
