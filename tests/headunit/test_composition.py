"""What a glance at a screen must find: words for its icons, pictures that fill their place, the main things without scrolling."""

from __future__ import annotations

import numpy as np
import pytest
from cases import cases
from headunit_screens import SCREENS, layers, open_entry, opened
from headunit_touch import find, named

from automotive_env.car.core.world import World
from automotive_env.episode.observation import Box
from automotive_env.headunit.gallery import GalleryLook, entries, show
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.brush import drawn
from automotive_env.headunit.kit.rendering.drawing import DrawnTextLine
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.rendering.scroll_parts import SCROLL
from automotive_env.headunit.kit.rendering.theme import DAY
from automotive_env.headunit.kit.widgets.button import ToggleButton
from automotive_env.headunit.kit.widgets.card import CardSurface
from automotive_env.headunit.kit.widgets.page import DialogScrim
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.language.translate import VerbatimText

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
@pytest.mark.at_once(1)
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


OF_OTHERS = {"message_item", "notification_body_title", "description", "network_item", "phone_card", "wifi"}
"""Widgets that show words of people, apps and networks, whose length the car does not choose."""
every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


def at(entry: ScreenEntry, size: tuple[int, int]) -> ScreenLayer:
    return opened(entry) if size == SIZES[0] else open_entry(HeadUnit(World(), size), entry)


@every_size
@cases("entry", SCREENS)
@pytest.mark.at_once(1)
def test_the_words_of_the_car_are_whole(entry: ScreenEntry, size: tuple[int, int]) -> None:
    layer = at(entry, size)
    for place, state in enumerate(layer.states):
        if not isinstance(state.text, VerbatimText) and layer.widget(place).id not in OF_OTHERS:
            for label in layer.drawing(place, DAY).ops:
                if isinstance(label, DrawnTextLine):
                    assert label.whole, f"{layer.widget(place).id} cuts {label.text!r}"


@every_size
@cases("entry", SCREENS)
@pytest.mark.at_once(1)
def test_a_card_holds_what_stands_on_it_and_is_not_half_blank(entry: ScreenEntry, size: tuple[int, int]) -> None:
    layer = at(entry, size)
    plan = layer.plan
    assert plan
    things = [one for one in plan.placed if not isinstance(one.widget, (CardSurface, DialogScrim))]
    for card in plan.placed:
        if not isinstance(card.widget, CardSurface) or card.box == layer.region:
            continue
        held = [one.box for one in things if one.scroller == card.scroller and card.box.contains(*one.box.center)]
        for box in held:
            assert box.lies_in(card.box), f"the card at {card.box} cuts {box}"
        assert blank(card.box, held) <= MOST_BLANK, f"{blank(card.box, held):.0%} of the card at {card.box} is blank"


MOST_BLANK = 0.5
"""Share of the height of a card that may be empty in one piece."""


def blank(card: Box, held: list[Box]) -> float:
    """Share of a card's height that the highest empty stripe takes."""
    down, highest = card.top, 0
    for top, bottom in (*sorted((box.top, box.bottom) for box in held), (card.bottom, card.bottom)):
        highest, down = max(highest, top - down), max(down, bottom)
    return highest / card.height


@every_size
@cases("entry", SCREENS)
@pytest.mark.at_once(1)
def test_nothing_scrolls_for_the_space_between_things(entry: ScreenEntry, size: tuple[int, int]) -> None:
    """What would fit with less space between its parts fits: no pane scrolls by a few pixels only."""
    plan = at(entry, size).plan
    assert plan
    for scroller, height in plan.contents.items():
        pane = plan.placed[scroller]
        if pane.widget.id.startswith(SCROLL):
            assert not 0 < height - pane.box.height < LEAST_SCROLLED, f"{pane.widget.id} scrolls by {height - pane.box.height}"


LEAST_SCROLLED = 40
"""Pixels."""


@cases("entry", SCREENS)
def test_a_row_that_a_list_cuts_can_be_recognised(entry: ScreenEntry) -> None:
    """A sliver of a row at the lower edge looks like a fault; enough of it says that there is more."""
    plan = at(entry, SIZES[0]).plan
    assert plan
    for scroller in plan.contents:
        edge = plan.placed[scroller].box.bottom
        cut = [one for one in plan.placed if one.scroller == scroller and one.box.top < edge < one.box.bottom]
        for one in cut:
            assert edge - one.box.top >= LEAST_PEEK, f"{edge - one.box.top} pixels of {one.widget.id} are seen"


LEAST_PEEK = 16
"""Pixels."""
