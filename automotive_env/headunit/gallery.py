"""Every screen of the head unit as a picture, and all of them on one sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.episode.imaging import resize
from automotive_env.episode.observation import Image
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.display_size import SIZES, DisplaySize, written
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.fonts import line_height, text_sprite, wrap
from automotive_env.headunit.kit.rendering.theme import DAY, NIGHT, Theme
from automotive_env.headunit.language.translate import ENGLISH
from automotive_env.headunit.registry import app_of, apps, screen_of
from automotive_env.headunit.system import SYSTEM
from automotive_env.headunit.ui_state import UiState

ThemeMode: TypeAlias = Literal["day", "night"]
MODES: tuple[ThemeMode, ...] = ("day", "night")

COLUMNS = 6
WIDTH = 352
"""Of one picture; a quarter of the display's."""
GAP = 20
LABEL, LABEL_LINES = 20, 2
"""Size of the letters below a picture, and how many lines of them there is room for."""
DRIVEN = 48_000
"""Kilometres on the odometer of the car that is shown."""
AROUND = ("top_bar", "bottom_bar")
"""What is seen around every screen, and therefore has no picture of its own."""


class GalleryLook(NamedTuple):
    """How screens are shown: theme, language of the interface, size of the display."""

    mode: ThemeMode
    language: str = ENGLISH
    size: DisplaySize = SIZES[0]

    @property
    def name(self) -> str:
        """Such as "1408x792-english-day"."""
        return f"{written(self.size)}-{self.language.lower()}-{self.mode}"


def entries() -> Iterator[ScreenEntry]:
    """Every screen that has a picture, with each of the arguments that it says it can be opened with."""
    for app in (*apps().values(), SYSTEM):
        for kind in app.screens:
            if kind.name not in AROUND:
                yield from (ScreenEntry(app.name, kind.name, args) for args in kind.samples)


def bring(head_unit: HeadUnit, entry: ScreenEntry) -> None:
    """Bring a screen to the front, and make happen what it is about."""
    world = head_unit.world
    if entry.screen == "climate":
        head_unit.open_app("climate")
    elif entry.screen == "blocked":
        _drive_where_it_is_locked(head_unit)
    elif entry.screen == "keyboard":
        head_unit.open_app("maps")
        head_unit.tap(*next(element for element in head_unit.elements() if element.editable).box.center)
    elif entry.screen in ("heads_up", "notifications", "notification"):
        world.call("system.safety_alert", {"kind": "ice", "message": "The road may be icy."})
        world.set("system.notification_center_open", entry.screen != "heads_up")
        if entry.screen == "notification":
            happen(world, "message", content="Could you bring the blue folder?")
            world.set("system.notification_shown", world.system.notifications[0].id)
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
        if entry.screen == "update_time":
            world.software.state = "available"
        elif entry.screen == "clear_notifications":
            happen(world, "message", content="Could you bring the blue folder?")
        below = (ScreenEntry("home", "home"),) if screen_of(entry.app, entry.screen).dialog else ()
        head_unit.restore(UiState((*below, entry)))


def _drive_where_it_is_locked(head_unit: HeadUnit) -> None:
    locked = next(entry for entry in entries() if screen_of(entry.app, entry.screen).restricted_by)
    head_unit.restore(UiState((locked,)))
    head_unit.world.set("road.gear", "drive")
    head_unit.world.set("road.speed", 50)


def gallery_car(look: GalleryLook) -> World:
    """The car that is shown: it has been driven, stands still, and has the air conditioner on and a route to the airport."""
    world = World()
    world.system.night_mode = look.mode
    world.set("instrumentPanel.vehicle_mileage", DRIVEN)
    world.set("environment.language", look.language)
    world.call("airConditioner.switch", {"position": ["all"], "switch": True})
    world.call("navigation.navigation_route_plan", {"address": "Airport"})
    return world


def show(entry: ScreenEntry, look: GalleryLook) -> HeadUnit:
    """A display with a screen in front."""
    head_unit = HeadUnit(gallery_car(look), look.size)
    bring(head_unit, entry)
    return head_unit


def label(entry: ScreenEntry) -> str:
    """What is written below its picture: app, screen and what it was opened with."""
    screen = [] if entry.screen == entry.app else [entry.screen.removeprefix(f"{entry.app}_").replace("_", " ")]
    opened = () if entry.screen == "toast" else (argument for argument in entry.args if argument)
    return " · ".join([app_of(entry.app).title, *screen, *(str(argument).replace("_", " ") for argument in opened)])


def file_name(entry: ScreenEntry) -> str:
    """The name of its picture's file without an ending, such as "media-collection-genres-jazz"."""
    return "-".join(re.findall(r"[a-z0-9]+", " ".join((entry.app, entry.screen, *map(str, entry.args))).lower()))


def sheet(pictures: Mapping[str, Image], look: GalleryLook) -> Image:
    """Pictures of one look, each with its name."""
    theme = NIGHT if look.mode == "night" else DAY
    width = min(WIDTH, WIDTH * look.size[0] // look.size[1])
    columns = COLUMNS * WIDTH // width
    cells = [_cell(resize(picture, width), name, theme) for name, picture in pictures.items()]
    rows = [_beside(cells[first : first + columns], columns, theme) for first in range(0, len(cells), columns)]
    return _padded(np.concatenate(rows), theme, top=GAP, left=GAP)


def index(looks: Sequence[GalleryLook], shown: Sequence[ScreenEntry]) -> str:
    """A page with the contact sheet of each look, and a link to each picture."""
    parts = ['<!doctype html>\n<meta charset="utf-8"><title>Screens</title>', "<style>img{width:100%}</style>"]
    for look in looks:
        links = (f'<a href="{look.name}/{file_name(entry)}.png">{escape(label(entry))}</a>' for entry in shown)
        parts += [f"<h2>{look.name}</h2>", f'<img src="{look.name}.webp" alt="{look.name}">', f"<p>{' | '.join(links)}</p>"]
    return "\n".join(parts) + "\n"


def _cell(small: Image, name: str, theme: Theme) -> Image:
    """A small picture with its name below."""
    height, width, _ = small.shape
    pitch = line_height(LABEL)
    cell = _filled(height + LABEL_LINES * pitch + GAP, width + GAP, theme)
    cell[:height, :width] = small
    for number, line in enumerate(wrap(name, LABEL, "medium", width - 2, LABEL_LINES)):
        letters = text_sprite(line, LABEL, "medium", theme["text"], theme["line"])
        top = height + 6 + number * pitch
        cell[top : top + letters.shape[0], 2 : 2 + letters.shape[1]] = letters
    return cell


def _beside(cells: Sequence[Image], columns: int, theme: Theme) -> Image:
    row = np.concatenate(cells, axis=1)
    return np.concatenate([row, _filled(row.shape[0], columns * cells[0].shape[1] - row.shape[1], theme)], axis=1)


def _padded(image: Image, theme: Theme, top: int, left: int) -> Image:
    height, width, _ = image.shape
    whole = _filled(height + top, width + left, theme)
    whole[top:, left:] = image
    return whole


def _filled(height: int, width: int, theme: Theme) -> Image:
    return np.full((height, width, 3), theme["line"], np.uint8)
