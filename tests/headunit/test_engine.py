"""The parts of the engine: layout, plans, quantities, drawing."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from automotive_env.car.core.world import SCHEMA, World, slot_of
from automotive_env.episode.observation import Box, Image
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering import painting
from automotive_env.headunit.kit.rendering.drawing import panel
from automotive_env.headunit.kit.rendering.fonts import cut, text_sprite, width, wrap
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutCollector, Row, Spacer
from automotive_env.headunit.kit.rendering.plan import KEPT, _plans, plan_for
from automotive_env.headunit.kit.rendering.theme import DAY, NIGHT, theme_for
from automotive_env.headunit.kit.widgets.quantity import DisplayedQuantity
from automotive_env.headunit.kit.widgets.slider import Slider
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.wording import clock, speed, speed_unit

PAGE = Box(0, 0, 1000, 600)


def boxes(node: Row | Column | Grid) -> list[Box]:
    canvas = LayoutCollector(moving=False)
    node.place(PAGE, "background", canvas)
    return [placed.box for placed in canvas.placed]


class TestLayout:
    def test_a_row_shares_what_is_left(self) -> None:
        row = Row(Text("a", width=200), Text("b", grow=1), Text("c", grow=3), gap=0)
        assert [box.width for box in boxes(row)] == [200, 200, 600]

    def test_shares_add_up_to_the_whole(self) -> None:
        row = Row(*(Text("a", grow=1) for _ in range(7)), gap=3)
        placed = boxes(row)
        assert placed[-1].right == PAGE.right
        assert {b.left - a.right for a, b in pairwise(placed)} == {3}

    def test_a_spacer_pushes_apart(self) -> None:
        column = Column(Text("a", height=50), Spacer(), Text("b", height=70), padding=10)
        first, last = boxes(column)
        assert (first.top, first.height) == (10, 50)
        assert (last.bottom, last.height) == (590, 70)

    def test_fixed_sizes_are_centred_across(self) -> None:
        (box,) = boxes(Column(Text("a", width=100)))
        assert (box.left, box.right) == (450, 550)

    def test_a_grid_fills_its_cells(self) -> None:
        grid = Grid(*(Text("a", height=None, lines=2) for _ in range(4)), columns=2, gap=20)
        assert boxes(grid) == [Box(0, 0, 490, 290), Box(510, 0, 1000, 290), Box(0, 310, 490, 600), Box(510, 310, 1000, 600)]


class TestPlans:
    def test_equal_cars_share_a_plan(self) -> None:
        entry = ScreenEntry("home", "home")
        first, second = World(), World()
        second.set("system.wifi", False)  # only shown by a binding
        assert plan_for(entry, first.values, PAGE, False, False) is plan_for(entry, second.values, PAGE, False, False)

    def test_what_a_screen_was_built_from_makes_another_plan(self) -> None:
        entry = ScreenEntry("system", "notifications")
        first, second = World(), World()
        second.call("system.safety_alert", {"kind": "ice", "message": "Ice."})
        plans = [plan_for(entry, world.values, PAGE, False, False) for world in (first, second, World())]
        assert plans[0] is plans[2]
        assert plans[0] is not plans[1]

    def test_only_so_many_are_kept(self) -> None:
        values = World().values
        for more in range(KEPT + 20):
            plan_for(ScreenEntry("home", "home"), values, Box(0, 0, 1408 + more, 600), False, False)
        assert len(_plans) <= KEPT


class TestQuantities:
    @pytest.mark.parametrize("slot", [s for s in SCHEMA if getattr(s.prop, "as_given", False)][:5], ids=lambda slot: slot.path)
    def test_whatever_unit_it_was_given_in_it_is_read_in_the_base_unit(self, slot: object) -> None:
        path, prop = slot.path, slot.prop  # type: ignore[attr-defined]
        world, quantity = World(), DisplayedQuantity(path)
        last = list(prop.units)[-1]
        prop.adjust(world, slot_of(path), prop.units[last][1], last)
        assert quantity.read(world.values) == pytest.approx(quantity.high)
        quantity.write(world, quantity.low - 1_000)
        assert quantity.read(world.values) == quantity.low

    def test_a_slider_may_write_elsewhere_too(self) -> None:
        seats = [f"airConditioner.ac_states.{seat}.wind_speed" for seat in ("driver's seat", "passenger seat")]
        slider = Slider(seats[0], "Fan", id="fan", writes=seats)
        assert [target.path for target in slider.targets] == seats


class TestText:
    def test_long_text_is_cut_with_an_ellipsis(self) -> None:
        text = cut("A rather long sentence", 32, "regular", 150)
        assert text.endswith("…")
        assert width(text, 32) <= 150

    def test_text_wraps_and_only_the_last_line_is_cut(self) -> None:
        rows = wrap("one two three four five six seven", 32, "regular", 160, 2)
        assert len(rows) == 2
        assert not rows[0].endswith("…")
        assert rows[1].endswith("…")

    def test_letters_beyond_ascii_are_drawn(self) -> None:
        missing = text_sprite("\ue123", 32, "regular", (255, 255, 255), (0, 0, 0))
        for letter in "äéßŁżğőČ°€–’":
            drawn = text_sprite(letter, 32, "regular", (255, 255, 255), (0, 0, 0))
            assert drawn.any()
            assert drawn.shape != missing.shape or not np.array_equal(drawn, missing), letter


class TestDrawing:
    def test_any_part_of_a_panel_is_that_part(self) -> None:
        op = panel(Box(5, 5, 195, 95), (200, 0, 0), (0, 0, 200), radius=20)
        whole = np.zeros((100, 200, 3), np.uint8)
        op.paint(whole, 0, 0, Box(0, 0, 200, 100))
        parts = np.zeros_like(whole)
        for left in range(0, 200, 37):
            for top in range(0, 100, 23):
                op.paint(parts, 0, 0, Box(left, top, min(200, left + 37), min(100, top + 23)))
        assert np.array_equal(parts, whole)
        assert tuple(whole[50, 100]) == (200, 0, 0)
        assert tuple(whole[5, 5]) == (0, 0, 200)

    def test_a_panel_of_any_size_has_the_corners_of_a_small_one(self) -> None:
        def painted(width: int, height: int) -> Image:
            frame = np.full((height + 40, width + 40, 3), 230, np.uint8)
            op = panel(Box(20, 20, 20 + width, 20 + height), (255,) * 3, (230,) * 3, 24, (200,) * 3, bleed=12, strength=0.2)
            op.paint(frame, 0, 0, Box(0, 0, *frame.shape[1::-1]))
            return frame

        small, large = painted(110, 90), painted(503, 301)
        for rows in (slice(0, 60), slice(-60, None)):
            for columns in (slice(0, 70), slice(-70, None)):
                assert np.array_equal(small[rows, columns], large[rows, columns])
        assert (large[60:-60] == large[60]).all()
        assert (large[:, 75:-75] == large[:, 75:76]).all()

    def test_a_screen_that_comes_back_after_all_others_is_not_painted_anew(self, monkeypatch: pytest.MonkeyPatch) -> None:
        unit = HeadUnit(World())
        for app in unit.apps:
            unit.open_app(app)
            unit.frame()
        monkeypatch.setattr(painting, "WidgetBrush", None)
        unit.open_app("phone")
        unit.frame()


@pytest.mark.parametrize(
    ("mode", "light", "theme"), [("auto", "day", DAY), ("auto", "night", NIGHT), ("night", "day", NIGHT), ("day", "night", DAY)]
)
def test_themes(mode: str, light: str, theme: object) -> None:
    assert theme_for(mode, light) is theme


def test_wording() -> None:
    assert clock("2025-04-13 00:05:00", "12-hour format") == "12:05 AM"
    assert clock("2025-04-13 15:04:00", "12-hour format") == "3:04 PM"
    assert clock("2025-04-13 15:04:00", "24-hour format") == "15:04"
    assert (speed(160.9344, "mile"), speed_unit("mile")) == ("100", "mph")
    assert (speed(50.2, "kilometer"), speed_unit("kilometer")) == ("50", "km/h")


def test_bindings_follow_several_properties() -> None:
    both = bind("system.wifi", "system.hotspot", to=lambda wifi, hotspot: wifi and hotspot)
    world = World()
    assert both.now(world.values) is False
    world.set("system.hotspot", True)
    assert both.now(world.values) is True


def test_the_display_follows_the_units() -> None:
    world = World()
    head_unit = HeadUnit(world)
    world.set("environment.unit_system", "mile")
    world.set("environment.time_display_format", "12-hour format")
    shown = {e.name: e.text for e in head_unit.elements()}
    assert shown["speed_unit"] == "mph"
    assert shown["clock"] == "12:00 PM"
