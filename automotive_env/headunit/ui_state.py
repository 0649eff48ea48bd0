"""The navigation state: the stack of open screens, and which screens the display shows for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from automotive_env.car.core.world import World, slot_of
from automotive_env.car.systems.language import LANGUAGES
from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.node import reflected
from automotive_env.headunit.kit.rendering.theme import BOTTOM_BAR, DECLARED_HEIGHT, DECLARED_WIDTH, GAP, TARGET, TOP_BAR
from automotive_env.headunit.language.translate import translate
from automotive_env.headunit.registry import screen_of
from automotive_env.headunit.system import (
    CALL_HEIGHT,
    DETOUR_BESIDE,
    DETOUR_HEIGHT,
    DETOUR_WIDTH,
    HEADS_UP_HEIGHT,
    HEADS_UP_LEAST,
    HEADS_UP_WIDTH,
    KEYBOARD_HEIGHT,
    TOAST_HEIGHT,
    message_on_top,
    toast_width,
)

HOME = ScreenEntry("home", "home")
CLOCK = 200
"""What a banner leaves of the top bar."""
_CENTER_OPEN, _CLIMATE_OPEN = slot_of("system.notification_center_open"), slot_of("airConditioner.ac_view_open")


def _panels() -> Mapping[str, ScreenEntry]:
    names = (
        "top_bar",
        "bottom_bar",
        "heads_up",
        "heads_up_message",
        "incoming_call",
        "detour",
        "keyboard",
        "notifications",
        "notification",
    )
    return {**{name: ScreenEntry("system", name) for name in names}, "climate": ScreenEntry("climate", "climate")}


@dataclass(frozen=True, slots=True)
class UiState:
    """Where the user is; what is open over apps follows from the car.

    Attributes:
        stack: screens of the app in front, the one that is seen last.
        panels: state of what lies around and above apps, by name.
        toast: why the last touch did nothing, or what it did unseen; empty where there is nothing to say.
    """

    stack: tuple[ScreenEntry, ...] = (HOME,)
    panels: Mapping[str, ScreenEntry] = field(default_factory=_panels)
    toast: str = ""

    def front(self, world: World) -> ScreenEntry:
        """The screen in front, bars and alerts aside."""
        values = world.values
        if values[_CENTER_OPEN]:
            return self.panels["notification" if world.system.notification_shown else "notifications"]
        return self.panels["climate"] if values[_CLIMATE_OPEN] else self.stack[-1]

    def screens(self, world: World, width: int, height: int) -> list[tuple[ScreenEntry, Box]]:
        """What is on a display of a size, from the bottom to the top, and where."""
        middle = Box(0, TOP_BAR, width, height - BOTTOM_BAR)
        typing = bool(self.front(world).focus)
        shrinks = typing and (width < DECLARED_WIDTH or middle.height < DECLARED_HEIGHT)
        app = middle._replace(bottom=middle.bottom - KEYBOARD_HEIGHT) if shrinks else middle
        shown = [(entry, app) for entry in self._open()]
        shown.append((self.panels["top_bar"], Box(0, 0, width, TOP_BAR)))
        shown.append((self.panels["bottom_bar"], Box(0, height - BOTTOM_BAR, width, height)))
        if world.airConditioner.ac_view_open:
            shown.append((self.panels["climate"], middle))
        if world.system.notification_center_open:
            shown.append((self.panels["notification" if world.system.notification_shown else "notifications"], middle))
        if typing:
            shown.append((self.panels["keyboard"], Box(0, middle.bottom - KEYBOARD_HEIGHT, width, middle.bottom)))
        shown += [*self._urgent(world, width, height), *self._detour(world, middle), *self._toast(world, width, middle.bottom)]
        if LANGUAGES[world.environment.language].direction == "rtl":
            return [(entry, reflected(box, width)) for entry, box in shown]
        return shown

    def _detour(self, world: World, middle: Box) -> list[tuple[ScreenEntry, Box]]:
        """The offer of a detour, below the route that it is about."""
        if not (world.maps.offers_detour and world.navigation.is_active) or self.front(world).focus:
            return []
        wide = min(DETOUR_WIDTH, middle.width - 2 * GAP)
        high = DETOUR_HEIGHT if wide >= DETOUR_BESIDE else DETOUR_HEIGHT + TARGET + 2 * GAP
        left, floor = (middle.width - wide) // 2, middle.bottom - GAP
        return [(self.panels["detour"], Box(left, floor - high, left + wide, floor))]

    def _toast(self, world: World, width: int, bottom: int) -> list[tuple[ScreenEntry, Box]]:
        """The toast, above the keyboard where there is one."""
        if not self.toast:
            return []
        wide = min(toast_width(translate(self.toast, world.environment.language)), width - 2 * GAP)
        left, floor = (width - wide) // 2, bottom - GAP - (KEYBOARD_HEIGHT if self.front(world).focus else 0)
        return [(ScreenEntry("system", "toast", (self.toast,)), Box(left, floor - TOAST_HEIGHT, left + wide, floor))]

    def _open(self) -> tuple[ScreenEntry, ...]:
        """The last screen, and those that can be seen around it."""
        first = len(self.stack) - 1
        while first > 0 and screen_of(self.stack[first].app, self.stack[first].screen).dialog:
            first -= 1
        return self.stack[first:]

    def _urgent(self, world: World, width: int, height: int) -> list[tuple[ScreenEntry, Box]]:
        """What asks for attention, over the bars, where it covers nothing of an app: a banner at the end of the top bar.

        An alert comes first, then a call, which goes to the lower bar while there is an alert, then a message, which stays in
        the notification centre.
        """
        rings = world.conversation.call_state == "ringing" and self.front(world).app != "phone"
        shown: list[tuple[ScreenEntry, Box]] = []
        if banner := _banner(world, rings):
            wide = min(HEADS_UP_WIDTH, width - CLOCK if width - CLOCK >= HEADS_UP_LEAST else width)
            shown.append((self.panels[banner], Box(width - wide, 0, width, HEADS_UP_HEIGHT)))
        if rings:
            wide = min(HEADS_UP_WIDTH, width)  # a call has two buttons, and on a narrow display takes the place of the clock
            left, floor = (width - wide) // 2, height - (BOTTOM_BAR - CALL_HEIGHT) // 2
            below = Box(left, floor - CALL_HEIGHT, left + wide, floor)
            shown.append((self.panels["incoming_call"], below if shown else Box(width - wide, 0, width, HEADS_UP_HEIGHT)))
        return shown


def _banner(world: World, rings: bool) -> str:
    """The banner of an alert or a message that is shown, if one is."""
    if world.system.alert_shown and not world.system.notification_center_open:  # which lists it
        return "heads_up"
    if rings:
        return ""
    return "heads_up_message" if world.system.message_shown and message_on_top(world) else ""
