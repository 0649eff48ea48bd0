"""The wipers."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.calls.api import api
from automotive_env.car.calls.api_factories import adjusts
from automotive_env.car.calls.level import LastUnitProperty, LevelProperty
from automotive_env.car.calls.parameters import PlacesParameter, SwitchParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.core.structure import KeyedStructProperty, Struct, StructProperty

WIPERS = ("front_wiper", "rear_wiper")


class WiperSpeed(Struct):
    """How fast a wiper goes."""

    value = LevelProperty(
        "wiping speed",
        start=1,
        gear=(1, 5),
        percentage=(0, 100),
        as_given=True,
        steps={"large": 3, "little": 2, "tiny": 1},
        presets={"max": 5, "high": 4, "medium": 3, "low": 2, "min": 1},
    )
    unit = LastUnitProperty(value, by_steps=False)


class OneWiper(Struct):
    """The wiper of one window."""

    is_on = FlagProperty("wiper")
    speed_setting = StructProperty(WiperSpeed)


def _both(device: Wiper, places: Sequence[str]) -> Sequence[str]:
    return WIPERS


class Wiper(Device, module="wiper"):
    """The wipers of the windscreen and of the rear window. Calls set one speed for both, the head unit one for each."""

    wipers = KeyedStructProperty(WIPERS, OneWiper, placeholder="<wiper>", in_path=False)

    starts = {
        "init1": {"front_wiper.is_on": True, "front_wiper.speed_setting.value": 3},
        "init2": {
            "<wiper>.is_on": True,
            "front_wiper.speed_setting.value": 75,
            "front_wiper.speed_setting.unit": "percentage",
            "rear_wiper.speed_setting.value": 2,
        },
    }

    carcontrol_wiperBlade_speed_increase, carcontrol_wiperBlade_speed_decrease, carcontrol_wiperBlade_speed_set = adjusts(
        "<wiper>.speed_setting.value", "the wiping speed", units=("gear", "percentage"), needs=_both
    )

    @api(
        "Switches wipers on or off.",
        switch=SwitchParameter("true to switch them on"),
        position=PlacesParameter("which ones", ("front", "rear"), ("front", "rear"), a_list=False),
    )
    def carcontrol_wiperBlade_switch(self, switch: bool, position: Sequence[str]) -> str:
        for place in position:
            self.wipers[f"{place}_wiper"].is_on = switch
        return f"{' and '.join(position)} wiper: {'on' if switch else 'off'}"
