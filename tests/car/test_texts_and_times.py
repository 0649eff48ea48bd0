"""Texts can be written as UTF-8 and times are local dates and times, whichever way they come in."""

import pytest
from cases import cases

from automotive_env.car.core.documents import load, to_flat
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.schema import LocalTimeProperty, OptionalTimeProperty
from automotive_env.car.core.world import SCHEMA, World
from automotive_env.car.devices.conversation import Message
from automotive_env.car.owner.events import happen

SURROGATE = "caf\ud800"
NO_TIMES = (
    *("", "x", "now", "2025-04-13", "2025-04-13T12:00:00", "2025-04-13 12:00:00Z", "2025-04-13 12+00:00", "2025-13-01 00:00:00"),
    *("2025-02-30 00:00:00", "2025-04-13 24:00:00", "0001-01-01 00:00:00", "9999-12-31 23:59:59", "２０２５-04-13 12:00:00"),
    *(None, 7, 1744545600.0, ["2025-04-13 12:00:00"], SURROGATE),
)
TIMES_IN_RECORDS = (
    "conversation.messages[0].timestamp",
    "conversation.call_records[0].timestamp",
    "music._tracks[0].last_played",
    "radio._history[0].timestamp",
)


@cases("value", NO_TIMES)
def test_the_clock_takes_only_a_local_date_and_time(value):
    world = World()
    before = world.snapshot()
    for refused in (
        lambda: world.set("environment.timestamp", value),
        lambda: load(world, {"environment.timestamp": value}),
        lambda: setattr(world.environment, "timestamp", value),
    ):
        with pytest.raises(StateError, match="local date and time from 1970 to 2099, such as '2025-04-13 12:00:00'"):
            refused()
    assert world.snapshot() == before


@cases("path", [*TIMES_IN_RECORDS, *(slot.path for slot in SCHEMA if isinstance(slot.prop, OptionalTimeProperty))])
def test_times_in_records_and_of_what_may_not_be_are_empty_or_a_local_date_and_time(path):
    world = World()
    load(world, {path: ""})
    load(world, {path: "2024-02-29 23:59:59"})
    before = world.snapshot()
    for value in NO_TIMES[1:]:
        with pytest.raises(StateError, match="empty or a local date and time"):
            load(world, {path: value})
    assert world.snapshot() == before


def test_every_time_of_the_state_is_typed():
    flat = to_flat(World())
    times = {path for path, value in flat.items() if isinstance(value, str) and value.startswith("2025-04-") and " " in value}
    assert {path.partition("[")[0] for path in times} >= {path.partition("[")[0] for path in TIMES_IN_RECORDS}
    for path in times:
        if path in {slot.path for slot in SCHEMA if isinstance(slot.prop, LocalTimeProperty)}:
            continue
        with pytest.raises(StateError, match="local date and time"):
            load(World(), {path: "x"})


def test_a_record_with_a_time_that_is_none_cannot_be_made():
    fine = Message("Mum", "Hello", "2025-04-13 12:00:00", incoming=True, read=False)
    with pytest.raises(StateError, match=r"Message\.timestamp must be empty or a local date and time"):
        Message("Mum", "Hello", "yesterday", incoming=True, read=False)
    with pytest.raises(StateError, match=r"Message\.timestamp"):
        fine.but(timestamp="yesterday")


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 1e300, 80 * 366 * 86_400])
def test_the_clock_does_not_leave_the_calendar(seconds):
    world = World()
    with pytest.raises(ValueError, match=r"forward|2099"):
        world.environment.advance(seconds)
    assert world.environment.timestamp == "2025-04-13 12:00:00"


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("radio.radio_play", {"radioName": SURROGATE}),
        ("navigation.navigation_route_plan", {"address": SURROGATE}),
        ("navigation.navigation_midWay_add", {"midway": [SURROGATE]}),
        ("conversation.conversation_message_send", {"contact": "Mum", "content": SURROGATE}),
        ("system.safety_alert", {"kind": "ice", "message": SURROGATE}),
    ],
)
def test_calls_take_no_lone_surrogates(api, arguments):
    world = World()
    before = world.snapshot()
    result = world.call(api, arguments)
    assert not result.success
    assert "text" in result.message
    result.message.encode()
    assert world.snapshot() == before


def test_documents_and_events_take_no_lone_surrogates():
    world = World()
    before = world.snapshot()
    texts = [path for path, value in to_flat(world).items() if isinstance(value, str)]
    for path in texts:
        with pytest.raises(StateError) as refused:
            load(world, {path: SURROGATE})
        str(refused.value).encode()
    for event in ("incoming call", "message"):
        with pytest.raises(StateError, match="contact must be a text"):
            happen(world, event, contact=SURROGATE)
    assert world.snapshot() == before
    load(world, {"road.city": "Zürich 😀"})
