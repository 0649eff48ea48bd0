"""What an episode teaches, and what it does not."""

from dataclasses import replace

import anyio
import pytest
from knowledge_fakes import Counting, entry
from result_fakes import episode, step

from automotive_env.agents.agent import AgentOptions
from automotive_env.episode.headless import HeadlessController
from automotive_env.errors import UsageError
from automotive_env.kate.knowledge.growing import GrowingKnowledgeStore
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.kate.learning.extractor import KnowledgeExtractor
from automotive_env.suites.registry import OURS
from automotive_env.suites.suite import PlayerSeat, Selection

SUITE = OURS["vehicleworld"]
CHOSEN = Selection(tasks=("vehicleworld.train.f785*", "vehicleworld.test.f0d3*"))


@pytest.fixture(scope="module")
def right():
    """The oracle's episodes of a training and a tested scenario."""
    oracle = SUITE.player("oracle").make(None, None, AgentOptions())
    items = [next(item for item in SUITE.plan(CHOSEN) if split in item.task) for split in ("train", "test")]
    return [anyio.run(SUITE.play, item, oracle, PlayerSeat(HeadlessController(), privileged=True)) for item in items]


def taught(learn, played, **changed):
    record = played.record.model_copy(update=changed)
    return KnowledgeExtractor(SUITE, learn, CHOSEN, SUITE.plan(CHOSEN)).entries(record, played.steps)


def test_a_stream_learns_from_all_that_passed_and_training_from_its_split(right):
    train, test = right
    assert [len(taught("stream", one)) for one in right] == [len(one.steps) for one in right]
    assert taught("train", train) == taught("stream", train)
    assert taught("train", test) == ()
    assert {one.source for one in taught("stream", test)} == {test.record.id}


def test_nothing_is_learnt_from_failure_harm_or_records_that_do_not_make_their_verdict(right):
    train, _ = right
    harm = {"name": "x", "step": 1, "wanted": "a", "found": "b"}
    assert taught("stream", train, outcome="fail", success=False) == ()
    assert taught("stream", train, harm=(harm,)) == ()
    assert taught("stream", train, scores={"strict.accuracy": 0.1}) == ()
    assert taught("stream", replace(train, steps=train.steps[:-1])) == () or len(train.steps) == 1
    assert taught("stream", replace(train, steps=())) == ()
    assert KnowledgeExtractor(SUITE, "stream", CHOSEN, ()).entries(episode(suite="vehicleworld"), [step()]) == ()


def test_a_suite_that_breaks_teaches_nothing_and_training_needs_tasks_to_learn_from(right):
    class Broken(type(SUITE)):
        def rescore(self, record, steps):
            raise KeyError("x")

    (train, _), plan = right, SUITE.plan(CHOSEN)
    assert KnowledgeExtractor(Broken(), "stream", CHOSEN, plan).entries(train.record, train.steps) == ()
    with pytest.raises(UsageError, match="needs tasks of the training split"):
        KnowledgeExtractor(SUITE, "train", CHOSEN, [item for item in plan if ".test." in item.task])


def test_knowledge_grows_in_memory_over_the_first_entries_of_a_folder(tmp_path):
    base = KnowledgeStore.at(tmp_path / "kb")
    base.add([entry("open the window"), entry("open the radio"), entry("warm the seat")])
    file = (tmp_path / "kb" / "entries.jsonl").read_bytes()
    known = GrowingKnowledgeStore(KnowledgeStore.open(tmp_path / "kb"), 2)
    retriever = KnowledgeRetriever(known, Counting())
    assert [hit.entry.query for hit in retriever.retrieve("seat")] == []
    assert retriever.learn([entry("warm the seat"), entry("open the window")]) == 1
    assert [hit.entry.query for hit in retriever.retrieve("seat")] == ["warm the seat"]
    assert (tmp_path / "kb" / "entries.jsonl").read_bytes() == file
    assert known.vectors(Counting()).shape == (3, 4)
    empty = KnowledgeRetriever(GrowingKnowledgeStore(), Counting())
    assert empty.retrieve("seat") == ()
    empty.learn([entry("warm the seat")])
    assert len(empty.retrieve("seat")) == 1
