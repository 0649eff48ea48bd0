"""Agents, models and suites of other packages that break their contract: who is to blame is told in one line, nothing is lost."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from registered import THREE_TURNS

from automotive_env.agents.agent import AgentSpec, Decision
from automotive_env.agents.noop import NoopAgent
from automotive_env.episode.action import Status
from automotive_env.errors import AgentFault, AutomotiveEnvError, EnvironmentFault, ModelFault, NotScored, UsageError
from automotive_env.models.kinds import MODELS
from automotive_env.models.model import Abilities, Choice, Completion, ModelRequest, Sampling, TokenLogprob, Usage
from automotive_env.models.specification import make_model
from automotive_env.plugins.registry import PluginWarning
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import FinishedRun, run
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord, episode_id
from automotive_env.runs.tables.summary import RunSummary
from automotive_env.suites.automotive.suite import AutomotiveSuite
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.registry import find_suite, summary_of
from automotive_env.suites.suite import PlanItem, PlayerSeat, Selection, Suite

THIS = __name__
DONE = Status(goal_status="complete")


class Watching:
    def planned(self, jobs: Any, folder: Path, missing: Any) -> None: ...
    def warned(self, message: str) -> None: ...
    def started(self, job: Any) -> None: ...
    def finished(self, record: Any) -> None: ...


def play(folder: Path, **options: Any) -> FinishedRun:
    asked: dict[str, Any] = {"agents": ("t3a",), "tasks": (THREE_TURNS,), "images": False, "out": folder / "run"}
    return anyio.run(run, ResolvedOptions(**asked | options), Watching())


# Agents


class Acting(NoopAgent):
    """Does whatever a test says when it is asked to act."""

    name = "noop"

    def __init__(self, does: Callable[[], Any]) -> None:
        super().__init__()
        self._does = does

    async def act(self, observation: Any) -> Any:
        return self._does()


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError


def raises(error: BaseException) -> Callable[[], Any]:
    def act() -> Any:
        raise error

    return act


def played_by(agent: Callable[[], Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> FinishedRun:
    monkeypatch.setattr(AutomotiveSuite, "player", lambda suite, name: AgentSpec("noop", "", lambda kit: agent()))
    return play(folder, agents=("noop",))


@pytest.mark.parametrize(
    ("does", "says"),
    [
        (raises(ValueError("no\nway")), r"ValueError: no\nway"),
        (raises(SystemExit(0)), "SystemExit: 0"),
        (raises(Unprintable()), "Unprintable"),
        (lambda: None, "the agent returned NoneType, not a Decision"),
        (lambda: Decision("click"), "the agent's decision has str as its action"),  # type: ignore[arg-type]
        (lambda: Decision(DONE, reasoning=7), "the agent's decision has int as its reasoning"),  # type: ignore[arg-type]
        (lambda: Decision(DONE, notes=[1]), "the agent's decision has list as its notes"),  # type: ignore[arg-type]
        (lambda: Decision(DONE, marked="picture"), "the agent's decision has str as its marked"),  # type: ignore[arg-type]
        (lambda: Decision(DONE, usage=Usage(-5)), "the agent's decision counts -5 prompt_tokens"),
        (lambda: Decision(DONE, usage=Usage(float("nan"))), "the agent's decision counts nan prompt_tokens"),  # type: ignore[arg-type]
    ],
)
def test_what_an_agent_does_wrong_is_the_agents_error(
    does: Callable[[], Any], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = played_by(lambda: Acting(does), tmp_path, monkeypatch)
    (record,) = finished.folder.episodes()
    assert (record.outcome, record.error) == ("agent_error", says)


def test_an_agent_that_cancels_itself_does_not_lose_its_episode_in_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(AgentFault, match=r"1 episodes were not recorded.*--resume"):
        played_by(lambda: Acting(raises(asyncio.CancelledError())), tmp_path, monkeypatch)


class Renamed(NoopAgent):
    name = "t3a"


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: sys.exit(0), "the agent noop cannot be made: SystemExit: 0"),
        (lambda: 1 / 0, "the agent noop cannot be made: ZeroDivisionError"),
        (lambda: None, "noop makes NoneType, which is not an agent: it lacks reset, act or reflect"),
        (Renamed, "the agent noop has the name 't3a'"),
    ],
)
def test_an_agent_that_cannot_be_made_leaves_no_folder(
    make: Callable[[], Any], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=says):
        played_by(make, tmp_path, monkeypatch)
    assert not (tmp_path / "run").exists()


# Models


class Speaker:
    """A model that answers whatever a test says."""

    name = "speaker"

    def __init__(self, says: Any) -> None:
        self.says = says

    async def complete(self, request: ModelRequest) -> Any:
        return self.says() if callable(self.says) else self.says

    async def probe(self, sampling: Sampling) -> Any:
        return Abilities()

    async def close(self) -> None:
        raise ValueError("cannot close")


def checked(monkeypatch: pytest.MonkeyPatch, model: Any) -> Any:
    monkeypatch.setitem(vars(MODELS), "installed", {})
    monkeypatch.setattr(sys.modules[THIS], "made", lambda rest: model, raising=False)
    return make_model(f"{THIS}:made")


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (raises(ValueError("broke")), "speaker failed: ValueError: broke"),
        (raises(SystemExit(0)), "speaker failed: SystemExit: 0"),
        (None, "speaker returned NoneType, not a completion"),
        (Completion(()), "speaker returned an invalid completion: choices"),
        (Completion((Choice(None),)), "speaker returned Completion, not a completion"),  # type: ignore[arg-type]
        (Completion((Choice("x", finish=None),)), "not a completion"),  # type: ignore[arg-type]
        (Completion((Choice("x"),), Usage(-3)), "usage.prompt_tokens"),
        (Completion((Choice("x"),), Usage(float("nan"))), "usage.prompt_tokens"),  # type: ignore[arg-type]
    ],
)
def test_what_a_model_does_wrong_is_the_models_fault(says: Any, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = checked(monkeypatch, Speaker(says))
    with pytest.raises(ModelFault, match=why):
        anyio.run(model.complete, ModelRequest.of("act", "Well?"))


def test_what_a_model_says_is_bounded_and_safe_like_a_servers_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Completion((Choice("\x1b[2J\ud800" + "x" * 100_000, logprobs=(TokenLogprob("x", float("nan")),)),) * 3)
    answer = anyio.run(checked(monkeypatch, Speaker(said)).complete, ModelRequest.of("act", "Well?"))
    assert len(answer.choices) == 1
    assert answer.text.startswith("?x")
    assert answer.choice.dropped > 0
    assert answer.choice.logprobs[0].logprob == -9999


def test_a_model_that_cannot_be_closed_has_answered_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.warns(PluginWarning, match="closing speaker failed: ValueError: cannot close"):
        anyio.run(checked(monkeypatch, Speaker(Completion.of("x"))).close)


@pytest.mark.parametrize("name", [None, "", "a\x1b[31mb", "\ud800", "x" * 201])
def test_a_model_needs_a_name_that_records_can_hold(name: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Speaker(None)
    model.name = name
    with pytest.raises(UsageError, match="a model's name is 1 to 200 printable characters"):
        checked(monkeypatch, model)


def test_an_episode_that_the_model_broke_is_blamed_on_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model = checked(monkeypatch, Speaker(raises(ValueError("broke"))))
    monkeypatch.setattr("automotive_env.runs.execution.team.make_model", lambda spec, pace=None: model)
    with pytest.warns(PluginWarning, match="closing"), pytest.raises(ModelFault, match="failed in every episode: speaker failed"):
        play(tmp_path)
    (record,) = RunFolder.open(tmp_path / "run").read_episodes().records
    assert (record.outcome, record.error, record.attempts) == ("model_error", "speaker failed: ValueError: broke", 3)


# Suites

PLAYER = AgentSpec("noop", "", lambda kit: NoopAgent())


class Mine(Suite):
    """A suite as a researcher may write it."""

    name = "mine"

    def plan(self, selection: Selection) -> Any:
        return [PlanItem("a", "i", trial) for trial in range(selection.trials)]

    def players(self) -> Any:
        return {"noop": PLAYER}

    async def play(self, item: PlanItem, agent: Any, seat: PlayerSeat) -> Any:
        return PlayedEpisode(self.record(item, agent), ())

    def record(self, item: PlanItem, agent: Any, **fields: Any) -> EpisodeRecord:
        id = episode_id(agent.name, "", item.task, item.instance, item.trial)
        told = {"task": item.task, "instance": item.instance, "trial": item.trial, "agent": agent.name, "suite": self.name}
        empty = dict.fromkeys(("model", "category", "dimension", "goal", "place"), "")
        zero = dict.fromkeys(("seed", "steps", "tokens", "prompt_tokens", "completion_tokens", "model_calls", "seconds"), 0)
        rest = {"id": id, "backend": "headless", "outcome": "pass", "success": True}
        return EpisodeRecord(**told | empty | zero | rest | fields)


def _raise(*arguments: Any) -> Any:
    raise ValueError("broke")


def _exit(*arguments: Any) -> Any:
    sys.exit(0)


async def _fails(*arguments: Any) -> Any:
    raise ValueError("broke")


async def _exits(*arguments: Any) -> Any:
    sys.exit(0)


async def _nothing(*arguments: Any) -> Any:
    return None


async def _other_id(suite: Mine, item: PlanItem, agent: Any, seat: PlayerSeat) -> Any:
    return PlayedEpisode(suite.record(item, agent, id="x"), ())


async def _other_suite(suite: Mine, item: PlanItem, agent: Any, seat: PlayerSeat) -> Any:
    return PlayedEpisode(suite.record(item, agent, suite="x"), ())


def plans(*items: Any) -> Callable[..., Sequence[Any]]:
    return lambda suite, selection: items


@pytest.mark.parametrize(
    ("method", "instead", "fault", "says"),
    [
        ("plan", _raise, UsageError, "the suite mine failed in plan: ValueError: broke"),
        ("plan", _exit, UsageError, "the suite mine failed in plan: SystemExit: 0"),
        ("plan", plans(), UsageError, "the suite mine has nothing to play"),
        ("plan", lambda suite, selection: None, UsageError, "failed in plan: TypeError"),
        ("plan", plans("a"), UsageError, "plans 'a'; a plan needs Items"),
        ("plan", plans(PlanItem("a", "i", -1)), UsageError, "a plan needs Items with texts and a trial of 0 or more"),
        ("plan", plans(PlanItem("a", "")), UsageError, "a plan needs Items"),
        ("plan", plans(PlanItem("a", "i"), PlanItem("a", "i", content=1)), UsageError, "twice; items differ in"),
        ("players", _raise, UsageError, "failed in player: ValueError"),
        ("hashes", _raise, UsageError, "failed in hashes: ValueError"),
        ("plugins", _raise, UsageError, "failed in plugins: ValueError"),
        ("summarise", _raise, UsageError, "failed in summarise: ValueError"),
        ("summarise", lambda suite, records: 7, UsageError, "failed in summarise: it returns int, not RunSummary"),
        ("play", _fails, EnvironmentFault, "failed in play of a i: ValueError: broke; continue later with --resume"),
        ("play", _exits, EnvironmentFault, "failed in play of a i: SystemExit: 0"),
        ("play", _nothing, EnvironmentFault, "it returns NoneType, not PlayedEpisode"),
        ("play", _other_id, EnvironmentFault, "recorded x instead of noop--a--i--0"),
        ("play", _other_suite, EnvironmentFault, "records an episode of 'x'"),
    ],
)
def test_what_a_suite_does_wrong_is_told(
    method: str, instead: Any, fault: type[AutomotiveEnvError], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Mine, method, instead)
    with pytest.raises(fault, match=says):
        play(tmp_path, suite=f"{THIS}:Mine", agents=("noop",), tasks=())


def test_a_suite_of_another_package_is_played_resumed_and_sums_up_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mine, "summarise", lambda suite, records: RunSummary(agents={}))
    options = ResolvedOptions(suite=f"{THIS}:Mine", agents=("noop",), trials=2, out=tmp_path / "run")
    finished = anyio.run(run, options, Watching())
    assert len(finished.folder.episodes()) == 2
    assert not finished.summary.agents, "the suite sums up itself"
    file = tmp_path / "run" / "episodes.jsonl"
    file.write_text(file.read_text().splitlines(keepends=True)[0])
    again = anyio.run(run, replace(options, out=None, resume=tmp_path / "run"), Watching())
    assert [record.trial for record in again.folder.episodes()] == [0, 1]
    assert summary_of(options.suite, options.suite)(again.folder.episodes()) == RunSummary(agents={})
    assert summary_of(options.suite)(again.folder.episodes()).agents["noop"].n == 2  # not loaded because a folder names it


def test_a_suite_that_does_not_score_again_contradicts_nothing() -> None:
    suite = find_suite(f"{THIS}:Mine")
    record = Mine().record(PlanItem("a", "i"), NoopAgent())
    with pytest.raises(NotScored, match="the suite mine cannot score records again"):
        suite.rescore(record, [])
