"""The player that copies the nearest turn that is known: what it does, records and needs."""

import json
from pathlib import Path

import anyio
import pytest
from command_line import run_here
from knowledge_fakes import Counting, entry

from automotive_env.agents.agent import AgentOptions
from automotive_env.car.core.world import World
from automotive_env.errors import UsageError
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.runs.records.folder import RunFolder
from automotive_env.suites.registry import OURS
from automotive_env.suites.suite import Selection
from automotive_env.suites.vehicleworld.players import PLAYERS
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.nearest import NearestTurnPlayer

TASKS = ("--suite", "vehicleworld", "--tasks", "vehicleworld.test.0f*")
LOUDER = entry("radio on", calls=("radio.radio_soundVolume_set(value=45)",))


def turn(folder, query, *known):
    player = NearestTurnPlayer(KnowledgeRetriever(KnowledgeStore(folder, known), Counting()))
    player.reset()
    return anyio.run(player.turn, query, VehicleWorldInterface(World()))


def test_it_makes_the_calls_of_the_nearest_request_and_of_no_other(tmp_path: Path):
    played = turn(tmp_path, "radio, please", LOUDER, entry("open", calls=("window.open()",)))
    ((call, result),) = played.calls
    assert (call.name, dict(call.arguments), result.success) == ("radio.radio_soundVolume_set", {"value": 45}, True)
    assert played.notes["told"] == [{"id": LOUDER.id, "kind": "st", "similarity": 1.0}]
    assert "radio on" in played.reasoning


def test_it_does_nothing_if_nothing_is_similar_enough(tmp_path: Path):
    played = turn(tmp_path, "seat", LOUDER)
    assert (played.calls, played.notes["told"], played.error) == ((), [], "")


def test_what_cannot_be_called_is_an_error_of_the_turn(tmp_path: Path):
    played = turn(tmp_path, "radio", entry("radio", calls=("radio.volume = 3",)))
    assert played.calls == ()
    assert "cannot be called" in played.error


def test_a_run_of_it_counts_what_it_was_told_and_is_verified(tmp_path: Path):
    """Of the first tested scenario the answer to one turn is known, so this turn is right and counts as coincident."""
    scenario = OURS["vehicleworld"].plan(Selection(tasks=("vehicleworld.test.0f*",)))[0].content
    first = scenario.turns[0]
    known = entry(first.query, calls=tuple(call.text for call in first.calls()))
    KnowledgeStore(tmp_path / "kb").add([known])
    told = ("--knowledge-base", str(tmp_path / "kb"), "--embedder", "lexical", "--out", str(tmp_path / "run"))
    done = run_here("run", *TASKS, "--agent", "nearest", *told)
    assert done.returncode == 0, done.stderr
    run = RunFolder.open(tmp_path / "run")
    record = next(one for one in run.episodes() if one.task.endswith(scenario.id.rpartition(".")[2]))
    assert record.model == ""
    assert record.told is not None
    assert (record.told.told > 0, record.told.leaked) == (True, 0)
    assert run.steps(record.id)[0].told[0].id == known.id
    assert {"knowledge", "embedder"} <= run.manifest.hashes.keys()
    assert run_here("verify", str(run.path)).returncode == 0
    report = run_here("report", str(run.path), "--json")
    assert "nearest" in report.stdout
    assert json.loads(report.stdout)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((), "nearest needs knowledge"),
        (("--knowledge-base", "kb", "--hints", "state"), "use --hints"),
        (("--knowledge-base", "kb", "--no-sampling"), "use --no-sampling"),
    ],
)
def test_it_says_what_it_needs_and_does_not_use(options, says, tmp_path: Path):
    refused = run_here("run", *TASKS, "--agent", "nearest", *options, "--out", str(tmp_path / "run"))
    assert refused.returncode == 2
    assert says in " ".join(refused.stderr.split())


def test_it_is_a_floor_and_refuses_options_of_others():
    assert PLAYERS["nearest"].standing == "floor"
    assert not PLAYERS["nearest"].needs_model
    with pytest.raises(UsageError, match="nearest does not use"):
        PLAYERS["nearest"].make(None, None, AgentOptions(tools=True))
