"""The table of what agents saw and could do."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.runs.records.manifest import RunManifest
from automotive_env.runs.tables.figures import Table, table_of

_CAPTION = (
    "tree: the list of elements. marks: the picture with numbered marks. picture: only the picture. calls: vehicle APIs. "
    "mixed: several of these. Agents of different tracks are not ranked against each other."
)


def track_table(manifests: Iterable[RunManifest]) -> Table | None:
    """The track of each agent; None where no manifest tells any."""
    found = sorted({(agent, track) for one in manifests for agent in one.agents if (track := one.track_of(agent))})
    return table_of("Tracks", ("agent", "track"), found, _CAPTION) if found else None
