"""Limits of an episode end it as `step_limit` and say which; limits of a run let no further episode begin, and it can go on."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from registered import THREE_TURNS
from result_fakes import episode

from automotive_env.errors import UsageError
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling, Usage
from automotive_env.runs.execution.budget import RunBudget
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import FinishedRun, run
from automotive_env.runs.execution.stop import StopToken
from automotive_env.suites.automotive.suite import AutomotiveSuite
from automotive_env.suites.vehicleworld.suite import VehicleWorldSuite


class Watching:
    def planned(self, jobs: Any, folder: Path, missing: Any) -> None: ...
    def warned(self, message: str) -> None: ...
    def started(self, job: Any) -> None: ...
    def finished(self, record: Any) -> None: ...


class Waiting:
    """A model that always waits, for 1,000 tokens a time."""

    name = "openai:waiting"

    async def complete(self, request: ModelRequest) -> Completion:
        if request.purpose == "act":
            return Completion.of('{"action_type": "wait", "seconds": 1}', Usage(900, 100, 1))
        return Completion.of("It waited.", Usage(900, 100, 1))

    async def probe(self, sampling: Sampling) -> Abilities:
        return Abilities()

    async def close(self) -> None: ...


@pytest.fixture(autouse=True)
def _waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("automotive_env.runs.execution.team.make_model", lambda spec, pace=None: Waiting())


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    file = tmp_path / "prices.json"
    file.write_text(json.dumps({"date": "2026-01-01", "models": {"openai:waiting": {"prompt": 1000, "completion": 1000}}}))
    return file


def play(folder: Path, **options: Any) -> FinishedRun:
    asked: dict[str, Any] = {"agents": ("t3a",), "tasks": ("hvac.s*",), "images": False, "out": folder / "run"}
    return anyio.run(run, ResolvedOptions(**asked | options), Watching())


@pytest.mark.parametrize(
    ("limit", "steps", "told"),
    [
        ({"max_steps": 2}, 2, "not ended within 2 steps"),
        ({"max_episode_tokens": 3_000}, 2, "more than 3000 tokens"),
        ({"max_episode_price": 3.0}, 2, "more than 3 USD"),
        ({"max_steps": 30, "max_episode_tokens": 40_000}, 21, "more than 40000 tokens"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_a_limit_of_an_episode_ends_it_and_is_told(limit: Any, steps: int, told: str, prices: Path, tmp_path: Path) -> None:
    finished = play(tmp_path, tasks=(THREE_TURNS,), prices=prices, **limit)
    for record in finished.folder.episodes():
        assert (record.outcome, record.error) == ("step_limit", told)
        assert record.steps in (steps, steps + 1)
        assert record.price == pytest.approx(record.tokens / 1_000)
        assert record.verdict
        assert AutomotiveSuite().rescore(record, finished.folder.steps(record.id)) == record
    assert not finished.stopped


@pytest.mark.parametrize(
    "limit", [{"max_run_steps": 4}, {"max_run_tokens": 7_000}, {"max_price": 7.0}], ids=["steps", "tokens", "price"]
)
def test_a_limit_of_a_run_lets_nothing_further_begin_and_the_run_goes_on_with_a_higher_one(
    limit: dict[str, Any], prices: Path, tmp_path: Path
) -> None:
    ((name, most),) = limit.items()
    first = play(tmp_path, prices=prices, max_steps=3, **limit)
    assert len(first.folder.episodes()) == 2
    assert f"of at most {most:g}" in first.stopped
    assert name.replace("_", "-") in first.stopped
    options = ResolvedOptions.of_run(first.folder.manifest.options, resume=first.folder.path)
    again = anyio.run(run, options, Watching())
    assert (len(again.folder.episodes()), again.stopped) == (2, first.stopped)
    rest = anyio.run(run, replace(options, **{name: None}), Watching())
    assert len(rest.folder.episodes()) > 2
    assert rest.stopped == ""


@pytest.mark.sweep
def test_worker_processes_begin_nothing_while_the_episode_that_used_a_run_up_is_written(tmp_path: Path) -> None:
    finished = play(tmp_path, agents=("noop",), tasks=("hvac.*",), workers=2, max_run_steps=1)
    assert 1 <= len(finished.folder.episodes()) <= 2
    assert "of at most 1 steps" in finished.stopped


def test_a_price_that_is_unknown_stays_unknown_and_cannot_be_limited(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no price is known for openai:waiting .*--prices .*, or omit --max-price"):
        play(tmp_path, max_price=1.0)
    assert not (tmp_path / "run").exists()
    finished = play(tmp_path, tasks=(THREE_TURNS,), max_steps=1)
    assert {record.price for record in finished.folder.episodes()} == {None}


def test_agents_that_ask_nobody_cost_nothing(tmp_path: Path) -> None:
    finished = play(tmp_path, agents=("oracle",), tasks=(THREE_TURNS,), max_price=1.0)
    assert {record.price for record in finished.folder.episodes()} == {0.0}


def test_scenarios_have_limits_of_tokens_but_not_of_steps(tmp_path: Path) -> None:
    some = {"suite": "vehicleworld", "agents": ("fc",), "tasks": ("*.dev.d4b4b4fb410c",)}
    with pytest.raises(UsageError, match="vehicleworld does not use --max-steps"):
        play(tmp_path, **some, max_steps=3)
    finished = play(tmp_path, **some, max_episode_tokens=1_500)
    (record,) = finished.folder.episodes()
    assert (record.outcome, record.error, record.price) == ("step_limit", "more than 1500 tokens", None)
    assert VehicleWorldSuite().rescore(record, finished.folder.steps(record.id)) == record


@pytest.mark.parametrize(
    "wrong", [{"max_steps": 0}, {"max_price": -1.0}, {"tokens_per_minute": 0.0}, {"max_run_seconds": float("nan")}]
)
def test_limits_that_are_none_are_refused(wrong: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="must be from"):
        play(tmp_path, **wrong)


def test_what_a_run_has_used_is_told_with_the_episodes_that_were_being_played() -> None:
    stop = StopToken()
    budget = RunBudget(ResolvedOptions(max_run_tokens=2_000, max_price=7.0), stop)
    for _ in range(3):
        budget.add(episode(steps=1, tokens=900, price=6.0))
    assert stop.reason == (
        "the run has used 2700 of at most 2000 tokens (--max-run-tokens) and 18 of at most 7 USD (--max-price)"
    )
    stopped = StopToken()
    stopped.ask("stopped by SIGINT")
    RunBudget(ResolvedOptions(max_price=7.0), stopped).add(episode(price=8.0))
    assert stopped.reason == "stopped by SIGINT"
