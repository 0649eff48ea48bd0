"""Widgets that no shipped screen need have: lists, fields, sliders and restrictions, on an app of the test's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from automotive_env.car.core.errors import StateError
from automotive_env.car.core.world import World
from automotive_env.episode.observation import Element
from automotive_env.headunit import registry
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.rendering import plan
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row
from automotive_env.headunit.kit.screen import App, BuildContext, Dialog, Screen
from automotive_env.headunit.kit.touch import TouchEvent, back, go, remember
from automotive_env.headunit.kit.widgets.button import Button, OptionButton, ToggleButton
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView, SwitchRow
from automotive_env.headunit.kit.widgets.page import dialog, page
from automotive_env.headunit.kit.widgets.slider import HELD_STEPS, Slider, step_buttons
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.text_field import TextField
from automotive_env.headunit.restrictions import Restriction

SUBMITTED: list[str] = []


class Bench(Screen):
    name = "bench"

    def build(self, car: BuildContext) -> LayoutNode:
        count = int(car.local("count", "40"))
        rows = [ListItem(f"Row {row}", id="row", on_tap=go("detail", row)) for row in range(count)]
        return page(
            "Bench",
            TextField(id="query", hint="Search", on_submit=lambda touch, text: SUBMITTED.append(text)),
            Button(remember("count", "2"), id="few", text="Few", selected=count == 2),
            Slider("environment.volume", "Volume", id="volume", icon="volume_up"),
            ListView(*rows, id="rows"),
        )


class Detail(Screen):
    name = "detail"
    restricted_by = Restriction.NO_SETUP

    def build(self, car: BuildContext) -> LayoutNode:
        less, value, more = step_buttons(
            "assistance.speed_limit", "speed limit", ids=("limit_less", "limit_value", "limit_more"), step=5
        )
        value.width = 120
        limit = Row(less, value, more, height=80)
        return page(
            f"Detail {car.args[0]}",
            limit,
            SwitchRow("system.hotspot", "Hotspot", id="hotspot"),
            OptionButton("system.night_mode", "night", id="night", text="Night", grow=0),
            ToggleButton("system.muted", id="muted", icon="volume_off", description="Mute"),
            Button(go("sure"), id="ask", text="Ask", on_long_press=lambda touch: touch.set("system.wifi", False)),
            Button(_half_done, id="broken", text="Break"),
            nested=True,
            gap=4,
        )


def _half_done(touch: TouchEvent) -> str | None:
    touch.set("system.location", False)
    touch.set("system.screen_timeout", 9_999)
    return None


class Sure(Dialog):
    name = "sure"

    def build(self, car: BuildContext) -> LayoutNode:
        return dialog("Sure?", "This cannot be undone.", Button(back, id="yes", text="Yes"))


BENCH = App("bench", "Bench", "work", "com.example.bench", (Bench, Detail, Sure), aliases=("work bench",))


@pytest.fixture(autouse=True)
def _bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    SUBMITTED.clear()
    known = {**registry.apps(), "bench": BENCH}
    registry.names.cache_clear()
    registry._screens.cache_clear()
    monkeypatch.setattr(registry, "apps", lambda: known)
    monkeypatch.setattr("automotive_env.headunit.head_unit.apps", lambda: known)
    yield
    monkeypatch.undo()
    registry.names.cache_clear()
    registry._screens.cache_clear()
    plan.forget()


@pytest.fixture
def bench(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("Work Bench")
    return head_unit


def element(head_unit: HeadUnit, name: str) -> Element:
    return next(e for e in head_unit.elements() if e.name == name)


def tap(head_unit: HeadUnit, name: str) -> str:
    return head_unit.tap(*element(head_unit, name).box.center)


def rows(head_unit: HeadUnit) -> list[str]:
    return [e.text for e in head_unit.elements() if e.name == "row"]


class TestLists:
    def test_only_what_can_be_seen_is_there(self, bench: HeadUnit) -> None:
        box = element(bench, "rows").box
        assert rows(bench)[0] == "Row 0"
        assert len(rows(bench)) < 6
        for e in bench.elements():
            assert e.name != "row" or (box.top <= e.box.top < e.box.bottom <= box.bottom)

    def test_scrolling_shows_every_row_and_ends(self, bench: HeadUnit) -> None:
        seen = set(rows(bench))
        while bench.scroll("down") == "":
            seen |= set(rows(bench))
        assert seen == {f"Row {row}" for row in range(40)}
        assert bench.scroll("down") != ""
        assert bench.scroll("up") == ""

    def test_a_box_says_which_list(self, bench: HeadUnit) -> None:
        assert bench.scroll("down", element(bench, "volume").box.center) != ""
        assert bench.scroll("down", element(bench, "rows").box.center) == ""
        assert bench.scroll("left") != ""

    def test_a_drag_scrolls(self, bench: HeadUnit) -> None:
        x, y = element(bench, "rows").box.center
        assert bench.drag(x, y, x, y - 104) == ""
        assert rows(bench)[0] == "Row 1"

    def test_rows_are_touched_where_they_are_now(self, bench: HeadUnit, world: World) -> None:
        bench.scroll("down")
        target = next(e for e in bench.elements() if e.name == "row" and e.box.height == 96)
        bench.tap(*target.box.center)
        assert element(bench, "car_ui_toolbar_title").text == target.text.replace("Row", "Detail")
        bench.back()
        assert target.text in rows(bench)

    def test_tabs_decide_what_is_there(self, bench: HeadUnit) -> None:
        bench.scroll("down")
        tap(bench, "few")
        assert rows(bench) == ["Row 0", "Row 1"]
        assert element(bench, "few").selected
        assert bench.scroll("down") != ""

    def test_a_list_is_short_while_the_car_moves(self, bench: HeadUnit, world: World) -> None:
        world.set("road.gear", "drive")
        world.set("road.speed", 30)
        seen = set(rows(bench))
        while bench.scroll("down") == "":
            seen |= set(rows(bench))
        assert seen == {f"Row {row}" for row in range(21)}
        assert any("parked" in e.text for e in bench.elements())


class TestSliders:
    @pytest.mark.parametrize(("part", "value"), [(0.0, 0), (0.5, 50), (1.0, 100)])
    def test_a_tap_sets_the_value(self, bench: HeadUnit, world: World, part: float, value: int) -> None:
        box = element(bench, "volume").box
        assert bench.tap(box.left + round(part * (box.width - 1)), box.center[1]) == ""
        assert world.environment.volume == value
        assert element(bench, "volume").range == (0, 100, value)
        assert element(bench, "volume").text == f"{value} %"

    def test_a_drag_sets_the_value_where_it_ends(self, bench: HeadUnit, world: World) -> None:
        box = element(bench, "volume").box
        assert bench.drag(*box.center, box.right - 1, box.bottom + 100) == ""
        assert world.environment.volume == 100

    def test_a_stepper_steps(self, bench: HeadUnit, world: World) -> None:
        tap(bench, "row")
        tap(bench, "limit_more")
        assert world.get("assistance.speed_limit") == 135
        assert element(bench, "limit_value").text == "135"
        tap(bench, "limit_less")
        tap(bench, "limit_less")
        assert world.get("assistance.speed_limit") == 125

    def test_a_stepper_that_is_held_runs_on_to_its_end(self, bench: HeadUnit, world: World) -> None:
        tap(bench, "row")
        assert element(bench, "limit_less").long_clickable
        assert bench.long_press(*element(bench, "limit_less").box.center) == ""
        assert world.get("assistance.speed_limit") == 130 - 5 * HELD_STEPS
        for _ in range(9):
            bench.long_press(*element(bench, "limit_more").box.center)
        assert world.get("assistance.speed_limit") == 200


class TestFields:
    def test_typing_needs_the_focus(self, bench: HeadUnit) -> None:
        assert "focus" in bench.type_text("Bonn", clear=True)
        assert bench.enter() != ""

    def test_typing_and_enter(self, bench: HeadUnit) -> None:
        assert tap(bench, "query") == ""
        assert element(bench, "query").focused
        assert element(bench, "hide_keyboard").window == "InputMethod"
        assert bench.type_text("Bon", clear=True) == ""
        assert bench.type_text("n", clear=False) == ""
        assert element(bench, "query").text == "Bonn"
        assert bench.enter() == ""
        assert SUBMITTED == ["Bonn"]
        assert not element(bench, "query").focused

    def test_clearing(self, bench: HeadUnit) -> None:
        tap(bench, "query")
        bench.type_text("Bonn", clear=True)
        bench.type_text("Ulm", clear=True)
        assert element(bench, "query").text == "Ulm"
        assert "at most" in bench.type_text("x" * 121, clear=True)

    def test_back_puts_the_keyboard_away_first(self, bench: HeadUnit, world: World) -> None:
        tap(bench, "query")
        bench.back()
        assert "hide_keyboard" not in {e.name for e in bench.elements()}
        assert world.system.foreground_app == "bench"

    def test_the_keyboard_is_locked_while_the_car_moves(self, bench: HeadUnit, world: World) -> None:
        tap(bench, "query")
        world.set("road.gear", "drive")
        world.set("road.speed", 30)
        assert not element(bench, "query").focused
        assert "locked" in tap(bench, "query")
        assert "locked" in bench.type_text("Bonn", clear=True)


class TestScreens:
    def test_a_locked_screen_can_be_left(self, bench: HeadUnit, world: World) -> None:
        tap(bench, "row")
        world.set("road.gear", "drive")
        world.set("road.speed", 30)
        assert element(bench, "activity_blocking_content")
        assert "limit_more" not in {e.name for e in bench.elements()}
        world.set("road.speed", 0)
        assert element(bench, "limit_more")
        world.set("road.speed", 10)
        tap(bench, "exit_button")
        assert world.system.foreground_app == "home"

    def test_a_dialog_keeps_others_away(self, bench: HeadUnit) -> None:
        tap(bench, "row")
        below = element(bench, "limit_more").box.center
        tap(bench, "ask")
        assert "limit_more" not in {e.name for e in bench.elements()}
        assert element(bench, "yes")
        bench.tap(*below)
        assert "yes" not in {e.name for e in bench.elements()}

    def test_a_dialog_is_answered(self, bench: HeadUnit) -> None:
        tap(bench, "row")
        tap(bench, "ask")
        tap(bench, "yes")
        assert element(bench, "limit_more")

    def test_a_long_press_is_something_else(self, bench: HeadUnit, world: World) -> None:
        tap(bench, "row")
        assert element(bench, "ask").long_clickable
        bench.long_press(*element(bench, "ask").box.center)
        assert not world.system.wifi

    def test_two_taps_switch_twice(self, bench: HeadUnit, world: World) -> None:
        tap(bench, "row")
        bench.double_tap(*element(bench, "muted").box.center)
        assert not world.system.muted

    def test_a_touch_that_fails_changes_nothing(self, bench: HeadUnit, world: World) -> None:
        tap(bench, "row")
        before = world.snapshot()
        with pytest.raises(StateError):
            tap(bench, "broken")
        assert world.snapshot() == before

    def test_choices_and_switches_write(self, bench: HeadUnit, world: World) -> None:
        tap(bench, "row")
        tap(bench, "night")
        tap(bench, "hotspot")
        assert world.system.night_mode == "night"
        assert world.system.hotspot
        assert element(bench, "night").checked
        assert element(bench, "hotspot").checked


def test_a_wrong_path_fails_when_it_is_declared() -> None:
    with pytest.raises(StateError, match="did you mean"):
        ToggleButton("system.wify", id="wifi", text="Wi-Fi")


def test_a_slider_needs_a_number() -> None:
    with pytest.raises(TypeError, match="not a number"):
        Slider("system.wifi", "Wi-Fi", id="wifi")


def test_a_text_that_stays_needs_no_width() -> None:
    assert Text("Some words").wanted(1000)[0] > 100
