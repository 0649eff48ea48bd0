"""What every executor must pass: the same records as in one process, and nothing lost with a worker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from fragile import DEADLY, TIMES
from registered import DEGREES, PLAIN

from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import run

TASKS = (PLAIN, DEADLY, DEGREES)
CLOCK = {"seconds": 0, "model_seconds": 0}


class Watching:
    """Notes what a run says."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def planned(self, jobs: Any, folder: Path, missing: Any) -> None: ...
    def started(self, job: Any) -> None: ...
    def finished(self, record: Any) -> None: ...
    def warned(self, message: str) -> None:
        self.warnings.append(message)


def played(folder: Path, **options: Any) -> dict[str, dict[str, Any]]:
    """The records of a run, by their ids, each once; without times."""
    anyio.run(run, ResolvedOptions(agents=("fragile:AGENT", "t3a"), tasks=TASKS, out=folder, **options), Watching())
    lines = [json.loads(line) for line in (folder / "episodes.jsonl").read_text().splitlines()]
    records = {line["id"]: line | CLOCK for line in lines}
    assert len(records) == len(lines) == 2 * len(TASKS)
    return records


def differences(found: dict[str, dict[str, Any]], expected: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Id -> what was found in its record and was not expected."""
    told = {id: {name: value for name, value in one.items() if expected[id][name] != value} for id, one in found.items()}
    return {id: one for id, one in told.items() if one}


def steps(folder: Path) -> dict[str, bytes]:
    """What all other files of records hold."""
    files = [folder / "plan.jsonl", *(folder / "steps").glob("*/*"), *(folder / "parts").iterdir()]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


class Here:
    """In a folder of its own.

    Attributes:
        options: of a run that is played there.
    """

    options: dict[str, Any]

    @pytest.fixture(autouse=True)
    def _here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)


class ExecutorContract(Here):
    """The test of one that cannot be lost."""

    def test_it_writes_the_records_of_one_process(self) -> None:
        assert played(Path("there"), **self.options) == played(Path("here"))
        assert steps(Path("there")) == steps(Path("here"))


class LosingExecutorContract(Here):
    """The tests of one whose workers can be lost."""

    @pytest.mark.sweep
    def test_a_lost_worker_loses_no_episode(self) -> None:
        TIMES.write_text("1")
        found, expected = played(Path("there"), **self.options), played(Path("here"))
        assert found == expected, differences(found, expected)
        assert steps(Path("there")) == steps(Path("here"))

    @pytest.mark.sweep
    def test_an_episode_that_ends_its_workers_is_the_environments_failure_once(self) -> None:
        TIMES.write_text("1000")
        found = played(Path("there"), **self.options)
        TIMES.unlink()
        expected = played(Path("here"))
        (blamed,) = (record for record in found.values() if record["outcome"] == "env_error")
        assert (blamed["task"], blamed["agent"], blamed["attempts"]) == (DEADLY, "fragile", 3)
        assert "for the 3rd time in this episode" in blamed["error"]
        assert found.keys() == expected.keys()
        assert differences(found, expected).keys() == {blamed["id"]}, differences(found, expected)
        told = ("goal", "category", "dimension", "params", "scene", "place", "ending", "backend")
        assert {name: blamed[name] for name in told} == {name: expected[blamed["id"]][name] for name in told}
        anyio.run(run, ResolvedOptions(agents=("fragile:AGENT", "t3a"), tasks=TASKS, resume=Path("there")), Watching())
        assert len(Path("there/episodes.jsonl").read_text().splitlines()) == 2 * len(TASKS) + 1
