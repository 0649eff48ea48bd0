"""Calls, states and inits as the release writes them, read as ours."""

import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from automotive_env.car.core.documents import load, to_flat, to_tree
from automotive_env.car.core.world import World
from automotive_env.car.owner.scenarios import scenarios, world_of
from automotive_env.suites.vehicleworld.inits import ModuleStart, beginning
from automotive_env.suites.vehicleworld.release import MAX_CODE, ReleaseCall, flat_state, known_state, read_calls


def test_a_call_is_carried_out_and_a_write_that_does_not_fit_is_refused_as_a_call_is():
    car = World()
    calls = read_calls("vw.music.music_soundVolume_set(value=10)\nEnvironment.set_time_display_format('12-hour-format')")
    assert [call.perform(car).success for call in calls] == [True, True]
    assert (car.environment.volume, car.environment.time_display_format) == (10, "12-hour format")
    before = car.snapshot()
    for code in ("Environment.set_volume(1000)", "Environment.set_mood('good')", "vw.door.fly(1)", "vw.moon.fly(x=2)", "exit(1)"):
        (call,) = read_calls(code)
        result = call.perform(car)
        assert not result.success
        assert result.message
    assert car.snapshot() == before


def test_too_much_code_is_not_read():
    with pytest.raises(ValueError, match="at most"):
        read_calls("pass\n" * MAX_CODE)


@settings(max_examples=3 * settings().max_examples)
@given(st.text(max_size=80))
def test_any_text_is_calls_or_a_value_error(text):
    try:
        calls = read_calls(text)
    except ValueError:
        return
    car = World()
    before = car.snapshot()
    assert all(isinstance(call, ReleaseCall) and not call.perform(car).success for call in calls)
    assert car.snapshot() == before


@cases("name", list(scenarios())[::40])
def test_a_tree_of_nodes_is_read_into_the_same_car(name):
    car, other = world_of(name), World()
    state, foreign = known_state(flat_state(to_tree(car)))
    load(other, state)
    assert foreign == []
    assert to_flat(other) == to_flat(car)


def test_plain_values_among_nodes_and_paths_that_are_not_ours_are_told_apart():
    tree = {
        "environment": {"value": {"volume": {"value": 30, "type": "int"}, "time_display_format": "24-hour-format"}, "type": "x"},
        "radio": {"value": {"_max_history_size": {"value": 9, "type": "int"}}, "description": "y"},
    }
    state, foreign = known_state(flat_state(tree))
    assert state == {"environment.volume": 30, "environment.time_display_format": "24-hour format"}
    assert foreign == ["radio._max_history_size"]


@pytest.mark.parametrize(
    ("given_time", "ours"), [(1744545600.0, "2025-04-13 12:00:00"), (None, ""), ("now", "now"), (1e300, 1e300)]
)
def test_times_of_the_computers_clock_become_text(given_time, ours):
    state, _ = known_state({"conversation.messages[0].timestamp": given_time})
    assert state == {"conversation.messages[0].timestamp": ours}


def test_inits_are_start_states_in_order_and_the_later_one_counts():
    begins = beginning("Environment.init2()  # noon\nvw.radio = Radio.init1()\nEnvironment.set_volume(33)")
    assert begins.steps == (
        ModuleStart("environment", "init2"),
        ModuleStart("radio", "init1"),
        ReleaseCall("Environment.set_volume", {"argument 0": 33}),
    )
    assert (begins.modules, begins.unmapped) == (("radio",), ())
    car = World()
    begins.apply(car)
    assert (car.environment.volume, car.environment.sound_channel, car.radio.is_playing) == (33, "radio", True)
    other = World()
    beginning("vw.radio = Radio.init1()\nEnvironment.init2()").apply(other)
    assert other.environment.sound_channel == "video"


@cases(
    ("line", "unmapped"),
    [
        ("Window.init1()", []),
        ("vw.window = Window.init1(tint=True)", []),
        ("vw.window = Window.init9()", ["vw.window = Window.init9()"]),
        ("vw.submarine = Submarine.init1()", ["vw.submarine = Submarine.init1()"]),
        ("import os", ["import os"]),
        ("vw.window = 3", ["vw.window = 3"]),
        ("Environment.set_volume(open('x'))", ["Environment.set_volume(open('x'))"]),
        ("vw.window = (", ["vw.window = ("]),
    ],
)
def test_lines_that_do_not_map_are_kept_and_change_nothing(line, unmapped):
    begins = beginning(line)
    assert list(begins.unmapped) == unmapped
    if unmapped or not begins.steps:
        car = World()
        begins.apply(car)
        assert car.snapshot() == World().snapshot()
