"""What an agent sees: one moment of the head unit, the vehicle and the place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from automotive_env.episode.faces import Face
from automotive_env.errors import EnvironmentFault

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Image: TypeAlias = npt.NDArray[np.uint8]
else:
    Image = Any  # numpy takes long to import, and who only reads elements does not need it
"""Pixels, shape (height, width, 3), RGB, 0..255."""


class Box(NamedTuple):
    """A rectangle in screen pixels; right and bottom are excluded."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def center(self) -> tuple[int, int]:
        """The point that a touch on the box hits."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def contains(self, x: int, y: int) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom

    def overlaps(self, other: Box) -> bool:
        """Whether both have a pixel in common."""
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def lies_in(self, outer: Box) -> bool:
        return outer.left <= self.left and outer.top <= self.top and self.right <= outer.right and self.bottom <= outer.bottom


class RangeInfo(NamedTuple):
    """What a slider or a progress bar shows, as Android's RangeInfo."""

    low: float
    high: float
    value: float


class Element(NamedTuple):
    """One node of the accessibility tree that an agent may look at or touch.

    Attributes:
        index: position in the observation; what an action's `index` means.
        class_name: Android class, such as "android.widget.Switch".
        text: visible text.
        description: content description.
        hint: hint of an empty text field.
        resource_id: such as "com.android.systemui:id/hvac_on_off".
        package: application package.
        window: title of the window it stands in.
        box: its place on the screen.
        range: value and bounds of a slider.
        track: where a slider can be aimed at: its column `left` is the lowest value, `right - 1` the highest. Where the screen
            is mirrored it runs from the right, so that `right` is less than `left`.
        display: Android's logical display id; 0 is the head unit's own.
    """

    index: int  # type: ignore[assignment]  # tuples have a method of this name
    class_name: str
    text: str = ""
    description: str = ""
    hint: str = ""
    resource_id: str = ""
    package: str = ""
    window: str = ""
    box: Box = Box(0, 0, 0, 0)
    range: RangeInfo | None = None
    clickable: bool = False
    long_clickable: bool = False
    checkable: bool = False
    checked: bool = False
    selected: bool = False
    enabled: bool = True
    focused: bool = False
    editable: bool = False
    scrollable: bool = False
    display: int = 0
    track: Box | None = None

    @property
    def role(self) -> str:
        """The class without its package, such as "Switch"."""
        return self.class_name.rsplit(".", 1)[-1]

    @property
    def name(self) -> str:
        """The resource id without its package, such as "hvac_on_off"."""
        return self.resource_id.rsplit("/", 1)[-1]

    @property
    def label(self) -> str:
        """What a person would call it: its text, its description or its hint."""
        return self.text or self.description or self.hint

    def line(self) -> str:
        """The element as one compact line: everything an agent needs, nothing that has its usual value.

        For example `12 Switch "Fog light" #fog_front checkable off (980,312)`.
        """
        parts = [f"{self.index} {self.role}"]
        if self.text:
            parts.append(_quoted(self.text))
        if self.description and self.description != self.text:
            parts.append(f"desc={_quoted(self.description)}")
        if self.hint and not self.text:
            parts.append(f"hint={_quoted(self.hint)}")
        if name := self.name:
            parts.append(f"#{name}")
        if self.range:
            parts.append(f"value={self.range.value:g} of {self.range.low:g}..{self.range.high:g}")
        if self.track:
            parts.append(f"track x={self.track.left}..{self.track.right - 1} y={self.track.center[1]}")
        if self.checkable:
            parts.append("on" if self.checked else "off")
        if self.selected:
            parts.append("selected")
        if self.focused:
            parts.append("focused")
        if self.editable:
            parts.append("editable")
        if self.scrollable:
            parts.append("scrollable")
        if self.long_clickable:
            parts.append("long-clickable")
        if not self.enabled:
            parts.append("disabled")
        if not (self.clickable or self.scrollable or self.editable):
            parts.append("not-clickable")
        x, y = self.box.center
        parts.append(f"({x},{y})")
        return " ".join(parts)


def _quoted(text: str) -> str:
    return '"' + text.replace("\n", " ").replace('"', "'") + '"'


line_of = lru_cache(16_384)(Element.line)
"""The line of an element; most of a screen is the same as a step before."""


class Elements(tuple[Element, ...]):
    """Elements that several observations and all that tell of these share, and so are made lines once."""

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """A line of each."""
        return tuple(map(line_of, self))


def lines_of(elements: tuple[Element, ...]) -> tuple[str, ...]:
    """A line of each element."""
    return elements.lines if isinstance(elements, Elements) else tuple(map(line_of, elements))


@dataclass(frozen=True, slots=True)
class GpsFix:
    """A position: degrees north and east, metres, degrees clockwise from north."""

    latitude: float
    longitude: float
    altitude: float = 0.0
    bearing: float = 0.0
    accuracy: float = 5.0


@dataclass(frozen=True, slots=True)
class NetworkStatus:
    """Which networks the head unit has."""

    wifi: bool
    mobile_data: bool
    airplane_mode: bool
    bluetooth: bool


DrivingState = Literal["parked", "idling", "moving"]


def _not_taken() -> Image:
    raise EnvironmentFault("the screenshot was not taken while the moment lasted; ask for it before the observation is pickled")


def _not_looked() -> Image:
    raise EnvironmentFault("what is outside was not looked at while the moment lasted, or this car does not show it")


@dataclass(frozen=True)
class Observation:
    """One moment of the car; everything in it belongs together.

    Attributes:
        id: counts the moments since the car was last put back; equal ids mean the same moment.
        elements: accessibility elements in drawing order; `elements[i].index == i`.
        vehicle: facts an assistant may know, in words: "speed" -> "52 km/h", "outside temperature" -> "3 °C".
        gps: last position fix.
        network: state of the networks.
        driving_state: parked, idling or moving, as Android Automotive derives it.
        time: local date and time, "2025-04-13 12:00:00".
        app: app in front, such as "climate".
        screen: (width, height) in pixels.
        later: attribute -> makes it when it is first asked for, whenever that is; in place of the value that is given.
    """

    id: int
    elements: tuple[Element, ...]
    vehicle: Mapping[str, str]
    gps: GpsFix
    network: NetworkStatus
    driving_state: DrivingState
    time: str
    app: str
    screen: tuple[int, int]
    capture: Callable[[], Image] = field(repr=False, compare=False)
    look_out: Callable[[], Image] = field(default=_not_looked, repr=False, compare=False)
    later: InitVar[Mapping[str, Callable[[], Any]] | None] = None

    def __post_init__(self, later: Mapping[str, Callable[[], Any]] | None) -> None:
        if later:
            for name in later:
                del self.__dict__[name]
            self.__dict__["_later"] = later

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What nobody has asked for yet."""
            make = self.__dict__.get("_later", {}).get(name)
            if make is None:
                raise AttributeError(f"an observation has no {name}", name=name, obj=self)
            made = self.__dict__[name] = make()
            return made

    @cached_property
    def screenshot(self) -> Image:
        """The pixels of this moment, drawn when first asked for; not to be written to."""
        return self.capture()

    @cached_property
    def windscreen(self) -> Image:
        """What the driver sees through the windscreen, drawn when first asked for; shape (240, 640, 3)."""
        return self.look_out()

    def keep(self) -> None:
        """Make what nobody has asked for yet: it costs more once the moment is over."""
        for name in self.__dict__.get("_later", ()):
            getattr(self, name)
        self.__dict__.pop("_later", None)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the ways to draw the pictures; a picture itself where it was asked for in time."""
        self.keep()
        return {name: value for name, value in self.__dict__.items() if name not in ("capture", "look_out")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, capture=_not_taken, look_out=_not_looked)

    def lines(self) -> str:
        """All elements, one line each, in order."""
        return "\n".join(lines_of(self.elements))


def seen_on(face: Face, observation: Observation) -> Observation:
    """What of a moment an agent sees: without a screen, neither elements nor the app in front, and no picture can be taken."""
    if face != "calls":
        return observation
    return replace(observation, elements=(), app="", capture=_no_screen, look_out=_no_screen)


def _no_screen() -> Image:
    raise EnvironmentFault("there are no pictures where an agent has no screen")
