"""The sunshades under the roof, one for each row."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.calls.api import api
from automotive_env.car.calls.api_factories import adjusts, switches
from automotive_env.car.calls.level import QUARTERS, LastUnitProperty, LevelProperty, LevelRaisedProperty
from automotive_env.car.calls.parameters import PlacesParameter, WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.core.structure import KeyedStructProperty, Struct

ROWS = {"front row": "front_row_status", "rear row": "rear_row_status"}

OF_ROWS = PlacesParameter("whose sunshade", tuple(ROWS), tuple(ROWS), a_list=False)


class RowSunshade(Struct):
    """The sunshade of one row."""

    open_degree_value = LevelProperty(
        "opening of the sunshade",
        start=0,
        percentage=(0, 100),
        gear=(0, 10),
        centimeter=(0, 100),
        as_given=True,
        steps={"large": 20, "little": 10, "tiny": 5},
        presets=QUARTERS,
    )
    open_degree_unit = LastUnitProperty(open_degree_value)
    is_open = LevelRaisedProperty("open sunshade", open_degree_value, to=100)
    is_paused = FlagProperty("sunshade held where it stands")


def _moves_again(device: Sunshade, row: str) -> None:
    device.rows[row].is_paused = False


class Sunshade(Device, module="sunshade"):
    """The sunshades of the front and the rear row."""

    rows = KeyedStructProperty(ROWS, RowSunshade, placeholder="<row>", in_path=False)
    leave_and_lock_auto_close_enabled = FlagProperty("closing of the sunshades when the car is left and locked")

    starts = {
        "init1": {},
        "init2": {
            "<row>.is_open": True,
            "front_row_status.open_degree_value": 50,
            "rear_row_status.open_degree_value": 100,
            "leave_and_lock_auto_close_enabled": True,
        },
    }

    carcontrol_sunshade_openDegree_increase, carcontrol_sunshade_openDegree_decrease, carcontrol_sunshade_openDegree_set = (
        adjusts(
            "<row>.open_degree_value",
            "the opening of sunshades",
            units=("percentage", "gear", "centimeter"),
            position=OF_ROWS,
            then=_moves_again,
            words=("Widens", "Narrows"),
        )
    )
    carcontrol_sunshade_mode_leaveAndLockAutoCloseCurtain = switches(
        "leave_and_lock_auto_close_enabled", "Lets the sunshades close when the car is left and locked, or not."
    )

    @api(
        "Opens or closes sunshades, or holds open ones where they stand.",
        action=WordParameter("what to do", ("open", "close", "pause")),
        position=OF_ROWS,
    )
    def carcontrol_sunshade_switch(self, action: str, position: Sequence[str]) -> str:
        held = action == "pause"
        rows = [row for row in position if self.rows[row].is_open] if held else position
        if not rows:
            raise CallRefused(f"the sunshade of {', '.join(position)} is closed; there is nothing to hold")
        for row in rows:
            shade = self.rows[row]
            shade.is_open = held or action == "open"
            shade.is_paused = held
        return f"sunshade of {', '.join(rows)}: {'held' if held else 'open' if action == 'open' else 'closed'}"
