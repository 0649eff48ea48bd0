"""Pixels: what is drawn again is exactly what a whole new frame would show."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.core.world import World
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.registry import apps
from automotive_env.headunit.ui_state import UiState

moves = st.lists(
    st.one_of(
        st.tuples(st.just("tap"), st.integers(0, 10_000), st.integers(0, 1)),
        st.tuples(st.just("open"), st.integers(0, 100), st.just(0)),
        st.tuples(st.just("scroll"), st.integers(0, 1), st.just(0)),
        st.tuples(st.just("drag"), st.integers(0, 10_000), st.integers(0, 1407)),
        st.tuples(st.sampled_from(["alert", "back", "home", "light", "move", "reset"]), st.integers(0, 1), st.just(0)),
    ),
    min_size=1,
    max_size=8,
)

START = World().snapshot()


def play(head_unit: HeadUnit, kind: str, first: int, second: int) -> None:
    world, elements = head_unit.world, head_unit.elements()
    match kind:
        case "tap":
            touchable = [e for e in elements if e.clickable]
            head_unit.tap(*touchable[first % len(touchable)].box.center)
        case "open":
            head_unit.open_app(list(apps())[first % len(apps())])
        case "scroll":
            head_unit.scroll("down" if first else "up")
        case "drag":
            box = elements[first % len(elements)].box
            head_unit.drag(*box.center, second, box.center[1])
        case "alert":
            world.call("system.safety_alert", {"kind": "ice", "message": "The road ahead may be frozen."})
        case "light":
            world.set("road.light", "night" if first else "day")
        case "move":
            world.set("road.gear", "drive")
            world.set("road.speed", 60.0 * first)
        case "reset":
            world.restore(START)
            head_unit.restore(UiState())
        case _:
            getattr(head_unit, kind)()


@given(moves)
def test_an_incremental_frame_equals_a_whole_one(played: list[tuple[str, int, int]]) -> None:
    head_unit = HeadUnit(World())
    for kind, first, second in played:
        play(head_unit, kind, first, second)
        if second % 2 == 0:
            shown = head_unit.frame().copy()
            assert np.array_equal(shown, head_unit.redrawn())
    elements = head_unit.elements()
    assert [e.index for e in elements] == list(range(len(elements)))


@given(moves)
def test_equal_cars_look_equal(played: list[tuple[str, int, int]]) -> None:
    first, second = HeadUnit(World()), HeadUnit(World())
    for move in played:
        play(first, *move)
        first.frame()
        play(second, *move)
    assert first.elements() == second.elements()
    assert np.array_equal(first.frame(), second.frame())


def test_every_registered_screen_can_be_drawn_from_nothing() -> None:
    for name in apps():
        head_unit = HeadUnit(World())
        head_unit.open_app(name)
        assert head_unit.frame().std() > 5


@given(moves)
def test_a_picture_stays_as_it_was_when_it_was_taken(played: list[tuple[str, int, int]]) -> None:
    head_unit, taken = HeadUnit(World()), []
    for move in played:
        play(head_unit, *move)
        picture = head_unit.picture()
        assert np.array_equal(picture, head_unit.redrawn())
        assert not picture.flags.writeable
        taken = [*taken[-1 - len(taken) % 3 :], (picture, picture.copy())]  # frames that nobody has are painted on again
        assert all(np.array_equal(picture, copy) for picture, copy in taken)
    assert all(np.array_equal(picture, copy) for picture, copy in taken)
