"""What of the car can be seen and set on the head unit, found by touching everything there is.

A scratch head unit starts at home, in several worlds; from each screen every control is tapped, drawn and typed into, and the
world before is compared with the world after. Screens are taken in the order of the taps that lead to them, so the first way
found is a shortest one.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import cache

from automotive_env.car.core.schema import HEAD_UNIT, FlagProperty
from automotive_env.car.core.store import StateValues
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import SCHEMA, World
from automotive_env.car.owner.events import happen
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.text_field import TextField
from automotive_env.headunit.ui_state import UiState

MAX_VARIANTS = 20
"""So many states of one screen are touched (chosen tabs, persons, numbers dialled) in one world."""
MAX_ALIKE_ROWS = 24
"""So many rows of a list with the same id and the same properties are touched."""
MAX_TRIES = 4
"""So often a control that refuses is tried again, with the car in another state."""
MAX_TAPS = 7
"""So many taps from home are looked at."""
ANYWHERE = (0.5, 0.08, 0.92)
"""Parts of a slider that are tapped."""
WORDS = ("Work", "12", "a longer text")
"""What is typed into fields."""


@dataclass(frozen=True)
class ScreenPlace:
    """Where something is on the head unit.

    Attributes:
        direct: whether the control shows what it sets.
        taps: touches that lead there from home, the one of the control included.
        app, screen, widget: its app, its screen and the resource id.
    """

    direct: bool
    taps: int
    app: str
    screen: str
    widget: str

    @property
    def rank(self) -> tuple[bool, int]:
        """Lower is nearer to what a driver looks for."""
        return not self.direct, self.taps


@dataclass
class Coverage:
    """What was found.

    Attributes:
        shown: slot -> the nearest place where it is shown.
        written: slot -> the nearest control that changes it.
        values: slot -> values that controls gave it.
        taps: slot -> fewest touches that change it.
        faults: what controls raised, in words.
    """

    shown: dict[int, ScreenPlace] = field(default_factory=dict)
    written: dict[int, ScreenPlace] = field(default_factory=dict)
    values: dict[int, set[StateValue]] = field(default_factory=lambda: defaultdict(set))
    taps: dict[int, int] = field(default_factory=dict)
    faults: set[str] = field(default_factory=set)

    def is_nearer(self, slot: int, taps: int, direct: bool) -> bool:
        """Whether a place so far from home is nearer than where the property is known to be shown."""
        return slot not in self.shown or (not direct, taps) < self.shown[slot].rank

    def write(self, slot: int, value: StateValue, place: ScreenPlace) -> None:
        """A control gave a property a value."""
        self.values[slot].add(value)
        self.taps[slot] = min(place.taps, self.taps.get(slot, place.taps))
        if slot not in self.written or place.rank < self.written[slot].rank:
            self.written[slot] = place


@dataclass(frozen=True)
class _Step:
    """A state of car and display, and how many taps from home it is."""

    taps: int
    car: StateValues
    ui: UiState


@dataclass(frozen=True)
class _Control:
    """Something that can be touched: what makes it the same control, what it is, and where."""

    key: tuple[Hashable, ...]
    place: ScreenPlace
    slots: frozenset[int]
    points: tuple[tuple[int, int], ...]
    typed: bool


class _Explorer:
    """One walk through the head unit of one car."""

    def __init__(self, unit: HeadUnit, found: Coverage, touched: set[Hashable], max_taps: int) -> None:
        self.unit = unit
        self.max_taps = max_taps
        self.found = found
        self.touched = touched
        self.alike: Counter[Hashable] = Counter()
        self.refused: Counter[Hashable] = Counter()
        self.variants: dict[Hashable, set[Hashable]] = defaultdict(set)
        self.queue: deque[_Step] = deque()

    def walk(self) -> None:
        """Touch everything, nearest to home first."""
        self.keep(0)
        while self.queue:
            step = self.queue.popleft()
            self.go(step)
            self.note(step.taps)
            self.scroll(step)
            if step.taps < self.max_taps:
                for control in list(self.controls(step.taps + 1)):
                    self.touch(step, control)

    def keep(self, taps: int) -> None:
        self.queue.append(_Step(taps, self.unit.world.snapshot(), self.unit.snapshot()))

    def go(self, step: _Step) -> None:
        self.unit.world.restore(step.car)
        self.unit.restore(step.ui)

    def note(self, taps: int) -> None:
        """Take note of what is shown."""
        for layer in self.unit.layers:
            assert layer.plan
            for slot, positions in layer.plan.readers.items():
                if self.found.is_nearer(slot, taps, direct=True):
                    shown = [layer.widget(position).id for position in positions if layer.visible(position)]
                    if shown:
                        self.found.shown[slot] = self.place(layer, shown[0], taps, direct=True)
            for slot in layer.plan.slots:
                if self.found.is_nearer(slot, taps, direct=False):
                    self.found.shown[slot] = self.place(layer, "", taps, direct=False)

    def place(self, layer: ScreenLayer, id: str, taps: int, direct: bool) -> ScreenPlace:
        return ScreenPlace(direct, taps, layer.entry.app, layer.entry.screen, id)

    def scroll(self, step: _Step) -> None:
        """Look at what lies further down in lists; scrolling is no tap."""
        for box in [layer.clips[at] for layer in self.unit.layers for at in range(len(layer.boxes)) if _scrolls(layer, at)]:
            if not self.unit.scroll("down", box.center):
                if self.is_new(step.taps + 1):
                    self.queue.appendleft(_Step(step.taps, self.unit.world.snapshot(), self.unit.snapshot()))
                self.go(step)

    def controls(self, taps: int) -> Iterator[_Control]:
        """What can be touched and has not been."""
        layers = self.unit.layers
        for number, layer in enumerate(layers):
            if layer.entry.screen == "keyboard":  # fields are typed into instead
                continue
            variant = self.variant(layer)
            seen = self.variants[layer.entry.app, layer.entry.screen]
            if variant not in seen and len(seen) >= MAX_VARIANTS:
                continue
            seen.add(variant)
            for position in range(len(layer.boxes)):
                control = self.control(layer, position, variant, taps)
                if control is None or control.key in self.touched:
                    continue
                if not any(above.region.contains(*control.points[0]) for above in layers[number + 1 :]):
                    yield control

    def is_new(self, taps: int) -> bool:
        return next(self.controls(taps), None) is not None

    def variant(self, layer: ScreenLayer) -> Hashable:
        """What the screen was opened with and remembers, typed texts aside."""
        assert layer.plan
        fields = {placed.widget.id for placed in layer.plan.placed if isinstance(placed.widget, TextField)}
        kept = ((name, str(value)) for name, value in sorted(layer.entry.locals.items()) if name not in fields)
        return layer.entry.args, tuple(kept)

    def control(self, layer: ScreenLayer, position: int, variant: Hashable, taps: int) -> _Control | None:
        widget, state, clip = layer.widget(position), layer.state(position), layer.clips[position]
        if not (widget.clickable and state.enabled and layer.visible(position)) or min(clip.width, clip.height) < 20:
            return None
        slid = widget.range(state) is not None
        label = state.description if slid else (state.text, state.description)
        key = (layer.entry.app, layer.entry.screen, variant, widget.id, label, widget.slots, state.checked, state.selected)
        middle = (clip.top + clip.bottom) // 2
        if slid:
            middle = clip.bottom - min(30, clip.height // 2)
        points = tuple((clip.left + round(clip.width * part), middle) for part in (ANYWHERE if slid else ANYWHERE[:1]))
        place = self.place(layer, widget.id, taps, direct=True)
        return _Control(key, place, frozenset(widget.slots), points, isinstance(widget, TextField))

    def touch(self, step: _Step, control: _Control) -> None:
        """Touch a control in every way that it takes."""
        if control.key in self.touched:
            return
        self.touched.add(control.key)
        row = (*control.key[:4], control.slots)
        self.alike[row] += 1
        if self.alike[row] > MAX_ALIKE_ROWS:
            return
        for x, y in control.points:
            self.act(step, control, lambda x=x, y=y: self.unit.tap(x, y))  # type: ignore[misc]
        if control.typed:
            for word in WORDS:
                self.act(step, control, lambda word=word: self.write(control, word))  # type: ignore[misc]
        if 0 < self.refused[control.key] < MAX_TRIES:
            self.touched.discard(control.key)

    def write(self, control: _Control, word: str) -> str:
        return self.unit.tap(*control.points[0]) or self.unit.type_text(word) or self.unit.enter()

    def act(self, step: _Step, control: _Control, touch: Callable[[], str]) -> None:
        self.go(step)
        try:
            if touch():
                self.refused[control.key] += 1
                return
            self.unit.layers  # noqa: B018
        except Exception as fault:  # told, so that one broken control does not hide what all others do
            where = f"{control.place.app} / {control.place.screen} `{control.place.widget}`"
            self.found.faults.add(f"{where} raised {type(fault).__name__}: {fault}")
            return
        world = self.unit.world
        for slot, (before, now) in enumerate(zip(step.car, world.values, strict=True)):
            if before is not now and before != now:
                place = control.place
                direct = slot in control.slots
                self.found.write(slot, now, ScreenPlace(direct, place.taps, place.app, place.screen, place.widget))
        if self.is_new(control.place.taps + 1):
            self.keep(control.place.taps)


def _scrolls(layer: ScreenLayer, position: int) -> bool:
    return isinstance(layer.widget(position), ListView) and layer.visible(position)


def _all_flags(world: World, value: bool) -> None:
    """Turn everything on or off, but leave the locks open: what is locked opens for nobody."""
    for position, slot in enumerate(SCHEMA):
        is_set = slot.prop.read_only in (None, HEAD_UNIT) and slot.path.split(".")[0] not in ("system", "road")
        if is_set and isinstance(slot.prop, FlagProperty):
            slot.prop.put(world, position, value and "lock" not in slot.path)
    world.airConditioner.ac_view_open = False


def _everything_on(world: World) -> None:
    _all_flags(world, True)


def _only_the_radio(world: World) -> None:
    _all_flags(world, False)
    world.set("radio._is_playing", True)
    world.set("environment.sound_channel", "radio")


def _ringing(world: World) -> None:
    world.set("conversation.current_contact", "Hannah Lindqvist")
    world.set("conversation.call_state", "ringing")


def _alerted(world: World) -> None:
    world.call("system.safety_alert", {"kind": "ice", "message": "The road ahead may be frozen."})


def _message_with_a_question(world: World) -> None:
    happen(world, "message", content="Could you bring the blue folder?")


WHOLE: tuple[Callable[[World], None], ...] = (_only_the_radio, _everything_on)
"""What is done to cars whose head units are walked through whole: a control that finds nothing to do shows nothing."""
HAPPENS: tuple[Callable[[World], None], ...] = (_ringing, _alerted, _message_with_a_question)
"""What happens to cars of which only the controls are touched that come with it."""


@cache
def coverage(max_taps: int = MAX_TAPS) -> Coverage:
    """Touch everything within so many taps from home and return what was found; takes some seconds."""
    found = Coverage()
    walks = [_walk(prepare, found, set(), max_taps) for prepare in WHOLE]
    for prepare in HAPPENS:
        _walk(prepare, found, walks[0], max_taps)
    return found


def _walk(prepare: Callable[[World], None], found: Coverage, touched: set[Hashable], max_taps: int) -> set[Hashable]:
    """Walk through a car's head unit, but for what was touched before; returns what has been touched then."""
    world = World()
    prepare(world)
    explorer = _Explorer(HeadUnit(world), found, touched, max_taps)
    explorer.walk()
    return explorer.touched
