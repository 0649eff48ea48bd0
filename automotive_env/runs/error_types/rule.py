"""The rule that gives each failed episode one primary type of error. Its types are those of KATE's Figure 5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from automotive_env.runs.error_types.evidence import evidence_of
from automotive_env.runs.records.records import EpisodeRecord, StepRecord

ErrorType: TypeAlias = Literal["planning", "parameters", "premature stop", "wrong tool", "parse"]
ERROR_TYPES: tuple[ErrorType, ...] = get_args(ErrorType)


def error_type(record: EpisodeRecord, steps: Sequence[StepRecord]) -> ErrorType | None:
    """The primary type of error of an episode: the first of these that the records show.

    1. parse: the reply that counted held nothing that could be carried out.
    2. planning: it did not come to an end within its limits.
    3. wrong tool: it called or changed what has nothing to do with what was asked.
    4. planning: it gave up what can be done, or did what was to be declined or left alone.
    5. parameters: it used the right call, or changed the right thing, with another value.
    6. premature stop: it ended, with something left undone and nothing done wrong.
    7. planning: everything else, such as right calls in an order in which the car refuses them, or a wrong conclusion.

    Args:
        record: of the episode.
        steps: all of them.

    Returns:
        None where it passed, was broken off by the environment or the model, raised an exception, or its steps were not kept.
    """
    if record.success or record.interrupted or not steps:
        return None
    found = evidence_of(record, steps)
    if record.outcome == "agent_error" and not found.unread:
        return None
    first: tuple[tuple[bool, ErrorType], ...] = (
        (found.unread, "parse"),
        (found.unended, "planning"),
        (found.strange, "wrong tool"),
        (found.gave_up, "planning"),
        (found.amiss, "parameters"),
        (found.missing, "premature stop"),
    )
    return next((kind for holds, kind in first if holds), "planning")
