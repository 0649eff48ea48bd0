"""The reading lamps above the seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from automotive_env.car.calls.api_factories import adjusts, switches
from automotive_env.car.calls.level import LastUnitProperty, LevelProperty
from automotive_env.car.calls.parameters import PlacesParameter
from automotive_env.car.core.device import SEATS, Device
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.core.structure import KeyedStructProperty, Struct

OF_SEATS = PlacesParameter("whose lamp", SEATS)
USUAL = {"percentage": 40, "gear": 4, "Nits": 400}
"""How bright a dark lamp comes on, by the unit that it was last spoken of in."""


class ReadingLamp(Struct):
    """The lamp above one seat."""

    is_on = FlagProperty("reading lamp")
    brightness_value = LevelProperty(
        "brightness of the reading lamp",
        start=50,
        percentage=(0, 100),
        gear=(0, 5),
        Nits=(0, 500),
        as_given=True,
        steps={"large": 30, "little": 15, "tiny": 5},
        presets={"max": 100, "high": 80, "medium": 60, "low": 40, "min": 20},
    )
    brightness_unit = LastUnitProperty(brightness_value, by_steps=False)


def _light_or_darken(device: ReadingLight, seat: str) -> None:
    lamp = device.lamps[seat]
    if not lamp.is_on:
        lamp.brightness_value = 0
    elif not lamp.brightness_value:
        lamp.brightness_value = USUAL[lamp.brightness_unit]


def _lit(device: ReadingLight, seats: Sequence[str]) -> Sequence[str]:
    for seat in seats:
        if not device.at("<seat>.is_on", seat):
            device.lamps[seat].is_on = True
            _light_or_darken(device, seat)
    return seats


_brightness = partial(
    adjusts,
    "<seat>.brightness_value",
    "the brightness of the reading lamps",
    units=("percentage", "gear", "Nits"),
    position=OF_SEATS,
)


class ReadingLight(Device, module="readingLight"):
    """The reading lamps of the six seats; a dark one comes on before it is turned up."""

    lamps = KeyedStructProperty(SEATS, ReadingLamp, placeholder="<seat>", in_path=False)
    auto_mode = FlagProperty("automatic reading lamps")

    starts = {
        "init1": {"<seat>.brightness_value": 0},
        "init2": {
            "<seat>.brightness_value": 0,
            "<seat>.brightness_unit": "gear",
            **{f"{seat}.{path}": value for seat in SEATS[:2] for path, value in (("is_on", True), ("brightness_value", 2))},
        },
    }

    carcontrol_readingLight_switch = switches(
        "<seat>.is_on", "Switches reading lamps on or off.", position=OF_SEATS, place_first=True, then=_light_or_darken
    )
    carcontrol_readingLight_mode_auto = switches("auto_mode", "Switches automatic reading lamps on or off.")
    carcontrol_readingLight_brightness_increase, carcontrol_readingLight_brightness_set = _brightness(needs=_lit)[::2]
    carcontrol_readingLight_brightness_decrease = _brightness()[1]
