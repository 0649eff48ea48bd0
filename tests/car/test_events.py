"""Events: what they change, what they show, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.content.content import content_for
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.world import World
from automotive_env.car.owner.events import EVENTS, happen
from automotive_env.car.owner.notices import let_apps_tell
from automotive_env.car.systems import software_update
from automotive_env.car.systems.bluetooth_devices import forget, use_for

ALERTS = {
    "low tyre pressure": "tyre pressure",
    "low fuel": "low fuel",
    "lane departure": "lane departure",
    "speed above the limit": "speed limit",
    "ice warning": "ice",
    "fogged windows": "low visibility",
    "seat belt": "seat belt",
    "door ajar": "door",
}


@pytest.fixture
def world() -> World:
    return World()


def drive_a_route(world: World) -> None:
    world.set("navigation.is_active", True)
    world.set("road.gear", "drive")
    world.set("road.speed", 50)


@pytest.mark.parametrize(
    "event", [event for event in EVENTS if event not in ("time passes", "another driver", "stops on the way", "radio station")]
)
def test_every_event_is_one_change_with_its_name_and_is_noted(world: World, event: str) -> None:
    causes: list[ChangeCause] = []
    world.listeners.append(lambda cause, before: causes.append(cause))
    happen(world, event)
    assert causes == [ChangeCause("road", event)]
    (entry,) = world.system.notifications
    assert (entry.time, entry.read) == (world.environment.timestamp, False)
    assert 0 < len(entry.title) + len(entry.text) <= 120
    assert entry.is_alert == (event in ALERTS)
    assert world.system.alert_shown == (entry.id if event in ALERTS else 0)
    assert entry.kind == ALERTS.get(event, entry.kind)


@pytest.mark.parametrize("event", EVENTS)
def test_no_event_counts_as_an_alert_that_somebody_raised(world: World, event: str) -> None:
    happen(world, event)
    assert world.system.last_alert == ""


@pytest.mark.parametrize(
    ("event", "details", "path", "value"),
    [
        ("incoming call", {"contact": "Sofia Marino"}, "conversation.current_contact", "Sofia Marino"),
        ("incoming call", {}, "conversation.call_state", "ringing"),
        ("incoming call", {}, "environment.sound_channel", "conversation"),
        ("low fuel", {"level": 5}, "road.fuel_level", 5),
        ("speed above the limit", {"over": 20}, "road.speed", 150),
        ("ice warning", {"temperature": -4}, "road.outside_temperature", -4),
        ("ice warning", {}, "road.phenomena.icy_road", True),
        ("fogged windows", {}, "road.phenomena.fogged_windscreen", True),
        ("door ajar", {"seat": "passenger seat"}, "door.doors.passenger seat.status", "open"),
    ],
)
def test_events_change_what_they_imply(world: World, event: str, details: dict[str, str], path: str, value: object) -> None:
    assert world.get(path) != value
    happen(world, event, **details)
    assert world.get(path) == value


def test_a_message_is_one_of_the_phone(world: World) -> None:
    happen(world, "message", contact="Mum", content="Call me.")
    last = world.conversation.messages[-1]
    assert (last.contact, last.content, last.incoming, last.read) == ("Mum", "Call me.", True, False)
    assert world.system.message_shown == world.system.notifications[0].id


@pytest.mark.parametrize("reason", ["do not disturb", "route"])
def test_a_message_waits_where_it_would_disturb(world: World, reason: str) -> None:
    if reason == "route":
        drive_a_route(world)
    else:
        world.set("system.do_not_disturb", True)
    happen(world, "message")
    assert world.system.message_shown == 0
    assert world.system.notifications[0].kind == "message"


def test_a_call_is_seen_but_not_heard_where_it_would_disturb(world: World) -> None:
    world.set("system.do_not_disturb", True)
    channel = world.environment.sound_channel
    happen(world, "incoming call")
    assert world.conversation.call_state == "ringing"
    assert world.environment.sound_channel == channel


def test_who_has_switched_the_warning_off_is_not_warned(world: World) -> None:
    world.set("assistance.speed_limit_warning", False)
    happen(world, "speed above the limit")
    assert world.road.speed > world.assistance.speed_limit
    assert world.system.notifications == ()


GONE: dict[str, Callable[[World], object]] = {
    "disconnected": lambda world: happen(world, "phone disconnected"),
    "forgotten": lambda world: forget(world, world.pairing.phone),
    "never paired": lambda world: world.set("pairing.phone", ""),
    "Bluetooth off": lambda world: world.set("bluetooth.is_enabled", False),
    "airplane mode": lambda world: world.set("system.airplane_mode", True),
}


@pytest.mark.parametrize("gone", GONE)
@pytest.mark.parametrize("event", ["incoming call", "message"])
def test_without_a_phone_nobody_reaches_the_car(world: World, event: str, gone: str) -> None:
    GONE[gone](world)
    before = world.conversation.call_state, world.conversation.messages, world.system.notifications
    happen(world, event)
    assert (world.conversation.call_state, world.conversation.messages, world.system.notifications) == before


def test_a_phone_that_is_there_for_music_brings_messages_only(world: World) -> None:
    use_for(world, world.pairing.phone, calls=False)
    happen(world, "incoming call")
    assert (world.conversation.call_state, world.system.notifications) == ("idle", ())
    happen(world, "message", contact="Mum")
    assert world.conversation.messages[-1].contact == "Mum"


def test_a_lost_phone_takes_its_call_along() -> None:
    world = World({"bluetooth": "init1", "conversation": "init1"})
    happen(world, "phone disconnected")
    assert world.bluetooth.connection_state == "DISCONNECTED"
    assert (world.conversation.call_state, world.conversation.current_contact) == ("idle", None)


@pytest.mark.parametrize(
    ("event", "details", "why"),
    [
        ("incoming cal", {}, "did you mean 'incoming call'"),
        ("message", {"sender": "Mum"}, "it has: contact, content"),
        ("message", {"content": " "}, "1 to 1000"),
        ("message", {"contact": "x" * 121}, "at most 120"),
        ("low fuel", {"level": 120}, "0 to 100"),
        ("low fuel", {"level": "low"}, "must be a number"),
        ("low tyre pressure", {"wheel": "fifth"}, "front left"),
        ("door ajar", {"seat": "roof"}, "driver's seat"),
        ("ice warning", {"temperature": 20}, "at most 3"),
        ("speed above the limit", {"over": -5}, "above 0"),
        ("fogged windows", {"where": "front"}, "it has: none"),
    ],
)
def test_what_does_not_fit_changes_nothing(world: World, event: str, details: dict[str, str], why: str) -> None:
    before = world.snapshot()
    with pytest.raises(StateError, match=why):
        happen(world, event, **details)
    assert world.snapshot() == before


def test_a_second_call_is_refused_while_one_is_under_way(world: World) -> None:
    happen(world, "incoming call")
    with pytest.raises(StateError, match="under way"):
        happen(world, "incoming call", contact="Sofia Marino")
    assert world.conversation.current_contact == "Mum"


@pytest.mark.parametrize(
    ("seen", "cure", "value", "not_yet"),
    [
        ("fogged_windscreen", "airConditioner.defroster.front", True, ("airConditioner.defroster.rear", True)),
        ("fogged_windscreen", "airConditioner.auto_defog_mode", True, ("airConditioner.heat_mode", True)),
        (
            "fogged_windscreen",
            "airConditioner.ac_states.driver's seat.outlet_modes.window",
            True,
            ("airConditioner.ac_states.driver's seat.outlet_modes.face", True),
        ),
        ("fogged_rear_window", "airConditioner.defroster.rear", True, ("airConditioner.defroster.front", True)),
    ],
)
def test_glass_clears_by_what_helps_and_by_nothing_else_and_not_at_once(
    world: World, seen: str, cure: str, value: object, not_yet: tuple[str, object]
) -> None:
    path = f"road.phenomena.{seen}"
    world.set("road.outside_temperature", 3)
    world.set("road.weather", "rain")
    world.set("airConditioner.circulation_mode", "internal circulation")
    world.set("airConditioner.ac_states.driver's seat.is_on", True)
    world.set(*not_yet)
    world.set(path, True)
    happen(world, "time passes", seconds=120)
    assert world.get(path)
    world.set(cure, value)
    happen(world, "time passes", seconds=1)
    assert world.get(path)
    happen(world, "time passes", seconds=120)
    assert not world.get(path)


def test_smoke_ice_and_oncoming_traffic_stay_as_time_passes(world: World) -> None:
    for seen in ("smoke_outside", "icy_road", "dazzled_oncoming"):
        world.set(f"road.phenomena.{seen}", True)
    happen(world, "time passes", seconds=60)
    assert all(world.get(f"road.phenomena.{seen}") for seen in ("smoke_outside", "icy_road", "dazzled_oncoming"))


def test_an_app_tells_something_that_is_no_alert() -> None:
    world = World()
    happen(world, "notice of an app", app="game")
    happen(world, "notice of an app", app="parking", title="Ticket", text="Ends soon.")
    latest, first = world.system.notifications
    assert (first.kind, latest.kind, latest.title, latest.text) == ("game", "parking", "Ticket", "Ends soon.")
    assert (world.system.alert_shown, world.system.last_alert, latest.is_alert) == (0, "", False)
    with pytest.raises(StateError, match="app must be one of"):
        happen(world, "notice of an app", app="abacus")


def test_what_takes_some_time_is_over_where_the_clock_is_set_back(world: World) -> None:
    happen(world, "message")
    happen(world, "incoming call")
    software_update.search(world)
    world.set("environment.timestamp", "2024-02-29 23:59:59")
    happen(world, "time passes", seconds=1)
    assert (world.system.message_shown, world.conversation.call_state, world.software.state) == (0, "idle", "available")


@given(st.integers(1, 1_000), st.lists(st.integers(1, 3_600), min_size=1, max_size=6))
def test_apps_tell_the_same_however_the_clock_is_moved_on(seed: int, steps: list[int]) -> None:
    whole, parts = World(), World()
    for car in (whole, parts):
        car.set("system.content_seed", seed)
    for seconds in steps:
        let_apps_tell_after(parts, seconds)
    let_apps_tell_after(whole, sum(steps))
    told = [[(entry.kind, entry.title, entry.text) for entry in car.system.notifications] for car in (whole, parts)]
    assert told[0] == told[1]


def let_apps_tell_after(car: World, seconds: int) -> None:
    car.environment.advance(seconds)
    let_apps_tell(car, seconds)


def test_stops_are_those_that_are_told_and_the_song_is_still_heard(world: World) -> None:
    happen(world, "stops on the way", stops="Bakery; Museum")
    assert not world.navigation.is_active
    world.navigation.guide("Current location", "Airport")
    world.environment.sound_channel = "music"
    happen(world, "stops on the way", stops="Bakery; Museum")
    assert [stop.location for stop in world.navigation.waypoints] == ["Bakery", "Museum"]
    happen(world, "stops on the way", stops="-")
    assert not world.navigation.waypoints
    assert world.navigation.current_route.destination == "Airport"
    assert world.environment.sound_channel == "music"


def test_somebody_puts_a_station_on(world: World) -> None:
    here = content_for(0, world.road.country, world.road.city).stations[-1]
    happen(world, "radio station", station=here.name, frequency=here.frequency_value)
    assert world.radio.current_station == here.but(timestamp=world.environment.timestamp)
    assert world.radio.is_playing
