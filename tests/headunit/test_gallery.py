"""Pictures of all screens."""

from __future__ import annotations

import numpy as np
import pytest

from automotive_env.headunit.entry import Entry
from automotive_env.headunit.gallery import AROUND, entries, label, picture
from automotive_env.headunit.registry import apps

SHOWN = [entry for entry in entries() if entry.screen not in AROUND]


def test_every_app_has_pictures_with_names_of_their_own() -> None:
    assert {entry.app for entry in SHOWN} == {*apps(), "system"}
    names = [label(entry) for entry in SHOWN]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "screen", ["notifications", "heads_up", "heads_up_message", "incoming_call", "keyboard", "toast", "blocked"]
)
def test_panels_are_brought_over_the_home_screen(screen: str) -> None:
    entry = next(entry for entry in SHOWN if entry.screen == screen)
    assert (picture(entry, "day") != picture(Entry("home", "home"), "day")).any()


def test_night_is_dark() -> None:
    day, night = picture(Entry("home", "home"), "day"), picture(Entry("home", "home"), "night")
    assert night.mean() < np.uint8(70) < np.uint8(160) < day.mean()
