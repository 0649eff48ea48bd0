"""Points of a grid on four displays, as each family of native agents gives them: how far they miss, and whether the element.

A point counts only where its element goes on around it as far as the family's numbers are apart: no other point could be given
more exactly. `python -m automotive_env.scripts.native_grid` prints a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from automotive_env.agents.native.families import native_families
from automotive_env.agents.native.family import NativeFamily
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.native.settings import NativeSettings
from automotive_env.agents.options import AgentOptions, Space
from automotive_env.episode.action import OpenApp
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Element
from automotive_env.headunit.kit.display_size import SIZES, DisplaySize

POINTS = 500
"""On each display."""
PICTURES = ("", "896", "1024x768")
"""Sizes of pictures: the family's own, a small one, and one that keeps the display's shape between bars."""
APPS = ("climate", "settings", "media", "maps", "phone")
"""Whose screens are pointed at."""

GivePoint = Callable[[SentPicture, int, int], tuple[float, float]]
"""The point that a model gives for a pixel of the display, in its numbers, as its reply was read."""


@dataclass(frozen=True, slots=True)
class GridResult:
    """What came of the points of a display.

    Attributes:
        points: that were given.
        wrong: that hit another element.
        farthest: pixels of the display between what was meant and what was hit, at most.
    """

    points: int
    wrong: int
    farthest: int


def screens(display: DisplaySize) -> Sequence[Sequence[Element]]:
    """The elements of some screens on a display."""
    car = HeadlessController(size=display)
    found = []
    for app in APPS:
        car.act(OpenApp(app_name=app), None)
        found.append(car.observe().elements)
    return found


def grid(elements: Sequence[Element], sent: SentPicture, count: int) -> Iterator[tuple[int, int]]:
    """Points whose element goes on around them, spread over the display."""
    width, height = sent.display
    across, down = margin(sent)
    found = 0
    for number in range(50 * count):
        x, y = (number * 7_919) % width, (number * 104_729) % height  # both primes: the points are spread evenly
        corners = {
            hit(elements, min(width - 1, max(0, x + dx)), min(height - 1, max(0, y + dy)))
            for dx in (-across, 0, across)
            for dy in (-down, 0, down)
        }
        if len(corners) == 1:
            yield x, y
            found += 1
            if found == count:
                return


def margin(sent: SentPicture) -> tuple[int, int]:
    """Pixels of the display that lie between a point and the nearest that a family can give, at most."""
    if sent.space == "0..1":
        return 1, 1
    low, high = sent.from_display(0, 0), sent.from_display(sent.display[0] - 1, sent.display[1] - 1)
    across, down = (ceil(side / (end - start) / 2) + 1 for side, start, end in zip(sent.display, low, high, strict=True))
    return across, down


def hit(elements: Sequence[Element], x: int, y: int) -> int:
    """The index of the topmost element at a point; -1 where there is none."""
    return next((one.index for one in reversed(elements) if one.box.contains(x, y)), -1)


def measure(
    family: NativeFamily,
    display: DisplaySize,
    shown: Sequence[Sequence[Element]],
    picture: str = "",
    space: Space | None = None,
    give: GivePoint = SentPicture.from_display,
) -> GridResult:
    """Give the points of a grid, and see what they hit."""
    sent = NativeSettings.of(family, AgentOptions(picture_size=picture, space=space)).sent(display)
    points = wrong = farthest = 0
    for elements in shown:
        for x, y in grid(elements, sent, POINTS // len(shown)):
            at = sent.to_display(*give(sent, x, y))
            points += 1
            wrong += hit(elements, *at) != hit(elements, x, y)
            farthest = max(farthest, abs(at[0] - x), abs(at[1] - y))
    return GridResult(points, wrong, farthest)


def main() -> None:
    """Print a table."""
    print("family   display    picture    points  wrong  farthest (px)")
    for display in SIZES:
        shown = screens(display)
        for family in native_families().values():
            for picture in PICTURES:
                found = measure(family, display, shown, picture)
                size = "x".join(map(str, display))
                print(f"{family.name:8} {size:10} {picture or 'own':10} {found.points:6} {found.wrong:6} {found.farthest:6}")


if __name__ == "__main__":
    main()
