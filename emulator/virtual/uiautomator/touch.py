"""Fingers on the display: taps, long presses and strokes, however a client asks for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

LONG_PRESS = 400
"""Milliseconds from which on a finger that stays presses long; ViewConfiguration's default."""
SLOP = 8
"""Pixels that a finger may move and still tap; ViewConfiguration's default."""
STEP = 5
"""Milliseconds that uiautomator gives each step of a swipe."""


def on_display(device: VirtualDevice, x: int, y: int) -> bool:
    """Whether a point lies on the display."""
    width, height = device.size
    return 0 <= x < width and 0 <= y < height


def touch(device: VirtualDevice, x: int, y: int, duration: int = 0) -> bool:
    """Touch a point for some milliseconds; returns whether the touch was delivered, not whether anything was there."""
    if not on_display(device, x, y):
        return False
    if duration >= LONG_PRESS:
        device.head_unit.long_press(x, y)
    else:
        device.head_unit.tap(x, y)
    return True


def stroke(device: VirtualDevice, start: tuple[int, int], end: tuple[int, int], duration: int = 0) -> bool:
    """Draw a finger from a point to another in some milliseconds; one that hardly moves taps, or presses long.

    Only the ends count: nothing on the head unit asks for the way between them.
    """
    if not on_display(device, *start):
        return False
    if abs(start[0] - end[0]) < SLOP and abs(start[1] - end[1]) < SLOP:
        return touch(device, *start, duration)
    device.head_unit.drag(*start, *end)
    return True


@dataclass
class Finger:
    """A finger whose moves come one by one.

    Attributes:
        start: where it was put down, None while it is up.
        since: when, in seconds of any clock.
        last: where it is.
    """

    start: tuple[int, int] | None = None
    since: float = 0.0
    last: tuple[int, int] = (0, 0)

    def down(self, x: int, y: int, now: float) -> None:
        """Put it down."""
        self.start = self.last = (x, y)
        self.since = now

    def move(self, x: int, y: int) -> bool:
        """Move it; False while it is up."""
        self.last = (x, y)
        return self.start is not None

    def up(self, device: VirtualDevice, x: int, y: int, now: float) -> bool:
        """Lift it, and so do what it did; False while it is up already."""
        if self.start is None:
            return False
        start, self.start = self.start, None
        return stroke(device, start, (x, y), round((now - self.since) * 1000))
