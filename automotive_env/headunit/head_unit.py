"""The head unit: what the display shows and what a finger does to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import compress
from operator import is_not
from typing import Literal, NamedTuple
from unicodedata import category

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import World, slot_of
from automotive_env.car.driving.environment import seconds_between
from automotive_env.car.systems.audio_focus import AudioFocus
from automotive_env.episode.observation import Box, Element, Image
from automotive_env.headunit.hit_testing import first_list, list_at, touched_at
from automotive_env.headunit.kit.display_size import SIZES, DisplaySize
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.rendering.scene import DisplayScene
from automotive_env.headunit.kit.rendering.signs import without_last
from automotive_env.headunit.kit.rendering.theme import NIGHT, Theme, theme_for
from automotive_env.headunit.kit.touch import TouchEvent
from automotive_env.headunit.kit.widgets.text_field import MAX_FIELD_CHARACTERS
from automotive_env.headunit.kit.widgets.widget import NOTHING_HERE, Widget
from automotive_env.headunit.layer_cache import LayerCache
from automotive_env.headunit.panels.notifications import open_center
from automotive_env.headunit.registry import app_called, apps, flags, screen_of
from automotive_env.headunit.restrictions import Restriction, restrictions_of
from automotive_env.headunit.ui_state import HOME, UiState

Direction = Literal["up", "down", "left", "right"]

CLIMATE_OPEN = "airConditioner.ac_view_open"
CENTER_OPEN = "system.notification_center_open"
CLOCK = slot_of("environment.timestamp")
APP, SCREEN = slot_of("system.foreground_app"), slot_of("system.foreground_screen")
_WATCHED = {
    slot_of(path)
    for path in (
        CLIMATE_OPEN,
        CENTER_OPEN,
        "system.alert_shown",
        "system.message_shown",
        "system.notifications",
        "system.notification_shown",
        "system.foreground_app",
        "system.night_mode",
        "conversation.call_state",
        "environment.language",
        "maps.offers_detour",
        "navigation.is_active",
        "road.gear",
        "road.speed",
        "road.light",
    )
}
"""What decides which screens are shown, and how."""

RESTORED = ChangeCause("setup", "head unit")
"""Where the user is after a snapshot."""
TOAST_SECONDS = 3
"""How long a toast is shown, by the car's clock."""
LOCKED = "not available while driving: the keyboard is locked while the car moves"


class ShownWindow(NamedTuple):
    """A screen on the display.

    Attributes:
        app: who shows it, such as "system".
        screen: its name within the app, such as "top_bar".
        title: as accessibility services hear it.
        package: Android package of the owner.
        box: where it is.
        elements: its part of `HeadUnit.elements()`.
    """

    app: str
    screen: str
    title: str
    package: str
    box: Box
    elements: tuple[Element, ...]


class HeadUnit:
    """The display of one car.

    An action returns an empty text when it was done, otherwise one short sentence that says why not.

    Attributes:
        world: the car.
        version: counts changes of what the user is shown by navigation, scrolling and typing.
    """

    def __init__(self, world: World, size: DisplaySize = SIZES[0]) -> None:
        """Put a display into a car; width and height in pixels, one of `SIZES` or larger."""
        self.world = world
        self.version = 0
        self._size = size
        self._ui = UiState()
        self._moving = False
        self._toast_seconds = 0.0
        self._layers_stale = True
        self._version, self._laid_out = world.version, world.snapshot()
        self._scene = DisplayScene(*size, self._theme())
        self._cache = LayerCache()
        world.listeners.append(self._heard)
        self._look_around()
        self._tell(RESTORED)

    @property
    def apps(self) -> tuple[str, ...]:
        """Names of the apps that can be opened."""
        return tuple(apps())

    @property
    def restrictions(self) -> Restriction:
        """What the platform forbids the driver at this moment."""
        return restrictions_of(self.world.road.driving_state)

    # What is shown

    def elements(self) -> tuple[Element, ...]:
        """What can be seen and touched; `elements()[i].index == i`, and the same tuple until something changes."""
        self._refresh()
        return self._scene.elements

    @property
    def layers(self) -> tuple[ScreenLayer, ...]:
        """The screens on the display, from the bottom to the top."""
        self._refresh()
        return tuple(self._scene.layers)

    def windows(self) -> list[ShownWindow]:
        """The screens on the display from the bottom to the top, each with its part of `elements()`; a hidden one has none."""
        self._refresh()
        return [
            ShownWindow(layer.entry.app, layer.entry.screen, layer.window, layer.package, layer.region, elements)
            for layer, elements in self._scene.parts()
        ]

    @property
    def is_dark(self) -> bool:
        """Whether the theme of the night is shown."""
        return self._theme() is NIGHT

    def frame(self) -> Image:
        """The pixels, (height, width, 3) RGB; not to be written to, and changed in place by the next call."""
        self._refresh()
        return self._scene.frame()

    def picture(self, *, another: bool = False) -> Image:
        """The pixels as they are now, (height, width, 3) RGB, read-only.

        The same array until one of them changes, unless `another` is set: then one that shares memory with none that is kept.
        """
        self._refresh()
        return self._scene.picture(another=another)

    def redrawn(self) -> Image:
        """The pixels painted from nothing; equal to `frame()`."""
        self._refresh()
        return self._scene.redrawn()

    def settle(self) -> None:
        """Put the keyboard away where its field is gone; nothing that is shown changes by being looked at after that."""
        if self._front().focus:
            self._refresh()

    def _refresh(self) -> None:
        self._lay_out()
        front = self._front()
        if front.focus and self._cache.field(front, front.focus) is None:  # the field is gone, with a tab or a list it stood in
            self.blur()
            self._lay_out()

    def _lay_out(self) -> None:
        if self._layers_stale:
            self._layers_stale = False
            self._show(self._cache.show(self._ui.screens(self.world, *self._size), self.world, self._scene))
            self._scene.set_theme(self._theme())
        self._scene.refresh(self.world.values, self._moving)
        if self._version != self.world.version:
            self._version, self._laid_out = self.world.version, self.world.snapshot()

    def _show(self, layers: list[ScreenLayer]) -> None:
        before = self._scene.layers
        if layers != before:
            left = self.world.snapshot()
            for layer in before:
                layer.leave(left)
            self._scene.show(layers)

    def _theme(self) -> Theme:
        return theme_for(self.world.system.night_mode, self.world.road.light)

    def _front(self) -> ScreenEntry:
        return self._ui.front(self.world)

    # Following the car

    def _heard(self, cause: ChangeCause, before: Mapping[int, StateValue]) -> None:
        changed = before or set(self._differences())
        for layer in self._scene.layers:  # the others look for themselves when they come back
            layer.note(changed)
        if self._ui.toast and CLOCK in before:
            self._toast_seconds -= abs(seconds_between(str(before[CLOCK]), self.world.environment.timestamp))
        if cause.kind == "call" or (self._ui.toast and self._toast_seconds <= 0):
            self._say("")
        expires = CLOCK in before and self.world.system.message_shown
        if not before or expires or not _WATCHED.isdisjoint(before):
            self._look_around()
            self._tell(cause)

    def _differences(self) -> Iterable[int]:
        """The slots whose values are others than those that were laid out last: all that matters of a car that was restored."""
        return compress(range(len(self._laid_out)), map(is_not, self._laid_out, self.world.values))

    def _look_around(self) -> None:
        """Apply the car's settings that concern the display: theme and language."""
        self._layers_stale = True
        moving = self.world.road.driving_state == "moving"
        if moving != self._moving:
            self._moving = moving
            self._cache.outdate()
            if moving:
                self.blur()
        self._blur_what_is_covered()
        told = self.world.system.foreground_app
        if told != self._front().app and told != self._ui.stack[-1].app and told in apps() and told != "climate":
            self._ui = replace(self._ui, stack=(ScreenEntry(told, apps()[told].start),))

    def _tell(self, cause: ChangeCause) -> None:
        """Write the foreground app and screen to the car's state."""
        front, values = self._front(), self.world.values
        if front.app == "system":
            front = self._ui.stack[-1]
        if (values[APP], values[SCREEN]) != (front.app, front.page):
            with self.world.changing(cause):
                self._tell_of_pages(front)
                self.world.set("system.foreground_screen", front.page)
                self.world.set("system.foreground_app", front.app)

    def _tell_of_pages(self, front: ScreenEntry) -> None:
        """Write the flags of open pages to the car's state."""
        shown = screen_of(front.app, front.screen).flag
        for flag in flags():
            self.world.set(flag, flag == shown)

    # Navigation

    def push(self, entry: ScreenEntry) -> None:
        """Put a screen in front, with the values that it keeps of the car."""
        for name, paths in screen_of(entry.app, entry.screen).keeps.items():
            entry = entry.remember(name, tuple(self.world.get(path) for path in paths))
        self._close_panels()
        self._turn(replace(self._ui, stack=(*self._ui.stack, entry)))

    def pop(self) -> None:
        """Close the panel or the screen in front; the home screen stays."""
        if self.world.system.notification_shown:
            self.world.system.notification_shown = 0
            return
        for panel in (CENTER_OPEN, CLIMATE_OPEN):
            if self.world.get(panel):
                self.world.set(panel, False)
                return
        closed, below = self._ui.stack[-1], self._ui.stack[:-1] or (HOME,)
        self._turn(replace(self._ui, stack=below))
        if panel := screen_of(closed.app, closed.screen).back_to:
            self.world.set(panel, True)

    def show(self, app: str) -> str:
        """Go to an app's first screen; returns why not."""
        if app not in apps():
            return f"there is no app {app!r}"
        self._close_panels()
        if app == "climate":
            self.world.set(CLIMATE_OPEN, True)
        else:
            self._turn(replace(self._ui, stack=(ScreenEntry(app, apps()[app].start),)))
        return ""

    def change(self, before: ScreenEntry, after: ScreenEntry) -> None:
        """Replace what is remembered of a screen."""
        if before is not after:
            stack = tuple(after if entry is before else entry for entry in self._ui.stack)
            panels = {name: after if entry is before else entry for name, entry in self._ui.panels.items()}
            self._turn(replace(self._ui, stack=stack, panels=panels))

    def focus_on(self, entry: ScreenEntry, id: str) -> str:
        """Let the keyboard write to a field."""
        if Restriction.NO_KEYBOARD in self.restrictions:
            return LOCKED
        after = entry.focused(id)
        self.change(entry, after)
        field = self._cache.field(entry, id)
        keys = ScreenEntry("system", "keyboard", ("search",) if field and field.icon == "search" else ())
        self._turn(replace(self._ui, panels={**self._ui.panels, "keyboard": keys}))
        return ""

    def blur(self) -> None:
        """Put the keyboard away."""
        front = self._front()
        if front.focus:
            self.change(front, front.focused(""))

    def _blur_what_is_covered(self) -> None:
        """Remove the focus of a text field that a panel covers."""
        front = self._front()
        for entry in (*self._ui.stack, *self._ui.panels.values()):
            if entry.focus and entry is not front:
                self.change(entry, entry.focused(""))

    def _turn(self, ui: UiState) -> None:
        self._ui = ui
        self.version += 1
        self._layers_stale = True

    def _say(self, refusal: str) -> str:
        """Show the reason of a refused touch as a toast; returns it."""
        self.inform(refusal[:1].upper() + refusal[1:])
        return refusal

    @property
    def toast(self) -> str:
        """The toast that is shown; empty where there is none."""
        return self._ui.toast

    def inform(self, line: str) -> None:
        """Show a line as a toast."""
        self._toast_seconds = TOAST_SECONDS
        if line != self._ui.toast:
            self._turn(replace(self._ui, toast=line))

    def _close_panels(self) -> None:
        self.world.set("system.notification_shown", 0)
        self.world.set(CENTER_OPEN, False)
        self.world.set(CLIMATE_OPEN, False)
        self.blur()

    def _do(self, name: str, act: Callable[[], str | None]) -> str:
        """Carry out an action as one change with its cause; what the car refuses is said."""
        cause = ChangeCause("touch", name)
        ui = self._ui
        try:
            with self.world.changing(cause), AudioFocus(self.world):
                try:
                    said = act()
                except CallRefused as refused:
                    said = str(refused)
                self._tell(cause)
        except BaseException:
            self._turn(ui)
            raise
        return said or ""

    # Fingers

    def tap(self, x: int, y: int) -> str:
        """Touch a point."""
        return self._touch(x, y, long=False)

    def double_tap(self, x: int, y: int) -> str:
        """Touch a point twice."""
        return self.tap(x, y) or self.tap(x, y)

    def long_press(self, x: int, y: int) -> str:
        """Touch a point for a second."""
        return self._touch(x, y, long=True)

    def _touch(self, x: int, y: int, long: bool) -> str:
        self._say("")
        self._refresh()
        hit = touched_at(self._scene.layers, x, y)
        if hit is None:
            return "there is nothing to touch at this point"
        layer, position = hit
        widget, state = layer.widget(position), layer.state(position)
        if not state.enabled:
            return self._say(f"{state.text or state.description or 'this'} cannot be used now")
        act = widget.long_press if long else widget.tap
        touch, box, x = TouchEvent(self, layer.entry), layer.boxes[position], layer.inside(position, x)
        said = self._do(f"{layer.entry.app}/{widget.id}", lambda: act(touch, state, box, x, y))
        return said if said in ("", NOTHING_HERE) else self._say(said)

    def drag(self, x1: int, y1: int, x2: int, y2: int) -> str:
        """Drag from one point to another: sets a slider, or scrolls."""
        self._say("")
        self._refresh()
        hit = touched_at(self._scene.layers, x1, y1)
        if hit and (state := hit[0].state(hit[1])).enabled:
            layer, position = hit
            widget, box = layer.widget(position), layer.boxes[position]
            touch, end = TouchEvent(self, layer.entry), layer.inside(position, x2)
            if type(widget).drag is not Widget.drag:
                return self._do(f"{layer.entry.app}/{widget.id}", lambda: widget.drag(touch, state, box, end, y2))
            if type(widget).pan is not Widget.pan:
                return self._do(f"{layer.entry.app}/{widget.id}", lambda: widget.pan(touch, state, box, x1 - x2, y1 - y2))
        return self.scroll_by(y1 - y2, x1, y1)

    def scroll(self, direction: Direction, point: tuple[int, int] | None = None) -> str:
        """Scroll in a direction: the list or the map at a point, or the first list that can be scrolled."""
        self._say("")
        self._refresh()
        layers = self._scene.layers
        found = list_at(layers, *point) if point else first_list(layers, self._front())
        if point and found is None and (hit := touched_at(layers, *point)) and type(hit[0].widget(hit[1])).pan is not Widget.pan:
            (x, y), box = point, hit[0].boxes[hit[1]]
            across, down = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[direction]
            return self.drag(x, y, x - across * box.width // 3, y - down * box.height // 3)
        if found is None or direction in ("left", "right"):
            return "there is nothing to scroll that way"
        layer, position = found
        height = self._scene.uncovered(layer, position).height
        page = height - 2 * min(48, height // 4)  # two lines of the page before are still seen; of a low list, half of it
        return self._scroll(layer, position, page if direction == "down" else -page)

    def scroll_by(self, amount: int, x: int, y: int) -> str:
        """Move the list under a point by an amount of pixels, above 0 to show what lies further down."""
        found = list_at(self._scene.layers, x, y)
        if found is None or not amount:
            return "there is nothing to drag at this point"
        return self._scroll(*found, amount)

    def _scroll(self, layer: ScreenLayer, position: int, amount: int) -> str:
        old = layer.scroll_of(position)
        new = min(layer.reach(position), max(0, old + amount))
        if new == old:
            return "the list ends here"
        self.change(layer.entry, layer.entry.scrolled(layer.widget(position).id, new))
        return ""

    # Keys

    def type_text(self, text: str, clear: bool = True) -> str:
        """Type into the field that has the focus; `clear` empties it first."""
        self._say("")
        self._refresh()
        entry = self._front()
        if Restriction.NO_KEYBOARD in self.restrictions:
            return self._say(LOCKED)
        if not entry.focus:
            return "no text field has the focus; tap one first"
        before = "" if clear else str(entry.locals.get(entry.focus, ""))
        if len(before + text) > MAX_FIELD_CHARACTERS:
            return f"a field takes at most {MAX_FIELD_CHARACTERS} characters"
        if any(category(letter) == "Cc" and not letter.isspace() for letter in text):  # no keyboard has a key for it
            return "the field does not take this text"
        self.change(entry, entry.remember(entry.focus, before + text))
        return ""

    def erase(self, everything: bool = False) -> str:
        """Take away the last character of the field that has the focus, or all of them."""
        entry = self._front()
        text = str(entry.locals.get(entry.focus, ""))
        if not entry.focus or not text:
            return "there is nothing to delete" if entry.focus else "no text field has the focus"
        self.change(entry, entry.remember(entry.focus, "" if everything else without_last(text)))
        return ""

    def enter(self) -> str:
        """Press enter: submit the field that has the focus, which keeps it where its text is refused."""
        self._say("")
        self._refresh()
        entry = self._front()
        if not entry.focus:
            return "no text field has the focus; tap one first"
        field = self._cache.field(entry, entry.focus)
        text = str(entry.locals.get(entry.focus, ""))
        done = entry.focused("")
        self.change(entry, done)
        if field is None or field.on_submit is None:
            return ""
        submit, touch = field.on_submit, TouchEvent(self, done)
        refusal = self._do(f"{entry.app}/{field.id}", lambda: submit(touch, text))
        if refusal and self._front() is done:
            self.change(done, entry)
        return self._say(refusal)

    def back(self) -> str:
        """Close the keyboard, the panel or the screen in front."""
        self._say("")
        if self._front().focus:
            self.blur()
            return ""
        return self._do("system/back", self.pop)

    def home(self) -> str:
        """Go to the home screen."""
        self._say("")
        return self._do("system/home", lambda: self.show("home"))

    def open_app(self, name: str) -> bool:
        """Open an app by its name, its title or an alias; case does not matter. False where there is none."""
        app = app_called(name)
        if app is None:
            return False
        self._say("")
        self._do(f"{app}/open", lambda: self.show(app))
        return True

    # Snapshots

    def open_notifications(self, cause: ChangeCause) -> None:
        """Show the notification centre; what it shows counts as read."""
        with self.world.changing(cause):
            open_center(TouchEvent(self, self._front()))

    def snapshot(self) -> UiState:
        """Where the user is; immutable."""
        return self._ui

    def restore(self, snapshot: object, cause: ChangeCause = RESTORED) -> None:
        """Go back to where the user was.

        Raises:
            TypeError: it is not a snapshot of a head unit.
        """
        if not isinstance(snapshot, UiState):
            raise TypeError(f"a head unit can be restored only from its own snapshot, not from {type(snapshot).__name__}")
        self._turn(snapshot)
        self._toast_seconds = TOAST_SECONDS
        self._tell(cause)
