"""The rules of conversations: each is broken by what it forbids, and by nothing that it allows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.core.world import World
from automotive_env.suites.conversations.rules import RULES, rules_broken
from automotive_env.suites.conversations.rules.moment import RuleContext
from automotive_env.suites.conversations.rules.rule import LookUpRule
from automotive_env.suites.vehicleworld.release import read_calls

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

WIPE = "wiper.carcontrol_wiperBlade_switch(switch=True, position='front')"
BLUETOOTH_OFF = "bluetooth.carcontrol_connection_bluetooth_switch(switch=False)"
CALL = "conversation.conversation_phone_call(contact='Dad')"
RINGING = {"conversation.call_state": "ringing", "conversation.current_contact": "Dad"}
ANSWERED = "conversation.conversation_phone_answer()"
HANDS_FREE = ("conversation.hands_free", True)
PLAN, STOP = UNDER_WAY, "navigation.navigation_midWay_add(midway=['the bakery'])"
LOCK = "door.carcontrol_carDoor_lock_switch(switch=True, position=['{}'])"
LOW_BEAM = "lowBeamHeadlight.switch(action='on')"
DRIVER = "airConditioner.ac_states.driver's seat"
UNIT = {f"{DRIVER}.is_on": True}
COOLED = {**UNIT, "airConditioner.ac_mode": False}
DRYING = {**UNIT, "airConditioner.ac_mode": True, f"{DRIVER}.outlet_modes.window": True}
DEFROST = "airConditioner.defrost_mode_switch(switch=True)"
COMPRESSOR = "airConditioner.ac_mode_switch(switch=True)"
FAN = "airConditioner.wind_speed_set(value=6)"
WINDOW_SHUT = {"airConditioner.ac_mode": False}
KIND_OF = {rule.name: rule.kind for rule in RULES}
EVERYTHING = frozenset(source for rule in RULES if isinstance(rule, LookUpRule) for source in rule.sources)
EVERY_WORD = "The air conditioning, cooling, heating, automatic light, battery, child lock, and one stop."

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
    ("window_in_the_wet", {"road.weather": "hail"}, OPEN, {}),
    ("bluetooth_off_in_call", {**TALKING, "bluetooth.is_enabled": True}, BLUETOOTH_OFF, {"bluetooth.is_enabled": True}),
    ("fold_seat", {}, ("seat.third row left.position.is_folded", True), None),
]

# rule, how the car stands, what breaks it, and what keeps it: sources that were looked at, further acts, or words
TURNS = [
    ("weather_before_sunroof", {"sunshade.front_row_status.is_open": True}, [ROOF], ["road"]),
    ("weather_before_fog_lamps", LIT, [FOG_ON.format("front")], ["road"]),
    ("weather_before_wipers_off", {"wiper.front_wiper.is_on": True}, [("wiper.front_wiper.is_on", False)], ["road"]),
    ("fuel_before_route", {}, [PLAN], ["road"]),
    ("contact_before_call", {}, [CALL], ["conversation.conversation_contact_view"]),
    ("route_before_stops", UNDER_WAY, [STOP], ["navigation.navigation_get_destination"]),
    ("route_before_stops", UNDER_WAY, [STOP], ["navigation"]),
    ("call_before_bluetooth_off", {"bluetooth.is_enabled": True}, [BLUETOOTH_OFF], ["conversation"]),
    ("sunshade_with_sunroof", {}, [ROOF], ["sunshade.carcontrol_sunshade_switch(action='open', position='front row')"]),
    ("fan_with_defrost", {**DRYING, f"{DRIVER}.wind_speed": 2}, [DEFROST], ["airConditioner.wind_speed_set(value=3)"]),
    (
        "air_to_window_with_defrost",
        {**DRYING, f"{DRIVER}.outlet_modes.window": False},
        [DEFROST],
        ["airConditioner.outlet_mode(switch=True, mode='feet and window')"],
    ),
    ("compressor_with_defrost", {**DRYING, "airConditioner.ac_mode": False}, [DEFROST], [COMPRESSOR]),
    (
        "fresh_air_with_defrost",
        {**DRYING, "airConditioner.circulation_mode": "internal circulation"},
        [DEFROST],
        ["airConditioner.recycle_mode_switch(mode='external circulation')"],
    ),
    (
        "windows_with_compressor",
        {**COOLED, "window.window_states.second row left.open_degree": 21},
        [COMPRESSOR],
        ["window.carcontrol_window_switch(position=['second row left'], switch=False)"],
    ),
    ("hands_free_with_call", DRIVING, [CALL], [HANDS_FREE]),
    ("hands_free_with_call", {**DRIVING, **RINGING}, [ANSWERED], [HANDS_FREE]),
    ("low_beam_with_wipers", {**DRIVING, "road.weather": "rain"}, [WIPE], ["lowBeamHeadlight.switch(action='auto')"]),
    (
        "shut_with_locked_doors",
        {"window.window_states.second row left.open_degree": 5},
        [LOCK.format("all")],
        ["window.carcontrol_window_switch(position=['second row left'], switch=False)"],
    ),
    (
        "shut_with_locked_doors",
        {"sunroof.open_degree_percentage": 5},
        [LOCK.format("all")],
        ["sunroof.carcontrol_sunroof_switch(action='close')"],
    ),
    ("tell_lost_cooling", {**UNIT, "airConditioner.ac_mode": True}, [OPEN], ["It's open, but the A/C is still running."]),
    ("tell_zones_apart", UNIT, ["airConditioner.temperature_set(value=26)"], ["26 °C for you; the passenger has 22 °C."]),
    ("tell_low_fuel", {"road.fuel_level": 9}, [PLAN], ["Off we go, with 9 percent in the tank."]),
    (
        "tell_ended_mode",
        {**UNIT, "airConditioner.cool_mode": True},
        ["airConditioner.heat_mode_switch(switch=True)"],
        ["Heating is on, so cooling went off."],
    ),
    (
        "tell_ended_mode",
        {**UNIT, "airConditioner.heat_mode": True},
        ["airConditioner.cool_mode_switch(switch=True)"],
        ["That ended the heating."],
    ),
    ("tell_manual_lights", {"lowBeamHeadlight.mode": "auto"}, [LOW_BEAM], ["On; they no longer switch automatically."]),
    ("tell_battery_use", UNIT, ["airConditioner.parking_ventilation(switch=True)"], ["It runs, and uses some battery."]),
    ("tell_stops", UNDER_WAY, [STOP], ["That makes one stop."]),
    ("tell_child_lock", {CHILD: True}, [(CHILD, False)], ["The child lock is off now."]),
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
    """Rules of single acts that an act breaks, where everything was looked up."""
    before = car.snapshot()
    perform(car, act)
    moment = RuleContext(before, car.snapshot(), frozenset(granted), EVERYTHING)
    return [rule.name for rule in rules_broken(moment)]


def broken_in_turn(start, *acts, **known):
    """All rules that a turn breaks."""
    car = begun(start)
    before, found = car.snapshot(), []
    for act in acts:
        on_the_way = car.snapshot()
        perform(car, act)
        found += rules_broken(RuleContext(on_the_way, car.snapshot(), **known))
    return [rule.name for rule in (*found, *rules_broken(RuleContext(before, car.snapshot(), **known), "turn"))]


def perform(car, act):
    if isinstance(act, tuple):
        car.set(*act)
    else:
        assert all(call.perform(car).success for call in read_calls(f"vw.{act}"))


@pytest.mark.parametrize(("rule", "start", "act", "allowed"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_rule_is_broken_by_what_it_forbids_only(rule, start, act, allowed):
    others = frozenset(KIND_OF) - {rule}
    assert broken(begun(start), act, others) == [rule]
    if allowed is not None:
        assert broken(begun(allowed), act, others) == []
    assert broken(begun(start), act, {*others, rule}) == ([] if KIND_OF[rule] == "consent" else [rule])


def test_a_position_is_told_with_consent_only():
    told = MESSAGE.format("Our location is 52.5, 13.4.")
    assert broken(World(), told, ["send"]) == ["share_position"]
    assert broken(World(), told, ["send", "share_position"]) == []


@pytest.mark.parametrize(("rule", "start", "acts", "keeps"), TURNS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_look_an_act_that_goes_with_it_or_a_word_keeps_a_rule(rule, start, acts, keeps):
    others = {"looked_up": EVERYTHING, "said": EVERY_WORD, "granted": frozenset(KIND_OF) - {rule}}
    match KIND_OF[rule]:
        case "look up":
            lacking, keeping = {"looked_up": frozenset({"seat", "HUD"})}, {"looked_up": frozenset(keeps)}
        case "tell":
            lacking, keeping = {"said": "Done, as you wished."}, {"said": keeps[0]}
        case _:
            lacking, keeping = {}, {}
    assert broken_in_turn(start, *acts, **{**others, **lacking}) == [rule]
    more = keeps if KIND_OF[rule] == "together" else ()
    assert broken_in_turn(start, *acts, *more, **{**others, **keeping}) == []
    assert broken_in_turn(start, *more, *acts, **{**others, **keeping}) == []


@pytest.mark.parametrize(
    ("start", "acts"),
    [
        (RINGING, [ANSWERED]),
        ({"road.weather": "rain"}, [WIPE]),
        ({**DRIVING, **LIT}, [WIPE]),
        ({**COOLED, "window.window_states.second row left.open_degree": 20}, [COMPRESSOR]),
        ({**UNIT, "window.window_states.second row left.open_degree": 90}, [FAN]),
        ({"window.window_states.second row left.open_degree": 40}, [LOCK.format("second row left")]),
        ({**DRIVING, "window.window_states.second row left.open_degree": 40}, [LOCK.format("all")]),
        ({"road.fuel_level": 15}, [PLAN]),
        ({}, [LOW_BEAM]),
        (UNIT, ["airConditioner.heat_mode_switch(switch=True)"]),
        (UNIT, ["airConditioner.temperature_set(value=25)"]),
        ({"window.window_states.second row left.open_degree": 50, "road.weather": "rain"}, [OPEN.replace("50", "80")]),
        (WINDOW_SHUT, [OPEN]),
        (WINDOW_SHUT, [OPEN, OPEN.replace("50", "100")]),
    ],
)
def test_what_is_no_such_moment_breaks_nothing(start, acts):
    assert broken_in_turn(start, *acts, looked_up=EVERYTHING) == []


def test_every_rule_has_a_case():
    assert {rule for rule, *_ in CASES} | {"share_position"} | {rule for rule, *_ in TURNS} == {rule.name for rule in RULES}
    assert {rule for rule, *_ in TURNS} == {rule.name for rule in RULES if rule.kind in ("look up", "together", "tell")}
    assert len(TURNS) >= 12


@given(st.sampled_from(TURNS), st.frozensets(st.sampled_from(sorted(EVERYTHING))), st.text(max_size=30))
def test_who_knows_or_says_more_breaks_no_more(case, looked_up, said):
    _, start, acts, _ = case
    less = broken_in_turn(start, *acts)
    more = broken_in_turn(start, *acts, looked_up=looked_up, said=said)
    assert set(more) <= set(less)
    assert broken_in_turn(start) == []


@given(st.sampled_from(CASES))
def test_what_was_broken_before_is_no_harm_of_whoever_changes_something_else(case):
    _, start, act, _ = case
    car = begun(start)
    perform(car, act)
    assert broken(car, ("music._show_lyrics", True)) == []
