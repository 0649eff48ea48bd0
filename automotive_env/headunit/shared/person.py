"""Avatars with the first letter of a name, and list items that begin with one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from automotive_env.car.core.values import StateValue
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.drawing import rounded
from automotive_env.headunit.kit.rendering.floating import AlphaPixels, FloatingPicture, blend
from automotive_env.headunit.kit.rendering.pixel_cache import cached_pixels
from automotive_env.headunit.kit.rendering.signs import signs
from automotive_env.headunit.kit.rendering.theme import ColourRole, Rgb
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState
from automotive_env.headunit.kit.widgets.wording import clock
from automotive_env.headunit.language.translate import VerbatimText, translate
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    from automotive_env.headunit.kit.entry import ScreenEntry

_COLOURS: tuple[Rgb, ...] = ((38, 96, 172), (112, 72, 164), (18, 114, 108), (166, 78, 46), (152, 58, 100), (84, 104, 40))
_LETTER: Rgb = (255, 255, 255)
RING = 18
"""Breadth of a ring around a person."""

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def _disc(brush: WidgetBrush, center: tuple[int, int], radius: int, colour: Rgb) -> None:
    """A disc over whatever was painted before."""
    x, y = center
    brush.ops.append(FloatingPicture(x - radius, y - radius, _filled(radius, colour)))


@cached_pixels(megabytes=0.2)
def _filled(radius: int, colour: Rgb) -> AlphaPixels:
    """A disc of a colour."""
    size = 2 * radius
    return blend(np.full((size, size, 3), colour, np.uint8), rounded(size, size, radius))


def paint_avatar(brush: WidgetBrush, name: str, center: tuple[int, int], radius: int) -> None:
    """An avatar in a colour derived from the name, with its first letter; numbers without a contact get an icon."""
    colour = _COLOURS[crc32(name.encode()) % len(_COLOURS)]
    name = translate(VerbatimText(name), brush.language)
    _disc(brush, center, radius, colour)
    x, y = center
    if name[:1].isalpha():
        room = Box(x - radius, y - radius, x + radius, y + radius)
        brush.text(signs(name)[0].upper(), room, size=max(30, radius), ink=_LETTER, weight="medium", align="center", on=colour)
    else:
        brush.icon("person", center, size=radius, ink=_LETTER, on=colour)


class Avatar(Widget):
    """The disc of a person, only drawn; with rings around it where attention is asked for."""

    silent = True

    def __init__(self, name: str, size: int, rings: tuple[ColourRole, ...] = ()) -> None:
        """Show the disc of a name, `size` pixels across with its rings, which are given from the outermost."""
        super().__init__(text=name, width=size, height=size)
        self.rings = rings

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        center, radius = brush.box.center, brush.box.width // 2
        for ring in self.rings:
            _disc(brush, center, radius, brush.theme[ring])
            radius -= RING
        paint_avatar(brush, state.text, center, radius)


class PersonItem(ListItem):
    """A list item that begins with an avatar."""

    tail = 100
    """Room for the face."""

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        state = super().state(values, entry)
        return state._replace(text=VerbatimText(state.text))

    def lead(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
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
