"""What a page offers: switches, choices, levels and buttons, made of the elements that belong together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from automotive_env.models.builtin.lexicon import EVERY, PLACES, op_of
from automotive_env.models.builtin.words import keys, spoken
from automotive_env.observation import Element

Kind = Literal["switch", "option", "slider", "steps", "row", "button", "field", "text"]
_LOWER, _RAISE = ("lower", "less", "decrease", "earlier"), ("raise", "more", "increase", "later")
_TABS = ("Tab", "RadioButton")


@dataclass(frozen=True)
class Thing:
    """Something that a page offers.

    Attributes:
        kind: how it is operated.
        element: the element; of steps the one that shows the value, of a row its first.
        parts: of steps the lower and the higher one, of a row all in order, of an option all options of its choice.
        app, way: where it is: the app, and the elements to tap from its start.
        around: words of the page it stands on.
        side: places that the page is about, such as a chosen seat.
    """

    kind: Kind
    element: Element
    parts: tuple[Element, ...] = ()
    app: str = ""
    way: tuple[str, ...] = ()
    around: frozenset[str] = field(default=frozenset())
    side: frozenset[str] = field(default=frozenset())

    @cached_property
    def label(self) -> str:
        """What it is called: of a level the description, of anything else both texts."""
        one = self.element
        if self.kind in ("slider", "steps", "row", "text"):
            return one.description or one.hint or (one.text if one.text.isalpha() and self.kind != "text" else "")
        return f"{one.text} {one.description} {one.hint}".strip()

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of its label."""
        return keys(self.label) - PLACES

    @cached_property
    def title(self) -> frozenset[str]:
        """Those of what stands out: of the text, where the description says something else."""
        text, more = self.element.text, self.element.description
        apart = text and more and text.lower() not in more.lower() and self.kind in ("switch", "button")
        return (keys(text) - PLACES if apart else frozenset()) or self.words

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
        every = {"all"} if EVERY & said else set()
        return frozenset({"rear" if word == "second" else word for word in said} & PLACES | every) or self.side

    @property
    def on(self) -> bool:
        return self.element.checked or self.element.selected


def is_tab(element: Element) -> bool:
    """Whether it chooses a page: it can be selected, and is no switch."""
    return element.clickable and not element.checkable and (element.role in _TABS or element.selected)


def things(
    elements: Sequence[Element], app: str = "", way: tuple[str, ...] = (), around: str = "", *, all_texts: bool = True
) -> Iterator[Thing]:
    """What a page offers, each once."""
    page = " ".join((app, around, *(one.label for one in elements if one.selected and one.role == "RadioButton")))
    chosen = next((one for one in elements if one.selected and one.name.startswith(("seat_", "air_"))), None)
    side = frozenset({"rear" if word == "second" else word for word in spoken(chosen.name)} & PLACES) if chosen else frozenset()
    told = {"app": app, "way": way, "around": keys(page), "side": side}
    used: set[int] = set()
    for steps in _steps(elements):
        used |= {one.index for one in (steps.element, *steps.parts)}
        yield Thing(steps.kind, steps.element, steps.parts, **told)  # type: ignore[arg-type]
    for row in _rows(elements):
        used |= {one.index for one in row}
        yield Thing("row", row[0], row, **told)  # type: ignore[arg-type]
    for one in elements:
        kind = _kind(one)
        if one.index not in used and (one.label or one.name) and (kind != "text" or all_texts):
            rivals = _rivals(one, elements) if kind == "option" else ()
            yield Thing(kind, one, rivals, **told)  # type: ignore[arg-type]


def _kind(one: Element) -> Kind:
    if one.range is not None:
        return "slider"
    if one.editable:
        return "field"
    if one.role == "RadioButton":
        return "option"
    if one.checkable or one.role in ("Switch", "ToggleButton", "CheckBox"):
        return "switch"
    return "button" if one.clickable else "text"


def _steps(elements: Sequence[Element]) -> Iterator[Thing]:
    """Two buttons that lower and raise something, with what shows it."""
    for lower in elements:
        for few, much in zip(_LOWER, _RAISE, strict=True):
            if not lower.clickable or not lower.description.lower().startswith(f"{few} "):
                continue
            what = lower.description[len(few) + 1 :]
            near = [one for one in elements if one.clickable and one.description.lower() == f"{much} {what}".lower()]
            if near:
                raiser = min(near, key=lambda one: abs(one.index - lower.index))
                between = sorted((lower.index, raiser.index))
                shown = next((one for one in elements if between[0] < one.index < between[1] and not one.range), lower)
                yield Thing("steps", shown._replace(description=shown.description or what), (lower, raiser))


def _rows(elements: Sequence[Element]) -> Iterator[tuple[Element, ...]]:
    """Buttons that say the same with another number each."""
    rows: dict[str, list[Element]] = {}
    for one in elements:
        words = one.description.partition(",")[0].split()
        if one.clickable and not one.range and words and words[-1].isdigit() and one.text == words[-1]:
            rows.setdefault(" ".join(words[:-1]), []).append(one)
    for row in rows.values():
        if len(row) > 2:
            yield tuple(row)


def _rivals(one: Element, elements: Sequence[Element]) -> tuple[Element, ...]:
    """The options of one choice: those whose names differ in the last word."""
    first, found = one.name.partition("_")[0], [one]
    for side in (elements[one.index + 1 :], elements[: one.index][::-1]):
        for other in side:
            if other.role != one.role or other.name.partition("_")[0] != first:
                break
            found.append(other)
    return tuple(sorted(found, key=lambda other: other.index))
