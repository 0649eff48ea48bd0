"""The outside mirrors."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import adjusts, switches
from automotive_env.car.calls.level import FIVE_TEN_TWENTY, QUARTERS, LevelProperty
from automotive_env.car.calls.parameters import PlacesParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.core.structure import KeyedStructProperty, Struct

SIDES = {"left side": "left_mirror", "right side": "right_mirror"}
OF_MIRRORS = PlacesParameter("which mirror", tuple(SIDES), tuple(SIDES), a_list=False)


def _angle(description: str) -> LevelProperty:
    return LevelProperty(
        description,
        start=50,
        percentage=(0, 100),
        gear=(0, 10),
        centimeter=(0, 10),
        steps=FIVE_TEN_TWENTY,
        presets=QUARTERS,
    )


class OutsideMirror(Struct):
    """One outside mirror."""

    is_open = FlagProperty("mirror", True)
    height = _angle("height that the mirror points at")
    horizontal_position = _angle("how far outwards the mirror points")


class RearviewMirror(Device, module="rearviewMirror"):
    """The outside mirrors and what they do by themselves."""

    mirrors = KeyedStructProperty(SIDES, OutsideMirror, placeholder="<mirror>", in_path=False)
    view_page_open = FlagProperty("mirror page", significant=False)
    auto_flip_enabled = FlagProperty("tilting of the mirrors in reverse")
    auto_fold_enabled = FlagProperty("folding of the mirrors when the car is locked")
    auto_adjust_enabled = FlagProperty("automatic adjustment of the mirrors")
    heating_enabled = FlagProperty("mirror heating")
    auxiliary_view_enabled = FlagProperty("auxiliary mirror view")

    starts = {
        "init1": {"<mirror>.horizontal_position": 75, "auto_flip_enabled": True, "auto_fold_enabled": True},
        "init2": {
            "<mirror>.is_open": False,
            "<mirror>.height": 25,
            "<mirror>.horizontal_position": 25,
            "auto_flip_enabled": True,
            "auto_fold_enabled": True,
            "auto_adjust_enabled": True,
            "heating_enabled": True,
        },
    }

    switch = switches(
        "<mirror>.is_open",
        "Unfolds or folds the outside mirrors.",
        position=OF_MIRRORS,
        says=("unfolded", "folded"),
    )
    view_switch = switches("view_page_open", "Shows or hides the mirror page.", says=("open", "closed"))
    mode_autoFlip = switches("auto_flip_enabled", "Lets the mirrors tilt down in reverse, or not.")
    mode_autoFold = switches("auto_fold_enabled", "Lets the mirrors fold when the car is locked, or not.")
    height_increase, height_decrease, height_set = adjusts(
        "<mirror>.height",
        "the height that a mirror points at",
        units=("percentage", "gear", "centimeter"),
        position=OF_MIRRORS,
    )
    adjustment_outside, adjustment_inside = adjusts(
        "<mirror>.horizontal_position",
        "a mirror",
        units=("percentage", "gear", "centimeter"),
        position=OF_MIRRORS,
        words=("Turns outwards", "Turns inwards"),
    )[:2]
    mode_autoAdjust = switches("auto_adjust_enabled", "Switches automatic adjustment of the mirrors on or off.")
    mode_heating = switches("heating_enabled", "Switches mirror heating on or off.")
    mode_assist = switches("auxiliary_view_enabled", "Switches the auxiliary mirror view on or off.")
