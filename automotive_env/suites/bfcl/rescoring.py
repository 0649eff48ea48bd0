"""Judging an episode of BFCL again from its records: the recorded calls are made again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from automotive_env.errors import AgentFault, Contradiction, EnvironmentFault, NotScored, UsageError
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.suites.bfcl.calls import BfclCall, call_of
from automotive_env.suites.bfcl.judging import TOO_LONG, BfclTally
from automotive_env.suites.bfcl.package import installed
from automotive_env.suites.bfcl.play import answers_record, told_of
from automotive_env.suites.bfcl.scenario import BfclScenario, BfclTurn
from automotive_env.suites.bfcl.session import BfclSession
from automotive_env.suites.playing import played_scenario, scored_again


def rescore(record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
    """The record of an episode as its steps say it should be.

    Args:
        record: of an episode that was not broken off by the environment or the model.
        steps: all of them.

    Raises:
        Contradiction: the records cannot be those of an episode.
        NotScored: the bfcl-eval that it was played with is not installed here.
    """
    row = {name: value for name, value in record.params.items() if name in BfclScenario.model_fields}
    scenario = played_scenario(record, BfclScenario, row)
    tally = BfclTally(scenario)
    try:
        if installed().version != record.params.get("version"):
            raise NotScored(
                f"it was played with bfcl-eval {str(record.params.get('version'))[:40]}, here is {installed().version}"
            )
        with BfclSession(scenario) as session:
            for turn, right, step in zip(scenario.turns, scenario.right, steps, strict=False):
                _repeat(session, turn, right, step, tally)
    except (UsageError, EnvironmentFault) as fault:
        raise NotScored(str(fault)) from None
    except (AgentFault, ValueError) as fault:
        raise Contradiction(str(fault)) from None
    further: dict[str, Any] = tally.further()
    if tally.too_long:
        further |= {"outcome": "step_limit", "success": False, "error": TOO_LONG}
    return scored_again(record, tally, len(steps), len(scenario.turns), further)


def _repeat(session: BfclSession, turn: BfclTurn, right: Sequence[BfclCall], step: StepRecord, tally: BfclTally) -> None:
    """Make the calls of a step again.

    Raises:
        Contradiction: it cannot be one.
    """
    if tally.too_long:
        raise Contradiction(f"step {step.step} comes after a turn that ended the episode")
    if wrong := [name for name, value in told_of(turn).items() if step.notes.get(name) != value]:
        raise Contradiction(f"step {step.step} tells another {', '.join(wrong)} than the scenario has")
    calls, rounds = _calls(step)
    if answers_record(session.call(calls)) != step.outcome:
        raise Contradiction(f"the calls of step {step.step} answer something else than is recorded")
    tally.add(turn, len(calls), rounds, session.compare(right))
    if step.notes.get("perfect") is not tally.last:
        raise Contradiction(f"step {step.step} says that its turn was {'wrong' if tally.last else 'right'}, which it was not")


def _calls(step: StepRecord) -> tuple[list[BfclCall], int]:
    match step.action:
        case {"calls": [*calls], "rounds": int(rounds)} if bool(calls) == bool(rounds) and rounds >= 0:
            try:
                return [call_of(call) for call in calls], rounds
            except ValueError as error:
                raise Contradiction(f"step {step.step} records what is no call: {error}") from None
    raise Contradiction(f"step {step.step} records no calls")
