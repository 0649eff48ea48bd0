"""The head-up display."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import adjusts, switches
from automotive_env.car.calls.level import FIVE_TEN_TWENTY, QUARTERS, LastUnitProperty, LevelInOtherUnit, LevelProperty
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.core.structure import Struct, StructProperty


class HudBrightness(Struct):
    """How bright the projection is."""

    percentage = LevelProperty(
        "brightness of the projection",
        start=50,
        percentage=(0, 100),
        level=(0, 10),
        Nits=(0, 1000),
        steps=FIVE_TEN_TWENTY,
        presets=QUARTERS,
    )
    level = LevelInOtherUnit(percentage, "level", whole=True)
    nits = LevelInOtherUnit(percentage, "Nits")
    current_unit = LastUnitProperty(percentage)


class HudHeight(Struct):
    """How high on the windscreen the projection stands."""

    percentage = LevelProperty(
        "height of the projection",
        start=50,
        percentage=(0, 100),
        level=(0, 10),
        centimeter=(0, 20),
        steps=FIVE_TEN_TWENTY,
        presets=QUARTERS,
    )
    level = LevelInOtherUnit(percentage, "level", whole=True)
    centimeter = LevelInOtherUnit(percentage, "centimeter")
    current_unit = LastUnitProperty(percentage)


class HeadUpDisplay(Device, module="HUD"):
    """Projects driving information on the windscreen."""

    is_on = FlagProperty("head-up display")
    brightness = StructProperty(HudBrightness)
    height = StructProperty(HudHeight)

    starts = {
        "init1": {
            "is_on": True,
            "brightness.percentage": 25,
            "brightness.level": 3,
            "brightness.nits": 250,
            "height.percentage": 75,
            "height.level": 8,
            "height.centimeter": 15,
        },
        "init2": {
            "is_on": True,
            "brightness.percentage": 75,
            "brightness.level": 8,
            "brightness.nits": 750,
            "brightness.current_unit": "Nits",
            "height.percentage": 25,
            "height.level": 3,
            "height.centimeter": 5,
            "height.current_unit": "centimeter",
        },
    }

    carcontrol_HUD_switch = switches("is_on", "Switches the head-up display on or off.")
    carcontrol_HUD_brightness_increase, carcontrol_HUD_brightness_decrease, carcontrol_HUD_brightness_set = adjusts(
        "brightness.percentage", "the brightness of the projection", units=("percentage", "level", "Nits")
    )
    carcontrol_HUD_height_increase, carcontrol_HUD_height_decrease, carcontrol_HUD_height_set = adjusts(
        "height.percentage", "the height of the projection", units=("percentage", "level", "centimeter")
    )
