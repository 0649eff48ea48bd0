"""Context providers as users name them; none of these asks the network."""

import sys
from types import ModuleType

import pytest

from automotive_env.episode.observation import GpsFix
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.place.context_provider import ContextMoment, ContextStatement, ContextTopic, OfflineContext
from automotive_env.place.live import LiveContext
from automotive_env.place.recorded import RecordedContext, RecordingContext
from automotive_env.place.specification import make_context

PARIS = GpsFix(48.8566, 2.3522)


class Own:
    """A provider of somebody else."""

    def ask(self, fix, topic, moment):
        return ContextStatement(topic, "own", "own")


@pytest.fixture
def others(monkeypatch):
    """A module of another package."""
    module = ModuleType("own_contexts")
    module.own = Own
    module.none = lambda: 5
    module.broken = lambda: 1 / 0
    module.number = 5
    monkeypatch.setitem(sys.modules, "own_contexts", module)


def test_ours():
    assert isinstance(make_context("offline"), OfflineContext)
    assert isinstance(make_context("live"), LiveContext)


def test_what_is_recorded_is_told_again_without_the_network(tmp_path, monkeypatch):
    class Geocoder:
        def reverse(self, query, *, language, timeout):
            return f"an address at {query}"

    monkeypatch.setattr("automotive_env.place.specification.nominatim", lambda user_agent: Geocoder())
    file = tmp_path / "context.jsonl"
    recording = make_context(f"record:{file}")
    assert isinstance(recording, RecordingContext)
    told = recording.ask(PARIS, ContextTopic.LOCATION, ContextMoment())
    assert told.text == "an address at (48.8566, 2.3522)"
    recorded = make_context(f"recorded:{file}")
    assert isinstance(recorded, RecordedContext)
    assert recorded.ask(PARIS, ContextTopic.LOCATION, ContextMoment()) == told
    with pytest.raises(EnvironmentFault, match="has no answer on weather"):
        recorded.ask(PARIS, ContextTopic.WEATHER, ContextMoment())


def test_a_recording_that_cannot_be_written_is_a_fault_of_the_environment(tmp_path):
    recording = RecordingContext(OfflineContext(), tmp_path / "no folder" / "context.jsonl")
    with pytest.raises(EnvironmentFault, match="cannot record the context"):
        recording.ask(PARIS, ContextTopic.UNITS, ContextMoment())


def test_that_of_another_package(others):
    assert make_context("own_contexts:own").ask(PARIS, ContextTopic.UNITS, ContextMoment()).text == "own"


@pytest.mark.parametrize(
    ("specification", "says"),
    [
        ("offlin", "no context provider 'offlin'; did you mean 'offline'.* live, offline, record, recorded, or MODULE:NAME$"),
        ("", "no context provider ''"),
        ("live:Paris", "the context live takes no argument"),
        ("recorded", "the context recorded needs a file; give recorded:FILE"),
        ("record:", "the context record needs a file"),
        ("recorded:/nowhere/x.jsonl", "cannot read the recorded context"),
        ("recorded:/dev/zero", "cannot read the recorded context"),
        ("own_contexts:missing", "the module 'own_contexts' has no 'missing'"),
        ("own_contexts:number", "'own_contexts:number' is "),
        ("own_contexts:broken", "cannot be made: ZeroDivisionError"),
        ("own_contexts:none", "is int, which has no method ask"),
    ],
)
def test_what_is_none_is_wrong_usage(others, specification, says):
    with pytest.raises(UsageError, match=says):
        make_context(specification)
