"""Sliders move by what is asked, from where they are, and tell where they can be aimed at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from cases import cases
from headunit_screens import SCREENS, open_entry, opened
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.core.world import World
from automotive_env.episode.action import Click, Swipe
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Element, Observation
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.widgets.slider import Slider

PAGES = [("settings_sound", "volume_seek_bar"), ("settings_display", "brightness"), ("settings_apps", "screen_timeout")]


def seen_slider(car: HeadlessController, page: str, name: str) -> tuple[Observation, Element]:
    car.head_unit.open_app("settings")
    section = next(e for e in car.head_unit.elements() if e.name == f"section_{page.removeprefix('settings_')}")
    car.head_unit.tap(*section.box.center)
    seen = car.observe()
    return seen, next(e for e in seen.elements if e.name == name)


@given(
    page=st.sampled_from(PAGES),
    start=st.floats(0, 1),
    direction=st.sampled_from(("left", "right")),
    amount=st.floats(0.05, 1),
)
def test_a_swipe_moves_a_value_by_its_part_of_the_range(
    page: tuple[str, str], start: float, direction: str, amount: float
) -> None:
    car = HeadlessController()
    seen, slider = seen_slider(car, *page)
    assert slider.track
    aim = slider.track.left + round(start * (slider.track.width - 1))
    assert car.act(Click(x=aim, y=slider.track.center[1]), seen).done
    seen = car.observe()
    before = seen.elements[slider.index].range
    assert before
    assert car.act(Swipe(direction=direction, index=slider.index, amount=amount), seen).done  # type: ignore[arg-type]
    after = car.observe().elements[slider.index].range
    assert after
    moved = amount * (before.high - before.low) * (1 if direction == "right" else -1)
    assert after.value == pytest.approx(min(before.high, max(before.low, before.value + moved)), abs=1)


def sliders(layer: ScreenLayer) -> Iterator[int]:
    for position in range(len(layer.boxes)):
        if isinstance(layer.widget(position), Slider) and layer.visible(position):
            yield position


@pytest.mark.parametrize("size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.sweep) for size in SIZES[1:])])
@cases("entry", SCREENS)
def test_the_ends_of_every_track_are_the_bounds_of_the_value(entry: ScreenEntry, size: tuple[int, int]) -> None:
    layer = opened(entry) if size == SIZES[0] else open_entry(HeadUnit(World(), size), entry)
    for position in sliders(layer):
        widget, box, element = layer.widget(position), layer.boxes[position], layer.element(position, 0)
        assert isinstance(widget, Slider)
        track = element.track
        assert track
        assert element.box.contains(track.left, track.center[1])
        assert element.box.contains(track.right - 1, track.center[1])
        assert widget.value_at(box, track.left) == pytest.approx(widget.low, abs=widget.step)
        assert widget.value_at(box, track.right - 1) == pytest.approx(widget.high, abs=widget.step)
        assert widget.value_at(box, track.center[0]) == pytest.approx((widget.low + widget.high) / 2, abs=widget.step)


def test_a_line_about_a_slider_tells_its_track() -> None:
    _, slider = seen_slider(HeadlessController(), "settings_sound", "volume_seek_bar")
    assert slider.track
    assert f"track x={slider.track.left}..{slider.track.right - 1} y={slider.track.center[1]}" in slider.line()
