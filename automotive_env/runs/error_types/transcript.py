"""A failed episode in words, for a model that judges it: bounded, on what the records hold and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from automotive_env.agents.prompting import one_line
from automotive_env.agents.templates import to_json
from automotive_env.kate.acquisition.episodes import canonical_call
from automotive_env.runs.records.records import EpisodeRecord, StepRecord

MAX_LINE = 400
"""Characters of a line."""
MAX_PART = 8_000
"""Characters of what was right, and of what was done; the middle of a longer text is left out."""


def told_of(record: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, str]:
    """What a judge is told: "goal", "right", "why" and "did".

    Args:
        record: of an episode that did not pass.
        steps: all of them.
    """
    right = [f"turn {step.step}: {step.notes['right']}" for step in steps if step.notes.get("right")]
    right = right or [f"turn {number}: {', '.join(calls)}" for number, calls in enumerate(_right_turns(record), 1)]
    unmet = [] if record.criterion is None else [f"wanted {one.wanted}, found {one.found}" for one in record.criterion.unmet()]
    side_effects = [f"changed besides: {', '.join(record.side_effects)}"] if record.side_effects else []
    return {
        "goal": one_line(record.goal, 2_000),
        "right": _joined(right),
        "why": _joined([record.outcome, *([record.error] if record.error else []), *unmet, *side_effects]),
        "did": _joined([line for step in steps for line in _lines(step)]),
    }


def _right_turns(record: EpisodeRecord) -> Iterator[list[str]]:
    """The right calls of each turn, where the record tells them so."""
    turns = record.params.get("turns")
    for turn in turns if isinstance(turns, list) else ():
        match turn:
            case {"right": [*calls]}:
                yield list(map(str, calls))


def _lines(step: StepRecord) -> Iterator[str]:
    """What was said in a step, done, and answered."""
    said = step.notes.get("query")
    yield f"step {step.step}" + (f", the user said: {said}" if said else "")
    match step.action:
        case None:
            yield f"no action: {step.error}"
        case {"calls": [*calls]}:
            yield from (canonical_call(call.get("api"), call.get("arguments")) for call in calls if isinstance(call, Mapping))
        case {"writes": dict(writes)}:
            yield from (f"{path} = {value!r}" for path, value in writes.items())
        case {"events": [*events]}:
            yield from map(to_json, events)
        case dict(action):
            yield _touch(action, step.observation.elements)
    if step.action is not None and step.error:
        yield f"fault: {step.error}"
    if step.outcome and step.outcome.message and "events" not in (step.action or {}):
        yield f"answered: {step.outcome.message}"


def _touch(action: Mapping[str, Any], elements: Sequence[str]) -> str:
    number = action.get("index")
    known = isinstance(number, int) and 0 <= number < len(elements)
    return to_json(dict(action)) + (f" which is {elements[int(number or 0)]}" if known else "")


def _joined(lines: Sequence[str]) -> str:
    text = "\n".join(one_line(line, MAX_LINE) for line in lines)
    half = MAX_PART // 2
    return text if len(text) <= MAX_PART else f"{text[:half]}\n[...]\n{text[-half:]}"
