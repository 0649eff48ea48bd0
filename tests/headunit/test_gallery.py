"""Pictures of all screens."""

from __future__ import annotations

import numpy as np
import pytest
from cases import cases

from automotive_env.episode.observation import Image
from automotive_env.headunit.gallery import GalleryLook, ThemeMode, entries, file_name, index, label, sheet, show
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.registry import apps

SHOWN = list(entries())


def picture(entry: ScreenEntry, mode: ThemeMode) -> Image:
    return show(entry, GalleryLook(mode)).frame()


def test_every_app_has_pictures_with_names_of_their_own() -> None:
    assert {entry.app for entry in SHOWN} == {*apps(), "system"}
    names = [label(entry) for entry in SHOWN]
    assert len(set(names)) == len(names)


@cases("screen", ["notifications", "heads_up", "heads_up_message", "incoming_call", "keyboard", "toast", "blocked"])
def test_panels_are_brought_over_the_home_screen(screen: str) -> None:
    entry = next(entry for entry in SHOWN if entry.screen == screen)
    assert (picture(entry, "day") != picture(ScreenEntry("home", "home"), "day")).any()


def test_night_is_dark() -> None:
    day, night = picture(ScreenEntry("home", "home"), "day"), picture(ScreenEntry("home", "home"), "night")
    assert night.mean() < np.uint8(70) < np.uint8(160) < day.mean()


def test_files_have_names_of_their_own_that_any_system_takes() -> None:
    names = [file_name(entry) for entry in SHOWN]
    assert len(set(names)) == len(names)
    assert all(name.replace("-", "").isalnum() and name == name.lower() and name.isascii() for name in names)
    assert {"home-home", "maps-maps", "media-collection-genres-jazz"} <= set(names)


@pytest.mark.parametrize("size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.sweep) for size in SIZES[1:])])
def test_a_sheet_holds_every_picture(size: tuple[int, int]) -> None:
    look = GalleryLook("day", "Chinese", size)
    few = sheet({label(entry): show(entry, look).frame() for entry in SHOWN[:3]}, look)
    many = sheet(dict.fromkeys(map(str, range(24)), np.zeros((size[1], size[0], 3), np.uint8)), look)
    assert few.shape[1] == many.shape[1]
    assert many.shape[0] > 2 * few.shape[0]


def test_the_index_leads_to_every_picture() -> None:
    looks = [GalleryLook("day"), GalleryLook("night", "Chinese", SIZES[1])]
    page = index(looks, SHOWN)
    assert all(f'href="{look.name}/{file_name(entry)}.png"' in page for look in looks for entry in SHOWN)
    assert "1024x768-chinese-night.webp" in page
