"""Snapshots, differences, independence and replay."""

import pytest
from hypothesis import given
from world_strategies import STARTS, TRACES, is_sound, worlds

from automotive_env.car.core.change import DIRECT
from automotive_env.car.core.documents import state_hash
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.world import INDEX, World


@given(world=worlds(), trace=TRACES)
def test_restore_brings_back_exactly_what_was(world, trace):
    before, digest = world.snapshot(), state_hash(world)
    for name, arguments in trace:
        world.call(name, arguments)
    after = world.snapshot()
    world.restore(before)
    assert world.snapshot() == before
    assert state_hash(world) == digest
    assert world.diff(before) == {}
    is_sound(world)
    world.restore(after)
    assert world.snapshot() == after


@given(world=worlds(), other=worlds())
def test_a_difference_is_what_must_be_written_to_get_there(world, other):
    start = world.snapshot()
    change = world.diff(start, other.snapshot())
    assert set(change) == set(other.diff(start))
    for path, (before, after) in change.items():
        assert world.get(path) == before
        assert other.get(path) == after
    same = world.diff(other.snapshot(), other.snapshot())
    assert same == {}
    assert {path: (after, before) for path, (before, after) in change.items()} == world.diff(other.snapshot())


@given(starts=STARTS, trace=TRACES)
def test_replaying_a_trace_gives_the_same_answers_and_state(starts, trace):
    one, other = World(starts), World(starts)
    assert [one.call(*call) for call in trace] == [other.call(*call) for call in trace]
    assert state_hash(one) == state_hash(other)


@given(trace=TRACES)
def test_worlds_are_independent(trace):
    quiet, busy = World(), World()
    heard = []
    quiet.listeners.append(lambda cause, before: heard.append(cause))
    start = quiet.snapshot()
    for name, arguments in trace:
        busy.call(name, arguments)
    assert quiet.snapshot() == start == World().snapshot()
    assert heard == []


@given(world=worlds(), trace=TRACES)
def test_snapshots_never_change(world, trace):
    before = world.snapshot()
    kept, digest = tuple(before), state_hash(world)
    for name, arguments in trace:
        world.call(name, arguments)
    assert before == kept
    fresh = World()
    fresh.restore(before)
    assert state_hash(fresh) == digest


def test_restoring_counts_as_a_change_of_anything():
    world = World()
    heard = []
    world.listeners.append(lambda cause, before: heard.append((cause, dict(before))))
    version = world.version
    world.restore(World({"music": "init2"}).snapshot())
    assert heard == [(DIRECT, {})]
    assert world.version == version + 1


def test_a_snapshot_of_another_schema_is_refused():
    world = World()
    with pytest.raises(StateError, match="snapshot has 3 values"):
        world.restore((1, 2, 3))
    assert world.snapshot() == World().snapshot()


def test_the_version_tells_whether_anything_changed():
    world = World()
    version = world.version
    world.set("environment.volume", 50)
    assert world.version == version
    world.set("environment.volume", 51)
    assert world.version == version + 1


def test_a_snapshot_is_shared_until_a_value_is_written():
    car, slot = World(), INDEX["hazardLight.is_active"]
    before = car.snapshot()
    assert car.snapshot() is before
    mark = car.begin(DIRECT)
    car.hazardLight.is_active = True
    within = car.snapshot()
    car.undo(mark)
    assert within[slot] is True
    assert car.snapshot() == before
    car.assign(slot, True)
    assert car.snapshot()[slot] is True
    car.restore(before)
    assert car.snapshot() == before
