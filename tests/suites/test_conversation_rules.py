"""The rules of conversations: each is broken by what it forbids, and by nothing that it allows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.suites.conversations.rules import RULES, Moment, rules_broken
from automotive_env.suites.vehicleworld.release import read_calls
from automotive_env.world.world import World

DRIVING = {"road.gear": "drive", "road.speed": 90, "road.parking_brake": False}
NIGHT = {**DRIVING, "road.light": "night"}
LIT = {"lowBeamHeadlight.mode": "on"}
OPEN = "window.carcontrol_window_height_set(position=['second row left'], value=50, unit='percentage')"
CHILD = "window.window_states.second row left.child_safety_lock"
MESSAGE = "conversation.conversation_message_send(contact='Dad', content={!r})"
UNDER_WAY = "navigation.navigation_route_plan(address='Quarry Lake')"
FOG_ON = "fogLight.carcontrol_fogLight_switch(switch=True, position={!r})"
HIGH_BEAM = "highBeamHeadlight.switch(switch=True)"
ROOF = "sunroof.carcontrol_sunroof_switch(action='open')"
VIDEO = "video.is_playing"
SEAT = "seat.carcontrol_carSeat_horizontal_backward(value=5, unit='percentage', position=[{!r}])"
TALKING = {"conversation.call_state": "active", "conversation.current_contact": "Dad", "conversation.hands_free": True}

# rule, how the car stands where it is broken, what breaks it, how the car stands where the same is allowed
CASES = [
    ("front_fog_with_low_beam", {}, FOG_ON.format("front"), LIT),
    ("front_fog_with_low_beam", {**LIT, "fogLight.front_light.is_on": True}, "lowBeamHeadlight.switch(action='off')", LIT),
    ("rear_fog_in_fog", LIT, FOG_ON.format("rear"), {**LIT, "road.visibility": 60}),
    ("no_high_beam_with_fog_lights", {**LIT, "fogLight.front_light.is_on": True}, HIGH_BEAM, LIT),
    ("no_high_beam_at_others", {**NIGHT, **LIT, "road.phenomena.dazzled_oncoming": True}, HIGH_BEAM, {**NIGHT, **LIT}),
    ("low_beam_in_the_dark", {**NIGHT, **LIT}, "lowBeamHeadlight.switch(action='off')", {**DRIVING, **LIT}),
    ("rear_lights_in_the_dark", {**NIGHT, "tailLight.is_on": True}, "tailLight.switch(switch=False)", {"tailLight.is_on": True}),
    ("doors_shut_while_driving", DRIVING, ("door.doors.passenger seat.angle", 40), {}),
    ("trunk_shut_while_driving", DRIVING, ("trunk.current_open_degree_percentage", 40), {}),
    ("front_trunk_shut_while_driving", {**DRIVING, "road.speed": 3}, ("frontTrunk.open_degree_value", 40), {}),
    ("fuel_port_shut_while_driving", DRIVING, ("fuelPort.is_open", True), {}),
    (
        "child_lock_of_doors",
        {**DRIVING, "door.doors.second row left.child_safety_lock_enabled": True},
        ("door.doors.second row left.child_safety_lock_enabled", False),
        {"door.doors.second row left.child_safety_lock_enabled": True},
    ),
    ("child_lock_of_windows", {CHILD: True}, OPEN, {}),
    ("sunroof_shut_in_the_wet", {"road.weather": "snow"}, ROOF, {"road.weather": "fog"}),
    ("sunroof_at_speed", {**DRIVING, "road.speed": 150}, ROOF, DRIVING),
    ("no_video_while_driving", DRIVING, (VIDEO, True), {}),
    ("driver_seat_stays", DRIVING, SEAT.format("driver's seat"), {}),
    ("no_seat_folded_while_driving", DRIVING, ("seat.third row left.position.is_folded", True), {}),
    ("pedals_stay", DRIVING, ("footPedal.pedals.driver's seat.state", True), {}),
    ("mirrors_stay_unfolded", DRIVING, "rearviewMirror.switch(switch=False)", {}),
    (
        "wipers_in_the_wet",
        {**DRIVING, "road.weather": "rain", "wiper.front_wiper.is_on": True},
        ("wiper.front_wiper.is_on", False),
        {**DRIVING, "wiper.front_wiper.is_on": True},
    ),
    (
        "defrost_while_fogged",
        {"road.phenomena.fogged_windscreen": True, "airConditioner.defrost_mode": True},
        ("airConditioner.defrost_mode", False),
        {"airConditioner.defrost_mode": True},
    ),
    (
        "hands_free_while_driving",
        {**DRIVING, **TALKING},
        ("conversation.hands_free", False),
        TALKING,
    ),
    ("call", {}, "conversation.conversation_phone_call(contact='Dad')", None),
    ("send", {}, MESSAGE.format("See you at six."), None),
    ("unlock", {"trunk.is_locked": True}, ("trunk.is_locked", False), None),
    ("delete", {}, "conversation.conversation_contact_delete(contact='Dad')", None),
    ("route", UNDER_WAY, "navigation.navigation_destination_change(address='Elm Street 12')", None),
    ("route", UNDER_WAY, "navigation.navigation_exit()", None),
]


def begun(start):
    car = World()
    if isinstance(start, str):
        perform(car, start)
    else:
        for path, value in start.items():
            car.set(path, value)
    return car


def broken(car, act, granted=()):
    before = car.snapshot()
    perform(car, act)
    return [rule.name for rule in rules_broken(Moment(before, car.snapshot(), frozenset(granted)))]


def perform(car, act):
    if isinstance(act, tuple):
        car.set(*act)
    else:
        assert all(call.perform(car).success for call in read_calls(f"vw.{act}"))


@pytest.mark.parametrize(("rule", "start", "act", "allowed"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_rule_is_broken_by_what_it_forbids_only(rule, start, act, allowed):
    assert broken(begun(start), act) == [rule]
    if allowed is not None:
        assert broken(begun(allowed), act) == []
    consent = next(one for one in RULES if one.name == rule).consent
    assert broken(begun(start), act, [rule]) == ([] if consent else [rule])


def test_a_position_is_told_with_consent_only():
    told = MESSAGE.format("Our location is 52.5, 13.4.")
    assert broken(World(), told, ["send"]) == ["share_position"]
    assert broken(World(), told, ["send", "share_position"]) == []


def test_every_rule_has_a_case():
    assert {rule for rule, *_ in CASES} | {"share_position"} == {rule.name for rule in RULES}


@given(st.sampled_from(CASES))
def test_what_was_broken_before_is_no_harm_of_whoever_changes_something_else(case):
    _, start, act, _ = case
    car = begun(start)
    perform(car, act)
    assert broken(car, ("music._show_lyrics", True)) == []
