"""A run that is looked at, finished or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.headunit.kit.display_size import SIZES, display_size
from automotive_env.runs.error_types.runs import TypeOf, TypesInRuns
from automotive_env.runs.error_types.table import error_table, judged_table
from automotive_env.runs.papers.ablation import repetition_table
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.tables.contestants import contestants_of
from automotive_env.runs.tables.labels import labelled
from automotive_env.runs.tables.learning_curve import learning_table
from automotive_env.runs.tables.summary import Summarise, Summary, summarise, with_tables
from automotive_env.runs.viewer.episode_data import SharedTexts, episode_data
from automotive_env.runs.viewer.rows import FIELDS, row
from automotive_env.text.printable import printable

MAX_TYPED = 2_000
"""Episodes that failed of which the types of error are told: each takes some milliseconds."""


class ViewedRun:
    """The episodes of a run folder, read again where more have ended.

    Attributes:
        folder: of the run.
    """

    def __init__(self, folder: RunFolder, summarise: Summarise = summarise, judged: tuple[str, TypeOf] | None = None) -> None:
        """Look at a run.

        Args:
            folder: of the run.
            summarise: as its suite does.
            judged: name of a model that has judged how episodes failed, and what it says.
        """
        self.folder = folder
        self._summarise = summarise
        self._reading = Lock()
        self._state = ""
        self._records: Mapping[str, EpisodeRecord] = {}
        self._rows: list[list[Any]] = []
        self._summary: Summary | None = None
        self._type_of = TypesInRuns([folder])
        self._judged = judged

    @property
    def name(self) -> str:
        """The name of its folder, for people."""
        return printable(self.folder.path.resolve().name)

    def records(self) -> Mapping[str, EpisodeRecord]:
        """Its finished episodes by id.

        Raises:
            UsageError: they are damaged.
        """
        self._refresh()
        return self._records

    def summary(self) -> Summary:
        """What they come to; cheaper once their steps have been read.

        Raises:
            UsageError: they are damaged.
        """
        self._refresh()
        with self._reading:
            if self._summary is None:
                self._summary = self.summed_up(self._records.values())
            return self._summary

    def index(self, images: str) -> dict[str, Any]:
        """What is known before an episode is opened; `images` is where the page finds its pictures.

        Raises:
            UsageError: the records are damaged.
        """
        self._refresh()
        manifest = self.folder.manifest
        return {
            "name": self.name,
            "manifest": manifest.model_dump(mode="json", exclude={"hashes", "unsupported"}),
            "screen": _screen(manifest.options.get("display")),
            "summary": self.summary().model_dump(mode="json"),
            "images": images,
            "rows": self._rows,
        }

    def episode(self, identity: str, shared: SharedTexts | None = None) -> dict[str, Any] | None:
        """What the page shows of an episode, see `episode_data`; None where there is none of this id.

        Raises:
            UsageError: its steps are damaged.
        """
        record = self.records().get(identity)
        return None if record is None else episode_data(record, self.steps(identity), shared)

    def steps(self, identity: str) -> list[StepRecord]:
        """The steps of an episode; none where they were not kept.

        Raises:
            UsageError: they are damaged.
        """
        steps = self.folder.steps(identity)
        if identity in self.records():
            self._type_of.read(self.records()[identity], steps)
        return steps

    def state(self) -> str:
        """What differs where other episodes are in the folder."""
        found = (self.folder.files / "episodes.jsonl").stat()
        return f"{found.st_mtime_ns} {found.st_size}" if found else "none"

    def summed_up(self, records: Iterable[EpisodeRecord]) -> Summary:
        """The summary of the suite, what repetitions and learning came to, and how episodes failed."""
        records = list(records)
        few = sum(not record.success for record in records) <= MAX_TYPED
        named = labelled(records)
        errors = error_table(named, self._type_of) if few else None
        judged = judged_table(named, self._judged[1], self._judged[0], self._type_of) if self._judged else None
        played = contestants_of(records, self.folder.manifest.deciding())
        return with_tables(self._summarise(records), repetition_table(played), learning_table(played), errors, judged)

    def _refresh(self) -> None:
        with self._reading:
            state = self.state()
            if state != self._state:
                records = self.folder.episodes()
                self._records = {record.id: record for record in records}
                self._rows, self._summary = [row(record) for record in records], None
                self._state = state


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
