"""Scoring scenarios again from their records: the same outcome and scores, and nothing else passes for them."""

import json
from functools import partial

import anyio
import pytest
from command_line import run_here
from scenario_files import HOOD, LOUDER, checkout, scenario_id

from automotive_env.car.core.documents import to_tree
from automotive_env.car.core.world import World
from automotive_env.errors import Contradiction
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.suites.vehicleworld.checkout import load_scenarios
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PlayedTurn, VehicleWorldNoopPlayer, VehicleWorldOraclePlayer
from automotive_env.suites.vehicleworld.release import read_calls
from automotive_env.suites.vehicleworld.rescoring import rescore

CALLS = """vw.conversation.conversation_message_send(contact="Mum", content="Hi")
vw.fogLight.carcontrol_fogLight_switch(switch=True)"""


class Half:
    """Plays the first turn wrongly, and breaks in the third where it is told to."""

    name = "half"

    def __init__(self, breaks=False):
        self.breaks, self.turns = breaks, 0

    def reset(self):
        self.turns = 0

    async def turn(self, query, car):
        self.turns += 1
        if self.turns == 3 and self.breaks:
            raise ValueError("a bug")
        return PlayedTurn(tuple((call, call.perform(car)) for call in read_calls(CALLS)))


def played(scenario, player):
    episode = anyio.run(partial(play, scenario, player, privileged=True))
    record = EpisodeRecord.model_validate_json(episode.record.line())
    return record, [StepRecord.model_validate_json(step.line()) for step in episode.steps]


@pytest.fixture
def scenarios(tmp_path):
    return list(load_scenarios(checkout(tmp_path, LOUDER, HOOD)).values())


@pytest.mark.parametrize(
    "player", [VehicleWorldOraclePlayer(), VehicleWorldNoopPlayer(), Half(), Half(breaks=True)], ids=lambda player: player.name
)
def test_scenarios_are_scored_as_they_were(scenarios, player):
    for scenario in scenarios:
        record, steps = played(scenario, player)
        assert rescore(record, steps) == record


def test_a_generated_state_is_a_part_of_the_record(tmp_path):
    car = World({"music": "init1"})
    car.set("environment.volume", 13)
    folder = tmp_path / "tasks" / "scenarios" / scenario_id(LOUDER)
    folder.mkdir(parents=True)
    (folder / "worlds.json").write_text(json.dumps([to_tree(car)]))
    (scenario,) = load_scenarios(checkout(tmp_path, LOUDER)).values()
    record, steps = played(scenario, VehicleWorldOraclePlayer())
    assert record.scene["environment.volume"] == 13
    assert steps[0].changes[0].before == 13
    assert rescore(record, steps) == record
    with pytest.raises(Contradiction):
        rescore(record.model_copy(update={"scene": record.scene | {"environment.volume": 14}}), steps)


def test_other_outcomes_and_scores_are_found(scenarios):
    record, steps = played(scenarios[0], VehicleWorldOraclePlayer())
    for fields in (
        {"outcome": "fail", "success": False},
        {"scores": {"accuracy": 0.5}},
        {"side_effects": ("a",)},
        {"steps": 1},
        {"verdict": {"name": "a", "wanted": "b", "found": "c", "met": True}},
        {"ending": "decline", "pair": "a", "place": "Paris", "error": "a", "backend": "virtual"},
    ):
        assert rescore(record.model_copy(update=fields), steps) == record


@pytest.mark.parametrize(
    "fields",
    [
        {"goal": "Dance."},
        {"seed": 1},
        {"instance": "0" * 16},
        {"category": "light"},
        {"dimension": "S-S"},
        {"params": {}},
        {"params": {"inits": "", "turns": [["a"]]}},
        {"params": {"inits": "", "turns": [["a", "import os"]]}},
        {"scene": {"a.b": 1}},
        {"scene": {"environment.volume": "loud"}},
    ],
)
def test_another_scenario_is_found(scenarios, fields):
    record, steps = played(scenarios[0], VehicleWorldOraclePlayer())
    with pytest.raises(Contradiction):
        rescore(record.model_copy(update=fields), steps)


def test_other_steps_are_found(scenarios):
    record, steps = played(scenarios[0], VehicleWorldOraclePlayer())
    silent = [step.model_copy(update={"changes": ()}) for step in steps]
    for others in (steps[:-1], [*steps, steps[-1]], silent, [steps[1], steps[0], steps[2]]):
        with pytest.raises(Contradiction):
            rescore(record, others)


def test_a_run_of_scenarios_is_verified(tmp_path):
    data, run = checkout(tmp_path / "data", LOUDER, HOOD), tmp_path / "run"
    options = ("--suite", "vehicleworld", "--data", str(data), "--agent", "oracle,noop", "--out", str(run), "--json")
    assert run_here("run", *options).returncode == 0
    done = run_here("verify", str(run), "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout) | {"run": ""} == {
        "run": "",
        "episodes": 4,
        "same": 4,
        "different": [],
        "not_scored": [],
        "missing": [],
    }
