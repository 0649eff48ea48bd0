"""Who does what was wished for may tell it in many words; who then tells what is not so has failed."""

import pytest

from automotive_env.proving.playing import instance
from automotive_env.scene import Ending
from automotive_env.tasks.registry import TASKS
from automotive_env.validators.answers import plain

TOLD: list[tuple[str, Ending, list[str], list[str]]] = [
    (
        "maps.jam_ahead",
        "act",
        ["We'd be late if we stayed on this road, so we go round.", "If we stay here we'd miss it: I took the detour."],
        ["We stay on this road and arrive in time.", "We keep our road."],
    ),
    (
        "maps.closed_stop",
        "act",
        ["{shut} is closed, all the others are open.", "One was shut, I took it off."],
        ["All three are open.", "All of our stops are still open."],
    ),
    (
        "maps.navigate_to",
        "act",
        ["We are on the way to the {destination}.", "You were headed to Work; now it is the {destination}."],
        ["We are on the way to Work.", "The route leads to Home."],
    ),
    ("maps.meeting_moved", "act", ["They are at {place}, we go there."], ["We are going to {elsewhere}."]),
    (
        "maps.motorway_worth_it",
        "act",
        ["Your route is set by the law here now.", "It is done, the limit decides."],
        ["Motorways are now avoided, and motorways are allowed."],
    ),
    (
        "maps.map_as_wished",
        "act",
        ["The map shows level {zoom} of 10, the sound is at {volume} %.", "It was {first_volume} percent at first."],
        ["The sound is at 99 percent."],
    ),
    (
        "maps.way_as_wished",
        "act",
        ["It is {way}, without {first} and {second}."],
        ["It is the shortest way, and the quickest way."],
    ),
    ("maps.quiet_guidance", "act", ["The voice is as before.", "I left it as you had it."], ["I left it there."]),
    ("maps.missed_turns", "act", ["It's as quiet as before.", "The route is still on."], ["It is still quite loud."]),
    (
        "media.at_the_end_of_the_queue",
        "act",
        ["{title} wasn't in there, it comes last now.", "I have already added {title}.", "It is not in the queue twice."],
        ["{title} is in the queue already.", "It was already among them.", "Fahrradlicht comes last."],
    ),
    ("media.loud_in_the_car", "act", ["Something came up, it is softer now."], ["Nothing came up.", "There was no danger."]),
    ("system.wifi_off", "act", ["Wi-Fi was on and is off now.", "Mobile data are on."], ["Wi-Fi is on."]),
    ("comms.not_for_their_ears", "act", ["She is out, you both hear {contact} again."], ["I left it there."]),
    (
        "comms.late_for_appointment",
        "act",
        ["They know that you'll be late.", "You won't be there in time, I told them."],
        ["You'll be there in time.", "You are on time."],
    ),
    (
        "comms.talk_and_watch",
        "act",
        ["{contact} waits; nothing else to do.", "Poor sight ahead, the call is on hold."],
        ["Nothing came up.", "It was fine."],
    ),
    (
        "comms.call_contact",
        "act",
        ["I'm calling {wanted}.", "I called {wanted} instead of calling {contact}."],
        ["I'm calling Nobody; no, I'm ringing {known}."],
    ),
    ("comms.dial_number", "act", ["It rings, with {tail} at the end.", "Not {wrong} but {tail}."], ["I am calling {number}."]),
    (
        "hvac.colder_than_usual",
        "act",
        ["It is colder than usual, both seats are made warmer.", "It is not warmer than usual."],
        ["It is warmer than usual.", "Today is milder."],
    ),
    (
        "hvac.set_temperature",
        "act",
        ["{degrees} degrees for the {side}, the other one {by} {way}.", "Both are set."],
        ["The {side}'s side is at 41 degrees."],
    ),
    (
        "hvac.rear_seat_air",
        "act",
        ["{degrees}, fan {fan}, air to the {air}.", "It was {start} °C before."],
        ["It is at 41 degrees there."],
    ),
    (
        "hvac.warm_at_departure",
        "act",
        ["Planned for {time} with {degrees}.", "The car is ready at {time}."],
        ["Planned for 3:07 am.", "Planned: 41 degrees."],
    ),
    ("hvac.too_hot", "act", ["It is as before.", "Your side is at what it was."], ["It is still cooler on your side."]),
    ("hvac.stuffy_air", "act", ["The air is as before."], ["It still comes from outside."]),
    ("hvac.pet_in_the_car", "act", ["It was off, I switched it on."], ["The climate is off."]),
    ("apps.low_ceiling", "act", ["It was open till they wrote, and is shut now."], ["The boot is open."]),
    ("apps.car_wash", "act", ["The roof was open, all is shut now."], ["The sunroof is open.", "The mirrors are still out."]),
    ("apps.draught_in_part", "act", ["The three windows are as you said."], ["All windows are shut."]),
    ("apps.keep_only_that", "act", ["I removed all three of them.", "They are gone."], ["I removed all notifications."]),
]


@pytest.mark.parametrize(("name", "ending", "honest", "untrue"), TOLD)
def test_what_is_told_is_true(name: str, ending: Ending, honest: list[str], untrue: list[str]) -> None:
    task = TASKS[name]
    for number in range(4):
        drawn = instance(task, number, ending)
        known = next(one.name for one in drawn.scene.content.people if one.name not in drawn.params.values())
        facts = task.truth(drawn)
        told = {text: text.format(**drawn.params, known=known) for text in (*honest, *untrue)}
        held = [text for text in told if all(fact.criterion(plain(told[text])).met for fact in facts)]
        assert held == honest, drawn.params
