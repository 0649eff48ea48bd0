"""A whole run, called from Python."""

from pathlib import Path
from typing import Any

import anyio
import pytest

from automotive_env.errors import RecordsFault
from automotive_env.execution.options import Options
from automotive_env.execution.run import run
from automotive_env.results.folder import RunFolder


class Watching:
    def planned(self, jobs: Any, folder: Path, missing: Any) -> None: ...
    def warned(self, message: str) -> None: ...
    def started(self, job: Any) -> None: ...
    def finished(self, record: Any) -> None: ...


def test_what_is_finished_is_read_once_however_many_jobs_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    finished_ids = RunFolder.finished_ids
    monkeypatch.setattr(RunFolder, "finished_ids", lambda folder: read.append(folder) or finished_ids(folder))
    anyio.run(run, Options(agents=("noop",), tasks=("hvac.*",), images=False, out=tmp_path / "run"), Watching())
    assert len(read) == 1


@pytest.mark.parametrize("workers", [1, 3])
def test_a_record_that_cannot_be_written_ends_the_run_by_itself(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = []

    def full(folder: RunFolder, record: Any, steps: Any) -> None:
        added.append(record)
        raise RecordsFault("no space left")

    monkeypatch.setattr(RunFolder, "add_episode", full)
    options = Options(agents=("noop",), tasks=("hvac.*",), images=False, workers=workers, out=tmp_path / "run")
    with pytest.raises(RecordsFault, match="no space left; go on later with --resume"):
        anyio.run(run, options, Watching())
    assert 1 <= len(added) <= workers
