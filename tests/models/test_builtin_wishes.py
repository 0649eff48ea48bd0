"""What the built-in model makes of a saying: words, wishes, conversations, and the map that it looks things up on."""

import json
from pathlib import Path

import anyio
import pytest

from automotive_env.episode.action_parser import parse_action
from automotive_env.models.builtin import BuiltinModel
from automotive_env.models.builtin.errands import WishedErrand, errand
from automotive_env.models.builtin.matching import targets
from automotive_env.models.builtin.needs import needs
from automotive_env.models.builtin.wish import wish, wishes
from automotive_env.models.builtin.words import hint, spoken
from automotive_env.models.model import ModelRequest, PromptFacts
from automotive_env.scripts import measure_builtin, write_builtin_map

APPS = ("home", "maps", "phone", "media", "climate", "lights", "seats", "vehicle", "settings")
REFERENCES = Path(__file__).resolve().parents[3] / "shared" / "reference" / "utterances"


def decide(facts: PromptFacts) -> dict[str, object]:
    return parse_action(anyio.run(BuiltinModel().complete, ModelRequest.of("act", "the prompt", facts=facts)).text).to_json()


def meant(saying: str, *before: str, **more: object) -> list[tuple[str, str, list[str], float | None]]:
    conversation = tuple(f"Driver: {line}" for line in before)
    found = needs(PromptFacts(saying, apps=APPS, conversation=conversation, **more))  # type: ignore[arg-type]
    return [(one.wish.op, one.thing.element.name, sorted(one.wish.places), one.wish.value) for one in found if one.thing]


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Twenty-one point, forty five", "21 point 45"),
        ("The wind shield's A/C can't be this one", "the windscreen ac can not be this one"),
        ("Half", "50 %"),
    ],
)
def test_numbers_and_spellings(said: str, heard: str) -> None:
    assert " ".join(word for word in spoken(said) if word not in ("and", "a")) == heard


@pytest.mark.parametrize(
    ("said", "op", "value", "unit", "size"),
    [
        ("Put the blower on level four", "set", 4, "", ""),
        ("Three degrees more on the passenger side", "more", 3, "", ""),
        ("A touch quieter", "less", None, "", "little"),
        ("Windows shut", "close", None, "", ""),
        ("I don't need the wipers", "off", None, "", ""),
        ("As loud as possible", "max", None, "", ""),
    ],
)
def test_what_is_to_be_done(said: str, op: str, value: float | None, unit: str, size: str) -> None:
    one = wish(said)
    assert (one.op, one.value, one.unit, one.size) == (op, value, unit, size)


def test_commands_are_parted_and_remarks_are_told_from_them() -> None:
    assert [one.said for one in wishes("It's dark. Put the lamps on and then close my window")] == [
        "It's dark", "Put the lamps on", "close my window",
    ]  # fmt: skip
    assert [one.commands for one in wishes("My nose is frozen. Heat the wheel.")] == [False, True]


@pytest.mark.parametrize(
    ("clause", "found"),
    [
        ("Let Noah know that we are on the ferry", WishedErrand("message", "Noah", "we are on the ferry")),
        ("Give grandma a ring please", WishedErrand("call", "grandma")),
        ("Guide me to the nearest petrol station", WishedErrand("go", "petrol station")),
        ("Put on Blue Heron by Ann Lee", WishedErrand("play", "Blue Heron by Ann Lee")),
        ("Play the next song", None),
        ("Turn the volume to 12", None),
    ],
)
def test_errands(clause: str, found: WishedErrand | None) -> None:
    assert errand(clause) == found


@pytest.mark.parametrize(
    ("saying", "name", "places"),
    [
        ("Rear window heating on", "rear_defroster_button", ["rear"]),
        ("Warm the passenger's seat", "seat_heater", ["passenger"]),
        ("My fingers are ice cold", "steering_wheel_heater", []),
        ("Everything on the windscreen is misted", "defroster_button", ["front"]),
        ("Do not disturb on", "do_not_disturb_toggle", []),
    ],
)
def test_controls_are_found_on_the_map(saying: str, name: str, places: list[str]) -> None:
    assert [found[1:3] for found in meant(saying)] == [(name, places)]


def test_one_control_for_each_seat_that_is_meant() -> None:
    found = targets(wish("Lower both rear windows a bit"))
    assert sorted(thing.element.name for _, thing in found) == ["window_second_left", "window_second_right"]


def test_what_is_not_known_is_not_guessed() -> None:
    assert meant("Calibrate the flux capacitor") == []
    assert hint("Colourless green ideas") == ""


# Conversations


def test_a_later_turn_leans_on_an_earlier_one() -> None:
    (first,) = meant("Warm my seat")
    assert meant("Turn that off again", "Warm my seat") == [("off", *first[1:])]
    assert [found[1:3] for found in meant("And the same for the passenger", "Warm my seat")] == [("seat_heater", ["passenger"])]
    assert [found[0] for found in meant("That's too much", "Turn up the fan")] == ["less"]


# The map, and what others say


@pytest.mark.sweep
def test_the_map_is_that_of_the_head_unit() -> None:
    told = json.loads(write_builtin_map.FILE.read_text("utf-8"))
    assert told == json.loads(json.dumps(write_builtin_map.pages())), "run python -m automotive_env.scripts.write_builtin_map"


@pytest.mark.skipif(not REFERENCES.is_dir(), reason="the sayings of others are in ../shared, which is not there")
def test_half_of_what_others_say_to_cars_comes_true() -> None:
    rows = list(measure_builtin.rows(REFERENCES))[::10]
    met = [
        measure_builtin.is_as_wanted(anyio.run(measure_builtin.play, saying, setup, wanted), wanted)
        for saying, setup, wanted in rows
    ]
    assert sum(met) > len(met) / 2


def test_a_reported_danger_is_told_and_other_reports_are_not() -> None:
    assert decide(PromptFacts("The road is icy ahead.", speaker="car", apps=APPS))["api"] == "system.safety_alert"
    assert decide(PromptFacts("A message arrives from Noah.", speaker="car", apps=APPS))["goal_status"] == "complete"


def test_a_wish_with_a_condition_is_kept_until_the_car_reports_it() -> None:
    saying = "When it starts raining, close the sunroof."
    (kept,) = needs(PromptFacts(saying, apps=APPS))
    assert kept.thing is None
    assert kept.answer
    later = {"apps": APPS, "speaker": "car", "conversation": (f"Driver: {saying}", "You ended the turn: complete")}
    (due,) = needs(PromptFacts("Something has changed.", vehicle={"sensors": "rain"}, **later))  # type: ignore[arg-type]
    assert due.thing is not None
    assert (due.wish.op, due.thing.app) == ("close", "vehicle")
    assert "sunroof" in due.thing.element.name
    assert not needs(PromptFacts("Something has changed.", vehicle={"sensors": "nothing unusual"}, **later))  # type: ignore[arg-type]


def test_music_is_paused_and_played_by_one_button() -> None:
    for saying, op in (("Pause", "off"), ("Play some music", ""), ("Turn on the radio", "on")):
        (need,) = needs(PromptFacts(saying, apps=APPS))
        assert need.thing is not None
        assert need.wish.op == op
        assert "play" in need.thing.element.name
