"""Calls: checked before they run, all or nothing, told to listeners once."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from world_strategies import JUNK, STARTS, TRACES, accepted_arguments, calls, is_sound, worlds

from automotive_env.car.calls.api import Api
from automotive_env.car.core.change import DIRECT, ChangeCause
from automotive_env.car.core.world import World, all_apis, changes

APIS = sorted(all_apis())


def test_every_api_is_reachable_described_and_refuses_unknown_arguments():
    for name, api in all_apis().items():
        assert api.summary.endswith("."), name
        assert all(parameter.description for parameter in api.parameters.values()), name
        world = World()
        result = world.call(name, {"no such thing": 1})
        assert not result.success, name
        assert "has no parameter 'no such thing'" in result.message, name
        assert world.diff(World().snapshot()) == {}, name


def test_attribute_and_name_reach_the_same_api():
    for name in APIS:
        module, method = name.split(".")
        one, other = World(), World()
        assert getattr(getattr(one, module), method)() == other.call(name, {}), name
        assert one.snapshot() == other.snapshot(), name


@settings(max_examples=4 * settings().max_examples)
@given(data=st.data(), name=st.sampled_from(APIS), world=worlds())
def test_what_the_schema_accepts_passes_the_checks(data, name, world):
    api: Api = all_apis()[name]
    checked = api.checked(world.device(api.module), data.draw(accepted_arguments(api)))
    assert set(checked) == set(api.parameters)


@settings(max_examples=4 * settings().max_examples)
@given(world=worlds(), call=calls())
def test_a_call_succeeds_or_changes_nothing_and_says_why(world, call):
    before = world.snapshot()
    result = world.call(*call)
    is_sound(world)
    assert result.message
    json.dumps(result.to_json(), allow_nan=False)
    if not result.success or all_apis()[call[0]].reads_only:
        assert world.diff(before) == {}
        assert world.snapshot() == before


@given(name=st.one_of(st.sampled_from(APIS), st.text(max_size=30)), arguments=JUNK)
def test_junk_never_raises(name, arguments):
    world = World()
    result = world.call(name, arguments)
    is_sound(world)
    assert result.message
    if not result.success:
        assert world.diff(World().snapshot()) == {}


@settings(max_examples=4 * settings().max_examples)
@given(data=st.data(), name=st.sampled_from([name for name in APIS if all_apis()[name].parameters]), world=worlds())
def test_junk_in_any_parameter_never_raises(data, name, world):
    api = all_apis()[name]
    before = world.snapshot()
    arguments = data.draw(st.dictionaries(st.sampled_from(list(api.parameters)), JUNK, min_size=1))
    result = world.call(name, arguments)
    is_sound(world)
    assert result.success or (result.message and world.snapshot() == before)


@given(starts=STARTS, trace=TRACES)
def test_listeners_hear_of_each_change_once_with_its_cause(starts, trace):
    world = World(starts)
    heard = []
    world.listeners.append(lambda cause, before: heard.append((cause, dict(before))))
    for name, arguments in trace:
        heard.clear()
        version, start = world.version, world.snapshot()
        world.call(name, arguments)
        if world.snapshot() == start and not heard:
            assert world.version == version
            continue
        assert world.version == version + 1
        [(cause, before)] = heard
        assert cause == ChangeCause("call", name)
        rebuilt = list(world.values)
        for slot, value in before.items():
            rebuilt[slot] = value
        assert tuple(rebuilt) == start
        told = {change.path: (change.before, change.after) for change in changes(cause, before, world)}
        assert told == world.diff(start)


@given(starts=STARTS, trace=TRACES)
def test_nested_changes_are_told_as_one_and_undone_together(starts, trace):
    world = World(starts)
    start = world.snapshot()
    heard = []
    world.listeners.append(lambda cause, before: heard.append(cause))
    touch = ChangeCause("touch", "somewhere")

    def act(*, break_off: bool):
        with world.changing(touch):
            for name, arguments in trace:
                world.call(name, arguments)
            if break_off:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        act(break_off=True)
    assert world.snapshot() == start
    assert heard == []
    act(break_off=False)
    assert heard in ([], [touch])
    assert bool(heard) or world.snapshot() == start


def test_a_direct_write_is_not_blamed_on_an_earlier_call_that_changed_nothing():
    world = World()
    heard = []
    world.listeners.append(lambda cause, before: heard.append(cause))
    assert world.music.music_soundVolume_set(value=world.environment.volume).success
    world.environment.volume += 1
    assert heard == [DIRECT]


def test_a_refused_call_inside_a_change_takes_back_only_itself():
    world = World()
    with world.changing(ChangeCause("setup", "test")):
        world.set("environment.volume", 33)
        assert not world.call("music.music_soundVolume_set", {"value": 130}).success
        assert not world.call("conversation.conversation_phone_call", {"contact": "Nobody"}).success
    assert world.diff(World().snapshot()) == {"environment.volume": (50, 33)}


def test_several_writes_of_a_call_are_one_change():
    world = World()
    heard = []
    world.listeners.append(lambda cause, before: heard.append(len(before)))
    assert world.call("navigation.navigation_route_plan", {"address": "Harbour Square"}).success
    assert heard == [4]


def test_unknown_names_get_a_suggestion():
    result = World().call("music.music_favourite_play", {})
    assert "music.music_favorite_play" in result.message


def test_arguments_may_be_given_in_order():
    world = World()
    assert world.music.music_soundVolume_set(30).success
    assert world.environment.volume == 30
    assert "takes 2 arguments" in world.music.music_soundVolume_set(1, "low", 3).message
