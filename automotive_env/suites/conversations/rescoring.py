"""Judging a conversation again from its records: the recorded events and changes beside the right calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from automotive_env.car.core.world import World
from automotive_env.errors import Contradiction
from automotive_env.runs.records.records import ChangeRecord, EpisodeRecord, StepRecord
from automotive_env.runs.rescoring import make_change
from automotive_env.suites.conversations.judging import ConversationEvent, ConversationJudge, TurnJudge
from automotive_env.suites.conversations.model_person import PersonAnswer, read_answer
from automotive_env.suites.conversations.person import TurnPerson
from automotive_env.suites.conversations.play import further_of
from automotive_env.suites.conversations.scenario import ConversationScenario
from automotive_env.suites.playing import played_scenario, scored_again


def rescore(record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
    """The record of an episode as its steps say it should be.

    Args:
        record: of an episode that was not broken off by the environment or the model.
        steps: all of them.

    Raises:
        Contradiction: the records cannot be those of an episode.
    """
    scenario = played_scenario(record, ConversationScenario, record.params)
    own = scenario.start()
    judge = ConversationJudge(scenario, own.snapshot())
    for turn, step in zip(scenario.turns, steps, strict=False):
        try:
            watched = judge.begin(turn, own.snapshot())
        except ValueError as error:
            raise Contradiction(f"the right calls of turn {step.step} cannot be read: {error}") from None
        _repeat(step, watched, own)
        judge.end(watched, own.snapshot())
    return scored_again(record, judge, len(steps), len(scenario.turns), further_of(judge))


def _repeat(step: StepRecord, watched: TurnJudge, own: World) -> None:
    """Let the events of a step happen again.

    Raises:
        Contradiction: the person would have answered otherwise, or changes are left over.
    """
    left = iter(step.changes)
    said = [call.choices[0].text for call in step.calls if not call.is_own and call.choices]
    for event in _events(step):
        before = own.snapshot()
        for _ in range(event.changes):
            make_change(own, _next(left, step), step.step)
        watched.changed(before, own.snapshot())
        if event.kind == "ask" and not _is_answered(event, watched.person, said):
            raise Contradiction(f"step {step.step} records an answer that the person does not give")
        watched.saw(event)
        if event.kind in ("say", "decline"):
            watched.spoke(event.kind, event.text, own)
    if next(left, None) is not None:
        raise Contradiction(f"step {step.step} has changes that belong to none of its events")


def _is_answered(event: ConversationEvent, person: TurnPerson, said: Sequence[str]) -> bool:
    """Let the person answer again; one whom a model played says what it replied then, read anew."""
    if not said or person.has_enough:
        return not event.told and person.answer(event.text) == event.answer
    person.tell(event.told, event.answer)
    return PersonAnswer(event.told, event.answer) in (read_answer(reply, person.turn.replies) for reply in said)


def _next(left: Iterator[ChangeRecord], step: StepRecord) -> ChangeRecord:
    found = next(left, None)
    if found is None:
        raise Contradiction(f"step {step.step} has fewer changes than its events")
    return found


def _events(step: StepRecord) -> list[ConversationEvent]:
    match step.action:
        case {"events": [*events]}:
            try:
                return [ConversationEvent.model_validate(event) for event in events]
            except ValidationError as error:
                raise Contradiction(f"step {step.step} holds an invalid event: {error.errors()[0]['msg']}") from None
    raise Contradiction(f"step {step.step} records no events")
