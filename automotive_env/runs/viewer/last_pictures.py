"""The last picture of some failures, for the page that a run leaves behind: small enough to send, and quick to draw."""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import chain, zip_longest
from typing import Any

from automotive_env.episode.imaging import decode, jpeg
from automotive_env.errors import Contradiction
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.run_pictures import pictures_of
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.runs.viewer.pictures import kept_picture

MAX_DRAWN = 40
"""Failures whose last picture is drawn. A share of a run may be drawn at most, so that its end takes no time of note."""
SHARE = 10
"""One picture may be drawn for so many episodes."""
MAX_BYTES = 2_100_000
"""Of all pictures as JPEG; in the page they take less than 3 MB."""


def chosen_failures(rows: Iterable[EpisodeRow], episodes: int) -> set[str]:
    """The ids of the failures that have a picture: as many of each agent, whatever order they ended in."""
    by_agent: defaultdict[str, list[str]] = defaultdict(list)
    for row in rows:
        if not row.interrupted:
            by_agent[row.agent].append(row.id)
    in_turn = chain.from_iterable(zip_longest(*(sorted(by_agent[agent]) for agent in sorted(by_agent))))
    most = min(MAX_DRAWN, max(1, episodes // SHARE))
    return set([identity for identity in in_turn if identity][:most])


class LastPictures:
    """Pictures of a run, each distinct screen once."""

    def __init__(self, folder: RunFolder) -> None:
        """Begin with none."""
        self._folder = folder
        self._room = MAX_BYTES
        self._files: dict[str, str] = {}
        self._of: dict[str, dict[str, str]] = {}

    def add(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> None:
        """Draw what an episode ended with, where this version draws it as it was."""
        seen = steps[-1].observation if steps else None
        name = (seen.screenshot or seen.marked) if seen else None
        if not name:
            return
        with suppress(Contradiction, ValueError):
            if data := self._picture(record, steps, name):
                file = sha256(data).hexdigest()
                if file not in self._files and len(data) <= self._room:
                    self._room -= len(data)
                    self._files[file] = f"data:image/jpeg;base64,{b64encode(data).decode()}"
                if file in self._files:
                    self._of[record.id] = {name: file}

    def _picture(self, record: EpisodeRecord, steps: Sequence[StepRecord], name: str) -> bytes | None:
        kept = kept_picture(self._folder, name, record.id)
        if kept is not None:
            return jpeg(decode(kept))
        return next((jpeg(image) for found, image in pictures_of(self._folder, record, steps, {name}) if found == name), None)

    def data(self) -> dict[str, Any]:
        """Id of an episode -> name of a picture -> file, and the address that holds each file."""
        return {"of": self._of, "files": self._files}
