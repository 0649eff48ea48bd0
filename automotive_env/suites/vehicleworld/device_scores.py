"""Whether a player selected the right devices in a turn: the device-selection accuracy of the paper's Figure 10.

The paper does not say how it counts. Here, the right devices of a turn are those whose APIs its right calls call. A player that
chooses devices before it acts has selected those; any other has selected the devices whose APIs it called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from automotive_env.car.devices import DEVICES
from automotive_env.suites.vehicleworld.release import ReleaseCall

DEVICE_NAMES = frozenset(kind.module for kind in DEVICES)


class DeviceSelectionScore(NamedTuple):
    """How the devices of a turn were selected.

    Attributes:
        found: whether every right device was selected.
        exact: whether these were selected and no others.
    """

    found: bool
    exact: bool


def selected_devices(
    right: Sequence[ReleaseCall], calls: Sequence[ReleaseCall] | None, chosen: object
) -> DeviceSelectionScore | None:
    """How the devices of a turn were selected; None if the right calls name no device, or nothing shows what was selected.

    Args:
        right: the right calls.
        calls: the player's calls; None if it wrote state.
        chosen: names of the devices that it chose before it acted; anything else if it did not choose.
    """
    wanted = devices_of(right)
    named = isinstance(chosen, list) and all(isinstance(name, str) for name in chosen)
    if not wanted or not (named or calls is not None):
        return None
    selected = frozenset(chosen) if isinstance(chosen, list) and named else devices_of(calls or ())
    return DeviceSelectionScore(wanted <= selected, wanted == selected)


def devices_of(calls: Sequence[ReleaseCall]) -> frozenset[str]:
    """The devices whose APIs are called."""
    return DEVICE_NAMES.intersection(call.name.partition(".")[0] for call in calls)
