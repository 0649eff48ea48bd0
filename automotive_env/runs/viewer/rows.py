"""What the list of episodes shows, filters and sorts: one row an episode."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.everyday import why_plainly

MAX_NAMES = 12
"""Of an episode's criteria that were not met, and of its kinds of harm, that can be filtered by."""
COPIED = (
    "id", "suite", "task", "instance", "trial", "agent", "model", "face", "category", "dimension", "place", "outcome", "ending",
    "pair", "goal", "steps", "tokens", "seconds", "price",
)  # fmt: skip
"""Fields that are those of the record."""
FIELDS = (*COPIED, "why", "harm", "unmet", "level")
"""What a row holds, in order."""


def row(record: EpisodeRecord) -> list[Any]:
    """An episode as the values of `FIELDS`."""
    criterion = None if record.success else record.criterion
    unmet = [] if criterion is None else [one.name for one in criterion.unmet()]
    harm = [one.name for one in record.harm]
    values = [getattr(record, name) for name in COPIED]
    level = str(record.level) if record.level else ""
    return [*values, why_plainly(record, criterion), _names(harm), _names(unmet), level]


def _names(names: Iterable[str]) -> list[str]:
    """Different names in their order, as many as are kept."""
    return list(dict.fromkeys(names))[:MAX_NAMES]
