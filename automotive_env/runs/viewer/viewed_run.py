"""A run that is looked at, finished or not."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.headunit.kit.display_size import SIZES, display_size
from automotive_env.runs.error_types.runs import ErrorTypeOf, RunErrorTypes
from automotive_env.runs.error_types.table import error_table, judged_table
from automotive_env.runs.index.episode_index import MAX_TYPED, EpisodeIndex, FolderState
from automotive_env.runs.papers.ablation import repetition_table
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.tables.contestants import contestants_of
from automotive_env.runs.tables.labels import labelled
from automotive_env.runs.tables.learning_curve import learning_table
from automotive_env.runs.tables.summary import RunSummary, Summarise, summarise, with_tables
from automotive_env.runs.tables.track_table import track_table
from automotive_env.runs.viewer.episode_data import SharedTexts, episode_data
from automotive_env.runs.viewer.packed import packed
from automotive_env.runs.viewer.rows import FIELDS, listed
from automotive_env.text.printable import printable

MAX_TABLED = 20_000
"""Episodes of which repetitions, learning and types of error are told, since tables of these hold all episodes at once."""
MAX_INSIDE = 5_000
"""Rows that the page has from the beginning; those of a larger run are loaded in parts of as many."""
REST = 10
"""News of a run are read again after so many times what it took to read them."""
MAX_LISTED = 200_000
"""Rows of a run that the page lists at most: a browser needs about 1 KB for each."""


class ViewedRun:
    """The episodes of a run folder, read again where more have ended.

    Attributes:
        folder: of the run.
    """

    def __init__(
        self, folder: RunFolder, summarise: Summarise = summarise, judged: tuple[str, ErrorTypeOf] | None = None
    ) -> None:
        """Look at a run.

        Args:
            folder: of the run.
            summarise: as its suite does.
            judged: name of a model that has judged how episodes failed, and what it says.
        """
        self.folder = folder
        self._summarise = summarise
        self._reading = Lock()
        self._episodes: EpisodeIndex | None = None
        self._type_of = RunErrorTypes([folder])
        self._judged = judged
        self._again = 0.0

    @property
    def name(self) -> str:
        """The name of its folder, for people."""
        return printable(self.folder.path.resolve().name)

    def episodes(self) -> EpisodeIndex:
        """Its finished episodes.

        Raises:
            UsageError: they are damaged.
        """
        with self._reading:
            if self._episodes is None or self._episodes.state != FolderState.of(self.folder):
                self._episodes = EpisodeIndex(self.folder)
            return self._episodes

    def news(self, first: int) -> dict[str, Any]:
        """What has ended beyond the first so many episodes, and whether the run goes on.

        Raises:
            UsageError: the records are damaged.
        """
        began = time.monotonic()
        episodes = self._episodes if self._episodes and began < self._again else self.episodes()
        self._again = time.monotonic() + REST * (time.monotonic() - began)
        rows = [listed(row) for row in episodes.rows(first, MAX_INSIDE)] if first < len(episodes) else []
        return {"episodes": len(episodes), "is_played": self.folder.is_played, "rows": rows}

    def summary(self) -> RunSummary:
        """What they come to; cheaper once their steps have been read.

        Raises:
            UsageError: they are damaged.
        """
        episodes = self.episodes()
        if self._judged:
            return self.summed_up(episodes)
        suite = f"{self._summarise.__module__}.{self._summarise.__qualname__}"
        return episodes.remembered("summary", suite, RunSummary, lambda: self.summed_up(episodes))

    def index(self, images: str) -> dict[str, Any]:
        """What is known before an episode is opened; `images` is where the page finds its pictures.

        Raises:
            UsageError: the records are damaged.
        """
        manifest, number = self.folder.manifest, len(self.episodes())
        return {
            "name": self.name,
            "is_played": self.folder.is_played,
            "manifest": manifest.model_dump(mode="json", exclude={"hashes", "unsupported"}),
            "screen": _screen(manifest.options.get("display")),
            "summary": self.summary().model_dump(mode="json"),
            "images": images,
            "rows": [] if self.parts else _listed(self.episodes(), 0),
        } | ({"episodes": number, "parts": self.parts} if self.parts else {})

    @property
    def parts(self) -> int:
        """Of the rows of a large run; 0 where all of them are in the index."""
        number = len(self.episodes())
        return -(-min(number, MAX_LISTED) // MAX_INSIDE) if number > MAX_INSIDE else 0

    def rows(self, part: int) -> str:
        """The rows of a part as data for the page, packed once.

        Raises:
            UsageError: the records are damaged.
        """
        episodes = self.episodes()
        return episodes.remembered_text(f"rows {part}", "", lambda: packed(_listed(episodes, part)))

    def episode(self, identity: str, shared: SharedTexts | None = None) -> dict[str, Any] | None:
        """What the page shows of an episode, see `episode_data`; None where there is none of this id.

        Raises:
            UsageError: its steps are damaged.
        """
        record = self.episodes().get(identity)
        return None if record is None else episode_data(record, self.steps(record), shared)

    def steps(self, record: EpisodeRecord) -> list[StepRecord]:
        """The steps of an episode; none where they were not kept.

        Raises:
            UsageError: they are damaged.
        """
        steps = self.folder.steps(record.id)
        self._type_of.read(record, steps)
        return steps

    def summed_up(self, episodes: EpisodeIndex) -> RunSummary:
        """The summary of the suite, what repetitions and learning came to, and how episodes failed."""
        if len(episodes) > MAX_TABLED:
            return self._summarise(episodes)
        records = list(episodes)
        named = labelled(records)
        errors = error_table(named, self._type_of) if episodes.failed <= MAX_TYPED else None
        judged = judged_table(named, self._judged[1], self._judged[0], self._type_of) if self._judged else None
        played = contestants_of(records, self.folder.manifest.deciding())
        tracks = track_table([self.folder.manifest])
        summary = self._summarise(records)
        return with_tables(summary, repetition_table(played), learning_table(played), errors, judged, tracks)


def _listed(episodes: EpisodeIndex, part: int) -> list[list[Any]]:
    return [listed(row) for row in episodes.rows(part * MAX_INSIDE, MAX_INSIDE)]


def index_of(runs: Sequence[ViewedRun], images: Sequence[str], suffix: str) -> dict[str, Any]:
    """What the page knows first.

    Args:
        runs: in the order in which they are shown.
        images: for each, the address of its pictures.
        suffix: of the names of pictures.

    Raises:
        UsageError: records are damaged.
    """
    shown = [run.index(where) for run, where in zip(runs, images, strict=True)]
    return {"fields": FIELDS, "suffix": suffix, "runs": shown}


def _screen(display: Any) -> list[int]:
    """Width and height of the display in pixels; a device's, which has pictures, is taken for the usual one."""
    with suppress(UsageError):
        return list(display_size(str(display)))
    return list(SIZES[0])
