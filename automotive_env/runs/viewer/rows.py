"""What the list of episodes shows, filters and sorts: one row an episode."""

from __future__ import annotations

from typing import Any

from automotive_env.runs.tables.episode import EpisodeRow

COPIED = (
    "id", "suite", "task", "instance", "trial", "agent", "model", "face", "category", "dimension", "place", "outcome", "ending",
    "pair", "goal", "steps", "tokens", "seconds", "price",
)  # fmt: skip
"""Fields that are those of the record."""
FIELDS = (*COPIED, "why", "harm", "unmet", "level")
"""What a row holds, in order."""


def listed(row: EpisodeRow) -> list[Any]:
    """An episode as the values of `FIELDS`."""
    values = [getattr(row, name) for name in COPIED]
    return [*values, row.plainly, row.harm, row.unmet, str(row.level) if row.level else ""]
