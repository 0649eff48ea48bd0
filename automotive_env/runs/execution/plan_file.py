"""The plan of a run as a file: which instances its drafts make, so that nobody has to draw them all to resume it.

A line a draft, in their order. What a line says of the instance is its hash alone: what is played is always drawn from the draft,
and then has to have that hash. So a file that somebody else has written can but end a run with a message.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Annotated

from pydantic import Field, ValidationError

from automotive_env.runs.records.fields import FrozenRecord, RecordText
from automotive_env.suites.suite import InstanceDraft, PlanItem

MAX_LINE_BYTES = 1_000
"""Of a plan that are read for each draft, on average."""


class PlannedInstance(FrozenRecord):
    """A line of the plan.

    Attributes:
        task: name of the task.
        seed: what the instance is drawn from.
        ending: which ending is right.
        instance: its hash; None where the place cannot have it.
    """

    task: RecordText
    seed: int
    ending: RecordText
    instance: Annotated[str, Field(pattern="^[0-9a-z]{1,64}$")] | None


def plan_file(drafts: Sequence[InstanceDraft], items: Iterable[PlanItem | None]) -> bytes:
    """The plan: a line for each draft, with what was drawn from it."""
    lines = (
        PlannedInstance(task=draft.task, seed=draft.seed, ending=draft.ending, instance=item.instance if item else None).line()
        for draft, item in zip(drafts, items, strict=True)
    )
    return "".join(f"{line}\n" for line in lines).encode()


def plan_digest(content: bytes) -> str:
    """SHA-256 of a plan, as the manifest has it."""
    return hashlib.sha256(content).hexdigest()


def items_of(content: bytes, drafts: Sequence[InstanceDraft]) -> list[PlanItem | None] | None:
    """What a plan says that drafts make, which is to be drawn when it is played; None where it is no plan of these drafts."""
    lines = BytesIO(content).readlines()
    if len(lines) != len(drafts):
        return None
    try:
        found = [PlannedInstance.model_validate_json(line) for line in lines]
    except ValidationError:
        return None
    if [(one.task, one.seed, one.ending) for one in found] != [(one.task, one.seed, one.ending) for one in drafts]:
        return None
    told = zip(found, drafts, strict=True)
    return [PlanItem(one.task, one.instance, content=draft, pair=draft.pair) if one.instance else None for one, draft in told]
