"""The plan in the folder of a run: read when the run goes on, and never trusted."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_whole_run import FEW, Watching

from automotive_env.errors import UsageError
from automotive_env.runs.execution.plan_file import items_of, plan_digest, plan_file
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import run
from automotive_env.runs.records.folder import RunFolder
from automotive_env.suites.automotive import suite as automotive
from automotive_env.suites.suite import InstanceDraft, PlanItem

names = st.text(max_size=12)
drafts = st.lists(st.builds(InstanceDraft, names, st.integers(0, 2**32 - 1), names, st.just("random")), min_size=1, max_size=6)


@given(drafts, st.data())
def test_a_plan_is_read_as_it_was_written_for_the_same_drafts_only(asked: list[InstanceDraft], data: st.DataObject) -> None:
    hashes = st.none() | st.from_regex("[0-9a-f]{16}", fullmatch=True)
    drawn = [PlanItem(draft.task, found) if (found := data.draw(hashes)) else None for draft in asked]
    content = plan_file(asked, drawn)
    assert items_of(content, asked) == drawn
    assert items_of(content, [*asked, asked[0]]) is None
    assert items_of(content, [replace(asked[0], seed=asked[0].seed + 1), *asked[1:]]) is None
    assert items_of(content[: data.draw(st.integers(0, len(content) - 2))], asked) is None


@given(drafts, st.binary(max_size=200))
def test_whatever_is_in_the_file_is_a_plan_or_none(asked: list[InstanceDraft], content: bytes) -> None:
    assert items_of(content, asked) is None


def begun(folder: Path, **options: Any) -> ResolvedOptions:
    """Play a run; returns the options that resume it."""
    asked = ResolvedOptions(agents=("noop",), tasks=FEW, images=False, out=folder, **options)
    anyio.run(run, asked, Watching())
    return replace(asked, out=None, resume=folder)


def forget_last(folder: Path) -> None:
    """As if the run had been killed before its last episode."""
    file = folder / "episodes.jsonl"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tasks of which an instance is drawn."""
    tasks: list[str] = []
    instantiate = automotive.instantiate
    monkeypatch.setattr(automotive, "instantiate", lambda task, *rest: tasks.append(task.name) or instantiate(task, *rest))
    automotive._drawn.cache_clear()
    return tasks


def test_a_run_that_goes_on_draws_what_it_plays_and_nothing_else(tmp_path: Path, drawn: list[str]) -> None:
    resumed = begun(tmp_path / "run", trials=2)
    whole = (tmp_path / "run" / "episodes.jsonl").read_bytes().count(b"\n")
    assert drawn == list(FEW)
    forget_last(tmp_path / "run")
    drawn.clear()
    automotive._drawn.cache_clear()
    anyio.run(run, resumed, Watching())
    assert drawn == [FEW[-1]]
    assert (tmp_path / "run" / "episodes.jsonl").read_bytes().count(b"\n") == whole


@pytest.mark.parametrize("left", [None, b"", b"{}\n", b"\0" * 100])
def test_a_plan_that_is_missing_or_damaged_is_made_anew(left: bytes | None, tmp_path: Path, drawn: list[str]) -> None:
    resumed = begun(tmp_path / "run")
    file = tmp_path / "run" / "plan.jsonl"
    plan = file.read_bytes()
    file.unlink()
    if left is not None:
        file.write_bytes(left)
    drawn.clear()
    automotive._drawn.cache_clear()
    anyio.run(run, resumed, Watching())
    assert drawn == list(FEW)
    assert file.read_bytes() == plan
    assert not list(file.parent.glob("*.plan*"))


def test_a_plan_of_strangers_plays_nothing_that_is_not_drawn(tmp_path: Path) -> None:
    resumed = begun(tmp_path / "run")
    folder = RunFolder.open(tmp_path / "run")
    plan = (folder.path / "plan.jsonl").read_bytes()
    instance = folder.episodes()[0].instance.encode()
    forged = plan.replace(instance, b"0" * 16)
    (folder.path / "plan.jsonl").write_bytes(forged)
    manifest = folder.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace(plan_digest(plan), plan_digest(forged)))
    with pytest.raises(UsageError, match="cannot be drawn; start a new run"):
        anyio.run(run, resumed, Watching())
    (folder.path / "plan.jsonl").unlink()
    with pytest.raises(UsageError, match="since it was started: plan_file"):
        anyio.run(run, resumed, Watching())


def test_a_plan_is_read_up_to_a_bound(tmp_path: Path) -> None:
    resumed = begun(tmp_path / "run")
    with (tmp_path / "run" / "plan.jsonl").open("ab") as file:
        file.truncate(2**30)  # takes no room
    with pytest.raises(UsageError, match="is larger than"):
        anyio.run(run, resumed, Watching())
