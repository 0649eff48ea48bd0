"""The queue of drafted scenarios in a folder: what waits for a person, what was accepted, what was refused and why.

`drafts.jsonl` holds every reply that was paid for, `passed.jsonl` the rows that passed all gates, `refused.jsonl` what failed a
gate or was refused by a person, `accepted.jsonl` what a person accepted, in the format of the shipped rows. What passed and was
neither accepted nor refused is pending.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeVar

from automotive_env.errors import UsageError
from automotive_env.models.model import TokenCount
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.records.files import append_line, read_lines, set_aside
from automotive_env.suites.data_files import write_rows
from automotive_env.suites.vehicleworld.drafted import ACCEPTED, NAME, ModelDraftedRow, read_accepted
from automotive_env.suites.vehicleworld.shipped import VERSION

CANARY = "automotive-env drafted scenarios: benchmark data, keep it out of training corpora"
R = TypeVar("R", bound=FrozenRecord)


class CachedReply(FrozenRecord):
    """A reply that was paid for, under a hash of its model's name and its request, and the tokens that both took."""

    draft: str
    model: str
    reply: str
    tokens: TokenCount


class DraftRefusal(FrozenRecord):
    """A draft that is not played: by a gate, or by a person who saw the row."""

    draft: str
    by: Literal["gate", "person"]
    reason: str
    row: ModelDraftedRow | None = None


class ReviewQueue:
    """The queue of a folder; the caller holds the folder's lock.

    Attributes:
        drafts: every reply so far, by draft.
        accepted: rows that a person accepted, by id.
        refused: what is not played, by draft.
        pending: rows that wait for a person, by id.
    """

    def __init__(self, folder: Path) -> None:
        """Read the queue of a folder.

        Raises:
            UsageError: a file of it was damaged.
            RecordsFault: the folder cannot be written.
        """
        self._folder = folder
        file = folder / ACCEPTED
        self.drafts = {one.draft: one for one in self._read("drafts", CachedReply)}
        self.accepted = {row.id: row for row in (read_accepted(file) if file.exists() else ())}
        self.refused = {one.draft: one for one in self._read("refused", DraftRefusal)}
        passed = (row for row in self._read("passed", ModelDraftedRow) if row.draft not in self.refused)
        self.pending = {row.id: row for row in passed if row.id not in self.accepted}

    @property
    def rows(self) -> tuple[ModelDraftedRow, ...]:
        """What is played or may be."""
        return (*self.accepted.values(), *self.pending.values())

    def is_judged(self, draft: str) -> bool:
        """Whether a draft went through the gates."""
        return draft in self.refused or any(row.draft == draft for row in self.rows)

    def add(self, record: CachedReply | ModelDraftedRow | DraftRefusal) -> None:
        """Keep a reply, what became of it at the gates, or what a person refused."""
        if isinstance(record, CachedReply):
            append_line(self._folder / "drafts.jsonl", record)
            self.drafts[record.draft] = record
        elif isinstance(record, ModelDraftedRow):
            append_line(self._folder / "passed.jsonl", record)
            self.pending[record.id] = record
        else:
            append_line(self._folder / "refused.jsonl", record)
            self.refused[record.draft] = record

    def decide(self, accepted: Sequence[str] = (), refused: Sequence[str] = (), reason: str = "") -> None:
        """Let some pending rows be played, and refuse others, by their ids: all of them or, where one is wrong, none.

        Raises:
            UsageError: a row is not pending, or named twice.
        """
        for id, times in Counter((*accepted, *refused)).items():
            if times > 1 or id not in self.pending:
                waiting = ", ".join(list(self.pending)[:3]) or "none"
                raise UsageError(
                    f"{id[:60]!r} {'is named twice' if times > 1 else 'is not pending'}; these are pending: {waiting}"
                )
        self.accepted |= {id: self.pending.pop(id) for id in accepted}
        if accepted:
            header = {"set": NAME, "version": VERSION, "canary": CANARY}
            write_rows(self._folder / ACCEPTED, header, [row.model_dump() for row in self.accepted.values()])
        for row in [self.pending.pop(id) for id in refused]:
            self.add(DraftRefusal(draft=row.draft, by="person", reason=reason, row=row))

    def _read(self, name: str, kind: type[R]) -> tuple[R, ...]:
        """The records of a file; a last line that a crash left unfinished is set aside."""
        file = self._folder / f"{name}.jsonl"
        lines = read_lines(file, kind)
        if lines.damaged:
            set_aside(file, lines)
        return lines.records
