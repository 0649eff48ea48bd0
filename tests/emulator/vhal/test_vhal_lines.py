"""Lines that are kept are the lines that would be made anew, whatever happens to the car."""

from __future__ import annotations

import random
from functools import partial

import pytest

from automotive_env.car.core.schema import ChoiceProperty, FlagProperty, NumberProperty
from automotive_env.car.core.structure import Property
from automotive_env.car.core.world import SCHEMA
from automotive_env.car.vhal.properties import RELEASES, AndroidRelease
from automotive_env.emulator.virtual.car_commands import value_line
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.services.ivehicle import ValueLines
from automotive_env.emulator.virtual.vhal.value_checks import VhalError


def _some(prop: Property[object], dice: random.Random) -> object:
    if isinstance(prop, FlagProperty):
        return dice.random() < 0.5
    if isinstance(prop, ChoiceProperty):
        return dice.choice(prop.choices)
    return dice.randint(int(prop.low), int(prop.high)) if isinstance(prop, NumberProperty) else prop.start


def _something(device: VirtualDevice, dice: random.Random) -> None:
    hal, kind = device.vhal, dice.randrange(12)
    if kind == 0:
        device.load("before")
    elif kind == 1:
        device.world.restore(device.snapshots["before"].world)  # type: ignore[arg-type]
    elif kind < 6:
        config = dice.choice(list(hal.configs.values()))
        value = "true" if config.type.name == "STRING" else dice.randint(-2, 12)
        hal.set(config.id, dice.choice(list(config.areas)), value, trusted=dice.random() < 0.7)
    elif kind < 10:
        slot = dice.choice(SCHEMA)
        device.world.set(slot.path, _some(slot.prop, dice))
    else:
        element = dice.choice(device.head_unit.elements())
        device.head_unit.tap(*element.box.center)


@pytest.mark.parametrize(
    ("release", "looks"), [(RELEASES[-1], 15), *(pytest.param(each, 40, marks=pytest.mark.sweep) for each in RELEASES)]
)
def test_kept_lines_are_never_stale(release: AndroidRelease, looks: int) -> None:
    device, dice = VirtualDevice(release=release), random.Random(release)
    device.save("before")
    kept = ValueLines(device.vhal, partial(value_line, device.vhal))
    told = set()
    for _ in range(looks):
        for _ in range(dice.randint(1, 4)):
            try:
                _something(device, dice)
            except (VhalError, ValueError):
                continue
        text = kept.text()
        assert text.split("\n") == ValueLines(device.vhal, partial(value_line, device.vhal)).text().split("\n")
        told.add(text)
    assert len(told) > looks // 2
