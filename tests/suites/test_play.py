"""Playing scenarios: the oracle passes, doing nothing fails, and every fault is blamed once."""

from functools import partial

import anyio
import pytest
from scenario_files import BROKEN, HOOD, LOUDER, checkout

from automotive_env.errors import ModelFault
from automotive_env.models.model import Usage
from automotive_env.suites.vehicleworld.checkout import load_scenarios
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PlayedTurn, VehicleWorldNoopPlayer, VehicleWorldOraclePlayer
from automotive_env.suites.vehicleworld.release import read_calls


class Saying:
    """A player that makes the calls of a test, turn by turn."""

    name = "saying"

    def __init__(self, *codes):
        self.codes = codes
        self.asked = []

    def reset(self):
        self.asked = []

    async def turn(self, query, car):
        code = self.codes[len(self.asked)]
        self.asked.append(query)
        if isinstance(code, Exception):
            raise code
        return PlayedTurn(tuple((call, call.perform(car)) for call in read_calls(code)), usage=Usage(10, 2, 1))


@pytest.fixture
def louder(tmp_path):
    (scenario,) = load_scenarios(checkout(tmp_path, LOUDER)).values()
    return scenario


def played(scenario, player):
    return anyio.run(partial(play, scenario, player, privileged=True))


def test_the_oracle_passes_and_its_steps_say_what_was_right(louder):
    episode = played(louder, VehicleWorldOraclePlayer())
    record = episode.record
    assert (record.outcome, record.steps, record.suite, record.dimension) == ("pass", 3, "vehicleworld", "M-M")
    assert record.id == f"oracle--{louder.name}--{louder.instance.id}--0"
    first, second, third = episode.steps
    assert first.action == {
        "action_type": "calls",
        "calls": [{"api": "video.video_soundVolume_increase", "arguments": {"degree": "little"}}],
    }
    assert [(change.path, change.before, change.after, change.cause) for change in first.changes] == [
        ("environment.volume", 40, 50, "call video.video_soundVolume_increase")
    ]
    assert {
        "query": "Turn it up a bit.",
        "perfect": True,
        "accuracy": 1.0,
        "missed": [],
        "harmed": [],
    }.items() <= first.notes.items()
    assert (second.outcome, second.changes) == (None, ())
    assert len(third.changes) >= 3


def test_an_oracle_can_play_several_scenarios(tmp_path):
    oracle = VehicleWorldOraclePlayer()
    for scenario in load_scenarios(checkout(tmp_path, LOUDER, HOOD)).values():
        assert played(scenario, oracle).record.success


def test_doing_nothing_fails_and_says_what_was_missed(louder):
    episode = played(louder, VehicleWorldNoopPlayer())
    assert (episode.record.outcome, episode.record.side_effects) == ("fail", ())
    assert [step.notes["perfect"] for step in episode.steps] == [False, True, False]
    assert episode.steps[0].notes["missed"] == ["environment.volume"]
    assert (episode.steps[0].notes["accuracy"], episode.steps[1].notes["accuracy"]) == (0, 1)


STOP = 'vw.video.video_play_stop()\nvw.fogLight.carcontrol_fogLight_switch(switch=True, position="all")'


@pytest.mark.parametrize(
    ("first", "outcome"),
    [
        ("vw.video.video_soundVolume_increase(value=17)", "pass"),  # "a bit" leaves the amount open
        ("vw.video.video_soundVolume_decrease(value=10)", "fail"),
        ("vw.video.video_soundVolume_increase(value=10)\nvw.radio.radio_collect(collect=True)", "pass"),  # refused: no harm
        ("vw.video.video_soundVolume_increase(value=10)\nvw.door.carcontrol_carDoor_lock_switch(switch=True)", "fail"),
    ],
)
def test_an_open_amount_counts_by_its_trend_and_harm_counts(louder, first, outcome):
    episode = played(louder, Saying(first, "pass", STOP))
    assert episode.record.outcome == outcome
    assert bool(episode.record.side_effects) == ("door" in first)
    assert episode.record.tokens == 36


def test_an_exact_amount_must_be_met(tmp_path):
    (hood,) = load_scenarios(checkout(tmp_path, HOOD)).values()
    seat = 'position=["driver\'s seat"]'
    codes = [
        f"vw.airConditioner.switch({seat}, switch=True)\nvw.airConditioner.temperature_set({seat}, value={n})" for n in (20, 19)
    ]
    assert [played(hood, Saying(code)).record.outcome for code in codes] == ["pass", "fail"]


def test_lines_that_do_not_map_are_noted(tmp_path):
    (hood,) = load_scenarios(checkout(tmp_path, HOOD)).values()
    assert played(hood, VehicleWorldOraclePlayer()).steps[0].notes["unmapped"] == ["vw.frontTrunk = FrontTrunk.init9()"]


@pytest.mark.parametrize(
    ("fault", "outcome", "says"),
    [(ModelFault("it is gone"), "model_error", "it is gone"), (KeyError("x"), "agent_error", "KeyError: 'x'")],
)
def test_faults_end_the_scenario_and_are_blamed_once(louder, fault, outcome, says):
    record = played(louder, Saying("pass", fault)).record
    assert (record.outcome, record.error, record.steps) == (outcome, says, 1)


def test_a_scenario_that_cannot_be_read_is_the_environments_fault(tmp_path):
    (broken,) = load_scenarios(checkout(tmp_path, BROKEN)).values()
    record = played(broken, VehicleWorldOraclePlayer()).record
    assert (record.outcome, record.steps) == ("env_error", 0)
    assert "not a call: import os" in record.error
