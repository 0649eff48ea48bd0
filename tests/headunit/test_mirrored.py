"""Languages written from the right: screens begin there, touches land where they are seen, what has sides keeps them."""

from __future__ import annotations

import numpy as np
import pytest
from headunit_screens import SCREENS, open_entry
from headunit_touch import find, slide, tap

from automotive_env.car.core.world import World
from automotive_env.episode.action import Swipe
from automotive_env.episode.headless import HeadlessController
from automotive_env.headunit.head_unit import SIZES, HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.fonts import icon_mask
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.rendering.node import reflected
from automotive_env.headunit.kit.rendering.theme import DAY
from automotive_env.headunit.ui_state import UiState


@pytest.fixture
def arabic() -> HeadUnit:
    world = World()
    world.environment.language = "Arabic"
    return HeadUnit(world)


def test_a_screen_is_the_mirror_of_the_same_screen_written_from_the_left() -> None:
    entry = ScreenEntry("settings", "settings_sound")
    layers = []
    for language in ("English", "Arabic"):
        world = World()
        layer = open_entry(HeadUnit(world), entry)
        layer.set_language(language)
        layer.lay_out(world.values, False)
        layers.append(layer)
    left, right = layers
    clickable = [at for at in range(len(left.boxes)) if left.widget(at).clickable]
    assert [right.boxes[at] for at in clickable] == [reflected(left.boxes[at], SIZES[0][0]) for at in clickable]


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_sliders_run_from_the_right(arabic: HeadUnit, share: float) -> None:
    arabic.open_app("settings")
    tap(arabic, "section_sound")
    track = find(arabic, "volume_seek_bar").track
    assert track
    assert track.right < track.left
    slide(arabic, "volume_seek_bar", share)
    assert arabic.world.environment.volume == round(100 * share)


def test_a_swipe_to_the_left_makes_more() -> None:
    car = HeadlessController()
    car.world.environment.language = "Arabic"
    car.head_unit.open_app("settings")
    tap(car.head_unit, "section_sound")
    seen = car.observe()
    slider = next(element for element in seen.elements if element.name == "volume_seek_bar")
    before = car.world.environment.volume
    assert car.act(Swipe(direction="left", index=slider.index, amount=0.2), seen).done
    assert car.world.environment.volume == pytest.approx(before + 20, abs=1)


def test_sides_of_the_car_digits_and_what_plays_keep_their_order(arabic: HeadUnit, head_unit: HeadUnit) -> None:
    def order(unit: HeadUnit, app: str, names: tuple[str, ...]) -> list[int]:
        unit.open_app(app)
        found = [element for element in unit.elements() if element.name in names]
        return sorted(range(len(found)), key=lambda at: found[at].box.left)

    rows = {
        "climate": ("seat_heat_level_button_left", "seat_heat_level_button_right"),
        "media": ("skip_prev", "play_pause_stop", "skip_next"),
        "home": ("hvac_temperature_text",),
    }
    for app, names in rows.items():
        assert order(arabic, app, names) == order(head_unit, app, names), app
    pads = (
        (ScreenEntry("maps", "maps", focus="search_edit_text"), ("key_digits", "key_comma", "key_enter")),
        (ScreenEntry("radio", "tune"), ("key_7", "key_8", "key_9")),
    )
    for entry, ends in pads:
        for unit in (arabic, head_unit):
            unit.restore(UiState((entry,)))
            assert [e.name for e in sorted(unit.elements(), key=lambda e: e.box.left) if e.name in ends] == list(ends)


def test_a_map_is_moved_by_the_finger_as_ever(arabic: HeadUnit, head_unit: HeadUnit) -> None:
    for unit in (arabic, head_unit):
        unit.restore(UiState((ScreenEntry("maps", "maps"),)))
        unit.drag(700, 300, 600, 260)
    assert arabic.snapshot().stack[-1].locals == head_unit.snapshot().stack[-1].locals != {}


def test_arrows_point_along_the_line_and_turns_do_not() -> None:
    def drawn(icon: str, mirrored: bool) -> bytes:
        brush = WidgetBrush(DAY, "card", 60, 60, mirrored=mirrored)
        brush.icon(icon)
        brush.finish()
        frame = np.zeros((60, 60, 3), np.uint8)
        brush.ops[0].paint(frame, 0, 0, brush.box)
        return frame.tobytes()

    assert (icon_mask("arrow_back", 44) != icon_mask("arrow_back", 44)[:, ::-1]).any()
    assert drawn("arrow_back", True) != drawn("arrow_back", False)
    assert drawn("turn_left", True) == drawn("turn_left", False)


def test_what_changes_is_drawn_as_the_whole_is(arabic: HeadUnit) -> None:
    arabic.open_app("settings")
    arabic.frame()
    tap(arabic, "section_sound")
    slide(arabic, "volume_seek_bar", 0.7)
    tap(arabic, "mute_button")
    assert (arabic.frame() == arabic.redrawn()).all()


@pytest.mark.parametrize("size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.sweep) for size in SIZES[1:])])
def test_every_screen_stays_on_the_display(size: tuple[int, int]) -> None:
    for parameter in SCREENS:
        world = World()
        world.environment.language = "Arabic"
        (entry,) = parameter.values
        layer: ScreenLayer = open_entry(HeadUnit(world, size), entry)
        layer.set_language("Arabic")
        layer.lay_out(world.values, False)
        assert layer.plan
        for box in layer.boxes:
            assert 0 <= box.left < box.right <= size[0], f"{parameter.id}: {box}"
