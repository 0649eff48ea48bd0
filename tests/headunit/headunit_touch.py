"""A finger for tests: finds widgets by their resource name, scrolls to them, touches them."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import World, changes
from automotive_env.episode.observation import Element
from automotive_env.headunit.head_unit import HeadUnit

HIDDEN = ("system.foreground_app", "system.foreground_screen")


def find(unit: HeadUnit, name: str) -> Element:
    """The only element of a name; scrolls down to it."""
    for _ in range(8):
        if found := named(unit, name):
            assert len(found) == 1, f"{len(found)} widgets are called {name}"
            return found[0]
        assert unit.scroll("down") == "", f"nothing is called {name}"
    raise AssertionError(f"nothing is called {name}")


def named(unit: HeadUnit, name: str) -> list[Element]:
    """All elements of a name that are on the display now."""
    return [element for element in unit.elements() if element.name == name]


def tap(unit: HeadUnit, name: str) -> None:
    """Touch the middle of what bears the name."""
    assert unit.tap(*find(unit, name).box.center) == ""


def slide(unit: HeadUnit, name: str, share: float) -> None:
    """Draw a slider from its middle to a share of its track."""
    slider = find(unit, name)
    assert slider.track
    x, y = slider.track.center
    assert unit.drag(x, y, slider.track.left + round(share * (slider.track.width - 1)), y) == ""


def heard(world: World) -> list[tuple[str, StateValue, str]]:
    """A list that fills with (path, value, kind of cause) of what changes from now on, the screen in front aside."""
    told: list[tuple[str, StateValue, str]] = []

    def listen(cause: ChangeCause, before: Mapping[int, StateValue]) -> None:
        told.extend(
            (change.path, change.after, cause.kind) for change in changes(cause, before, world) if change.path not in HIDDEN
        )

    world.listeners.append(listen)
    return told


def drives(world: World) -> None:
    """Let the car move."""
    world.set("road.gear", "drive")
    world.set("road.speed", 80)
