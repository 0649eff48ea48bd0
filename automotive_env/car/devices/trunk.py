"""The tailgate."""

from __future__ import annotations

from automotive_env.car.calls.api import api
from automotive_env.car.calls.api_factories import adjusts
from automotive_env.car.calls.level import FIVE_TEN_TWENTY, QUARTERS, LevelInOtherUnit, LevelPositionProperty, LevelProperty
from automotive_env.car.calls.parameters import SwitchParameter, WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.driving.opening import may_lock, may_open


def _may_open(device: Trunk, place: str = "") -> None:
    may_open(device, "the tailgate", locked=device.is_locked)


class Trunk(Device, module="trunk"):
    """The tailgate, its opening and its lock."""

    current_open_degree_percentage = LevelProperty(
        "opening of the tailgate",
        start=0,
        percentage=(0, 100),
        gear=(0, 10),
        centimeter=(0, 100),
        steps=FIVE_TEN_TWENTY,
        presets={**QUARTERS, "min": 10},
    )
    current_open_degree_gear = LevelInOtherUnit(current_open_degree_percentage, "gear", whole=True)
    current_open_degree_cm = LevelInOtherUnit(current_open_degree_percentage, "centimeter")
    state = LevelPositionProperty(
        "tailgate", current_open_degree_percentage, ("closed", "paused", "open"), to={"closed": 0, "open": 100}
    )
    is_locked = FlagProperty("lock of the tailgate", start=True)
    is_in_motion = FlagProperty("moving tailgate", read_only="a movement is over when its call returns")

    starts = {
        "init1": {},
        "init2": {
            "state": "open",
            "current_open_degree_percentage": 100,
            "current_open_degree_gear": 10,
            "current_open_degree_cm": 100,
            "is_locked": False,
        },
    }

    carcontrol_trunk_openDegree_increase, carcontrol_trunk_openDegree_decrease, carcontrol_trunk_openDegree_set = adjusts(
        "current_open_degree_percentage",
        "the opening of the tailgate",
        units=("percentage", "gear", "centimeter"),
        rises=_may_open,
        words=("Widens", "Narrows"),
    )

    @api("Opens or closes the tailgate, or holds it part-way.", action=WordParameter("what to do", ("open", "close", "pause")))
    def carcontrol_trunk_switch(self, action: str) -> str:
        if action == "pause" and self.state != "paused":
            raise CallRefused(f"the tailgate is {self.state}, not part-way; there is nothing to hold")
        if action == "open":
            _may_open(self)
        self.state = {"open": "open", "close": "closed", "pause": "paused"}[action]
        return f"tailgate: {self.state}"

    @api("Locks or unlocks the tailgate.", switch=SwitchParameter("true to lock it"))
    def carcontrol_trunk_lock_switch(self, switch: bool) -> str:
        if switch:
            may_lock("the tailgate", is_shut=self.state == "closed")
        self.is_locked = switch
        return f"tailgate: {'locked' if switch else 'unlocked'}"
