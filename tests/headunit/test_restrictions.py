"""Driving restrictions: the bits of the platform, and what they do to screens, lists, texts and the keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from headunit_touch import drives, named, tap

from automotive_env.car.core.world import World
from automotive_env.car.driving.road import DrivingState
from automotive_env.episode.observation import Box
from automotive_env.headunit.gallery import entries
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.drawing import DrawnTextLine
from automotive_env.headunit.kit.rendering.node import LayoutCollector, PlacedWidget
from automotive_env.headunit.kit.rendering.theme import DAY
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.registry import app_of
from automotive_env.headunit.restrictions import MAX_LIST_ITEMS, MAX_STRING_CHARACTERS, Restriction, restrictions_of, shortened
from automotive_env.headunit.ui_state import UiState


@pytest.mark.parametrize(("state", "bits"), [("parked", 0), ("idling", 16), ("moving", 255)])
def test_the_bits_are_those_of_the_platform(state: DrivingState, bits: int) -> None:
    assert restrictions_of(state) == bits


@pytest.mark.parametrize(
    ("gear", "speed", "forbidden"), [("park", 0, False), ("drive", 0, True), ("neutral", 0, True), ("drive", 9, True)]
)
def test_screens_ask_whether_videos_may_be_seen(world: World, gear: str, speed: float, forbidden: bool) -> None:
    world.set("road.gear", gear)
    world.set("road.speed", speed)
    view = BuildContext(
        app_of("home"), world.values, ScreenEntry("home", "home"), world.road.driving_state == "moving", 1408, 600
    )
    assert (Restriction.NO_VIDEO in view.restrictions) is forbidden
    assert (Restriction.NO_KEYBOARD in view.restrictions) is (speed > 0)


def test_the_keyboard_is_there_when_idling_and_refused_when_moving(head_unit: HeadUnit, world: World) -> None:
    head_unit.open_app("maps")
    world.set("road.gear", "drive")
    tap(head_unit, "search_edit_text")
    assert head_unit.type_text("Bonn") == ""
    world.set("road.speed", 20)
    assert Restriction.NO_KEYBOARD in head_unit.restrictions
    assert "not available while driving" in head_unit.type_text("Ulm")
    assert named(head_unit, "search_edit_text")[0].text == "Bonn"


@pytest.mark.parametrize("columns", [1, 3])
def test_a_list_that_is_cut_says_so(columns: int) -> None:
    def placed(moving: bool, count: int) -> tuple[PlacedWidget[Any], ...]:
        canvas = LayoutCollector(moving)
        rows = (Button(id="row", text=str(row), height=96) for row in range(count))
        ListView(*rows, id="rows", columns=columns, row_height=96).place(Box(0, 0, 900, 600), "background", canvas)
        return tuple(canvas.placed)

    assert [p.widget.id for p in placed(True, MAX_LIST_ITEMS)].count("list_cut") == 0
    assert [p.widget.id for p in placed(False, 40)].count("row") == 40
    cut = [p.widget.id for p in placed(True, 40)]
    assert (cut.count("row"), cut.count("list_cut"), cut[-1]) == (MAX_LIST_ITEMS, 1, "list_cut")


def test_texts_are_cut_to_the_length_a_driver_may_read() -> None:
    assert shortened("x" * MAX_STRING_CHARACTERS) == "x" * MAX_STRING_CHARACTERS
    assert len(shortened("x" * 200)) == MAX_STRING_CHARACTERS
    assert shortened("x" * 200).endswith("…")


def test_what_is_drawn_is_cut_too_while_the_car_moves(head_unit: HeadUnit, world: World) -> None:
    message = "iiiii " * 40

    def drawn() -> str:
        layer = next(layer for layer in head_unit.layers if layer.entry.screen == "heads_up")
        places = [i for i in range(len(layer.states)) if layer.widget(i).id == "notification_body_content"]
        return " ".join(op.text for op in layer.drawing(places[0], DAY).ops if isinstance(op, DrawnTextLine))

    world.system.notify("ice", "Ice", message, is_alert=True)
    head_unit.elements()
    assert len(drawn()) > MAX_STRING_CHARACTERS
    drives(world)
    assert len(named(head_unit, "notification_body_content")[0].text) <= MAX_STRING_CHARACTERS
    assert len(drawn()) <= MAX_STRING_CHARACTERS


@pytest.mark.parametrize(("gear", "speed", "locked"), [("park", 0, False), ("drive", 0, True), ("drive", 30, True)])
def test_videos_are_for_parked_cars(head_unit: HeadUnit, world: World, gear: str, speed: float, locked: bool) -> None:
    head_unit.open_app("video")
    world.set("road.gear", gear)
    world.set("road.speed", speed)
    assert bool(named(head_unit, "activity_blocking_content")) is locked


SETUP = (
    *("networks.saved", "networks.hotspot_name", "networks.hotspot_password", "pairing.car_name", "drivers.profiles"),
    *("service.resets", "tyres.reset_at", "software.version", "software.scheduled_for"),
    *("energy.departure_time", "energy.off_peak_start", "energy.off_peak_end"),
)
"""What a driver sets up at leisure."""


def test_nothing_is_set_up_while_the_car_moves(world: World) -> None:
    drives(world)
    unit, before = HeadUnit(world), world.snapshot()
    set_up: dict[str, object] = {"devices": tuple(one.name for one in world.pairing.devices)}
    set_up |= {path: world.get(path) for path in SETUP}
    for entry in entries():
        if entry.app not in ("settings", "care", "energy"):
            continue
        unit.restore(UiState((ScreenEntry("home", "home"), entry)))
        for element in [one for one in unit.elements() if one.clickable]:
            unit.tap(*element.box.center)
            now = {"devices": tuple(one.name for one in world.pairing.devices), **{path: world.get(path) for path in SETUP}}
            assert now == set_up, f"{entry.screen}: {element.name}"
            assert not any(one.focused for one in unit.elements())
            unit.restore(UiState((ScreenEntry("home", "home"), entry)))
            world.restore(before)
