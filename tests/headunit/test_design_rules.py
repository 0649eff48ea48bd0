"""The design rules of the platform, on every screen: by day and by night, in every language, on displays of all sizes."""

from __future__ import annotations

from itertools import combinations, product
from typing import TypeAlias

import pytest
from cases import cases
from headunit_screens import SCREENS, open_entry, opened

from automotive_env.car.core.world import World
from automotive_env.car.systems.language import LANGUAGES
from automotive_env.episode.observation import Box
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.bind import Bind
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.drawing import DrawnTextLine, overlap
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.rendering.scroll_parts import SCROLL
from automotive_env.headunit.kit.rendering.theme import DAY, NIGHT, SECONDARY, TARGET, Rgb, Theme
from automotive_env.headunit.kit.widgets.card import CardSurface
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.kit.widgets.page import DialogScrim
from automotive_env.headunit.kit.widgets.picture import PictureWidget

Size: TypeAlias = tuple[int, int]

every_screen = cases("entry", SCREENS)
both_themes = pytest.mark.parametrize("theme", [DAY, pytest.param(NIGHT, marks=pytest.mark.sweep)], ids=lambda theme: theme.name)
FIRST_LOOKS = (("English", SIZES[0]), ("German", SIZES[2]))
"""The other looks are for the sweep."""
EVERY_LOOK = [pytest.param(*look, marks=[] if look in FIRST_LOOKS else pytest.mark.sweep) for look in product(LANGUAGES, SIZES)]


def shown(entry: ScreenEntry, language: str = "English", size: Size = SIZES[0]) -> ScreenLayer:
    if (language, size) == FIRST_LOOKS[0]:
        return opened(entry)
    world = World()
    world.set("environment.language", language)
    layer = open_entry(HeadUnit(world, size), entry)
    if layer.language != language:  # a layer that no head unit shows
        layer.set_language(language)
        layer.lay_out(world.values, True)
    return layer


def labels(layer: ScreenLayer, theme: Theme) -> list[tuple[int, DrawnTextLine]]:
    layer.forget_drawings()
    return [
        (position, op)
        for position in range(len(layer.boxes))
        for op in layer.drawing(position, theme).ops
        if isinstance(op, DrawnTextLine)
    ]


def luminance(colour: Rgb) -> float:
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: Rgb, second: Rgb) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def touch_targets_are_large_named_and_distinct(layer: ScreenLayer) -> None:
    boxes: list[Box] = []
    for position, state in enumerate(layer.states):
        widget, box = layer.widget(position), layer.boxes[position]
        if widget.clickable:
            assert min(box.width, box.height) >= TARGET, f"{widget.id} is {box.width}x{box.height}, less than {TARGET}"
            assert widget.id, f"{state} has no resource id"
            assert state.text or state.description or widget.hint, f"{widget.id} has neither text nor description"
            boxes.append(box)
    assert len(boxes) == len(set(boxes)), "two clickable widgets have the same box"


def texts_are_short(layer: ScreenLayer) -> None:
    for position in range(len(layer.states)):
        element = layer.element(position, 0)
        assert len(element.text) <= 120, f"{element.name} has {len(element.text)} characters"
        assert len(element.description) <= 120, f"{element.name} has {len(element.description)} characters"


@both_themes
@every_screen
def test_letters_can_be_read(entry: ScreenEntry, theme: Theme) -> None:
    for _, label in labels(shown(entry), theme):
        assert label.size >= SECONDARY, f"{label.text!r} is only {label.size} high"
        assert contrast(label.ink, label.on) >= 4.5, f"{label.text!r} has a contrast of {contrast(label.ink, label.on):.1f}"


def letters_stay_in_their_widget(layer: ScreenLayer, by_day: list[tuple[int, DrawnTextLine]]) -> None:
    for position, label in by_day:
        box = layer.boxes[position]
        height, width = label.pixels.shape[:2]
        room = Box(0, 0, box.width, box.height)
        inside = Box(label.x, label.y, label.x + width, label.y + height).lies_in(room)
        assert inside, f"{label.text!r} leaves the {box.width}x{box.height} of {layer.widget(position).id}"


def texts_that_stay_the_same_fit(layer: ScreenLayer, by_day: list[tuple[int, DrawnTextLine]]) -> None:
    assert layer.plan
    for position, label in by_day:
        widget, placed = layer.widget(position), layer.plan.placed[position]
        in_list = placed.scroller >= 0 and not layer.widget(placed.scroller).id.startswith(SCROLL)
        varies = isinstance(widget.text, Bind) or isinstance(widget, ListItem) or in_list
        assert label.whole or varies, f"{widget.text!r} of {widget.id} does not fit: {label.text!r}"


def everything_has_a_place_within_the_screen(layer: ScreenLayer) -> None:
    assert layer.plan
    for placed in layer.plan.placed:
        box = placed.box
        assert box.width > 0, f"{placed.widget.id or placed.widget} has no width"
        assert box.height > 0, f"{placed.widget.id or placed.widget} has no height"
        room = layer.region
        if placed.scroller >= 0:
            window = layer.plan.placed[placed.scroller].box
            room = Box(window.left, window.top, window.right, window.top + layer.plan.contents[placed.scroller])
        assert box.lies_in(room), f"{placed.widget.id or placed.widget} at {box} leaves {room}"


def nothing_overlaps(layer: ScreenLayer) -> None:
    assert layer.plan
    things = [p for p in layer.plan.placed if not isinstance(p.widget, (CardSurface, DialogScrim, ListView))]
    for first, second in combinations(things, 2):
        shared = overlap(first.box, second.box)
        apart = shared.left >= shared.right or shared.top >= shared.bottom or first.scroller != second.scroller
        over_picture = isinstance(first.widget, PictureWidget) and second.box.lies_in(first.box)
        assert apart or over_picture, (
            f"{first.widget.id or first.widget} and {second.widget.id or second.widget} overlap at {shared}"
        )


def keep_the_rules(layer: ScreenLayer) -> None:
    """All rules on one layer, which is laid out once for them; the rule that is broken is in the trace."""
    by_day = labels(layer, DAY)
    touch_targets_are_large_named_and_distinct(layer)
    texts_are_short(layer)
    everything_has_a_place_within_the_screen(layer)
    nothing_overlaps(layer)
    letters_stay_in_their_widget(layer, by_day)
    texts_that_stay_the_same_fit(layer, by_day)


@pytest.mark.parametrize(("language", "size"), EVERY_LOOK)
@every_screen
@pytest.mark.at_once(1)
def test_every_screen_keeps_the_rules(entry: ScreenEntry, language: str, size: Size) -> None:
    keep_the_rules(shown(entry, language, size))
