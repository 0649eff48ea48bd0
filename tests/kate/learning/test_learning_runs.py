"""`run --learn`: what is learnt, from what, when it is told, and that neither a crash nor several at a time change it."""

import json
from functools import cache
from itertools import count
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from cases import cases
from command_line import run_here
from result_fakes import steps_path

from automotive_env.kate.acquisition.episodes import split_of_task
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.kate.learning.checking import verified
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.streams import in_stream
from automotive_env.suites.registry import OURS
from automotive_env.suites.suite import Selection

MODEL = ("--model", "learning_fakes:copying", "--no-sampling", "--embedder", "lexical")
MANY_TASKS = "vehicleworld.*.0b*,vehicleworld.*.f[07]*,vehicleworld.train.f5*"
FEW_TASKS = "vehicleworld.test.f0d*,vehicleworld.dev.f[07]*"
RUN = ("run", "--suite", "vehicleworld", "--tasks", MANY_TASKS, *MODEL)
FEW = ("--tasks", FEW_TASKS)
LEARNING = ("--agent", "kate:fc", "--learn", "stream")
TEACHER, LEARNER = "vehicleworld.test.f0d306d3732f", "vehicleworld.dev.f72ab33aa788"
"""Two scenarios, the second of which is told what the first teaches."""


@cache
def seed() -> int:
    """A seed whose streams have the learner in a later round of three than the teacher; the order also follows from the car."""
    plans = [list(OURS["vehicleworld"].plan(Selection(tasks=tuple(names.split(","))))) for names in (MANY_TASKS, FEW_TASKS)]
    for number in count():
        streams = [[item.task for item in in_stream(plan, number)] for plan in plans]
        if all(stream.index(TEACHER) // 3 < stream.index(LEARNER) // 3 for stream in streams):
            return number
    raise AssertionError


def played(out: Path, *options: str) -> RunFolder:
    done = run_here(*RUN, "--seed", str(seed()), *options, "--out", str(out))
    assert done.returncode == 0, done.stderr
    return RunFolder.open(out)


def told(run: RunFolder, record) -> set[str]:
    return {hit["id"] for step in run.steps(record.id) for call in step.calls for hit in call.notes.get("told", ())}


def contents(run: RunFolder) -> dict[str, tuple]:
    """What was played and asked, whenever that was."""
    return {record.id: (record.outcome, record.steps_digest, told(run, record)) for record in run.episodes()}


def copied(run: RunFolder, out: Path) -> RunFolder:
    """The run in another folder, to be damaged."""
    return RunFolder.open(copytree(run.path, out))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A stream in which everything teaches."""
    return played(tmp_path_factory.mktemp("runs") / "run", *LEARNING, "--learn-every", "3")


def test_it_plays_in_the_order_of_the_stream_and_tells_what_earlier_rounds_have_taught(run: RunFolder):
    records = list(run.episodes())
    assert [record.id for record in in_stream(records, seed())] == [record.id for record in records]
    known: set[str] = set()
    learnt = {one.id: one.source for one in KnowledgeStore.open(run.path / "knowledge").entries}
    assert learnt
    for first in range(0, len(records), 3):
        for record in records[first : first + 3]:
            assert told(run, record) <= known
        known |= {id for id, source in learnt.items() if source in {record.id for record in records[first : first + 3]}}
    assert set(learnt.values()) <= {record.id for record in records if record.success}
    assert any(told(run, record) for record in records)
    assert run_here("verify", str(run.path)).returncode == 0


@pytest.mark.sweep
def test_several_episodes_at_a_time_change_nothing(run: RunFolder, tmp_path: Path):
    again = played(tmp_path / "again", *LEARNING, "--learn-every", "3", "--concurrency", "3")
    assert contents(again) == contents(run)
    assert KnowledgeStore.open(again.path / "knowledge").hash == KnowledgeStore.open(run.path / "knowledge").hash


@pytest.mark.parametrize("kept", [0, 1, 7])
@pytest.mark.at_once(1)
def test_a_run_that_was_killed_goes_on_to_the_same_end(kept: int, run: RunFolder, tmp_path: Path):
    again = copied(run, tmp_path / "again")
    file = again.path / "episodes.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:kept]) + lines[kept][:50])
    for record in list(again.episodes())[kept:]:
        steps_path(again.path, record.id).unlink()
    if kept == 1:
        rmtree(again.path / "knowledge")
    assert run_here("run", "--resume", str(again.path)).returncode == 0
    assert contents(again) == contents(run)
    assert {one.id for one in KnowledgeStore.open(again.path / "knowledge").entries} == {
        one.id for one in KnowledgeStore.open(run.path / "knowledge").entries
    }


@pytest.mark.sweep
def test_tested_tasks_teach_only_in_a_stream(run: RunFolder, tmp_path: Path):
    played(tmp_path / "run", "--agent", "kate:fc", "--learn", "train")
    learnt = KnowledgeStore.open(tmp_path / "run" / "knowledge").entries
    assert {one.split for one in learnt} == {"train"}
    assert {split_of_task(record.task) for record in run.episodes() if record.success} == {"train", "test"}
    assert {one.split for one in KnowledgeStore.open(run.path / "knowledge").entries} == {"train", "test"}


@pytest.mark.sweep
def test_a_folder_of_knowledge_grows_and_what_it_had_is_told_from_the_beginning(run: RunFolder, tmp_path: Path):
    base = tmp_path / "kb"
    first = played(tmp_path / "first", *LEARNING, *FEW, "--knowledge-base", str(base))
    had = len(KnowledgeStore.open(base).entries)
    assert had > 0
    assert not (first.path / "knowledge").exists()
    second = played(tmp_path / "second", *LEARNING, *FEW, "--knowledge-base", str(base), "--seed", str(seed() + 1))
    assert second.manifest.options["knowledge_entries"] == had
    assert any(told(second, record) for record in second.episodes())
    for one in (first, second):  # it has grown since, which changes nothing for them
        file = one.path / "episodes.jsonl"
        lines = file.read_text().splitlines(keepends=True)
        before = contents(one)
        file.write_text("".join(lines[:-2]))
        assert "refers to files that your command does not name" in run_here("run", "--resume", str(one.path)).stderr
        assert run_here("run", "--resume", str(one.path), "--knowledge-base", str(base)).returncode == 0
        assert contents(one) == before
    assert "knowledge" in run_here("verify", str(second.path), "--json").stdout
    known = run_here("verify", str(second.path), "--json", "--knowledge-base", str(base))
    assert (known.returncode, json.loads(known.stdout)["not_scored"]) == (0, [])


@pytest.mark.sweep
def test_each_trial_and_each_agent_learns_by_itself(tmp_path: Path):
    run = played(tmp_path / "run", "--agent", "fc,kate:fc", "--learn", "stream", "--trials", "2", "--learn-every", "3", *FEW)
    streams = [
        [told(run, one) for one in in_stream([r for r in run.episodes() if (r.agent, r.trial) == ("kate:fc", trial)], seed())]
        for trial in (0, 1)
    ]
    assert streams[0] == streams[1]
    assert any(streams[0])
    assert not any(told(run, record) for record in run.episodes() if record.agent == "fc")


def test_an_episode_that_was_told_what_nobody_had_taught_is_found(run: RunFolder, tmp_path: Path):
    assert verified(run, "vehicleworld", OURS["vehicleworld"].rescore).different == ()
    slower = RunFolder(run.path, run.manifest.model_copy(update={"options": run.manifest.options | {"learn_every": 99}}))
    found = verified(slower, "vehicleworld", OURS["vehicleworld"].rescore)
    wrong = [record.id for record in run.episodes() if told(run, record)]
    assert [one.id for one in found.different] == wrong != []
    assert found.same == found.episodes - len(wrong)
    assert "no earlier round of its stream had learnt" in found.different[0].found


@pytest.mark.parametrize("left", [None, 0, 1])
@pytest.mark.at_once(1)
def test_a_run_whose_knowledge_from_before_is_gone_is_said_to_be_unchecked(left: int | None, run: RunFolder, tmp_path: Path):
    base = tmp_path / "kb"
    if left is not None:
        base.mkdir()
        lines = (run.path / "knowledge" / "entries.jsonl").read_text().splitlines(keepends=True)
        (base / "entries.jsonl").write_text("".join(lines[:left]))
    options = run.manifest.options | {"knowledge_base": str(base), "knowledge_entries": 2}
    begun = RunFolder(run.path, run.manifest.model_copy(update={"options": options}))
    for named, why in ((base, str(base)), (None, "--knowledge-base")):
        found = verified(begun, "vehicleworld", OURS["vehicleworld"].rescore, named)
        assert (found.same, found.different) == (found.episodes, ())
        assert [one.id for one in found.not_scored] == ["knowledge"]
        assert f"what was told is not checked: {why}" in found.not_scored[0].why


def test_a_stream_that_says_that_it_learnt_from_training_alone_is_found(run: RunFolder):
    says = RunFolder(run.path, run.manifest.model_copy(update={"options": run.manifest.options | {"learn": "train"}}))
    tests = {one.id for one in KnowledgeStore.open(run.path / "knowledge").entries if one.split == "test"}
    wrong = [record.id for record in run.episodes() if told(run, record) & tests]
    assert [one.id for one in verified(says, "vehicleworld", OURS["vehicleworld"].rescore).different] == wrong != []


def test_an_episode_of_an_earlier_round_that_is_gone_is_named(run: RunFolder, tmp_path: Path):
    again = copied(run, tmp_path / "again")
    file = again.path / "episodes.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[1:]))
    refused = run_here("run", "--resume", str(again.path))
    assert refused.returncode == 2
    assert json.loads(lines[0])["id"][:30] in "".join(refused.stderr.split("\n"))


@cases(
    ("options", "says"),
    (
        (("--agent", "fc", "--learn", "train"), "use --embedder and --learn and --no-sampling"),
        (("--agent", "kate:fc", "--learn", "all"), "--learn takes train or stream, not 'all'"),
        (("--agent", "kate:fc", "--learn", "train", "--knowledge", "es"), "add st to --knowledge"),
        (("--agent", "kate:fc", "--learn", "train", "--workers", "2"), "omit --workers"),
        (("--agent", "kate:fc", "--learn", "train", "--executor", "ray"), "omit --executor"),
        (("--agent", "kate:fc", "--learn", "train", "--learn-every", "0"), "--learn-every must be from 1"),
        (("--agent", "kate:fc", "--learn", "train", "--tasks", "vehicleworld.test.f0*"), "needs tasks of the training split"),
        (("--agent", "kate:fc", "--learn-every", "2"), "needs --learn train or --learn stream"),
    ),
)
def test_what_cannot_be_learnt_is_refused(options, says):
    refused = run_here(*RUN, *options)
    assert refused.returncode == 2
    assert says in " ".join(refused.stderr.split())
