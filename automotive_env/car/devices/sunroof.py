"""The sunroof, which slides and tilts."""

from __future__ import annotations

from automotive_env.car.calls.api import api
from automotive_env.car.calls.api_factories import adjusts
from automotive_env.car.calls.level import QUARTERS, LevelInOtherUnit, LevelPositionProperty, LevelProperty
from automotive_env.car.calls.parameters import WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused

STATES = {"open": "open", "close": "closed", "pause": "paused", "Tilt": "tilted"}
"""What each action of the switch brings the sunroof to."""


class Sunroof(Device, module="sunroof"):
    """The sunroof: how far it is open, and whether it slid or tilted."""

    open_degree_percentage = LevelProperty(
        "opening of the sunroof",
        start=0,
        percentage=(0, 100),
        gear=(0, 10),
        centimeter=(0, 50),
        steps={"large": 50, "little": 20, "tiny": 10},
        presets=QUARTERS,
    )
    open_degree_gear = LevelInOtherUnit(open_degree_percentage, "gear", whole=True)
    open_degree_centimeter = LevelInOtherUnit(open_degree_percentage, "centimeter")
    state = LevelPositionProperty(
        "sunroof",
        open_degree_percentage,
        ("closed", "open", "open"),
        to={"closed": 0, "open": 100, "tilted": 15},
        more=("paused", "tilted"),
    )

    starts = {
        "init1": {"state": "open", "open_degree_percentage": 50, "open_degree_gear": 5, "open_degree_centimeter": 25},
        "init2": {"state": "tilted", "open_degree_percentage": 15, "open_degree_gear": 1, "open_degree_centimeter": 7.5},
    }

    carcontrol_sunroof_openDegree_increase, carcontrol_sunroof_openDegree_decrease, carcontrol_sunroof_openDegree_set = adjusts(
        "open_degree_percentage",
        "the opening of the sunroof",
        units=("percentage", "gear", "centimeter"),
        words=("Widens", "Narrows"),
    )

    @api("Opens, closes or tilts the sunroof, or holds it where it stands.", action=WordParameter("what to do", tuple(STATES)))
    def carcontrol_sunroof_switch(self, action: str) -> str:
        if action == "pause" and self.state == "closed":
            raise CallRefused("the sunroof is closed; there is nothing to hold")
        self.state = STATES[action]
        return f"sunroof: {self.state}"
