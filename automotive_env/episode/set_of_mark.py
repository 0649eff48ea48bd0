"""Set-of-mark: a box and a number on everything that an agent can touch, so that it can say which one it means.

Tags do not hide each other: they are placed one after the other, small boxes first because they have the least choice, each at
the first free place among the corners inside and outside its box, then along its edges, then further away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from automotive_env.episode.observation import Box, Element, Image
from automotive_env.plugins.lazy_module import numpy as np

TAG_HEIGHT = 22
"""Height of a tag in pixels; its digits are 16 pixels high."""
REACH = 4 * TAG_HEIGHT
"""How far from its box a tag may be put where everything nearer is taken, in pixels."""
_DIGIT, _PADDING, _FONT = 12, 8, 22

COLOURS = ((255, 221, 51), (94, 234, 122), (92, 213, 255), (255, 158, 74), (255, 150, 210), (205, 180, 255), (60, 225, 205))
"""Light colours of boxes and tags: black digits on any of them have a contrast above 8:1."""


class ElementMark(NamedTuple):
    """What is drawn for one element.

    Attributes:
        number: the element's index.
        box: its visible part, in pixels.
        tag: where the number stands.
        colour: position in `COLOURS`; overlapping boxes have different ones as long as there are enough.
    """

    number: int
    box: Box
    tag: Box
    colour: int


def can_be_touched(element: Element) -> bool:
    """Whether an action on the element can do something."""
    return element.clickable or element.editable or element.scrollable or element.long_clickable or element.checkable


def draw_marks(screenshot: Image, elements: Iterable[Element]) -> Image:
    """A copy of the screenshot with a box around each element that can be touched, and its index as a number tag.

    Args:
        screenshot: the pixels that the elements' boxes refer to; not changed.
        elements: elements of the same observation.
    """
    marked = screenshot.copy()
    height, width, _ = marked.shape
    marks = place_marks([e for e in elements if can_be_touched(e)], (width, height))
    for mark in marks:
        _frame(marked, mark, max(width, height))
    for mark in marks:
        left, top, right, bottom = mark.tag
        marked[top:bottom, left:right] = _sprite(mark.number, mark.colour)[: bottom - top, : right - left]
    return marked


def place_marks(elements: Iterable[Element], screen: tuple[int, int]) -> list[ElementMark]:
    """The marks of all given elements that are on the screen (width, height), largest box first: the order to draw them in."""
    width, height = screen
    shown: list[tuple[int, int, Box]] = []
    for element in elements:
        left, top, right, bottom = element.box
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        if left < right and top < bottom:
            shown.append(((right - left) * (bottom - top), element.index, Box(left, top, right, bottom)))
    shown.sort()
    colours = _colours([box for _, _, box in shown])
    tags: list[Box] = []
    for _, number, box in shown:
        tags.append(_free_place(box, len(str(number)) * _DIGIT + _PADDING, tags, width, height))
    return [ElementMark(number, box, tag, colour) for (_, number, box), tag, colour in zip(shown, tags, colours, strict=True)][
        ::-1
    ]


def _colours(boxes: Sequence[Box]) -> list[int]:
    """A colour for each box that no overlapping one has, as long as there are enough."""
    left, top, right, bottom = np.array(boxes or np.empty((0, 4))).T
    overlap = (left[:, None] < right) & (right[:, None] > left) & (top[:, None] < bottom) & (bottom[:, None] > top)
    taken: list[set[int]] = [set() for _ in boxes]
    colours = [-1] * len(boxes)
    later, earlier = np.tril(overlap).nonzero()
    for one, other in zip(later.tolist(), earlier.tolist(), strict=True):
        if one != other:
            taken[one].add(colours[other])
            continue
        first = one % len(COLOURS)
        order = (*range(first, len(COLOURS)), *range(first))
        colours[one] = next((colour for colour in order if colour not in taken[one]), first)
    return colours


def _free_place(box: Box, wide: int, tags: Sequence[Box], width: int, height: int) -> Box:
    """The first place on the screen for a tag that hides no other tag; where there is none, the one that hides least."""
    best, least = _corner(box, wide, width, height), 1 << 30
    for left, top in _places(box, wide):
        right, bottom = left + wide, top + TAG_HEIGHT
        if left < 0 or top < 0 or right > width or bottom > height:
            continue
        hidden = _hidden(left, top, right, bottom, tags, least)
        if hidden < least:
            best, least = Box(left, top, right, bottom), hidden
        if not hidden:
            break
    return best


def _corner(box: Box, wide: int, width: int, height: int) -> Box:
    """The top left corner of a box, moved or cut so that the tag is on the screen; also where a screen is smaller than a tag."""
    left, top = max(0, min(box.left, width - wide)), max(0, min(box.top, height - TAG_HEIGHT))
    return Box(left, top, min(left + wide, width), min(top + TAG_HEIGHT, height))


def _hidden(left: int, top: int, right: int, bottom: int, tags: Sequence[Box], enough: int) -> int:
    """How many pixels of the tags a rectangle would hide; stops counting at `enough`."""
    hidden = 0
    for a, b, c, d in tags:
        if a < right and c > left and b < bottom and d > top:
            hidden += (min(c, right) - max(a, left)) * (min(d, bottom) - max(b, top))
            if hidden >= enough:
                break
    return hidden


def _places(box: Box, wide: int) -> Iterator[tuple[int, int]]:
    """Left and top of a tag, the best place first."""
    left, top, right, bottom = box
    inside = ((left, top), (right - wide, top), (right - wide, bottom - TAG_HEIGHT), (left, bottom - TAG_HEIGHT))
    above, below = top - TAG_HEIGHT, bottom
    outside = ((left, above), (right - wide, above), (left, below), (right - wide, below), (left - wide, top), (right, top))
    roomy = 4 * (right - left) >= 7 * wide and bottom - top >= 2 * TAG_HEIGHT
    yield from inside + outside if roomy else outside + inside
    for y in (top, bottom - TAG_HEIGHT, above, below):
        yield from ((x, y) for x in range(left + wide, right - wide, wide))
    for away in range(0, REACH + 1, TAG_HEIGHT // 2):
        columns = range(left - wide - away, right + away + 1, TAG_HEIGHT // 2)
        rows = range(above - away, below + away + 1, TAG_HEIGHT // 2)
        yield from ((x, y) for y in (above - away, below + away) for x in columns)
        yield from ((x, y) for x in (left - wide - away, right + away) for y in rows)


def _frame(image: Image, mark: ElementMark, longest: int) -> None:
    """Two pixels of colour along the inner edge of the box and one of black within, which shows on light and on dark."""
    left, top, right, bottom = mark.box
    if right - left < 6 or bottom - top < 6:
        image[top:bottom, left:right] = COLOURS[mark.colour]
        return
    strip, column = _strips(mark.colour, longest)
    image[top : top + 3, left:right] = strip[:, : right - left]
    image[bottom - 3 : bottom, left:right] = strip[::-1, : right - left]
    image[top + 2 : bottom - 2, left : left + 3] = column[: bottom - top - 4]
    image[top + 2 : bottom - 2, right - 3 : right] = column[: bottom - top - 4, ::-1]


@lru_cache(maxsize=64)
def _strips(colour: int, length: int) -> tuple[Image, Image]:
    """The edge of a box, from outside to inside, as rows and as columns."""
    edge = np.array((COLOURS[colour], COLOURS[colour], (0, 0, 0)), np.uint8)
    return np.repeat(edge[:, None], length, axis=1), np.repeat(edge[None], length, axis=0)


@lru_cache(maxsize=4096)
def _sprite(number: int, colour: int) -> Image:
    """The picture of a tag, drawn once."""
    from PIL import Image as Pillow
    from PIL import ImageDraw, ImageFont

    text = str(number)
    wide, fine = len(text) * _DIGIT + _PADDING, 4  # drawn four times as large and reduced, for a weight between regular and bold
    picture = Pillow.new("RGB", (wide * fine, TAG_HEIGHT * fine), COLOURS[colour])
    font = ImageFont.load_default(_FONT * fine)
    middle = (wide * fine / 2, TAG_HEIGHT * fine / 2)
    ImageDraw.Draw(picture).text(middle, text, (0, 0, 0), font, anchor="mm", stroke_width=2)
    picture = picture.reduce(fine)
    ImageDraw.Draw(picture).rectangle((0, 0, wide - 1, TAG_HEIGHT - 1), outline=(0, 0, 0))
    return np.array(picture)
