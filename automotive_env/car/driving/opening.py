"""When a door, a lid or a flap may be opened."""

from __future__ import annotations

from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.driving.road import RoadState


def may_open(device: Device, what: str, *, locked: bool) -> None:
    """Let something of a device be opened.

    Args:
        device: its device.
        what: its name for the message, such as "the tailgate".
        locked: whether it is locked.

    Raises:
        Refused: it is locked, or the car moves.
    """
    if locked:
        raise CallRefused(f"{what} is locked; unlock it first")
    if RoadState.of(device).driving_state == "moving":
        raise CallRefused(f"{what} may not be opened while the car moves; stop first")


def may_lock(what: str, *, is_shut: bool) -> None:
    """Let something be locked.

    Raises:
        Refused: it is open.
    """
    if not is_shut:
        raise CallRefused(f"{what} is open; close it before locking it")
