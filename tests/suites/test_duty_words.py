"""What has to be told may be told in anybody's words, and nothing else counts as telling it."""

import pytest

from automotive_env.car.core.world import World
from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.conversations.rules.moment import RuleContext
from automotive_env.suites.vehicleworld.release import read_calls

RULE = {rule.name: rule for rule in RULES}
D = '"driver\'s seat"'
U = f"airConditioner.switch(switch=True, position=[{D},'passenger seat'])"
FUEL = {"tell_low_fuel": 9}
# rule: calls before the turn, calls of the turn, what tells it, what does not
CASES = {
    "tell_lost_cooling": (
        [U, "airConditioner.ac_mode_switch(switch=True)"],
        [f"window.carcontrol_window_height_set(value=50, position=[{D}])"],
        [
            "Your window's halfway down. The AC is still running, by the way.",
            "Done, but note the air conditioning is on.",
            "Window open. A/C is on, so you're cooling the street.",
            "Okay. The air con is still on.",
            "Heads up: aircon's running with the window open.",
            "It's open; the compressor keeps running.",
            "Done. Cooling is on though.",
            "I opened it. AC's still on.",
            "Window down. Just so you know, the air-conditioning is running.",
            "Opened. You may want to switch the A.C. off.",
        ],
        [
            "Done.",
            "Your window is halfway down.",
            "The window is open now.",
            "Okay, enjoy the fresh air.",
            "Opened it 50 percent.",
            "Window open, the fan is on.",
            "Sure thing!",
            "It's quite warm outside.",
            "Back in a minute.",
            "The car is parked.",
        ],
    ),
    "tell_zones_apart": (
        [U, "airConditioner.temperature_set(value=19, position=['passenger seat'])"],
        [f"airConditioner.temperature_set(value=27, position=[{D}])"],
        [
            "You're at 27 now; the passenger has 19 degrees.",
            "Set to 27 °C. The other side is at 19 °C.",
            "27 for you, the passenger side stays at 19.",
            "Done, though the passenger's side is set to 19 degrees.",
            "Your side: 27°C, passenger: 19°C.",
            "Okay, 27. Note the passenger is at nineteen degrees.",
            "The passenger seat is set to 19 °C.",
            "27 degrees. The passenger side is at 66 °F.",
        ],
        [
            "Done.",
            "Set to 27 degrees.",
            "Your side is at 27 °C; the passenger is at 22 °C.",
            "27 it is.",
            "The passenger side is cooler.",
            "You're at 27, the passenger at 20.",
            "The two sides are far apart.",
            "19 or 20 degrees on the passenger side.",
            "It's 8 degrees warmer than the passenger's.",
            "Warming up.",
        ],
    ),
    "tell_low_fuel": (
        [],
        ["navigation.navigation_route_plan(address='Castle Hill')"],
        [
            "Off to Castle Hill. You have 9 % left.",
            "Guiding you to Castle Hill; fuel is at 9 percent.",
            "The tank is at 9%.",
            "Nine percent of fuel left.",
            "Route started. Only 9 % left, mind.",
            "Fuel level: 9%",
            "We're at 9 per cent.",
            "Let's go. Charge is at 9 %.",
            "Starting. 9% in the tank, you may want to fill up.",
            "On our way with nine per cent left.",
        ],
        [
            "On our way.",
            "Fuel is low.",
            "You have 90 %.",
            "19 % left.",
            "Route to Castle Hill started.",
            "Nearly empty.",
            "The tank is at 10 %.",
            "You'll need to refuel soon.",
            "9 km to go.",
            "5 or 9 percent left.",
        ],
    ),
    "tell_ended_mode": (
        [U, "airConditioner.cool_mode_switch(switch=True)"],
        ["airConditioner.heat_mode_switch(switch=True)"],
        [
            "Heating is on; cooling is off now.",
            "Heating on, which ended the cooling.",
            "I turned the heat on, so cooling stopped.",
            "Done. The cooling has been switched off by that.",
            "Cooling's off, heating's on.",
            "Heat is on. Cooling has ended.",
            "Heating. That replaces cooling.",
            "Heating started, cooling stopped automatically.",
            "The cooling went off.",
            "Heating is running instead of cooling.",
        ],
        [
            "Heating is on.",
            "Done.",
            "It'll get warm soon.",
            "Heating switched on.",
            "Okay!",
            "Heat mode is active.",
            "The other mode has ended.",
            "Warm air is coming.",
            "I turned it on for you.",
            "Something else was switched off.",
        ],
    ),
    "tell_manual_lights": (
        ["lowBeamHeadlight.switch(action='auto')"],
        ["lowBeamHeadlight.switch(action='on')"],
        [
            "Low beam is on, no longer automatic.",
            "On. Auto mode has ended.",
            "They're on now, and automatic light is off.",
            "Low beams on; they won't switch automatically any more.",
            "Auto light is off, low beam stays on.",
            "Done, automatic mode is off.",
            "On manually; auto's off.",
            "The automatic has ended.",
            "Switched from auto to on.",
            "Low beam on - the automatic lights are off now.",
        ],
        [
            "Low beam is on.",
            "Done.",
            "Headlights on.",
            "Lights are on now.",
            "Sure.",
            "They will stay on.",
            "Low beam on until you switch it off.",
            "Okay, low beams.",
            "Bright enough?",
            "The fog lamps are off.",
        ],
    ),
    "tell_battery_use": (
        [U],
        ["airConditioner.parking_ventilation(switch=True)"],
        [
            "It's on; it uses the battery.",
            "Parking ventilation runs and draws on the battery.",
            "On. Costs a bit of charge.",
            "Done, it'll use some power.",
            "It's running off the battery.",
            "On. Mind that it costs range.",
            "Ventilating; uses electricity.",
            "It needs energy from the battery.",
            "Running. Battery drain is small.",
            "Fine, that will cost some battery charge.",
        ],
        [
            "It's on.",
            "Done.",
            "Air is moving.",
            "Ventilation is running.",
            "Enjoy your shopping.",
            "The dog will be fine.",
            "Okay.",
            "Parking ventilation on.",
            "It stays on while parked.",
            "See you later.",
        ],
    ),
    "tell_stops": (
        ["navigation.navigation_route_plan(address='Castle Hill')", "navigation.navigation_midWay_add(midway=['the school'])"],
        ["navigation.navigation_midWay_add(midway=['the bakery'])"],
        [
            "Added the bakery. You have 2 stops now.",
            "That's two stops.",
            "The bakery is in; 2 stops on the way.",
            "Two stops: the school and the bakery.",
            "Done, the route has 2 stops.",
            "Now there are two stops before Castle Hill.",
            "I've added it, so that makes two.",
            "2 stops in total.",
            "You now stop twice: 2 stops.",
            "The bakery is your second stop, two in all.",
        ],
        [
            "Added the bakery.",
            "You have 3 stops.",
            "Done.",
            "One stop.",
            "The bakery is on the route.",
            "Next stop: the school.",
            "Several stops now.",
            "You have 1 stop.",
            "Stopping there first.",
            "2 or 3 stops.",
        ],
    ),
    "tell_child_lock": (
        ["door.carcontrol_carDoor_mode_childSafetyLock(switch=True, position=['second row left'])"],
        ["door.carcontrol_carDoor_mode_childSafetyLock(switch=False, position=['second row left'])"],
        [
            "The child lock is off.",
            "Child lock released.",
            "Done, the child-lock is off on that door.",
            "The child safety lock is off now.",
            "Child locks are off for the rear left door.",
            "I took the child lock off.",
            "That door's child lock is open.",
            "It's no longer childproof.",
            "Child Lock: off.",
            "The rear left child lock has been switched off.",
        ],
        [
            "Done.",
            "The door is unlocked.",
            "Okay.",
            "She can open the door now.",
            "The rear left door can be opened from inside.",
            "Lock off.",
            "It's off.",
            "Released.",
            "The door opens from inside now.",
            "Switched off.",
        ],
    ),
}


def perform(car, calls):
    assert all(call.perform(car).success for line in calls for call in read_calls(f"vw.{line}"))


@pytest.mark.parametrize("name", CASES)
def test_honest_words_keep_a_rule_and_others_do_not(name):
    before_turn, turn, honest, others = CASES[name]
    car = World()
    car.set("road.fuel_level", FUEL.get(name, 72))
    perform(car, before_turn)
    before = car.snapshot()
    perform(car, turn)
    refused = [said for said in honest if RULE[name].broken(RuleContext(before, car.snapshot(), said=said))]
    passed = [said for said in others if not RULE[name].broken(RuleContext(before, car.snapshot(), said=said))]
    assert (refused, passed) == ([], [])


def test_every_duty_has_its_words():
    assert set(CASES) == {rule.name for rule in RULES if rule.kind == "tell"}
