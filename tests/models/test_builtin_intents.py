"""What the built-in model makes of sentences."""

import pytest

from automotive_env.models.builtin.intent_parser import parse_goal
from automotive_env.models.builtin.words import keys, normal


def short(goal: str) -> list[tuple[object, ...]]:
    return [(intent.do, intent.thing.partition("|")[0], intent.place, intent.value, intent.text) for intent in parse_goal(goal)]


@pytest.mark.parametrize(
    ("said", "same"),
    [
        ("Set it to twenty-one point five degrees", "set it to 21.5 degrees"),
        ("dial one one two", "dial 112"),
        ("a hundred and thirty kilometres per hour", "130 km/h"),
        ("Open it half way", "open it 50 percent"),
        ("I can't see through the wind-shield", "i can not see through the windscreen"),
        ("this one", "this one"),
        ("the A/C, please", "the ac, please"),
    ],
)
def test_numbers_units_and_spellings(said: str, same: str) -> None:
    assert normal(said) == same


def test_labels_and_intents_meet_in_the_same_words() -> None:
    assert keys("Rear fog lamps") == keys("rear_fog_light")
    assert keys("Headlights") == keys("low_beam")
    assert keys("seat_second_left") >= keys("rear left")


@pytest.mark.parametrize(
    ("goal", "intent"),
    [
        ("Switch on the rear fog light", ("on", "rear fog light", "", None, "")),
        ("Please deactivate the lane assistant", ("off", "lane keeping", "", None, "")),
        ("Could you make the passenger side 19 degrees?", ("set", "temperature", "passenger", 19.0, "")),
        ("Blower to level three", ("set", "fan speed", "", 3.0, "")),
        ("Turn the sound up", ("more", "volume", "", None, "")),
        ("Volume is too high, turn it down", ("less", "volume", "", None, "")),
        ("Make it two degrees colder", ("less", "temperature", "", 2.0, "")),
        ("Close my window", ("set", "window", "driver", 0.0, "")),
        ("Roll down the rear left window halfway", ("set", "window", "rear left", 50.0, "")),
        ("Headlights to automatic", ("choose", "low beam", "", None, "auto")),
        ("I'd like economy driving mode", ("choose", "drive mode", "", None, "eco")),
        ("Skip to the next song", ("press", "next", "", None, "")),
        ("End the route guidance", ("press", "end route", "", None, "")),
        ("Call Maria Lopez, please", ("call", "call", "", None, "Maria Lopez")),
        ("Give Tom a ring", ("call", "call", "", None, "Tom")),
        ("Dial five five five one two", ("dial", "number", "", None, "55512")),
        ("Tell Ada that I am on my way", ("message", "message", "", None, "Ada\nI am on my way")),
        ("Navigate to the harbour", ("go", "destination", "", None, "harbour")),
        ("Take me home", ("go", "destination", "", None, "home")),
        ("Play the song 'Winter Garden'", ("play", "track", "", None, "Winter Garden")),
        ("Play something by Lena Brandt", ("play", "track", "", None, "Lena Brandt")),
    ],
)
def test_a_command(goal: str, intent: tuple[object, ...]) -> None:
    assert short(goal) == [intent]


def test_several_commands_and_places_in_one_sentence() -> None:
    assert short("Turn off the wipers and the high beam, then set the volume to 20") == [
        ("off", "wipers", "", None, ""),
        ("off", "high beam", "", None, ""),
        ("set", "volume", "", 20.0, ""),
    ]
    assert [intent.place for intent in parse_goal("Close all windows")] == ["driver", "passenger", "rear left", "rear right"]
    assert [intent.place for intent in parse_goal("open the rear left and rear right windows")] == ["rear left", "rear right"]


def test_a_degree_of_heating_switches_it_on_first() -> None:
    assert short("Seat heating for the passenger to high") == [
        ("on", "seat heater", "passenger", None, ""),
        ("choose", "seat heater", "passenger", None, "high"),
    ]


@pytest.mark.parametrize(
    ("goal", "do", "thing"),
    [
        ("My teeth are chattering, it's so cold", "more", "temperature"),
        ("I'm sweating like mad", "less", "temperature"),
        ("Some lorry in front of us stinks", "on", "recirculation"),
        ("The air in here is really stale", "off", "recirculation"),
        ("Steam is covering the windscreen", "on", "front defroster"),
        ("The glass behind me has misted over", "on", "rear defroster"),
        ("It has begun to drizzle", "on", "wipers"),
        ("Everybody who comes towards me gets blinded", "off", "high beam"),
        ("This display is far too bright", "less", "brightness"),
        ("The little one has nodded off: kids asleep", "less", "volume"),
        ("There is hardly a drop left, I need fuel", "go", "destination"),
        ("I keep yawning", "warn", "safety alert"),
        ("It is deadly boring in here", "press", "play"),
        ("The kids are playing with the windows", "on", "window child lock"),
    ],
)
def test_a_situation(goal: str, do: str, thing: str) -> None:
    assert (do, thing) in [(intent.do, intent.thing.partition("|")[0]) for intent in parse_goal(goal)]


def test_what_is_not_understood_has_no_intents() -> None:
    assert parse_goal("Well, well, well") == ()
    assert parse_goal("") == ()


def test_an_unknown_control_is_looked_for_by_its_own_words() -> None:
    (intent,) = parse_goal("Turn on the flux capacitor")
    assert (intent.do, intent.thing, intent.home) == ("on", "flux capacitor", "")
