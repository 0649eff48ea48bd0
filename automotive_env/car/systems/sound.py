"""The volume APIs of the devices that make sound: they turn the one shared volume and claim the loudspeakers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automotive_env.car.calls.api import Api, ApiBody
from automotive_env.car.calls.level import PRESET_WORDS, STEP_WORDS
from automotive_env.car.calls.parameters import NumberParameter, Parameter, WordParameter
from automotive_env.car.core.device import Device
from automotive_env.car.driving.environment import SharedEnvironment

VOLUME_STEPS: Mapping[str, int] = {"large": 20, "little": 10, "tiny": 5}
"""By how much a degree changes the volume, in percentage points."""
FULL_RANGE: Mapping[str, int] = {"max": 100, "high": 80, "medium": 50, "low": 20, "min": 0}
"""Presets of music, navigation and calls."""


def volumes(presets: Mapping[str, int] = FULL_RANGE) -> tuple[Api, Api, Api]:
    """Three APIs of a sound source, in this order: increase, decrease, set.

    Each takes either `value`, 0 to 100, or `degree`. An increase or a decrease stops at the end of the range.

    Args:
        presets: the volume that each degree of a set stands for.
    """

    def turned(device: Device, environment: SharedEnvironment, volume: int) -> str:
        environment.volume = volume
        environment.sound_channel = device.module
        return f"volume: {volume}"

    def step(sign: int) -> ApiBody:
        def body(device: Device, value: int | None, degree: str | None) -> str:
            environment = SharedEnvironment.of(device)
            amount = VOLUME_STEPS[degree or ""] if value is None else value
            return turned(device, environment, min(100, max(0, environment.volume + sign * amount)))

        return body

    def put(device: Device, value: int | None, degree: str | None) -> str:
        return turned(device, SharedEnvironment.of(device), presets[degree or ""] if value is None else value)

    def one(summary: str, body: ApiBody, degrees: Sequence[str], does: str, low: int) -> Api:
        parameters: dict[str, Parameter] = {
            "value": NumberParameter(f"how much to {does}", None, low=low, high=100, whole=True),
            "degree": WordParameter(f"how much to {does}, in words, instead of value", degrees, None),
        }
        return Api(summary, body, parameters, exclusive=("value", "degree"))

    return (
        one("Raises the volume and makes this the source that is heard.", step(1), STEP_WORDS, "raise it by", 1),
        one("Lowers the volume and makes this the source that is heard.", step(-1), STEP_WORDS, "lower it by", 1),
        one("Sets the volume and makes this the source that is heard.", put, PRESET_WORDS, "set it to", 0),
    )
