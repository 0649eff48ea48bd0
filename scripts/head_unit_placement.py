"""Which properties have a place on the head unit, which need none, and which lack one: docs/headunit.md and the list of gaps.

`python -m automotive_env.scripts.head_unit_placement` prints the properties without a place or a declared reason for that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from automotive_env.car.core.schema import HEAD_UNIT, ChoiceProperty, FlagProperty, NumberProperty, OptionalChoiceProperty
from automotive_env.car.core.structure import PropertySlot
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.scripts.head_unit_coverage import Coverage, ScreenPlace, coverage
from automotive_env.scripts.head_unit_unplaced import UNPLACED

MAX_TAPS_WANTED = 4
"""Touches from home within which everything is set: at most three that lead to a control, and the one of the control."""
FACTS = ("road",)
"""Modules that are given to the car, not set in it."""


def missing_values(slot: PropertySlot, written: set[StateValue]) -> list[str]:
    """What no control sets a property to; of numbers and texts, one value and another one will do."""
    prop = slot.prop
    wanted: Sequence[StateValue] = ()
    if type(prop) is FlagProperty:
        wanted = (True, False)
    elif type(prop) in (ChoiceProperty, OptionalChoiceProperty):
        wanted = prop.choices  # type: ignore[attr-defined]
    if wanted:
        return [f"{value}" for value in wanted if value not in written]
    enough = 2 if isinstance(prop, NumberProperty) else 1
    return [] if len(written) >= enough else ["any value" if not written else "another value"]


def reason_for(path: str) -> str:
    """The first declared pattern that a path fits, empty where there is none."""
    return next((pattern for pattern in UNPLACED if fnmatchcase(path, pattern)), "")


@dataclass(frozen=True)
class PlacementGap:
    """A property that a driver cannot set, or only far from home.

    Attributes:
        path: where it is.
        lacks: what is missing, in words.
    """

    path: str
    lacks: str


def lacks(number: int, found: Coverage) -> str:
    """What is missing of a property's control, empty where nothing is."""
    slot = SCHEMA[number]
    if slot.prop.read_only not in (None, HEAD_UNIT) or slot.path.split(".")[0] in FACTS:
        return ""
    missing = missing_values(slot, found.values.get(number, set()))
    if missing:
        return "no control" if number not in found.written else "no control for " + ", ".join(missing)
    taps = found.taps[number]
    return f"{taps} taps from home, at most {MAX_TAPS_WANTED} wanted" if taps > MAX_TAPS_WANTED else ""


@cache
def all_gaps() -> tuple[PlacementGap, ...]:
    """Every property that has no place, declared or not."""
    found = coverage()
    gaps = (PlacementGap(slot.path, lacks(number, found)) for number, slot in enumerate(SCHEMA))
    return tuple(gap for gap in gaps if gap.lacks)


def gaps() -> tuple[PlacementGap, ...]:
    """Every property that has neither a place nor a declared reason for having none."""
    return tuple(gap for gap in all_gaps() if not reason_for(gap.path))


def patterns() -> Iterator[tuple[str, list[int]]]:
    """Patterns of paths, with the slots of each."""
    groups: dict[str, list[int]] = {}
    for number, slot in enumerate(SCHEMA):
        groups.setdefault(slot.pattern, []).append(number)
    yield from groups.items()


def _where(places: Sequence[ScreenPlace]) -> str:
    if not places:
        return ""
    place = min(places, key=lambda place: place.rank)
    return f"{place.app} / {place.screen}" + (f" `{place.widget}`" if place.widget else "")


def _row(pattern: str, slots: Sequence[int], found: Coverage) -> str:
    prop = SCHEMA[slots[0]].prop
    shown = _where([found.shown[slot] for slot in slots if slot in found.shown])
    written = _where([found.written[slot] for slot in slots if slot in found.written])
    reason = prop.read_only or next((UNPLACED[why] for slot in slots if (why := reason_for(SCHEMA[slot].path))), "")
    if not written or (reason and any(lacks(slot, found) for slot in slots)):
        written = f"{written}; {reason}" if written and reason else written or reason
    taps = max((found.taps[slot] for slot in slots if slot in found.taps), default=0)
    return f"| `{pattern}` | {shown} | {written} | {taps or ''} |"


def document() -> str:
    """docs/headunit.md: every property, where it is shown and where it is set."""
    found = coverage()
    lines = [_row(pattern, slots, found) for pattern, slots in patterns()]
    return HEADER + "\n".join(lines) + "\n"


HEADER = """# What the head unit shows and sets

Made by `python -m automotive_env.scripts.write_docs`, which touches every control of every screen of a scratch car; do not
edit. A place is written as app / screen `resource id`. *Taps* is the length of a shortest way from the home screen, including
the tap on the control, to the farthest of the seats, doors or windows; scrolling a list does not count. If no control sets a
property, the cell gives the reason.

![All screens by day](images/screens-day.webp)

All screens [by night](images/screens-night.webp); both by `automotive-env screens --sheet docs/images/screens.webp`.

| property | shown | set | taps |
|---|---|---|--:|
"""


def main() -> None:
    """Print the gaps by module; the same gap of several seats, doors or windows is one line."""
    found = gaps()
    keys: dict[tuple[str, str], list[str]] = {}
    for gap in found:
        slot = SCHEMA[INDEX[gap.path]]
        keys.setdefault((slot.pattern, gap.lacks), []).append(slot.key)
    module = ""
    for (pattern, lacking), where in keys.items():
        if (owner := pattern.split(".")[0]) != module:
            module = owner
            sys.stdout.write(f"{module}\n")
        sys.stdout.write(f"    {pattern}: {lacking}" + (f" ({', '.join(where)})\n" if where[0] else "\n"))
    sys.stdout.write("".join(f"{fault}\n" for fault in sorted(coverage().faults)))
    sys.stdout.write(f"{len(found)} properties without a place\n")


if __name__ == "__main__":
    main()
