"""Whether the records of a run say what they should: every episode is scored again, and both verdicts are compared.

What a suite judges is left to it. Here it is seen that records, files and manifest agree: ids, suite, backend, numbers of steps,
what the calls cost, and that no line of a finished run is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from pydantic import JsonValue, ValidationError

from automotive_env.episode.action import OpenApp, action_type
from automotive_env.errors import AutomotiveEnvError, Contradiction, NotScored, UsageError
from automotive_env.plugins.registry import reason
from automotive_env.runs.records.calls import total_usage, usage_by_purpose
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord, StepRecord, digest_of, episode_id
from automotive_env.runs.records.told import PREFIX, VoteRecord
from automotive_env.runs.records.track_check import check_track

ScoreAgain: TypeAlias = Callable[[EpisodeRecord, Sequence[StepRecord]], EpisodeRecord]
"""The record of an episode as its steps say that it should be; raises `Contradiction` or `NotScored`."""

BROKEN_OFF = "broken off: "


class ScoreDifference(FrozenRecord):
    """An episode whose record is not what its steps make it.

    Attributes:
        id: of the episode.
        recorded: the recorded outcome and why.
        found: the outcome that was found and why, or what contradicts itself.
    """

    id: str
    recorded: str
    found: str


class UnscoredEpisode(FrozenRecord):
    """An episode, or another part of a run, that was not scored again, and why."""

    id: str
    why: str

    @property
    def is_episode(self) -> bool:
        """Whether it is an episode, and not the run's plan, what it knew, or its file of episodes."""
        return "--" in self.id

    @property
    def is_broken_off(self) -> bool:
        """Whether the environment or the model broke it off."""
        return self.why.startswith(BROKEN_OFF)


class RunVerification(FrozenRecord):
    """What came of scoring a run again.

    Attributes:
        episodes: all of them.
        same: those whose records agree.
        different: those whose records do not.
        not_scored: those that have no verdict, or that records alone cannot judge.
        missing: ids of those that are planned and not recorded.
    """

    episodes: int
    same: int
    different: tuple[ScoreDifference, ...]
    not_scored: tuple[UnscoredEpisode, ...]
    missing: tuple[str, ...] = ()


def verify(folder: RunFolder, suites: Mapping[str, ScoreAgain]) -> RunVerification:
    """Score every episode of a run again.

    Args:
        folder: the run, finished or not.
        suites: name -> what scores an episode of it.

    Raises:
        UsageError: the episodes cannot be read.
    """
    lines = folder.read_episodes()
    episodes = list({record.id: record for record in lines.records}.values())
    same = 0
    different: list[ScoreDifference] = []
    not_scored: list[UnscoredEpisode] = []
    if lines.damaged.endswith(b"\n"):  # whole, so that no crash can have left it like this
        different.append(ScoreDifference(id="episodes.jsonl", recorded="its last line", found="is not a record of an episode"))
    elif lines.damaged:
        not_scored.append(UnscoredEpisode(id="episodes.jsonl", why="the last line is unfinished"))
    lost = sorted(folder.ids_of_steps() - {record.id for record in episodes}) if folder.manifest.ended else ()
    different += [ScoreDifference(id=id, recorded="steps", found="no line in episodes.jsonl") for id in lost]
    for record in episodes:
        try:
            found = _scored(folder, record, suites)
        except NotScored as reason:
            not_scored.append(UnscoredEpisode(id=record.id, why=str(reason)))
        except (Contradiction, UsageError) as fault:
            different.append(ScoreDifference(id=record.id, recorded=_outcome_text(record), found=str(fault)))
        else:
            if found == record:
                same += 1
            else:
                names = [name for name in EpisodeRecord.model_fields if getattr(found, name) != getattr(record, name)]
                told = f"{_outcome_text(found)} (other {', '.join(names)})"
                different.append(ScoreDifference(id=record.id, recorded=_outcome_text(record), found=told))
    return RunVerification(episodes=len(episodes), same=same, different=tuple(different), not_scored=tuple(not_scored))


def _scored(folder: RunFolder, record: EpisodeRecord, suites: Mapping[str, ScoreAgain]) -> EpisodeRecord:
    if record.suite not in suites:
        raise Contradiction(f"its suite {record.suite[:40]!r} is not that of the run")
    if record.backend != folder.manifest.backend:
        raise Contradiction(f"its backend {record.backend[:40]!r} is not that of the run, {folder.manifest.backend[:40]!r}")
    if record.id != episode_id(record.agent, record.model, record.task, record.instance, record.trial, record.face):
        raise Contradiction("its id does not follow from its agent, model, task, instance and trial")
    if not record.steps_digest:
        if folder.has_steps(record.id):
            raise Contradiction("it has steps, but was recorded without steps")
        raise NotScored("its steps were not kept")
    steps = folder.steps(record.id)
    if digest_of(steps) != record.steps_digest:
        raise Contradiction("its steps differ from those it was recorded with")
    if [step.step for step in steps] != list(range(1, len(steps) + 1)):
        raise Contradiction("its steps are not numbered from 1 on")
    if record.interrupted:
        raise NotScored(f"{BROKEN_OFF}{record.outcome}")
    if folder.manifest.options.get("shortcuts", True) is not True:
        _check_touches(steps)
    check_track(folder.manifest.track_of(record.agent), steps)
    _check_votes(record, steps, folder.manifest.options)
    if record.outcome != "agent_error":  # what an agent asked before it broke down is in no step
        _check_costs(record, steps)
    try:
        return suites[record.suite](record, steps)
    except AutomotiveEnvError:
        raise
    except Exception as error:  # of a suite, which may be another package's
        raise Contradiction(f"it cannot be scored: {reason(error)}") from None


def _check_touches(steps: Sequence[StepRecord]) -> None:
    """See that no app was opened by name.

    Raises:
        Contradiction: one was.
    """
    for step in steps:
        if step.action and step.action.get("action_type") == action_type(OpenApp) and step.outcome and step.outcome.done:
            raise Contradiction(f"step {step.step} opens an app by name, which is not allowed in this run")


def _check_votes(record: EpisodeRecord, steps: Sequence[StepRecord], options: Mapping[str, JsonValue]) -> None:
    """See that votes follow from the replies, that none is gone, and that what was told is counted.

    Raises:
        Contradiction: they do not, one is, or it is not.
    """
    votes = record.agent.startswith(PREFIX) and options.get("sample", True) is True and options.get("samples") != 1
    told = False
    for step in steps:
        told |= _was_told(step)
        for call in step.calls:
            try:
                vote = VoteRecord.model_validate(call.notes["vote"]) if "vote" in call.notes else None
            except ValidationError as error:
                raise Contradiction(
                    f"step {step.step} holds an invalid vote: {error.errors(include_url=False)[0]['msg']}"
                ) from None
            if vote and vote.replies != len(call.choices):
                raise Contradiction(f"step {step.step} votes on {vote.replies} of {len(call.choices)} replies")
            if vote and vote.by == "written" and not (call.written and any(one.purpose == "aggregate" for one in step.calls)):
                raise Contradiction(f"step {step.step} carries out a written reply that it does not hold")
            if votes and vote is None and step.carries_out(call):
                raise Contradiction(f"step {step.step} holds no vote on a reply that was carried out")
    if record.told and told != bool(record.told.told):
        raise Contradiction(f"its steps and its count of {record.told.told} turns with knowledge contradict each other")


def _was_told(step: StepRecord) -> bool:
    """Whether anything was told in a step.

    Raises:
        Contradiction: its notes of that cannot be read.
    """
    try:
        return bool(step.told)
    except ValidationError as error:
        raise Contradiction(f"step {step.step} holds invalid notes: {error.errors(include_url=False)[0]['msg']}") from None


def _check_costs(record: EpisodeRecord, steps: Sequence[StepRecord]) -> None:
    """Compare what an episode cost with its steps.

    Raises:
        Contradiction: they do not add up to it.
    """
    calls = [call for step in steps for call in step.calls]
    own = [call.usage for call in calls if call.is_own]
    spent = total_usage([*own, *(step.usage for step in steps)])
    told = (record.tokens, record.prompt_tokens, record.completion_tokens, record.model_calls)
    made = (spent.tokens, spent.prompt_tokens, spent.completion_tokens, spent.calls)
    if told != made or record.usage != usage_by_purpose(calls):
        raise Contradiction(f"its steps cost {made[0]} tokens in {made[3]} calls, which differs from the record")


def _outcome_text(record: EpisodeRecord) -> str:
    return f"{record.outcome}: {record.why}" if record.why else record.outcome
