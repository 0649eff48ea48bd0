"""Every screen of the head unit as a picture, and all of them on one sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import numpy as np

from automotive_env.headunit.entry import Entry
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.registry import app_of, apps, screen_of
from automotive_env.headunit.rendering.fonts import text_sprite
from automotive_env.headunit.rendering.theme import DAY, NIGHT, Theme
from automotive_env.headunit.system import SYSTEM
from automotive_env.headunit.ui_state import UiState
from automotive_env.imaging import resize
from automotive_env.observation import Image
from automotive_env.vehicle.events import happen
from automotive_env.world.world import World

Mode: TypeAlias = Literal["day", "night"]
MODES: tuple[Mode, ...] = ("day", "night")

COLUMNS = 6
WIDTH = 352
"""Of one picture; a quarter of the display's."""
GAP = 20
LABEL = 20
"""Size of the letters below a picture."""
AROUND = ("top_bar", "bottom_bar")
"""What is seen around every screen, and therefore has no picture of its own."""


def entries() -> Iterator[Entry]:
    """Every screen, with each of the arguments that it says it can be opened with."""
    for app in (*apps().values(), SYSTEM):
        for kind in app.screens:
            yield from (Entry(app.name, kind.name, args) for args in kind.samples)


def bring(head_unit: HeadUnit, entry: Entry) -> None:
    """Bring a screen to the front, and make happen what it is about."""
    world = head_unit.world
    if entry.screen == "climate":
        head_unit.open_app("climate")
    elif entry.screen == "blocked":
        _drive_where_it_is_locked(head_unit)
    elif entry.screen == "keyboard":
        head_unit.open_app("maps")
        head_unit.tap(*next(element for element in head_unit.elements() if element.editable).box.center)
    elif entry.screen in ("heads_up", "notifications"):
        world.call("system.safety_alert", {"kind": "ice", "message": "The road ahead may be frozen. Keep your distance."})
        world.set("system.notification_center_open", entry.screen == "notifications")
    elif entry.screen == "heads_up_message":
        happen(world, "message", content="Could you bring the blue folder?")
    elif entry.screen == "toast":
        head_unit.restore(UiState(toast=entry.args[0]))
    elif entry.screen == "detour":
        happen(world, "traffic ahead")
    elif entry.screen == "incoming_call":
        world.set("conversation.current_contact", "Hannah Lindqvist")
        world.set("conversation.call_state", "ringing")
    elif entry.app != "system":
        below = (Entry("home", "home"),) if screen_of(entry.app, entry.screen).dialog else ()
        head_unit.restore(UiState((*below, entry)))


def _drive_where_it_is_locked(head_unit: HeadUnit) -> None:
    locked = next(entry for entry in entries() if screen_of(entry.app, entry.screen).restricted_by)
    head_unit.restore(UiState((locked,)))
    head_unit.world.set("road.gear", "drive")
    head_unit.world.set("road.speed", 50)


def picture(entry: Entry, mode: Mode) -> Image:
    """A screen as a car shows it that stands still, with the air conditioner on and a route to the airport."""
    world = World()
    world.system.night_mode = mode
    world.call("airConditioner.switch", {"position": ["all"], "switch": True})
    world.call("navigation.navigation_route_plan", {"address": "Airport"})
    head_unit = HeadUnit(world)
    bring(head_unit, entry)
    return head_unit.frame()


def label(entry: Entry) -> str:
    """What is written below its picture: app, screen and what it was opened with."""
    screen = [] if entry.screen == entry.app else [entry.screen.removeprefix(f"{entry.app}_").replace("_", " ")]
    opened = () if entry.screen == "toast" else entry.args
    return " · ".join([app_of(entry.app).title, *screen, *map(str, opened)])


def sheet(mode: Mode) -> Image:
    """All screens in one theme, each with its name."""
    theme = NIGHT if mode == "night" else DAY
    cells = [_cell(picture(entry, mode), label(entry), theme) for entry in entries() if entry.screen not in AROUND]
    rows = [_beside(cells[first : first + COLUMNS], theme) for first in range(0, len(cells), COLUMNS)]
    return _padded(np.concatenate(rows), theme, top=GAP, left=GAP)


def _cell(picture: Image, name: str, theme: Theme) -> Image:
    """A small picture with its name below."""
    small = resize(picture, WIDTH)
    height = small.shape[0]
    cell = _filled(height + LABEL + 2 * GAP, WIDTH + GAP, theme)
    cell[:height, :WIDTH] = small
    letters = text_sprite(name, LABEL, "medium", theme["text"], theme["line"])[:, : WIDTH - 2]
    cell[height + 6 : height + 6 + letters.shape[0], 2 : 2 + letters.shape[1]] = letters
    return cell


def _beside(cells: Sequence[Image], theme: Theme) -> Image:
    row = np.concatenate(cells, axis=1)
    return np.concatenate([row, _filled(row.shape[0], COLUMNS * cells[0].shape[1] - row.shape[1], theme)], axis=1)


def _padded(image: Image, theme: Theme, top: int, left: int) -> Image:
    height, width, _ = image.shape
    whole = _filled(height + top, width + left, theme)
    whole[top:, left:] = image
    return whole


def _filled(height: int, width: int, theme: Theme) -> Image:
    return np.full((height, width, 3), theme["line"], np.uint8)
