"""What a page offers: switches, choices, levels and buttons, made of the elements that belong together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Literal

from automotive_env.episode.observation import Element
from automotive_env.models.builtin.words import EVERY, PLACES, keys, op_of, spoken

ControlKind = Literal["switch", "option", "slider", "steps", "row", "button", "field", "text"]
_STEPS = {"lower": "raise", "less": "more", "decrease": "increase", "earlier": "later"}


@dataclass(frozen=True)
class ScreenControl:
    """Something that a page offers, how it is operated, and where it is: the app, and the elements to tap from its start.

    Its element shows the value of steps, or is the first of a row. Its parts are the lower and the higher step, the row, or all
    options of its choice. The page around it has words, and may be about a side, such as a chosen seat.
    """

    kind: ControlKind
    element: Element
    parts: tuple[Element, ...] = ()
    app: str = ""
    way: tuple[str, ...] = ()
    around: frozenset[str] = frozenset()
    side: frozenset[str] = frozenset()

    @cached_property
    def label(self) -> str:
        """What it is called: of a level or a text the description, of anything else both texts."""
        one = self.element
        if self.kind in ("slider", "steps", "row", "text"):
            return one.description or one.hint or (one.text if one.text.isalpha() and self.kind != "text" else "")
        if one.description.endswith((" is on", " is off")) or ": " in one.description:
            return one.description.replace(" is o", ": o").partition(": ")[0]
        return one.description if one.text in one.description else f"{one.text} {one.description} {one.hint}".strip()

    @cached_property
    def words(self) -> frozenset[str]:
        return keys(self.label) - PLACES

    @cached_property
    def named(self) -> frozenset[str]:
        """The words of its resource id."""
        return keys(self.element.name.replace("_text", "").replace("skip_", "")) - PLACES

    @cached_property
    def ops(self) -> frozenset[str]:
        """What its label says is done."""
        return frozenset(filter(None, map(op_of, spoken(self.label))))

    @cached_property
    def places(self) -> frozenset[str]:
        """Seats and sides that it is about; "all" where it is about each of them."""
        said = {*spoken(self.label), *(spoken(self.element.name) if self.kind != "option" else ())}
        return frozenset(said & PLACES | ({"all"} if EVERY & said else set())) or self.side

    @property
    def on(self) -> bool:
        return self.element.checked or self.element.selected


def things(elements: Sequence[Element], app: str = "", way: tuple[str, ...] = (), around: str = "") -> Iterator[ScreenControl]:
    """What a page offers, each once."""
    selected = [one for one in elements if one.selected and one.role == "RadioButton"]
    page = " ".join((app, around, *(one.label for one in selected)))
    chosen = next((one.name for one in selected if one.name.startswith(("seat_", "air_"))), "")
    told: dict[str, Any] = {"app": app, "way": way, "around": keys(page), "side": PLACES.intersection(spoken(chosen))}
    used: set[int] = set()
    for thing in (*_steps(elements, told), *_rows(elements, told)):
        used |= {one.index for one in (thing.element, *thing.parts)}
        yield thing
    for one in elements:
        if one.index not in used and (one.label or one.name):
            yield ScreenControl(_kind(one), one, _rivals(one, elements) if one.role == "RadioButton" else (), **told)


def _kind(one: Element) -> ControlKind:
    if one.range is not None or one.editable:
        return "slider" if one.range else "field"
    if one.role == "RadioButton":
        return "option"
    return "switch" if one.checkable or one.role in ("Switch", "ToggleButton") else "button" if one.clickable else "text"


def _steps(elements: Sequence[Element], told: dict[str, Any]) -> Iterator[ScreenControl]:
    """Two buttons that lower and raise something, with what shows it."""
    for lower in elements:
        verb, _, what = lower.description.partition(" ")
        more = f"{_STEPS.get(verb.lower())} {what}".lower()
        near = [one for one in elements if one.clickable and one.description.lower() == more]
        if lower.clickable and near:
            raiser = min(near, key=lambda one: abs(one.index - lower.index))
            first, last = sorted((lower.index, raiser.index))
            shown = next((one for one in elements if first < one.index < last), lower)
            yield ScreenControl("steps", shown._replace(description=shown.description or what), (lower, raiser), **told)


def _rows(elements: Sequence[Element], told: dict[str, Any]) -> Iterator[ScreenControl]:
    """Buttons that say the same with another number each."""
    rows: dict[str, list[Element]] = {}
    for one in elements:
        what, _, count = one.description.partition(",")[0].rpartition(" ")
        if one.clickable and not one.range and count.isdigit() and one.text == count:
            rows.setdefault(what, []).append(one)
    yield from (ScreenControl("row", row[0], tuple(row), **told) for row in rows.values() if len(row) > 2)


def _rivals(one: Element, elements: Sequence[Element]) -> tuple[Element, ...]:
    """The options of one choice: those beside it whose names begin in the same way."""

    def group(other: Element) -> tuple[str, str]:
        return other.role, other.name.partition("_")[0]

    runs = (tuple(run) for _, run in groupby(elements, group))
    return next(run for run in runs if one in run)
