"""The runs in a folder: how far each has come, and how well its agents do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any, Literal, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.runs.index.episode_index import EpisodeIndex, FolderState
from automotive_env.runs.records.files import entries
from automotive_env.runs.records.folder import MANIFEST, RunFolder
from automotive_env.runs.records.safe_path import SafePath
from automotive_env.runs.tables.items import counted_items
from automotive_env.runs.tables.labels import by_agent, labelled
from automotive_env.runs.tables.statistics import rate
from automotive_env.text.printable import printable

MAX_RUNS = 2_000
"""Runs of a folder that are listed: those whose names come last, which begin with a date unless they were given one."""
MAX_RATES = 8
"""Agents of a run whose rates are told."""
PATIENCE = 0.5
"""Seconds that a listing may spend on reading runs; the rest is read by the next one."""
REST = 10
"""A run is read again after so many times what it took to read it."""
MAX_REASON = 300
RunState: TypeAlias = Literal["going on", "finished", "stopped", "unreadable"]
Version: TypeAlias = tuple[int, int, int]


class ListedRun:
    """A run of the list.

    Attributes:
        path: of its folder.
        number: its position among the runs that were ever listed.
    """

    def __init__(self, path: Path, number: int) -> None:
        """List a run, of which nothing is known yet."""
        self.path, self.number = path, number
        self._version: Version | None = None
        self._folder: RunFolder | None = None
        self._fault = ""
        self._read: FolderState | None = None
        self._figures: dict[str, Any] = {"episodes": None, "rates": []}
        self._again = 0.0

    def look(self) -> None:
        """Read its manifest where that has changed."""
        found = (SafePath(self.path) / MANIFEST).stat()
        version = (found.st_size, found.st_ino, found.st_mtime_ns) if found else None
        if version != self._version or not (self._folder or self._fault):
            self._version = version
            try:
                self._folder, self._fault = RunFolder.open(self.path), ""
            except UsageError as fault:
                self._folder, self._fault = None, str(fault)

    @property
    def is_behind(self) -> bool:
        """Whether episodes have ended since they were read."""
        return self._folder is not None and FolderState.of(self._folder) != self._read and time.monotonic() >= self._again

    def read(self) -> None:
        """Read its episodes."""
        if self._folder is None:
            return
        began = time.monotonic()
        state = FolderState.of(self._folder)
        try:
            self._figures = _figures(EpisodeIndex(self._folder))
        except UsageError as fault:
            self._figures, self._fault = {"episodes": 0, "rates": []}, str(fault)
        self._read = state
        self._again = time.monotonic() + REST * (time.monotonic() - began)

    def data(self) -> dict[str, Any]:
        """What the list shows of it."""
        told = {"run": self.number, "name": printable(self.path.name), "state": self.state, "fault": self._fault[:MAX_REASON]}
        if self._folder is None:
            return told | {"agents": [], "model": "", "suite": "", "started": "", "planned": None} | self._figures
        manifest = self._folder.manifest
        fields = {name: getattr(manifest, name) for name in ("agents", "model", "suite", "started", "planned")}
        return told | fields | self._figures

    @property
    def state(self) -> RunState:
        """How far it has come."""
        if self._folder is None or self._fault:
            return "unreadable"
        if self._folder.is_played:
            return "going on"
        planned, played = self._folder.manifest.planned, self._figures["episodes"] or 0
        is_whole = self._folder.manifest.ended is not None if planned is None else played >= planned
        return "finished" if is_whole else "stopped"


class RunList:
    """The runs in a folder, which may come and go. Links are not followed."""

    def __init__(self, folder: Path) -> None:
        """List a folder."""
        self.folder = folder
        self._runs: dict[str, ListedRun] = {}
        self._shown: list[ListedRun] = []
        self._lock = Lock()

    def data(self) -> dict[str, Any]:
        """What the page shows of it; `more` tells whether there is more to read.

        Raises:
            UsageError: the folder cannot be read.
        """
        with self._lock:
            end = time.monotonic() + PATIENCE
            self._shown = list(self._look())
            behind = [run for run in self._shown if run.is_behind]
            for run in behind:
                run.read()
                if time.monotonic() > end:
                    break
            runs = sorted((run.data() for run in self._shown), key=lambda run: (run["started"], run["name"]), reverse=True)
            return {"folder": printable(self.folder.resolve().name), "runs": runs, "more": any(run.is_behind for run in behind)}

    @property
    def is_empty(self) -> bool:
        """Whether there is no run in the folder.

        Raises:
            UsageError: it cannot be read.
        """
        return not any(True for _ in self._look())

    def find(self, number: int) -> ListedRun | None:
        """A run by its number."""
        if not self._shown:
            self.data()
        return next((run for run in self._shown if run.number == number), None)

    def _look(self) -> Iterator[ListedRun]:
        found = [path for path in entries(SafePath(self.folder)) if not path.name.startswith(".")]
        for path in [path for path in found if (path / MANIFEST).is_file()][-MAX_RUNS:]:
            run = self._runs.setdefault(path.name, ListedRun(path.path, len(self._runs)))
            run.look()
            yield run


def _figures(episodes: EpisodeIndex) -> dict[str, Any]:
    """How many episodes have ended, and the success rate of each agent."""
    played = by_agent(counted_items(labelled(episodes.rows())))
    rates = [
        {"agent": agent} | rate((item.task, item.success) for item in items).model_dump(mode="json")
        for agent, items in list(played.items())[:MAX_RATES]
    ]
    return {"episodes": len(episodes), "rates": rates, "agents_left": max(0, len(played) - MAX_RATES)}
