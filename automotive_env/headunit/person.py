"""People: a disc with the first letter of a name, and lines of lists that begin with it."""

from __future__ import annotations

from zlib import crc32

from automotive_env.headunit.bind import Bind, bind
from automotive_env.headunit.brush import Brush
from automotive_env.headunit.list_view import ListItem
from automotive_env.headunit.theme import Ink
from automotive_env.headunit.widget import State, Widget
from automotive_env.headunit.wording import clock
from automotive_env.observation import Box

_COLOURS: tuple[Ink, ...] = ("accent", "good", "warm", "cool")
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def paint_avatar(brush: Brush, name: str, center: tuple[int, int], radius: int) -> None:
    """A disc in the colour of a name, with its first letter; strangers get a sign instead."""
    ink = _COLOURS[crc32(name.encode()) % len(_COLOURS)]
    brush.disc(center, radius, ink)
    x, y = center
    if name[:1].isalpha():
        room = Box(x - radius, y - radius, x + radius, y + radius)
        brush.text(name[0].upper(), room, size=max(28, radius), ink="on_accent", weight="medium", align="center", on=ink)
    else:
        brush.icon("person", center, size=radius, ink="on_accent", on=ink)


class Avatar(Widget):
    """The disc of a person, only drawn."""

    silent = True

    def __init__(self, name: str, size: int) -> None:
        """Show the disc of a name, `size` pixels across."""
        super().__init__(text=name, width=size, height=size)
        self.radius = size // 2

    def paint(self, state: State, brush: Brush) -> None:
        brush.clear()
        paint_avatar(brush, state.text, brush.box.center, self.radius)


class PersonItem(ListItem):
    """A line of a list that begins with a person's disc."""

    def lead(self, state: State, brush: Brush, ink: Ink) -> int:
        paint_avatar(brush, state.text, (56, brush.box.height // 2), 32)
        return 108


def moment(timestamp: str, now: str, time_format: str) -> str:
    """A moment in short: the time of day when it was today, otherwise the date; empty where it is not known."""
    if not timestamp:
        return ""
    if timestamp[:10] == now[:10]:
        return clock(timestamp, time_format)
    return f"{int(timestamp[8:10])} {_MONTHS[int(timestamp[5:7]) - 1]}"


def when(timestamp: str, what: str = "") -> Bind[str]:
    """When something was, and what: "10:55 · Missed call"; at most 120 characters."""

    def word(now: str, time_format: str) -> str:
        return " · ".join(part for part in (moment(timestamp, now, time_format), what) if part)[:120]

    return bind("environment.timestamp", "environment.time_display_format", to=word)
