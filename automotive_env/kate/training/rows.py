"""Rows of recorded episodes: one for each reply of a model that an agent acted on."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from automotive_env.agents.agent import AgentOptions
from automotive_env.agents.standing import is_privileged
from automotive_env.episode.headless import HeadlessController
from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.experience import SkippedEpisodes, right_episodes
from automotive_env.kate.acquisition.gold import items_of, other_starts, start_of_item
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.training.row import TrainingRow, chat_message, reply_message, tools_text
from automotive_env.kate.training.taught import TeacherAgent, TeacherPlayer
from automotive_env.kate.training.teacher_model import TeacherModel
from automotive_env.kate.training.telling import LeaveOneOutRecall, telling
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Model
from automotive_env.runs.records.calls import ModelCallRecord
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.suites.splits import Split
from automotive_env.suites.suite import PlayerSeat, Selection, Suite

TAUGHT = {"automotive": "t3a", "vehicleworld": "fc_given", "conversations": "fc"}
"""Suite -> the agent that is taught, where none is named."""
PLAYERS = frozenset({"fc", "fc_given"})
"""Players of scenarios that can be taught: those that make calls."""


@dataclass(frozen=True, slots=True)
class TrainedAgent:
    """Who is taught.

    Attributes:
        agent: its name; the suite's own in `TAUGHT` by default.
        retriever: finds what its prompts tell, of other tasks than the row's own; None for nothing.
        prompts: folders of templates that take precedence over the agent's own.
    """

    agent: str = ""
    retriever: KnowledgeRetriever | None = None
    prompts: tuple[Path, ...] = ()


HALVES = ("sft", "rl")
"""What each half of rows is for, split 1:1 as in the KATE paper, appendix G."""
UNTOLD = TrainedAgent()
"""The suite's own, who is told nothing."""


def rows_of(record: EpisodeRecord, steps: Iterable[StepRecord], left_out: Counter[str]) -> Iterator[TrainingRow]:
    """The rows of an episode, which is trusted to be right.

    Args:
        record: of the episode.
        steps: all of them.
        left_out: counts, by why, what makes no row.
    """
    for step in steps:
        for number, call in enumerate(filter(step.carries_out, step.calls)):
            if step.error:
                left_out["replies of a step that went wrong"] += 1
            elif any(message.images for message in call.messages):
                left_out["replies to pictures"] += 1
            else:
                yield _row(record, step, number, call)


def _row(record: EpisodeRecord, step: StepRecord, number: int, call: ModelCallRecord) -> TrainingRow:
    return TrainingRow(
        id=f"{record.id}/{step.step}/{number}",
        suite=record.suite,
        task=record.task,
        turn=step.step - 1 if "turns" in record.params else 0,
        query=query_of(record, step),
        prompt=tuple(map(chat_message, call.messages)),
        completion=(reply_message(call.acted_reply),),
        tools=tools_text(call.tools),
    )


def query_of(record: EpisodeRecord, step: StepRecord) -> str:
    """What the user said before a step."""
    match record.params.get("turns"):
        case [*turns] if step.step <= len(turns):
            match turns[step.step - 1]:
                case [str(query), *_] | {"says": str(query)}:
                    return query
    return record.goal


def run_rows(folder: RunFolder, suite: Suite, split: Split | None, left_out: Counter[str]) -> Iterator[TrainingRow]:
    """The rows of what passed in a run, after every episode was scored again.

    Replies of one that was told what is right in its own task would teach to copy.

    Args:
        folder: of the run.
        suite: that it played.
        split: of the tasks; None for all.
        left_out: counts, by why, what makes no row.

    Raises:
        UsageError: the run cannot be read.
    """
    episodes = SkippedEpisodes()
    for record in right_episodes(folder, suite, split, episodes):
        if record.told and record.told.leaked:
            left_out["episodes that were told the right answer of their own task"] += 1
        else:
            yield from rows_of(record, folder.steps(record.id), left_out)
    left_out["episodes that did not pass"] += episodes.failed
    left_out["episodes that did not pass again from their records"] += len(episodes.not_verified)
    left_out["episodes of another split"] += episodes.other_split
    left_out["episodes that begin like one of another split"] += episodes.other_start


async def gold_rows(
    suite: Suite,
    selection: Selection,
    split: Split,
    left_out: Counter[str],
    pupil: TrainedAgent = UNTOLD,
) -> AsyncIterator[TrainingRow]:
    """The rows of an agent that does what is right, of every item of a split that begins as none of another split does.

    Args:
        suite: that is played.
        selection: what of it.
        split: of the tasks.
        left_out: counts, by why, what makes no row.
        pupil: who is taught.

    Raises:
        UsageError: the agent cannot be taught, or nothing that is chosen is in the split.
    """
    teacher = TeacherModel()
    model = MeteredModel(teacher, pictures=False)
    recall = LeaveOneOutRecall(pupil.retriever) if pupil.retriever else None
    taught = _taught(suite, pupil, teacher, telling(model, recall))
    seat = PlayerSeat(HeadlessController(), model=model, privileged=True)
    items = items_of(suite, selection, split)
    elsewhere = other_starts(suite, selection, split, items)
    for item in items:
        if start_of_item(item) in elsewhere:
            left_out["scenarios with the same start as one of another split"] += 1
            continue
        if recall:
            recall.without = (item.task, item.instance, start_of_item(item))
        played = await suite.play(item, taught, seat)
        if not played.record.success:
            left_out["episodes that cannot be played by calls of this agent"] += 1
            continue
        for row in rows_of(played.record, played.steps, left_out):
            yield row


def _taught(suite: Suite, pupil: TrainedAgent, teacher: TeacherModel, model: Model) -> TeacherAgent | TeacherPlayer:
    name, prompts = pupil.agent or TAUGHT.get(suite.name, ""), tuple(map(str, pupil.prompts))
    if suite.name == "automotive" and name == "t3a":
        return TeacherAgent(suite.player(name).make(model, None, AgentOptions(reflection=False, prompts=prompts)), teacher)
    if suite.name in TAUGHT and name in PLAYERS and name in suite.players():
        spec = suite.player(name)
        player = spec.make(model, None, AgentOptions(tools=True, prompts=prompts))
        return TeacherPlayer(player, teacher, privileged=is_privileged(spec))
    raise UsageError(
        f"{name or suite.name!r:.60} cannot be taught; choose t3a for automotive, fc_given or fc for "
        "vehicleworld, or fc for conversations"
    )


def without_long(rows: Sequence[TrainingRow], most: int, left_out: Counter[str]) -> list[TrainingRow]:
    """Rows of at most so many estimated tokens; the others are counted. Trainers count exactly, by the model's own tokenizer."""
    kept = [row for row in rows if estimated_tokens(row) <= most]
    left_out[f"rows of more than {most} tokens"] += len(rows) - len(kept)
    return kept


def half_of(rows: Sequence[TrainingRow], half: str) -> list[TrainingRow]:
    """One half of rows, in their order. Both halves together are all rows; the first has one more of an odd number.

    Rows are dealt in the order of the SHA-256 of their ids, so a row's half depends on no other option than the source.

    Raises:
        UsageError: there is no such half.
    """
    if half not in HALVES:
        raise UsageError(f"unknown half {half[:40]!r}; choose from {', '.join(HALVES)}")
    dealt = sorted(range(len(rows)), key=lambda number: hashlib.sha256(rows[number].id.encode("utf-8", "replace")).digest())
    return [rows[number] for number in sorted(dealt[HALVES.index(half) :: 2])]


def estimated_tokens(row: TrainingRow) -> int:
    """Tokens of a row, four bytes each."""
    from automotive_env.agents.history import tokens

    said = [*row.prompt, *row.completion]
    calls = [f"{call.function.name}{call.function.arguments}" for message in said for call in message.tool_calls]
    return sum(map(tokens, (row.tools, *calls, *(message.content for message in said))))
