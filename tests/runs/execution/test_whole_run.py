"""A whole run, called from Python."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from registered import DEGREES, PLAIN, THREE_TURNS

from automotive_env.errors import RecordsFault, UsageError
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import run
from automotive_env.runs.records.encoded import EncodedEpisode
from automotive_env.runs.records.folder import RunFolder

FEW = (PLAIN, THREE_TURNS, DEGREES)
"""Tasks without contrast pairs: one episode for each."""


class Watching:
    def planned(self, jobs: Any, folder: Path, missing: Any) -> None: ...
    def warned(self, message: str) -> None: ...
    def started(self, job: Any) -> None: ...
    def finished(self, record: Any) -> None: ...


def test_what_is_finished_is_read_once_however_many_jobs_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    finished_ids = RunFolder.finished_ids
    monkeypatch.setattr(RunFolder, "finished_ids", lambda folder: read.append(folder) or finished_ids(folder))
    anyio.run(run, ResolvedOptions(agents=("noop",), tasks=FEW, images=False, out=tmp_path / "run"), Watching())
    assert len(read) == 1


@pytest.mark.parametrize("concurrency", [1, 3])
def test_a_record_that_cannot_be_written_ends_the_run_by_itself(
    concurrency: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = []

    def full(folder: RunFolder, *episodes: EncodedEpisode) -> None:
        added.extend(episodes)
        raise RecordsFault("no space left")

    monkeypatch.setattr(RunFolder, "add_encoded", full)
    options = ResolvedOptions(agents=("noop",), tasks=FEW, images=False, concurrency=concurrency, out=tmp_path / "run")
    with pytest.raises(RecordsFault, match="no space left; continue later with --resume"):
        anyio.run(run, options, Watching())
    assert 1 <= len(added) <= concurrency


REFUSED = [
    {"model": "openai:m@http://127.0.0.1:9/v1"},
    {"suite": "vehicleworld"},
    {"data": Path("elsewhere")},
    {"tasks": ("nothing.like.it",)},
    {"dimension": "driving_alignment"},
    {"place": "nowhere"},
    {"context": "nobody"},
    {"prompts": ("none",)},
    {"extra_body": '{"a": 1}'},
]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> ResolvedOptions:
    """The options of a run that was played, which no test goes on with."""
    options = ResolvedOptions(agents=("t3a",), tasks=(THREE_TURNS,), images=False, out=tmp_path_factory.mktemp("begun") / "run")
    anyio.run(run, options, Watching())
    return options


@pytest.mark.parametrize("other", REFUSED, ids=lambda other: next(iter(other)))
def test_options_are_compared_before_anything_is_planned_loaded_or_asked_with_them(
    other: dict[str, Any], begun: ResolvedOptions
) -> None:
    with pytest.raises(
        UsageError, match=f"cannot be resumed with other options: it was started with.*--{next(iter(other)).replace('_', '-')}"
    ):
        anyio.run(run, replace(begun, out=None, resume=begun.out, **other), Watching())


@pytest.mark.parametrize("wrong", [{"context": "nobody"}, {"prompts": (str(Path(__file__).parent),)}])
def test_a_run_that_cannot_begin_leaves_no_folder(wrong: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        anyio.run(run, replace(ResolvedOptions(agents=("t3a",), tasks=(THREE_TURNS,), out=tmp_path / "run"), **wrong), Watching())
    assert not (tmp_path / "run").exists()
