"""One car that a person drives: carries out what the page asks for and keeps what changed, and why."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from automotive_env.car.calls.call_finder import CallFinder, EquivalentCalls
from automotive_env.car.core.change import TICK, Change, ChangeCause
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.store import StateValues
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import INDEX, SCHEMA, World
from automotive_env.car.driving.road import GEARS
from automotive_env.car.owner.events import let_time_pass
from automotive_env.car.owner.real_time import pass_time
from automotive_env.car.systems.system import ALERT_KINDS
from automotive_env.episode.headless import HeadlessController, vehicle_facts
from automotive_env.episode.observation import Element
from automotive_env.errors import UsageError
from automotive_env.headunit.kit.rendering.signs import without_last
from automotive_env.headunit.kit.rendering.theme import theme_for
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES, place_by_name
from automotive_env.place.surroundings import LIGHT, ROAD_TYPES, WEATHER
from automotive_env.serving import messages as m
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.windscreen.outside import OutsideScene, outside_of

MAX_CHANGES = 200
"""Changes that a page which comes later still gets."""
NOT_BY_HAND = ("road.gps.", "road.country", "road.city")
"""What goes with the place and is not set alone."""
CLEAR_SIGHT = 10_000
SIGHT = {"fog": 120, "snow": 900, "heavy rain": 800, "hail": 1_500, "rain": 3_000}
"""Metres that one sees in a weather, until the page says otherwise; in any other it is `CLEAR_SIGHT`."""
SCREENS = frozenset({"system.foreground_app", "system.foreground_screen"})
ALERTS = {
    "speed limit": "You are faster than the limit.",
    "ice": "The road may be icy.",
    "fog": "Fog ahead.",
    "low visibility": "You cannot see far here.",
    "lane departure": "You are leaving your lane.",
    "fatigue": "Time for a break.",
    "tyre pressure": "The pressure of a tyre is low.",
    "low fuel": "The range is running out.",
    "seat belt": "A seat belt is not fastened.",
    "emergency": "An emergency vehicle is near.",
}


class FinishedChange:
    """One finished change of the car.

    Attributes:
        number: counts the changes of this drive, and again when a drag goes on.
        cause: what did it.
        before: the whole state before it.
        old: slot -> value before.
        new: slot -> value after.
    """

    def __init__(self, number: int, cause: ChangeCause, old: Mapping[int, StateValue], world: World) -> None:
        self.number = number
        self.key = number
        self.cause = cause
        state = list(world.values)
        for slot, value in old.items():
            state[slot] = value
        self.before: StateValues = tuple(state)
        self.old = dict(old)
        self.new = {slot: world.values[slot] for slot in old}
        self._found: EquivalentCalls | None = None

    def goes_on(self, later: FinishedChange) -> None:
        """Take over a later change that belongs to the same stroke of a finger."""
        self.old = {**later.old, **self.old}
        self.new.update(later.new)
        self.number, self._found = later.number, None

    def to_json(self, finder: CallFinder) -> dict[str, Any]:
        """The change as the page gets it."""
        if self._found is None:
            self._found = EquivalentCalls() if self.cause.kind in ("road", "setup") else finder.find(self.before, self.new)
        listed = [
            Change(SCHEMA[slot].path, self.old[slot], self.new[slot], self.cause).to_json()
            for slot in sorted(self.old)
            if self.old[slot] != self.new[slot] and SCHEMA[slot].path not in SCREENS
        ]
        return {
            "key": self.key,
            "kind": self.cause.kind,
            "name": self.cause.name,
            "changes": [{key: change[key] for key in ("path", "before", "after")} for change in listed],
            "quiet": not any(SCHEMA[slot].prop.significant or SCHEMA[slot].path.startswith("road.") for slot in self.old),
            "calls": self._found.calls,
            "also": self._found.also,
        }


class DryRunResult:
    """What was tried and taken back.

    Attributes:
        before: the whole state before it.
        new: slot -> value after it, of what it changed.
    """

    def __init__(self, before: StateValues) -> None:
        self.before = before
        self.new: dict[int, StateValue] = {}


class DrivenCar:
    """The car, and what happened to it since it stands here.

    Attributes:
        car: the car.
        number: counts its changes.
        begun: how often it was put back to the start.
        happened: the last changes, oldest first.
    """

    def __init__(self, place: Place, world: World | None = None) -> None:
        """Put a car into a city."""
        self.car = HeadlessController(world)
        self.number = 0
        self.begun = 0
        self.happened: deque[FinishedChange] = deque(maxlen=MAX_CHANGES)
        self._stroke = False
        self._trial: DryRunResult | None = None
        self._finder = CallFinder()
        CarSetup(self.car).place(place)
        self._start = self.car.snapshot()
        self.car.world.listeners.append(self._heard)

    def _heard(self, cause: ChangeCause, before: Mapping[int, StateValue]) -> None:
        values = self.car.world.values
        old = {slot: value for slot, value in before.items() if values[slot] != value}
        if self._trial is not None:
            self._trial.new.update((slot, values[slot]) for slot in old)
            return
        if not old or cause == TICK or {SCHEMA[slot].path for slot in old} <= SCREENS:
            return
        self.number += 1
        event = FinishedChange(self.number, cause, old, self.car.world)
        last = self.happened[-1] if self.happened else None
        if self._stroke and last and last.cause == cause:
            last.goes_on(event)
        else:
            self.happened.append(event)

    def since(self, number: int) -> list[dict[str, Any]]:
        """What happened after a number, oldest first."""
        return [event.to_json(self._finder) for event in self.happened if event.number > number]

    @contextmanager
    def trying(self) -> Iterator[DryRunResult]:
        """Take back whatever the block does to the car, and keep what it changed; nobody else hears of it."""
        start = self.car.snapshot()
        self._trial = trial = DryRunResult(tuple(self.car.world.values))
        try:
            yield trial
        finally:
            self.car.restore(start)
            self.car.drain_changes()
            self._trial = None

    def calls_for(self, before: StateValues, wanted: Mapping[int, StateValue]) -> list[str]:
        """The API calls that lead from a state to wanted values; none where there are none."""
        return self._finder.find(before, wanted).calls

    # What is done to it

    def pass_time(self, seconds: int) -> None:
        """Real time passes; the page is not told of it as of a change that somebody made."""
        pass_time(self.car.world, seconds)
        self.car.drain_changes()

    def act(self, message: m.PageMessage) -> str:
        """Do what a message asks; returns why not, and then nothing has changed."""
        self._stroke = isinstance(message, (m.DragMessage, m.RoadMessage)) and message.more
        try:
            return self._do(message)
        except (StateError, UsageError) as refusal:
            return str(refusal)
        finally:
            self.car.drain_changes()  # they are kept here

    def _do(self, message: m.PageMessage) -> str:
        unit = self.car.head_unit
        width, height = self.car.observe().screen
        if isinstance(message, (m.TapMessage, m.LongPressMessage, m.DragMessage, m.ScrollMessage)) and not (
            message.x < width and message.y < height
        ):
            return f"the point is outside the display of {width}x{height}"
        match message:
            case m.TapMessage(x=x, y=y):
                return unit.tap(x, y)
            case m.LongPressMessage(x=x, y=y):
                return unit.long_press(x, y)
            case m.DragMessage(x=x, y=y, to_x=to_x, to_y=to_y):
                return unit.drag(x, y, to_x, to_y)
            case m.ScrollMessage(x=x, y=y, by=by):
                return unit.scroll_by(by, x, y)
            case m.TextMessage(text=text):
                return unit.type_text(text, clear=False)
            case m.KeyMessage(key=key):
                return self._key(key)
            case m.OpenAppMessage(app=app):
                return "" if unit.open_app(app) else f"no app {app!r}; there are: {', '.join(unit.apps)}"
            case _:
                return self._outside(message)

    def _key(self, key: str) -> str:
        unit = self.car.head_unit
        match key:
            case "enter":
                return unit.enter()
            case "back":
                return unit.back()
            case "home":
                return unit.home()
            case _:
                field = next((e for e in unit.elements() if e.editable and e.focused), None)
                return unit.type_text(without_last(field.text) if field else "")

    def _outside(self, message: m.PageMessage) -> str:
        world = self.car.world
        match message:
            case m.RoadMessage(name=name, value=value):
                self._road(name, value)
            case m.AlertMessage(kind=kind):
                told = world.call(
                    "system.safety_alert", {"kind": kind, "message": ALERTS[kind]}, ChangeCause("road", f"{kind} alert")
                )
                return "" if told.success else told.message
            case m.RingMessage():
                if world.conversation.call_state != "idle":
                    return "there is a call already"
                contacts = world.conversation.contacts
                with world.changing(ChangeCause("road", "the phone rings")):
                    CarSetup(self.car).rings(contacts[0].name if contacts else "Unknown")
            case m.WaitMessage(seconds=seconds):
                with world.changing(ChangeCause("road", "time passes")):
                    let_time_pass(world, seconds=seconds)
            case m.MoveMessage(place=place):
                with world.changing(ChangeCause("road", "place")):
                    CarSetup(self.car).place(place_by_name(place))
            case m.RestartMessage():
                self.car.restore(self._start)
                self.happened.clear()
                self.begun += 1
        return ""

    def _road(self, name: str, value: bool | float | str) -> None:
        path = f"road.{name}"
        if path not in INDEX or path.startswith(NOT_BY_HAND):
            raise StateError(f"the road side has no {name[:60]!r}")
        world = self.car.world
        with world.changing(ChangeCause("road", name)):
            world.set(path, value)
            if name == "weather":
                world.road.visibility = SIGHT.get(world.road.weather, CLEAR_SIGHT)
            if name == "speed" and value and world.road.road_type == "parking":
                world.road.road_type = "urban"
            if name == "gear":
                world.road.parking_brake = value == "park"
                if value == "park":
                    world.road.speed = 0
            if name == "speed" and value and world.road.gear in ("park", "neutral"):
                world.road.gear, world.road.parking_brake = "drive", False

    # What the page shows

    def elements(self) -> tuple[Element, ...]:
        """What can be seen and touched; the same tuple until something changes."""
        return self.car.head_unit.elements()

    def windows(self) -> list[dict[str, Any]]:
        """The windows that show elements, from the bottom to the top: index of the first one, and where they are."""
        return [
            {"first": window.elements[0].index, "box": list(window.box)}
            for window in self.car.head_unit.windows()
            if window.elements
        ]

    def outside(self) -> OutsideScene:
        """What is to be seen through the windscreen."""
        return outside_of(self.car.world.get)

    def state(self) -> dict[str, Any]:
        """The car in a few facts, for the panel."""
        world = self.car.world
        road = {name: world.get(f"road.{name}") for name in ROAD_SIDE}
        return {
            "app": world.system.foreground_app,
            "road": road,
            "powertrain": world.energy.powertrain,
            "place": world.road.city,
            "driving": world.road.driving_state,
            "theme": theme_for(world.system.night_mode, world.road.light).name,
            "facts": vehicle_facts(world),
            "typing": any(element.editable and element.focused for element in self.elements()),
        }

    def hello(self) -> dict[str, Any]:
        """What does not change: the display's size, and what there is to choose from."""
        return {
            "type": "hello",
            "screen": list(self.car.observe().screen),
            "apps": list(self.car.apps),
            "gears": GEARS,
            "weather": WEATHER,
            "light": LIGHT,
            "road_types": ROAD_TYPES,
            "alerts": ALERT_KINDS,
            "phenomena": [name for name in ROAD_SIDE if name.startswith("phenomena.")],
            "places": [place.name for place in PLACES],
        }


ROAD_SIDE = tuple(
    slot.path.removeprefix("road.") for slot in SCHEMA if slot.path.startswith("road.") and not slot.path.startswith(NOT_BY_HAND)
)
"""Properties of the road side that the page shows and sets."""


def element_to_json(element: Element) -> dict[str, Any]:
    """An element as the page gets it."""
    return {
        "index": element.index,
        "role": element.role,
        "label": element.label,
        "id": element.name,
        "box": list(element.box),
        "line": element.line(),
        "touch": element.clickable or element.editable,
        "slides": element.range is not None,
        "checked": element.checked if element.checkable else None,
        "selected": element.selected,
        "enabled": element.enabled,
    }
