"""Windows: toasts, what lies over what, what is hidden, and the way back."""

from __future__ import annotations

import pytest
from headunit_touch import drives, named, tap
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from automotive_env.car.core.world import World
from automotive_env.car.owner.events import EVENTS, happen
from automotive_env.episode.observation import Box
from automotive_env.headunit.head_unit import HeadUnit


def toasts(unit: HeadUnit) -> list[str]:
    return [e.text for e in unit.elements() if e.window == "Toast"]


class TestToasts:
    @pytest.fixture
    def refused(self, head_unit: HeadUnit, world: World) -> HeadUnit:
        drives(world)
        head_unit.open_app("maps")
        assert head_unit.tap(*named(head_unit, "search_edit_text")[0].box.center) != ""
        return head_unit

    def test_a_refused_touch_says_why(self, refused: HeadUnit) -> None:
        (toast,) = [e for e in refused.elements() if e.window == "Toast"]
        assert toast.text == "Not available while driving: the keyboard is locked while the car moves"
        assert (toast.role, toast.clickable, toast.index) == ("TextView", False, len(refused.elements()) - 1)

    def test_it_is_as_wide_as_its_line_in_another_language(self, refused: HeadUnit, world: World) -> None:
        def bounds() -> set[Box]:
            return {e.box for e in refused.elements() if e.window == "Toast"}

        before = bounds()
        world.set("environment.language", "German")
        after = bounds()
        refused.restore(refused.snapshot())  # laid out anew
        assert before != after == bounds()

    def test_where_nothing_can_be_touched_the_display_stays_as_it_is(self, head_unit: HeadUnit) -> None:
        head_unit.open_app("climate")
        before = head_unit.elements()
        assert head_unit.tap(*named(head_unit, "hvac_temperature_text")[0].box.center) in ("", "nothing happens here")
        still = next(e for e in before if not e.clickable and e.text and e.role == "TextView")
        assert head_unit.tap(*still.box.center) != ""
        assert toasts(head_unit) == []

    @pytest.mark.parametrize("action", ["tap", "drag", "scroll", "back", "home", "open", "wait", "call"])
    def test_it_goes_with_the_next_action(self, refused: HeadUnit, action: str) -> None:
        match action:
            case "tap":
                refused.tap(*named(refused, "notifications")[0].box.center)
            case "drag":
                refused.drag(700, 400, 700, 300)
            case "scroll":
                refused.scroll("down")
            case "open":
                refused.open_app("media")
            case "wait":
                refused.world.environment.advance(3)
            case "call":
                refused.world.call("system.mute_switch", {"switch": True})
            case _:
                getattr(refused, action)()
        assert toasts(refused) == []

    def test_a_disabled_control_says_so(self, head_unit: HeadUnit) -> None:
        head_unit.open_app("climate")
        head_unit.tap(*named(head_unit, "fan_speed_3")[0].box.center)
        assert "cannot be used now" in toasts(head_unit)[0]

    def test_it_is_no_obstacle_to_the_finger(self, refused: HeadUnit, world: World) -> None:
        (toast,) = [e for e in refused.elements() if e.window == "Toast"]
        below = [e for e in refused.elements() if e.clickable and e.box.contains(*toast.box.center)]
        touched: list[str] = []
        world.listeners.append(lambda cause, before: touched.append(cause.name))
        refused.tap(*toast.box.center)
        assert bool(touched) == any(not element.checked for element in below)  # what is chosen already stays chosen

    def test_it_stands_above_the_keyboard(self, head_unit: HeadUnit) -> None:
        head_unit.open_app("maps")
        tap(head_unit, "search_edit_text")
        head_unit.tap(*named(head_unit, "key_delete")[0].box.center)
        (toast,) = [e for e in head_unit.elements() if e.window == "Toast"]
        assert toast.text == "There is nothing to delete"
        assert toast.box.bottom <= named(head_unit, "key_q")[0].box.top


class TestOrder:
    def test_windows_lie_one_over_the_other(self, head_unit: HeadUnit, world: World) -> None:
        head_unit.open_app("maps")
        tap(head_unit, "search_edit_text")
        happen(world, "ice warning")
        order = list(dict.fromkeys(e.window for e in head_unit.elements()))
        assert order == ["Maps", "TopCarSystemBar", "BottomCarSystemBar", "InputMethod", "HeadsUpNotification"]

    def test_a_box_ends_where_the_keyboard_begins(self, head_unit: HeadUnit) -> None:
        head_unit.open_app("maps")
        tap(head_unit, "search_edit_text")
        top = min(e.box.top for e in head_unit.elements() if e.window == "InputMethod")
        shown = [e for e in head_unit.elements() if e.window == "Maps"]
        assert shown
        assert all(e.box.bottom <= top for e in shown)

    def test_back_closes_what_lies_on_top_and_leaves_the_alert(self, head_unit: HeadUnit, world: World) -> None:
        head_unit.open_app("maps")
        tap(head_unit, "search_edit_text")
        happen(world, "ice warning")
        head_unit.back()
        assert not named(head_unit, "hide_keyboard")
        assert named(head_unit, "search_edit_text")
        world.set("airConditioner.ac_view_open", True)
        world.set("system.notification_center_open", True)
        fronts = []
        for _ in range(3):
            head_unit.back()
            fronts.append(world.system.foreground_app)
        assert fronts == ["climate", "maps", "home"]
        assert named(head_unit, "alert_dismiss")


MOVES = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 10_000)), min_size=40, max_size=40)


def play(unit: HeadUnit, kind: int, chance: int) -> None:
    """One random action: mostly touches, now and then something else."""
    if kind < 9:
        touchable = [e for e in unit.elements() if e.clickable]
        unit.tap(*touchable[chance % len(touchable)].box.center)
    elif kind == 9:
        unit.open_app(unit.apps[chance % len(unit.apps)])
    elif kind == 10:
        unit.type_text("Museum")
    elif kind == 11:
        unit.enter()
    elif unit.world.conversation.call_state == "idle":
        happen(unit.world, list(EVENTS)[chance % len(EVENTS)])


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(MOVES)
def test_back_leads_home_from_anywhere(moves: list[tuple[int, int]]) -> None:
    unit = HeadUnit(World())
    for move in moves:
        play(unit, *move)
        focused = [e for e in unit.elements() if e.focused]
        keyboard = [e for e in unit.elements() if e.window == "InputMethod"]
        assert len(focused) <= 1
        assert not focused or keyboard
    for _ in range(4 * len(moves) + 4):  # a move opens two screens at most, and a screen may lead back by a panel
        unit.back()
    system = unit.world.system
    assert (system.foreground_app, system.foreground_screen) == ("home", "home")
    assert not system.notification_center_open
    assert not unit.world.airConditioner.ac_view_open
