"""Drivers read drivers' words; what is on looks different from what is off, whoever sees no colours."""

from __future__ import annotations

import re

import numpy as np
import pytest
from cases import cases
from headunit_screens import SCREENS, opened

from automotive_env.episode.observation import Box, Image
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.drawing import overlap
from automotive_env.headunit.kit.rendering.fonts import ICONS, icon_mask
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.rendering.tell_tales import TELL_TALES
from automotive_env.headunit.kit.rendering.theme import DAY
from automotive_env.headunit.kit.widgets.button import Button, OptionButton, ToggleButton
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState

DENIED = re.compile(
    r"\b(?:gears? \d|steps? \d to \d|\d to \d|in %|in percent|speed in|percentage|nits?|enabled|disabled|config\w*|param\w*|"
    r"invalid|null|none|true|false|api|boolean|toggle|state|status|mode \d|flow|blow directly|avoid \w+ blow|"
    r"people blow|cat step|warns (?:beside|above|ahead)|danmaku|degree gear)\b|\bin %|_",
    re.IGNORECASE,
)
"""Words of engineers, and names that only the car's interface uses."""


def entry_texts(entry: ScreenEntry) -> set[str]:
    layer = opened(entry)
    return {text for state in layer.states for text in (state.text, state.description) if text}


@cases("entry", SCREENS)
def test_no_text_is_written_for_engineers(entry: ScreenEntry) -> None:
    told = {text for text in entry_texts(entry) if (found := DENIED.search(text)) and found[0].lower() not in ALLOWED}
    assert not told


ALLOWED = ("warns above",)
"""Of the denied, what stands in a whole sentence: "Warns above 130 km/h"."""


@cases("words", ["Ventilation 1 to 5", "Ventilation in %", "Avoid People Blow", "Cat step", "Warns beside", "Speed in"])
def test_the_list_knows_the_old_sins(words: str) -> None:
    assert DENIED.search(words)


def shape(layer: ScreenLayer, position: int, state: WidgetState) -> Image:
    """A widget without its colours: what differs from its surface."""
    assert layer.plan
    widget, box = layer.widget(position), layer.boxes[position]
    brush = WidgetBrush(DAY, layer.plan.placed[position].on, box.width, box.height)
    widget.paint(state, brush)
    frame = np.zeros((box.height, box.width, 3), np.uint8)
    for op in brush.ops:
        op.paint(frame, 0, 0, overlap(Box(0, 0, box.width, box.height), Box(0, 0, box.width, box.height)))
    surface = frame[min(12, box.height - 1), box.width // 2]
    return (np.abs(frame.astype(np.int16) - surface).sum(axis=2) > 60).astype(np.uint8)


def can_be_on(widget: Widget) -> bool:
    return isinstance(widget, (ToggleButton, OptionButton, SwitchRow))


@cases("entry", SCREENS)
def test_on_and_off_differ_in_shape(entry: ScreenEntry) -> None:
    layer = opened(entry)
    for position, state in enumerate(layer.states):
        if can_be_on(layer.widget(position)) and state.enabled:
            on, off = (shape(layer, position, state._replace(checked=now)) for now in (True, False))
            assert (on != off).sum() > 80, layer.widget(position).id


def test_stars_and_hearts_are_outlines_while_they_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[bool] = []
    monkeypatch.setattr(WidgetBrush, "icon", lambda *_, filled=True, **__: drawn.append(filled))
    found = 0
    for screen in SCREENS:
        layer = opened(screen.values[0])
        for position, state in enumerate(layer.states):
            widget = layer.widget(position)
            if isinstance(widget, Button) and state.icon in ("star", "favorite"):
                found += 1
                for on in (True, False):
                    drawn.clear()
                    widget.paint(state._replace(selected=on, checked=on), WidgetBrush(DAY, "card", 92, 92))
                    assert drawn == [on], widget.id
    assert found >= 4


@cases("name", sorted(TELL_TALES))
def test_a_tell_tale_is_drawn_whole_and_as_an_outline(name: str) -> None:
    filled, outline = icon_mask(name, 44), icon_mask(name, 44, filled=False)
    for mask in (filled, outline):
        assert mask.shape == (44, 44)
        assert mask.max() == 255
        assert not mask[0].any() or not mask[-1].any()
    assert filled.astype(int).sum() >= outline.astype(int).sum()


@cases("name", ["eco", "favorite", "home", "notifications", "rainy", "star", "weekend"])
def test_a_filled_icon_has_no_seams_and_its_outline_is_hollow(name: str) -> None:
    assert name in ICONS
    filled, outline = icon_mask(name, 88).astype(int), icon_mask(name, 88, filled=False).astype(int)
    assert outline.sum() < 0.9 * filled.sum()
    assert (outline <= filled).all()
    middle = filled[1:-1, 1:-1]
    around = np.minimum.reduce([filled[:-2, 1:-1], filled[2:, 1:-1]]), np.minimum.reduce([filled[1:-1, :-2], filled[1:-1, 2:]])
    for pair in around:
        assert not ((pair == 255) & (middle < 128)).any()
