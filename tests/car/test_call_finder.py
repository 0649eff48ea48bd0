"""The calls that are said to do the same really do the same."""

import ast
from typing import Any

import pytest

from automotive_env.car.calls.call_finder import CallFinder
from automotive_env.car.core.world import SCHEMA, World


def carry_out(world: World, call: str) -> None:
    """Do what a shown call says."""
    tree = ast.parse(call, mode="eval").body
    assert isinstance(tree, ast.Call)
    arguments = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in tree.keywords}
    result = world.call(ast.unparse(tree.func), arguments)
    assert result.success, result.message


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("airConditioner.switch", {"switch": True, "position": ["second row left"]}),
        ("airConditioner.switch", {"switch": True, "position": ["all"]}),
        ("HUD.carcontrol_HUD_switch", {"switch": True}),
        ("system.wifi_switch", {"switch": False}),
        ("system.night_mode_set", {"mode": "night"}),
    ],
)
def test_what_a_call_did_is_found_again(name: str, arguments: dict[str, Any]) -> None:
    world = World()
    before = world.snapshot()
    assert world.call(name, arguments).success
    changed = world.diff(before)
    slots = {slot: world.values[slot] for slot, declared in enumerate(SCHEMA) if declared.path in changed}
    found = CallFinder().find(before, slots)
    calls = found.calls
    assert calls
    assert found.also == []
    again = World()
    for call in calls:
        carry_out(again, call)
    assert again.snapshot() == world.snapshot()


def test_a_level_is_found_with_its_value() -> None:
    world = World()
    world.call("airConditioner.switch", {"switch": True})
    before = world.snapshot()
    world.call("airConditioner.temperature_set", {"value": 24.5})
    changed = world.diff(before)
    slots = {slot: world.values[slot] for slot, declared in enumerate(SCHEMA) if declared.path in changed}
    assert CallFinder().find(before, slots).calls == ["airConditioner.temperature_set(value=24.5)"]


def test_where_no_call_leads_none_is_named() -> None:
    before = World().snapshot()
    slot = next(number for number, declared in enumerate(SCHEMA) if declared.path == "environment.speaker")
    assert CallFinder().find(before, {slot: "second row left"}).calls == []


def test_a_call_that_does_more_is_named_with_what_it_does_besides() -> None:
    world = World()
    world.call("airConditioner.switch", {"switch": True})
    before = world.snapshot()
    slot = next(
        number for number, declared in enumerate(SCHEMA) if declared.path == "airConditioner.ac_states.driver's seat.temperature"
    )
    found = CallFinder().find(before, {slot: 25.5})
    assert found.calls == ["airConditioner.temperature_set(value=25.5)"]
    assert found.also == ["environment.temperature"]
