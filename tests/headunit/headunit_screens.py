"""Every screen that is registered, to be tested in every theme."""

from __future__ import annotations

from dataclasses import replace

import pytest

from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.registry import apps, screen_of
from automotive_env.headunit.system import SYSTEM
from automotive_env.headunit.ui_state import UiState

SCREENS = [
    pytest.param(ScreenEntry(app.name, kind.name, args), id=f"{app.name}.{kind.name}{list(args) or ''}")
    for app in (*apps().values(), SYSTEM)
    for kind in app.screens
    for args in kind.samples
]


def open_entry(head_unit: HeadUnit, entry: ScreenEntry) -> ScreenLayer:
    """Bring a screen to the front; returns its layer."""
    world = head_unit.world
    if entry.screen == "climate":
        head_unit.open_app("climate")
    elif entry.screen == "blocked":
        return _blocked(head_unit)
    elif entry.screen == "keyboard":
        state = UiState((ScreenEntry("maps", "maps", focus="search_edit_text"),))
        head_unit.restore(replace(state, panels={**state.panels, "keyboard": entry}))
    elif entry.screen in ("heads_up", "notifications", "notification"):
        world.call("system.safety_alert", {"kind": "ice", "message": "The road ahead may be frozen. " * 4})
        for app in ("parking", "news", "shop"):
            happen(world, "notice of an app", app=app)
        world.set("system.notification_center_open", entry.screen != "heads_up")
        if entry.screen == "notification":
            happen(world, "message", content="Could you bring the blue folder? " * 3)
            world.set("system.notification_shown", world.system.notifications[0].id)
    elif entry.screen == "heads_up_message":
        happen(world, "message", content="Could you bring the blue folder? " * 3)
    elif entry.screen == "toast":
        head_unit.restore(UiState(toast=entry.args[0]))
    elif entry.screen == "detour":
        world.call("navigation.navigation_route_plan", {"address": "Airport"})
        happen(world, "traffic ahead")
    elif entry.screen == "incoming_call":
        world.set("conversation.call_state", "ringing")
        world.set("conversation.current_contact", "Hannah Lindqvist")
    elif entry.app != "system":
        stack = (ScreenEntry("home", "home"), entry) if screen_of(entry.app, entry.screen).dialog else (entry,)
        head_unit.restore(UiState(stack))
    head_unit.elements()
    return next(layer for layer in layers(head_unit) if (layer.entry.app, layer.entry.screen) == (entry.app, entry.screen))


def opened(entry: ScreenEntry) -> ScreenLayer:
    """The layer of a screen of a new car, for tests that only look at it."""
    layer = _OPENED.get(repr(entry)) or open_entry(HeadUnit(World()), entry)
    return _OPENED.setdefault(repr(entry), layer)


_OPENED: dict[str, ScreenLayer] = {}


def _blocked(head_unit: HeadUnit) -> ScreenLayer:
    layer = ScreenLayer(ScreenEntry("home", "home"), layers(head_unit)[0].region, blocked=True)
    layer.lay_out(head_unit.world.values, True)
    return layer


def layers(head_unit: HeadUnit) -> list[ScreenLayer]:
    """What is on the display, from the bottom to the top."""
    head_unit.elements()
    return head_unit._scene.layers
