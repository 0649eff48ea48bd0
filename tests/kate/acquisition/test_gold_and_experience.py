"""Knowledge from what is right and from what agents did right; nothing from what does not pass again."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import anyio
import pytest
from registered import DEGREES, PLAIN

from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.episodes import canonical_call, entries_of, split_of_task, start_of
from automotive_env.kate.acquisition.experience import SkippedEpisodes, experience
from automotive_env.kate.acquisition.gold import gold, other_starts
from automotive_env.kate.acquisition.leakage import leakage
from automotive_env.kate.knowledge.embedding import LexicalEmbedder
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import run
from automotive_env.runs.records.folder import RunFolder
from automotive_env.suites.registry import find_suite
from automotive_env.suites.splits import Split
from automotive_env.suites.suite import Selection


def learnt(suite: str, split: Split, *tasks: str) -> list[KnowledgeEntry]:
    async def all_of_it() -> list[KnowledgeEntry]:
        selection = Selection(tasks=tasks)
        return [one async for entries in gold(find_suite(suite), selection, split) for one in entries]

    return anyio.run(all_of_it)


class Silent:
    """Whoever follows a run and says nothing."""

    def __getattr__(self, name: str):
        return lambda *told: None


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of oracle and noop: half of it passes."""
    out = tmp_path_factory.mktemp("runs") / "run"
    tasks = ("vehicleworld.train.53c4ffd8cc9c", "vehicleworld.train.d62aab7d0cc0", "vehicleworld.test.bff963b0963c")
    anyio.run(run, ResolvedOptions(agents=("oracle", "noop"), suite="vehicleworld", tasks=tasks, out=out), Silent())
    return out


def test_a_turn_of_a_scenario_is_an_entry_of_its_calls():
    first, _, nothing, last = learnt("vehicleworld", "train", "vehicleworld.train.53c4ffd8cc9c")
    assert first.query == "Can you keep the music a bit lower?"
    assert first.calls == ("music.music_soundVolume_decrease(degree='little')",)
    assert first.text.splitlines() == [f"Request: {first.query}", "What was right:", *first.calls]
    assert (nothing.calls, nothing.toolset) == ((), ())
    assert nothing.text.endswith("nothing: no call was right")
    assert (last.turn, last.toolset, last.source) == (3, ("readingLight",), "gold")
    assert len({entry.start for entry in (first, nothing, last)}) == 1


def test_asking_and_declining_in_a_conversation_are_told():
    entries = learnt("conversations", "test", "ambiguity.test.0637246ce224", "limits.test.5391b2d8628e")
    calls = {entry.task: entry.calls for entry in entries}
    assert calls["ambiguity.test.0637246ce224"][0] == "ask()"
    assert calls["limits.test.5391b2d8628e"] == ("decline()",)
    assert any("The one at the driver's seat." in entry.text for entry in entries)


def test_a_task_on_the_screen_is_told_in_words_that_hold_on_another_screen():
    (entry,) = learnt("automotive", "train", DEGREES)[:1]
    assert entry.toolset == ("climate",)
    assert any(re.fullmatch(r'click \w+ "\w+ \w+ temperature" #hvac_\w+_button', call) for call in entry.calls), entry.calls
    assert not any('"index"' in call for call in entry.calls)


def test_calls_are_told_alike_whatever_the_order_of_their_arguments():
    assert canonical_call("a.b", {"y": 2.0, "x": [1.5, "it's"]}) == canonical_call("a.b", {"x": [1.5, "it's"], "y": 2})
    assert canonical_call("a.b", None) == "a.b()"


def test_the_split_of_a_task_is_the_one_that_it_names_or_that_of_its_template():
    assert [split_of_task(name) for name in ("limits.dev.1", "vehicleworld.test.2", PLAIN)] == [
        "dev",
        "test",
        "dev",
    ]
    assert split_of_task("vehicleworld.0123456789abcdef") in ("train", "dev", "test")


def test_a_split_that_has_nothing_is_refused():
    with pytest.raises(UsageError, match="none of the chosen tasks of the suite vehicleworld is in the split dev"):
        learnt("vehicleworld", "dev", "vehicleworld.train.53c4ffd8cc9c")


@pytest.mark.sweep
def test_a_run_teaches_what_passed_again_in_the_split(played: Path):
    folder, suite, left_out = RunFolder.open(played), find_suite("vehicleworld"), SkippedEpisodes()
    entries = [one for found in experience(folder, suite, "train", left_out) for one in found]
    right = learnt("vehicleworld", "train", "vehicleworld.train.53c4ffd8cc9c", "vehicleworld.train.d62aab7d0cc0")
    assert [(one.query, one.calls, one.start) for one in entries] == [(one.query, one.calls, one.start) for one in right]
    assert [one.id for one in entries] == [one.id for one in right]
    assert all(one.source.startswith("oracle--vehicleworld.train") for one in entries)
    assert (left_out.failed, left_out.not_verified, left_out.other_split) == (3, [], 1)


def test_a_verdict_that_was_forged_teaches_nothing(played: Path, tmp_path: Path):
    forged = tmp_path / "forged"
    forged.mkdir()
    shutil.copy(played / "manifest.json", forged)
    for name in ("steps", "parts"):
        shutil.copytree(played / name, forged / name)
    lines = [json.loads(line) for line in (played / "episodes.jsonl").read_text().splitlines()]
    told = [line | {"outcome": "pass", "success": True} for line in lines if line["agent"] == "noop"]
    (forged / "episodes.jsonl").write_text("".join(json.dumps(line) + "\n" for line in told))
    left_out = SkippedEpisodes()
    assert list(experience(RunFolder.open(forged), find_suite("vehicleworld"), None, left_out)) == []
    assert len(left_out.not_verified) == 3
    assert "3 did not pass again from their records" in str(left_out)


def test_an_episode_that_did_not_pass_teaches_nothing(played: Path):
    folder = RunFolder.open(played)
    (record,) = [record for record in folder.episodes() if record.agent == "noop"][:1]
    assert entries_of(record, folder.steps(record.id)) == ()
    assert len(start_of(record)) == 64


def test_leakage_is_nothing_between_splits_and_everything_within_one(tmp_path: Path):
    right = learnt("vehicleworld", "test", "vehicleworld.test.0*")
    store = KnowledgeStore(tmp_path / "kb")
    store.add(learnt("vehicleworld", "train", "vehicleworld.train.0*"))
    retriever = KnowledgeRetriever(store, LexicalEmbedder())
    assert leakage(retriever, right).leaked == 0
    retriever.learn(right)
    found = leakage(retriever, right)
    assert found.leaked == found.answered > 0.95 * found.turns
    assert found.coincident == found.with_calls
    assert "call by call" in str(found)


@pytest.mark.sweep
def test_conversations_that_begin_alike_in_two_splits_are_known():
    suite = find_suite("conversations")
    elsewhere = other_starts(suite, Selection(), "train", suite.plan(Selection()))
    starts = {entry.start for entry in learnt("conversations", "train", "consent.train.*")}
    assert starts & elsewhere
    assert starts - elsewhere
