"""One piece of knowledge: what was done when a user said something.

The kinds are those of KATE (arXiv 2606.10875): the trajectory of calls or actions itself (`st`), a summary of the experience
(`es`), and, for a cluster of alike requests, a script of steps, conditions and notes (`sic`) or its text (`tic`).
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Annotated, TypeAlias

from pydantic import Field

from automotive_env.kate.knowledge.kinds import KnowledgeKind
from automotive_env.runs.records.fields import FrozenRecord, RecordText
from automotive_env.suites.splits import Split

MAX_TEXT = 4_000
"""Characters of what a prompt shows of an entry."""

EntryName: TypeAlias = Annotated[RecordText, Field(min_length=1, max_length=200)]
ShownText: TypeAlias = Annotated[RecordText, Field(max_length=MAX_TEXT)]


class KnowledgeEntry(FrozenRecord):
    """One entry, of one turn of a user's; immutable, and named by its content.

    Attributes:
        kind: what it tells.
        suite: what was played.
        task: the task or scenario that it comes from.
        turn: of the scenario, from 0.
        split: of the task.
        query: what the user said; for an intent, its label.
        toolset: modules of the car or apps that were used; an entry helps where one of them is at hand.
        calls: what was done, each call or action as canonical text.
        text: what a prompt shows.
        start: hash of the state that it began in; empty where it began in many.
        source: "gold", or the id of the episode that it was learnt from.
    """

    kind: KnowledgeKind
    suite: EntryName
    task: EntryName
    turn: Annotated[int, Field(ge=0, le=1_000)] = 0
    split: Split = "train"
    query: Annotated[ShownText, Field(min_length=1)]
    toolset: Annotated[tuple[EntryName, ...], Field(max_length=100)] = ()
    calls: Annotated[tuple[ShownText, ...], Field(max_length=500)] = ()
    text: ShownText
    start: Annotated[RecordText, Field(max_length=128)] = ""
    source: EntryName = "gold"

    @cached_property
    def id(self) -> str:
        """Sixteen hexadecimal digits of the SHA-256 of everything in it but its source: what is learnt again is not new."""
        return hashlib.sha256(self.model_dump_json(exclude={"source"}).encode()).hexdigest()[:16]
