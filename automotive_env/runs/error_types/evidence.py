"""What the records of a failed episode show of how it went wrong; pure functions of a record and its steps.

Of an episode of turns the first turn that is not perfect is looked at: what is wrong later may follow from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from automotive_env.car.calls.look_ups import LOOK_UPS
from automotive_env.car.core.world import all_apis
from automotive_env.kate.acquisition.episodes import canonical_call
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.suites.vehicleworld.release import ReleaseCall, read_calls
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.signals import SIGNALS


@dataclass(frozen=True, slots=True)
class FailureEvidence:
    """What is seen of a failure; several may hold.

    Attributes:
        unread: the last reply held nothing that could be carried out.
        unended: it used all steps, tokens or seconds that it may.
        strange: it used or changed what has nothing to do with what was asked.
        gave_up: it said that it cannot be done, though it can, or did what was to be declined or left alone.
        amiss: it used the right call or changed the right thing, with another value.
        missing: it ended with something left undone.
    """

    unread: bool = False
    unended: bool = False
    strange: bool = False
    gave_up: bool = False
    amiss: bool = False
    missing: bool = False


def evidence_of(record: EpisodeRecord, steps: Sequence[StepRecord]) -> FailureEvidence:
    """What the records of an episode that did not pass show.

    Args:
        record: of the episode.
        steps: all of them, at least one.
    """
    if record.outcome == "step_limit":
        return FailureEvidence(unended=True)
    turn = next((step for step in steps if step.notes.get("perfect") is False), None)
    match turn.action if turn else None:
        case {"calls": [*calls]} if turn:
            return _of_calls(turn, [call for call in calls if isinstance(call, dict)], _right_turn(record, turn))
        case {"writes": dict(writes)} if turn:
            return _of_writes(turn, writes)
    return _of_changes(record, steps)


def _right_turn(record: EpisodeRecord, turn: StepRecord) -> str:
    """The right calls of a turn as Python text, a line each: of its notes, or of the scenario that the record holds."""
    turns = record.params.get("turns")
    match turns[turn.step - 1] if isinstance(turns, list) and 0 < turn.step <= len(turns) else None:
        case {"right": [*calls]}:
            return "\n".join(map(str, calls)) or "pass"
    return str(turn.notes.get("right", ""))


def _of_calls(turn: StepRecord, calls: Iterable[Mapping[str, Any]], right: str) -> FailureEvidence:
    """Of a turn of calls, beside those that are right; a call to an API of the car that changes nothing is no error.

    Where right calls name no arguments, values are compared and not what they are called.
    """
    given = _read(right)
    by_value = any(name.startswith("argument ") for call in given for name in call.arguments)
    wanted = Counter(_text(call.name, call.arguments, by_value=by_value) for call in given)
    changed_by = {change.cause.removeprefix("call ") for change in turn.changes}
    acting = [call for call in calls if call.get("api") not in LOOK_UPS]
    made = Counter(_text(call.get("api"), call.get("arguments"), by_value=by_value) for call in acting)
    names = {_name(call) for call in wanted}
    left = {_name(call) for call in wanted - made}
    others = {_name(call) for call in made - wanted}
    strange = {name for name in others - names if name in changed_by or name not in all_apis()}
    return FailureEvidence(
        unread=bool(turn.error) and not acting,
        strange=bool(strange) and (not left or not left <= others),
        amiss=bool(left & others),
        missing=bool(left),
    )


def _read(right: str) -> Sequence[ReleaseCall]:
    try:
        return read_calls(right)
    except ValueError:  # a stranger's record
        return ()


def _text(api: Any, arguments: Any, *, by_value: bool) -> str:
    """A call as canonical text."""
    if not by_value or not isinstance(arguments, Mapping):
        return canonical_call(api, arguments)
    values = sorted(map(repr, arguments.values()))
    return canonical_call(api, {f"{number}": value for number, value in enumerate(values)})


def _name(call: str) -> str:
    return call.partition("(")[0]


def _of_writes(turn: StepRecord, writes: Mapping[str, Any]) -> FailureEvidence:
    """Of a turn in which state was written; notes tell which properties should have changed, or should not have."""
    missed, harmed = (set(map(str, value)) if isinstance(value := turn.notes.get(name), list) else set() for name in _SLOTS)
    changed = {change.path for change in turn.changes} | writes.keys()
    return FailureEvidence(
        unread=bool(turn.error) and not writes,
        strange=bool(harmed),
        amiss=bool(missed & changed),
        missing=bool(missed),
    )


_SLOTS = ("missed", "harmed")


def _of_changes(record: EpisodeRecord, steps: Sequence[StepRecord]) -> FailureEvidence:
    """Of an episode on the screen or a conversation: what the agent changed, beside the criteria that are not met."""
    ending = _ending(steps)
    changed = {change.path for step in steps for change in step.changes if change.by == "agent"}
    unmet = [] if record.criterion is None else list(record.criterion.unmet())
    paths = {path for one in unmet if (path := _path(one))}
    touched = bool(paths & changed) if paths else bool(changed)
    answers = record.ending == "answer" or any(one.name.startswith("answer") for one in unmet)
    right = ending == "complete" and record.ending in ("act", "answer")
    return FailureEvidence(
        unread=bool(steps) and steps[-1].action is None,
        strange=bool(record.side_effects or record.harm),
        gave_up=not right,
        amiss=right and touched,
        missing=right and not (answers and _has_answered(steps)),
    )


def _ending(steps: Sequence[StepRecord]) -> str:
    """How the agent ended, "complete" or "infeasible"; of a conversation, whether it declined."""
    match steps[-1].action if steps else None:
        case {"goal_status": str(status)}:
            return status
        case {"events": [*events]}:
            declined = any(isinstance(event, dict) and event.get("kind") == "decline" for event in events)
            return "infeasible" if declined else "complete"
    return ""


def _has_answered(steps: Iterable[StepRecord]) -> bool:
    return any(step.action is not None and step.action.get("action_type") in ("answer", "conversation") for step in steps)


def _path(criterion: Criterion) -> str:
    """The property that a criterion is about, such as "hvac.fan_speed_lower"; empty where it is about something else."""
    name = criterion.name
    while name and name not in SIGNALS:
        name = name.rpartition("_")[0]
    return SIGNALS[name].world if name else ""
