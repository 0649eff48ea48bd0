"""The headless controller: the state core and the head unit in this process; pixels are drawn only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from operator import itemgetter
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from automotive_env.car.core import paths
from automotive_env.car.core.change import Change, ChangeCause
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.store import StateValues
from automotive_env.car.core.values import Scalar, StateValue
from automotive_env.car.core.world import World, all_apis, changes, slot_of
from automotive_env.car.owner.events import EVENTS, happen
from automotive_env.episode import action as a
from automotive_env.episode.action import Action
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Element, Elements, GpsFix, NetworkStatus, Observation
from automotive_env.episode.targeting import find_again, outside_screen, stroke
from automotive_env.episode.vehicle_facts import PATHS as FACTS
from automotive_env.episode.vehicle_facts import facts_from
from automotive_env.episode.vehicle_facts import vehicle_facts as worded_facts
from automotive_env.errors import EnvironmentFault
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.display_size import SIZES, DisplaySize
from automotive_env.plugins.registry import reason
from automotive_env.windscreen.lazy_view import look_out
from automotive_env.windscreen.outside import outside_of

if TYPE_CHECKING:
    from automotive_env.validators.signals import Signal

P = ParamSpec("P")
R = TypeVar("R")
SETUP = ChangeCause("setup", "task")
_facts_of = itemgetter(*map(slot_of, FACTS))
_FIX = ("latitude", "longitude", "altitude", "bearing", "accuracy")
_fix_of = itemgetter(*(slot_of(f"road.gps.{name}") for name in _FIX))
_network = cache(NetworkStatus)
_network_of = itemgetter(*map(slot_of, ("system.wifi", "system.mobile_data", "system.airplane_mode", "bluetooth.is_enabled")))


@dataclass(frozen=True, slots=True)
class HeadlessSnapshot:
    """The whole car: its state, what the head unit shows, and the size of its display."""

    world: StateValues
    head_unit: object
    size: DisplaySize


class HeadlessController:
    """One car in this process; see `automotive_env.episode.controller.Controller`."""

    backend = "headless"
    blocking = False
    takes_calls = True

    def __init__(self, world: World | None = None, size: DisplaySize = SIZES[0]) -> None:
        """Make a car.

        Args:
            world: its state, the default start state where it is None.
            size: width and height of the display in pixels.
        """
        self.world = world or World()
        self.head_unit = HeadUnit(self.world, size)
        self._size = size
        self._moments = 0
        self._seen: Observation | None = None
        self._shown: tuple[tuple[Element, ...], Elements] = (), Elements()
        self._versions = (-1, -1)
        self._changes: list[Change] = []
        self.world.listeners.append(self._note)

    def _note(self, cause: ChangeCause, before: Mapping[int, StateValue]) -> None:
        self._changes += changes(cause, before, self.world)

    def drain_changes(self) -> list[Change]:
        """What changed since this was last asked, with causes."""
        drained, self._changes = self._changes, []
        return drained

    # Seeing

    def observe(self) -> Observation:
        """The present moment; the same object as long as nothing changes. Its elements are laid out when they are asked for."""
        self.head_unit.settle()
        versions = (self.world.version, self.head_unit.version)
        if self._seen is None or versions != self._versions:
            self._versions = versions
            self._moments += 1
            self._seen = self._look()
        return self._seen

    def _look(self) -> Observation:
        world, snapshot = self.world, self.snapshot()
        return Observation(
            id=self._moments,
            elements=(),
            vehicle={},
            gps=GpsFix(*_fix_of(snapshot.world)),
            network=_network(*_network_of(snapshot.world)),
            driving_state=world.road.driving_state,
            time=world.environment.timestamp,
            app=world.system.foreground_app,
            screen=self._size,
            capture=self._while_it_lasts("screenshot", self.head_unit.picture),
            look_out=self._while_it_lasts("view", lambda: look_out(outside_of(self.world.get))),
            later={
                "elements": partial(self._elements_at, self._moments, snapshot),
                "vehicle": lambda: facts_from(_facts_of(snapshot.world)),
            },
        )

    def _elements_at(self, moment: int, snapshot: HeadlessSnapshot) -> tuple[Element, ...]:
        """The elements of a moment; once it is over, those of a car of their own that is as this one was then."""
        try:
            if self._is_now(moment):
                return self._elements_now()
            past = HeadlessController(size=snapshot.size)
            past.restore(snapshot)
            return past.head_unit.elements()
        except Exception as fault:  # whoever asks for them, the head unit is to blame
            raise EnvironmentFault(f"the screen cannot be laid out: {reason(fault)}") from fault

    def _elements_now(self) -> Elements:
        """What the head unit shows; the same object until something changes."""
        shown = self.head_unit.elements()
        if self._shown[0] is not shown:
            self._shown = shown, Elements(shown)
        return self._shown[1]

    def _is_now(self, moment: int) -> bool:
        """Whether a moment lasts."""
        return moment == self._moments and (self.world.version, self.head_unit.version) == self._versions

    def _while_it_lasts(self, picture: str, draw: Callable[P, R]) -> Callable[P, R]:
        """Draws a picture of this moment, and refuses once it is over."""
        moment = self._moments

        def drawn(*args: P.args, **kwargs: P.kwargs) -> R:
            if not self._is_now(moment):
                raise EnvironmentFault(f"the {picture} of a past moment was not taken in time; read it before the next action")
            return draw(*args, **kwargs)

        return drawn

    # Acting

    def act(self, action: Action, seen: Observation | None) -> ActionOutcome:
        """Carry out an action; an index means the element in `seen`."""
        match action:
            case a.Click() | a.LongPress() | a.DoubleTap():
                return self._touch(action, seen)
            case a.Swipe() | a.Scroll() | a.InputText():
                return self._move(action, seen)
            case a.Drag(x=x, y=y, to_x=to_x, to_y=to_y):
                outside = outside_screen(self._size, (x, y), (to_x, to_y))
                return ActionOutcome(False, outside) if outside else self._outcome_of(self.head_unit.drag(x, y, to_x, to_y))
            case a.Call(api=api, arguments=arguments):
                result = self.world.call(api, arguments)
                return ActionOutcome(result.success, result.message, result.data)
            case a.OpenApp(app_name=name):
                known = ", ".join(self.head_unit.apps)
                return (
                    ActionOutcome(True)
                    if self.head_unit.open_app(name)
                    else ActionOutcome(False, f"no app {name!r}; there are: {known}")
                )
            case a.NavigateBack():
                self.head_unit.back()
            case a.NavigateHome():
                self.head_unit.home()
            case a.KeyboardEnter():
                return self._outcome_of(self.head_unit.enter())
            case a.Wait(seconds=seconds):
                self.advance(seconds)
            case _:
                pass  # answering and ending leave the car as it is
        return ActionOutcome(True)

    def _touch(self, action: a.Click | a.LongPress | a.DoubleTap, seen: Observation | None) -> ActionOutcome:
        if action.index is None:
            assert action.x is not None
            assert action.y is not None
            x, y = action.x, action.y
            if outside := outside_screen(self._size, (x, y)):
                return ActionOutcome(False, outside)
        else:
            element = self._now(action.index, seen)
            if isinstance(element, str):
                return ActionOutcome(False, element)
            if not element.enabled:
                return ActionOutcome(False, f"element {action.index} is disabled")
            x, y = element.box.center
        touch = {"click": self.head_unit.tap, "long_press": self.head_unit.long_press, "double_tap": self.head_unit.double_tap}
        return self._outcome_of(touch[action.action_type](x, y))

    def _move(self, action: a.Swipe | a.Scroll | a.InputText, seen: Observation | None) -> ActionOutcome:
        element: Element | None = None
        if action.index is not None:
            found = self._now(action.index, seen)
            if isinstance(found, str):
                return ActionOutcome(False, found)
            element = found
        match action:
            case a.InputText(text=text, clear=clear, submit=submit):
                if element:
                    self.head_unit.tap(*element.box.center)
                refusal = self.head_unit.type_text(text, clear)
                return self._outcome_of(refusal or (self.head_unit.enter() if submit else ""))
            case a.Scroll(direction=direction, x=x, y=y):
                point = element.box.center if element else None if x is None or y is None else (x, y)
                outside = outside_screen(self._size, point) if point else ""
                return ActionOutcome(False, outside) if outside else self._outcome_of(self.head_unit.scroll(direction, point))
            case a.Swipe(direction=direction, amount=amount):
                return self._outcome_of(self.head_unit.drag(*stroke(direction, amount, element, self._size)))

    def _now(self, index: int, seen: Observation | None) -> Element | str:
        return find_again(index, seen.elements if seen else (), self.head_unit.elements())

    # Signals

    def supports(self, signal: Signal) -> bool:
        """Whether the state core has the signal."""
        return paths.is_readable(signal.world)

    def read(self, signal: Signal) -> Scalar:
        """The value of a signal; its path may lead into a list or a record."""
        try:
            return paths.read(self.world, signal.world)
        except StateError as error:
            raise EnvironmentFault(f"signal {signal.name}: {error}") from None

    def write(self, signal: Signal, value: Scalar) -> None:
        """Set a signal, for set-up only."""
        try:
            for path in (signal.world, *signal.also):
                paths.write(self.world, path, value, SETUP)
        except StateError as error:
            raise EnvironmentFault(f"signal {signal.name}: {error}") from None

    def takes(self, signal: Signal, value: Scalar) -> bool:
        """Whether set-up can write the signal; what the car refuses is a fault of the set-up."""
        return self.supports(signal)

    def plays(self, event: str) -> bool:
        """Whether the state core knows the event."""
        return event in EVENTS

    def happen(self, event: str, details: Mapping[str, str | float]) -> None:
        """Let something happen to the driver."""
        try:
            happen(self.world, event, **details)
        except StateError as error:
            raise EnvironmentFault(f"event {event}: {error}") from None

    def advance(self, seconds: float) -> None:
        """Let time pass on the car's clock."""
        self.happen("time passes", {"seconds": seconds})

    def set_gps(self, fix: GpsFix) -> None:
        """Put the car somewhere."""
        for name in _FIX:
            self.world.set(f"road.gps.{name}", getattr(fix, name), SETUP)

    # Snapshots

    def snapshot(self) -> HeadlessSnapshot:
        """The state of the whole car."""
        return HeadlessSnapshot(self.world.snapshot(), self.head_unit.snapshot(), self._size)

    def restore(self, snapshot: object) -> None:
        """Put the whole car back."""
        assert isinstance(snapshot, HeadlessSnapshot)
        self.head_unit.restore(snapshot.head_unit)  # it tells the car what it shows, so the car's own values come last
        self.world.restore(snapshot.world)
        self._changes.clear()
        self._moments, self._seen = 0, None

    def close(self) -> None:
        """Nothing is held."""

    # What agents are told

    @property
    def apps(self) -> tuple[str, ...]:
        """Names of the apps that can be opened."""
        return self.head_unit.apps

    def _outcome_of(self, refusal: str) -> ActionOutcome:
        """What came of a touch; a refusal reads as its toast does, which is what a device shows."""
        shown = self.head_unit.toast
        return ActionOutcome(not refusal, shown if shown.lower() == refusal.lower() else refusal)

    @property
    def apis(self) -> dict[str, str]:
        """Vehicle APIs for agents that work on the screen: those that warn the driver (Automotive-ENV, section 3.2)."""
        return dict(agent_apis())


@cache
def agent_apis() -> dict[str, str]:
    """What agents that work on the screen may call: full name -> what it does and what it takes."""
    return {name: f"{api.summary} {api.usage()}" for name, api in all_apis().items() if "safety_alert" in name}


def network(world: World) -> NetworkStatus:
    """State of the networks."""
    return _network(*_network_of(world.values))


def vehicle_facts(world: World) -> dict[str, str]:
    """What an assistant in the car may know about it, in words and units."""
    return worded_facts(world.get)
