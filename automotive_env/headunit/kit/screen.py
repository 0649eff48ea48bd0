"""Screens and apps: what the head unit shows is declared with these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from automotive_env.car.core.values import StateRecord, StateValue
from automotive_env.car.core.world import slot_of
from automotive_env.headunit.kit.bind import Bind
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.rendering.theme import ColourRole
from automotive_env.headunit.restrictions import NOTHING, Restriction, restrictions_of

R = TypeVar("R", bound=StateRecord)
T = TypeVar("T")


class BuildContext:
    """What a screen is built from. It keeps what was looked at: when that changes, and only then, the screen is built anew.

    What merely changes a text, a switch or a slider belongs into bindings; read here what decides which widgets there are.

    Attributes:
        app: that the screen belongs to.
        args: what the screen was opened with.
        moving: whether the car moves.
        width, height: size of the screen's region in pixels.
    """

    def __init__(self, app: App, values: Sequence[StateValue], entry: ScreenEntry, moving: bool, width: int, height: int) -> None:
        self._values = values
        self._entry = entry
        self.app = app
        self.args = entry.args
        self.moving = moving
        self.width = width
        self.height = height
        self.seen: dict[int, StateValue] = {}
        self.seen_facts: dict[Bind[Any], Any] = {}
        self.seen_locals: dict[str, Any] = {}

    @property
    def restrictions(self) -> Restriction:
        """What the platform forbids at this moment."""
        if self.moving:
            return restrictions_of("moving")
        return restrictions_of("parked" if self.get("road.gear") == "park" else "idling")

    def get(self, path: str) -> Any:
        """The value at a path.

        Raises:
            StateError: there is no such property.
        """
        slot = slot_of(path)
        value = self.seen[slot] = self._values[slot]
        return value

    def follow(self, fact: Bind[T]) -> T:
        """What follows from properties that change more often than it does, such as the town that a car is driven through.

        Args:
            fact: a binding that all calls share.
        """
        value = self.seen_facts[fact] = fact.now(self._values)
        return value

    def text(self, path: str) -> str:
        """A text; empty where there is none."""
        return str(self.get(path) or "")

    def records(self, path: str, kind: type[R]) -> tuple[R, ...]:
        """A list of records of a kind."""
        return tuple(item for item in self.get(path) if isinstance(item, kind))

    def local(self, name: str, default: Any = None) -> Any:
        """The screen's own state: a chosen tab, or the text of a field by its id."""
        value = self.seen_locals[name] = self._entry.locals.get(name)
        return default if value is None else value


class Screen:
    """One screen of an app. Instances hold nothing: one serves all cars.

    Class attributes:
        name: within its app; the first screen of an app is where it starts.
        title: for people.
        restricted_by: the restrictions under any of which it is locked.
        dialog: whether it lies over the screen before it, which stays visible in the dark.
        window: title of its window; the app's title by default.
        ink: colour of its background, None where what lies below is seen around it.
        touchable: whether touches land on it, rather than on what lies below.
        flag: path of the car's own flag of whether it is in front, where it keeps one.
        back_to: path of the car's own flag of the panel that Back leads to, where it is opened from one.
        keeps: state of its own -> paths of the car whose values it is opened with, and goes by from then on.
        samples: arguments that it can be opened with, for the tests.
    """

    name: ClassVar[str]
    title: ClassVar[str] = ""
    restricted_by: ClassVar[Restriction] = NOTHING
    dialog: ClassVar[bool] = False
    window: ClassVar[str] = ""
    ink: ClassVar[ColourRole | None] = "background"
    touchable: ClassVar[bool] = True
    flag: ClassVar[str] = ""
    back_to: ClassVar[str] = ""
    keeps: ClassVar[Mapping[str, Sequence[str]]] = {}
    samples: ClassVar[tuple[tuple[Any, ...], ...]] = ((),)

    def build(self, car: BuildContext) -> LayoutNode:
        """The widgets of the screen."""
        raise NotImplementedError


class Dialog(Screen):
    """A screen that is seen over the one before it; `widgets.page.dialog` builds it."""

    dialog = True
    ink = None


@dataclass(frozen=True)
class App:
    """An app of the head unit.

    Attributes:
        name: what agents and tasks call it, lower case.
        title: what people read.
        icon: in the app grid.
        package: Android package, as in the stock image.
        screens: its screens; it starts with the first.
        aliases: further names that open it.
        order: place in the app grid.
        in_grid: whether the app grid shows it.
        translated: whether all its texts must have a translation; without one a text is shown in English in every language.
    """

    name: str
    title: str
    icon: str
    package: str
    screens: tuple[type[Screen], ...]
    aliases: tuple[str, ...] = ()
    order: int = 50
    in_grid: bool = True
    translated: bool = True

    @property
    def start(self) -> str:
        """Name of the screen it starts with."""
        return self.screens[0].name
