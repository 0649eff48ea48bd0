"""Trees and windows of a stock car, and dumps that make no sense."""

import random

import pytest
from cases import cases
from stock_screen import WINDOWS, bar, button, dump, hvac_panel, node, settings

from automotive_env.android.apps import climate_shown
from automotive_env.android.screen import at_rest
from automotive_env.android.shell import DeviceFault
from automotive_env.android.tree import all_listed, elements, parse
from automotive_env.android.windows import AndroidWindow, parse_windows
from automotive_env.episode.observation import Box, Element, RangeInfo

FULL = Box(0, 0, 1408, 792)
ROOTS = [
    settings(),
    bar(0, 80, node("android.widget.TextView", (600, 0, 800, 80), resource_id="clock", text="9:41")),
    bar(696, 792, button("home", 100, 696, content_desc="Home Screen"), button("hvac", 300, 696, content_desc="Climate Control")),
    hvac_panel(),
]


def seen(*roots: str, windows: str = WINDOWS) -> tuple[Element, ...]:
    return elements(parse(dump(*roots)), parse_windows(windows))


def test_windows_are_read_from_the_bottom_to_the_top() -> None:
    assert parse_windows(WINDOWS) == (
        AndroidWindow("Car & Settings", "com.android.car.settings", 0, FULL),
        AndroidWindow("TopCarSystemBar", "com.android.systemui", 0, Box(0, 0, 1408, 80)),
        AndroidWindow("BottomCarSystemBar", "com.android.systemui", 0, Box(0, 696, 1408, 792)),
        AndroidWindow("SystemUIOverlayWindow", "com.android.systemui", 0, FULL),
    )


def test_windows_of_android_11_are_read() -> None:
    older = WINDOWS.replace("Frames: parent", "Frames: containing").replace(" frame=", "\n    mFrame=")
    assert parse_windows(older) == parse_windows(WINDOWS)


@cases("seed", range(6))
def test_windows_in_any_order_give_the_same_elements(seed: int) -> None:
    shuffled = list(ROOTS)
    random.Random(seed).shuffle(shuffled)
    assert seen(*shuffled) == seen(*ROOTS)


def test_the_climate_panel_of_a_stock_car() -> None:
    panel = [e for e in seen(*ROOTS) if e.window == "SystemUIOverlayWindow"]
    assert [e.name for e in panel] == [
        "hvac_increase_button", "hvac_temperature_text", "hvac_decrease_button", "ac_master_switch", "ac_button", "auto_button",
        "recycle_air_button", "defroster_button", "direction_face", "fan_off", "fan_speed_1", "fan_speed_2", "fan_speed_3",
        "fan_speed_4", "fan_max",
    ]  # fmt: skip
    assert {e.name for e in panel if e.selected} == {"ac_master_switch", "auto_button", "defroster_button"}
    assert panel[1].line().endswith('TextView "72" #hvac_temperature_text not-clickable (68,250)')
    assert climate_shown(seen(*ROOTS))
    assert not climate_shown(seen(*ROOTS[:3]))


def test_indices_count_up_and_the_top_window_comes_last() -> None:
    found = seen(*ROOTS)
    assert [e.index for e in found] == list(range(len(found)))
    assert list(dict.fromkeys(e.window for e in found)) == [
        "Car & Settings", "TopCarSystemBar", "BottomCarSystemBar", "SystemUIOverlayWindow",
    ]  # fmt: skip


def test_a_row_says_what_stands_in_it_and_a_list_does_not() -> None:
    rows = [e for e in seen(*ROOTS) if e.window == "Car & Settings"]
    assert [(e.role, e.label, e.clickable, e.checked) for e in rows] == [
        ("RecyclerView", "", False, False),
        ("LinearLayout", "Display, Adaptive brightness, <dark>", True, False),
        ("LinearLayout", "Wi-Fi", True, False),
        ("Switch", "", False, True),
    ]


def test_a_window_that_is_not_listed_counts_as_the_topmost() -> None:
    popup = node("android.widget.FrameLayout", (400, 300, 2000, 900), button("ok", 500, 400), package="com.example")
    found = seen(popup, *ROOTS)
    assert (found[-1].name, found[-1].window) == ("ok", "")


def test_what_other_displays_show_is_out_of_reach_and_left_out() -> None:
    cluster = node("android.widget.FrameLayout", (0, 0, 400, 600), button("speed", 0, 0, display_id="2"), display_id="2")
    assert seen(cluster, *ROOTS) == seen(*ROOTS)


def test_whether_all_windows_are_listed() -> None:
    popup = node("android.widget.FrameLayout", (400, 300, 2000, 900), package="com.example")
    cluster = node("android.widget.FrameLayout", (0, 0, 400, 600), display_id="2")
    assert all_listed(parse(dump(cluster, *ROOTS)), parse_windows(WINDOWS))
    assert not all_listed(parse(dump(popup, *ROOTS)), parse_windows(WINDOWS))


def test_ranges_hints_and_fields() -> None:
    bar = node("android.widget.SeekBar", (0, 0, 100, 50), range="0.0 40.0 12.5")
    field = node("android.widget.EditText", (0, 60, 100, 90), hint="Search", clickable="true", focused="true")
    plain = node("android.view.View", (0, 100, 100, 150), range="much")
    found = seen(node("android.widget.FrameLayout", FULL, bar, field, plain))
    assert found[0].range == RangeInfo(0, 40, 12.5)
    assert (found[1].editable, found[1].focused, found[1].label) == (True, True, "Search")
    assert found[2].range is None


@cases(
    ("xml", "says"),
    [
        ("", "no XML"),
        ("<hierarchy>", "no XML"),
        ("<html><node", "no XML"),
        ("ERROR: could not get idle state.", "no XML"),
        ('<!DOCTYPE x [<!ENTITY a "aaaa">]><hierarchy rotation="0"><node text="&a;"/></hierarchy>', "declares entities"),
        ("<hierarchy>" + "<node />" * 10_001 + "</hierarchy>", "more than 10000 nodes"),
        ("<hierarchy>" + " " * (8 << 20) + "</hierarchy>", "characters"),
    ],
)
def test_what_is_no_dump_is_a_fault(xml: str, says: str) -> None:
    with pytest.raises(DeviceFault, match=says):
        parse(xml)


def test_odd_nodes_do_no_harm() -> None:
    odd = '<node bounds="nonsense" text="a" display-id="x" /><other><node text="b" bounds="[0,0][9,9]" /></other>'
    assert seen(node("android.widget.FrameLayout", FULL, odd)) == ()
    assert parse_windows("  Window #0 Window{ab u10 X}:\n    nothing known\n" * 300) == ()


def test_clocks_and_progress_do_not_keep_a_screen_from_resting() -> None:
    def screen(clock: str, progress: str, label: str) -> tuple[Element, ...]:
        return seen(
            node(
                "android.widget.FrameLayout",
                FULL,
                node("android.widget.TextView", (0, 0, 9, 9), text=clock),
                node("android.widget.SeekBar", (0, 10, 9, 19), text=progress, range=f"0 100 {len(progress)}"),
                node("android.widget.TextView", (0, 20, 9, 29), text=label),
            )
        )

    before = screen("9:59 AM", "1:02", "Play")
    assert at_rest(before, screen("10:00 am", "1:03:07", "Play"))
    assert not at_rest(before, screen("9:59 AM", "1:02", "Pause"))
    assert not at_rest(before, screen("soon", "1:02", "Play"))
