"""What a glance at a screen must find: words for its icons, pictures that fill their place, the main things without scrolling."""

from __future__ import annotations

import numpy as np
import pytest
from cases import cases
from headunit_screens import SCREENS, layers, opened
from headunit_touch import find, named

from automotive_env.car.core.world import World
from automotive_env.headunit.gallery import GalleryLook, entries, show
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.brush import drawn
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.rendering.scroll_parts import SCROLL
from automotive_env.headunit.kit.rendering.theme import DAY
from automotive_env.headunit.kit.widgets.button import ToggleButton
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Icon, Text

KNOWN = {
    "wifi", "bluetooth", "do_not_disturb_on", "volume_off", "dark_mode", "traffic",
    "lyrics", "queue_music", "playlist_play", "repeat", "repeat_one", "shuffle", "pause", "volume_up", "wifi_find",
    "favorite", "star", "thumb_up",
}  # fmt: skip
"""Signs of phones, players and maps, which need no words."""
FILLED = 0.7
"""Share of its width or of its height that a picture takes at least."""


def explained(layer: ScreenLayer) -> set[str]:
    """Icons that stand beside words somewhere on a screen: on a button or a line, or in a legend."""
    assert layer.plan
    told = {state.icon for state in layer.states if state.icon and state.text}
    icons = [(placed.widget, placed.box) for placed in layer.plan.placed if isinstance(placed.widget, Icon)]
    words = [placed.box for placed in layer.plan.placed if isinstance(placed.widget, Text)]
    return told | {
        icon.name
        for icon, box in icons
        if isinstance(icon.name, str)
        for word in words
        if abs(word.center[1] - box.center[1]) < box.height and 0 <= word.left - box.right < 24
    }


@cases("entry", SCREENS)
def test_a_switch_without_words_has_a_known_or_explained_icon(entry: ScreenEntry) -> None:
    layer = opened(entry)
    wordless = {
        state.icon.removesuffix("_open") if state.icon == "lock_open" else state.icon
        for place, state in enumerate(layer.states)
        if isinstance(layer.widget(place), ToggleButton) and state.icon and not state.text
    }
    assert wordless <= KNOWN | explained(layer)


@cases("entry", SCREENS)
@pytest.mark.parametrize("size", SIZES[:2], ids="{0[0]}x{0[1]}".format)
def test_a_picture_fills_its_place(entry: ScreenEntry, size: tuple[int, int]) -> None:
    shown = [opened(entry)] if size == SIZES[0] else layers(show(entry, GalleryLook("day", size=size)))
    layer = next((one for one in shown if one.entry.screen == entry.screen), shown[0])
    for place, state in enumerate(layer.states):
        widget, box = layer.widget(place), layer.boxes[place]
        if type(widget) is PictureWidget and min(box.width, box.height) >= 160:
            pixels = drawn(widget.painter, state.shown, box.width, box.height, 0, DAY, "card")
            inked = (pixels != pixels[2, 2]).any(axis=2)
            spans = [np.ptp(np.flatnonzero(inked.any(axis=axis))) / length for axis, length in ((0, box.width), (1, box.height))]
            assert max(spans) >= FILLED, f"{widget.painter.__name__} spans {spans[0]:.2f} x {spans[1]:.2f} of its place"


def test_home_shows_all_without_scrolling_on_a_display_of_1024_by_768() -> None:
    for guided in (False, True):
        world = World()
        if guided:
            world.call("navigation.navigation_route_plan", {"address": "Airport"})
        unit = HeadUnit(world, SIZES[1])
        assert not named(unit, SCROLL)
        assert {"maps_card", "play_pause_stop", "weather_text", "phone_card", "night_toggle"} <= {
            one.name for one in unit.elements()
        }


def test_a_locked_screen_says_which_app_it_is() -> None:
    unit = show(next(entry for entry in entries() if entry.screen == "blocked"), GalleryLook("day"))
    assert find(unit, "activity_blocking_content").text == "Not available while driving"
    assert find(unit, "blocking_text").text == "Park the car to use Radio."
