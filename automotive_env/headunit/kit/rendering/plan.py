"""Plans: laid-out screens, cached and shared by all cars that show the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import is_
from threading import Lock
from typing import Any

from automotive_env.car.core.values import StateValue
from automotive_env.car.systems.language import LANGUAGES
from automotive_env.episode.observation import Box, Element
from automotive_env.headunit.kit.bind import Bind, slots_of
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.drawing import overlap
from automotive_env.headunit.kit.rendering.fit import fit
from automotive_env.headunit.kit.rendering.node import LayoutCollector, PlacedWidget, measured_once
from automotive_env.headunit.kit.rendering.theme import DECLARED_HEIGHT, DECLARED_WIDTH
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.widgets.card import CardSurface
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState
from automotive_env.headunit.language.translate import ENGLISH, laid_out
from automotive_env.headunit.registry import app_of, screen_of

KEPT = 192
"""Plans that are kept."""
VARIANTS = 12
"""Plans that are kept of one screen in one size."""


@dataclass(frozen=True)
class ScreenLayout:
    """A screen laid out.

    Attributes:
        placed: widgets in drawing order.
        contents: list (by position) -> height of what it holds.
        readers: slot -> positions of the widgets that show it.
        typed: positions of the widgets that show the screen's own state.
        slots: slot -> value it was built from.
        facts: what follows from the car's values -> how it was when it was built.
        locals: the screen's own state it was built from.
        region: where the screen is.
    """

    placed: tuple[PlacedWidget[Widget], ...]
    contents: Mapping[int, int]
    readers: Mapping[int, tuple[int, ...]]
    typed: tuple[int, ...]
    slots: Mapping[int, StateValue]
    facts: Mapping[Bind[Any], Any]
    locals: Mapping[str, Any]
    region: Box
    _states: dict[int, tuple[list[StateValue], WidgetState]] = field(default_factory=dict, compare=False, repr=False)
    _elements: dict[int, tuple[WidgetState, Box, Box, Element]] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def watched(self) -> frozenset[int]:
        """The slots on which it hangs which widgets there are."""
        return frozenset((*self.slots, *slots_of(*self.facts)))

    @cached_property
    def heard(self) -> tuple[int, ...]:
        """Positions of the widgets that can be elements of the accessibility tree: lists, and all that are not silent."""
        widgets = [placed.widget for placed in self.placed]
        return tuple(i for i, widget in enumerate(widgets) if isinstance(widget, ListView) or not widget.silent)

    @cached_property
    def at_rest(self) -> tuple[list[Box], list[Box]]:
        """The box of each widget, and what is seen of it, while no list is scrolled."""
        clips: list[Box] = []
        for placed in self.placed:
            clips.append(overlap(placed.box, self.region if placed.scroller < 0 else clips[placed.scroller]))
        return [placed.box for placed in self.placed], clips

    def state(self, position: int, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        """What a widget shows; as it was made last, for whichever car, where all that it hangs on is still the same."""
        widget = self.placed[position].widget
        if widget.follows_entry:
            return widget.state(values, entry)
        held = [values[slot] for slot in widget.slots]
        known = self._states.get(position)
        if known is None or not all(map(is_, held, known[0])):
            known = self._states[position] = held, widget.state(values, entry)
        return known[1]

    def element(self, position: int, state: WidgetState, box: Box, clip: Box, make: Callable[[], Element]) -> Element:
        """A widget that shows a state in a place as an element, of any index; as it was made last, for whichever car."""
        known = self._elements.get(position)
        if known is None or known[0] is not state or known[1] != box or known[2] != clip:
            known = self._elements[position] = state, box, clip, make()
        return known[3]

    def fits(self, values: Sequence[StateValue], locals: Mapping[str, Any]) -> bool:
        """Whether building the screen from these values would give the same plan."""
        return (
            all(values[slot] == value for slot, value in self.slots.items())
            and all(locals.get(name) == value for name, value in self.locals.items())
            and all(fact.now(values) == value for fact, value in self.facts.items())
        )


_plans: OrderedDict[tuple[object, ...], list[ScreenLayout]] = OrderedDict()
_lock = Lock()


def plan_for(
    entry: ScreenEntry, values: Sequence[StateValue], region: Box, moving: bool, blocked: bool, language: str = ENGLISH
) -> ScreenLayout:
    """The plan of a screen, built where there is none that fits."""
    key = (entry.app, entry.screen, entry.args, region, moving, blocked, language)
    with _lock:
        variants = _plans.setdefault(key, [])
        _plans.move_to_end(key)
        for number, plan in enumerate(variants):
            if plan.fits(values, entry.locals):
                variants.insert(0, variants.pop(number))
                return plan
        with laid_out(language):
            plan = _build(entry, values, region, moving, blocked, LANGUAGES[language].direction == "rtl")
        variants.insert(0, plan)
        del variants[VARIANTS:]
        while len(_plans) > KEPT:
            _plans.popitem(last=False)
    return plan


def _build(
    entry: ScreenEntry, values: Sequence[StateValue], region: Box, moving: bool, blocked: bool, mirrored: bool
) -> ScreenLayout:
    view = BuildContext(app_of(entry.app), values, entry, moving, region.width, region.height)
    screen = screen_of("system", "blocked") if blocked else screen_of(entry.app, entry.screen)
    canvas: LayoutCollector[Widget] = LayoutCollector(moving, mirrored)
    if screen.ink:
        canvas.add(CardSurface(screen.ink, radius=0), region, screen.ink)
    root = screen.build(view)
    if region.width < DECLARED_WIDTH or region.height < DECLARED_HEIGHT:
        root = fit(root, region.width, region.height, moving)
    with measured_once():
        root.place(region, screen.ink or "background", canvas)
    readers: dict[int, list[int]] = {}
    for position, placed in enumerate(canvas.placed):
        for slot in placed.widget.slots:
            readers.setdefault(slot, []).append(position)
    return ScreenLayout(
        tuple(canvas.placed),
        canvas.contents,
        {slot: tuple(positions) for slot, positions in readers.items()},
        tuple(i for i, placed in enumerate(canvas.placed) if placed.widget.follows_entry),
        view.seen,
        view.seen_facts,
        view.seen_locals,
        region,
    )


def forget() -> None:
    """Drop all plans, after apps have changed."""
    with _lock:
        _plans.clear()
