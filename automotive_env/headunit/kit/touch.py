"""What a touch handler may do: write properties, call APIs, navigate, keep screen state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import World
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.widgets.quantity import DisplayedQuantity
from automotive_env.headunit.restrictions import Restriction, restrictions_of


class Navigator(Protocol):
    """The part of the head unit that a touch needs."""

    world: World

    def push(self, entry: ScreenEntry) -> None: ...
    def pop(self) -> None: ...
    def show(self, app: str) -> str: ...
    def change(self, before: ScreenEntry, after: ScreenEntry) -> None: ...
    def focus_on(self, entry: ScreenEntry, id: str) -> str: ...
    def blur(self) -> None: ...
    def type_text(self, text: str, clear: bool = True) -> str: ...
    def erase(self, everything: bool = False) -> str: ...
    def enter(self) -> str: ...
    def inform(self, line: str) -> None: ...


class TouchEvent:
    """One touch on a screen; the argument of touch handlers.

    Attributes:
        world: the car.
        values: its values.
        entry: the screen that was touched.
    """

    def __init__(self, unit: Navigator, entry: ScreenEntry) -> None:
        self._unit = unit
        self.world = unit.world
        self.values: Sequence[StateValue] = unit.world.values
        self.entry = entry

    def get(self, path: str) -> Any:
        """The value of a property."""
        return self.world.get(path)

    def set(self, path: str, value: Any) -> None:
        """Write a property; part of the one change that the touch is."""
        self.world.set(path, value)

    def put(self, quantity: DisplayedQuantity, value: float) -> None:
        """Set a quantity, in its base unit."""
        quantity.write(self.world, value)

    def call(self, name: str, **arguments: Any) -> str | None:
        """Call an API; returns why it refused, or nothing."""
        result = self.world.call(name, arguments)
        return None if result.success else result.message

    def go(self, screen: str, *args: Any, app: str = "") -> None:
        """Open another screen of the app, or one of another `app` over it; a dialog is one, too."""
        self.push(ScreenEntry(app or self.entry.app, screen, args))

    def push(self, entry: ScreenEntry) -> None:
        """Open another screen in a state of its own, such as with a field that has the focus."""
        self._unit.push(entry)

    def back(self) -> None:
        """Close the screen."""
        self._unit.pop()

    def open(self, app: str, screen: str = "", *args: Any) -> str:
        """Go to another app, or to one of its screens; returns why not."""
        refusal = self._unit.show(app)
        if screen and not refusal:
            self._unit.push(ScreenEntry(app, screen, args))
        return refusal

    def inform(self, line: str) -> None:
        """Show for a moment what was done, where the screen does not show it otherwise."""
        self._unit.inform(line)

    def remember(self, name: str, value: Any) -> None:
        """Write a value of the screen's own state."""
        after = self.entry.remember(name, value)
        self._unit.change(self.entry, after)
        self.entry = after

    def local(self, name: str, default: Any = None) -> Any:
        """Read a value of the screen's own state."""
        return self.entry.locals.get(name, default)

    def focus(self, id: str) -> str:
        """Let the keyboard write to a field; returns why it may not."""
        return self._unit.focus_on(self.entry, id)

    def blur(self) -> None:
        """Put the keyboard away."""
        self._unit.blur()

    def type(self, text: str) -> str:
        """Write at the end of the field that has the focus; returns why not."""
        return self._unit.type_text(text, clear=False)

    def erase(self, everything: bool = False) -> str:
        """Take away the last character of the field that has the focus, or all of them; returns why not."""
        return self._unit.erase(everything)

    def enter(self) -> str:
        """Submit the field that has the focus; returns why not."""
        return self._unit.enter()


TouchHandler: TypeAlias = Callable[[TouchEvent], "str | None"]
"""What a touch does; returns why nothing was done, or nothing."""


LOCKED = "not available while driving: park the car to set this up"


def set_up(act: TouchHandler) -> TouchHandler:
    """A handler for what is not done while the car moves."""

    def handler(touch: TouchEvent) -> str | None:
        return LOCKED if Restriction.NO_SETUP in restrictions_of(touch.world.road.driving_state) else act(touch)

    return handler


def go(screen: str, *args: Any, app: str = "") -> TouchHandler:
    """A handler that opens another screen of the app, or one of another `app` over it."""
    return lambda touch: touch.go(screen, *args, app=app)


def open_app(app: str, screen: str = "", *args: Any) -> TouchHandler:
    """A handler that opens another app."""
    return lambda touch: touch.open(app, screen, *args)


def back(touch: TouchEvent) -> None:
    """A handler that closes the screen."""
    touch.back()


def put(path: str, value: StateValue) -> TouchHandler:
    """A handler that writes a property."""
    return lambda touch: touch.set(path, value)


def remember(name: str, value: object) -> TouchHandler:
    """A handler that writes a value of the screen's own state."""
    return lambda touch: touch.remember(name, value)


def call(name: str, **arguments: Any) -> TouchHandler:
    """A handler that calls an API."""
    return lambda touch: touch.call(name, **arguments)


def toggled(path: str, record: StateValue) -> TouchHandler:
    """A handler that adds a record to a list of them, or takes it out."""

    def act(touch: TouchEvent) -> None:
        others = tuple(one for one in touch.get(path) if one != record)
        touch.set(path, others if len(others) < len(touch.get(path)) else (*others, record))

    return act


def switched(path: str, api: str, **arguments: Any) -> TouchHandler:
    """A handler that inverts a flag through its API, so that dependent properties follow."""
    return lambda touch: touch.call(api, switch=not touch.get(path), **arguments)
