"""What is served of a folder of runs: their list, and the pages of those that are chosen from it."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.viewer.page_files import SERVED_POLICY, START_SCRIPTS, START_STYLES, document
from automotive_env.runs.viewer.pages import HTML, JSON, PAGE_FILE, PageAnswer, ViewerPages, page_file
from automotive_env.runs.viewer.run_list import RunList
from automotive_env.runs.viewer.viewed_run import ViewedRun

MAX_OPEN = 4
"""Choices of runs whose pages are remembered."""
MAX_CHOSEN = 50
"""Runs that are opened together."""
OPEN = re.compile(rf"open/(\d{{1,6}}(?:,\d{{1,6}}){{0,{MAX_CHOSEN - 1}}})/(.*)")


class StartPages:
    """The list of runs, and what is opened from it."""

    def __init__(self, runs: RunList, view: Callable[[RunFolder], ViewedRun]) -> None:
        """Serve a list.

        Args:
            runs: the list.
            view: how a run is looked at.
        """
        self._runs, self._view = runs, view
        self._lock = Lock()
        self._open: OrderedDict[str, ViewerPages] = OrderedDict()

    def answer(self, path: str) -> PageAnswer | None:
        """The body and its media type; None where there is nothing.

        Raises:
            UsageError: the folder cannot be read, or records are damaged.
        """
        if path == "":
            return document(SERVED_POLICY, START_STYLES, START_SCRIPTS).encode(), HTML
        if found := PAGE_FILE.fullmatch(path):
            return page_file(found[1])
        if path == "data/runs.json":
            return json.dumps(self._runs.data()).encode(), JSON
        if found := OPEN.fullmatch(path):
            pages = self._pages(found[1])
            return pages.answer(found[2]) if pages else None
        return None

    def write(self, path: str, body: bytes) -> PageAnswer | None:
        """Keep a note of an episode of the chosen runs; None where there are no such runs.

        Raises:
            UsageError: it is no note.
            RecordsFault: it cannot be written.
        """
        found = OPEN.fullmatch(path)
        pages = self._pages(found[1]) if found else None
        return pages.write(found[2], body) if found and pages else None

    def _pages(self, chosen: str) -> ViewerPages | None:
        """The pages of the chosen runs; None where there are no such runs.

        Raises:
            UsageError: one of them cannot be read.
        """
        with self._lock:
            if chosen not in self._open:
                found = [self._runs.find(int(number)) for number in dict.fromkeys(chosen.split(","))]
                if None in found:
                    return None
                folders = [RunFolder.open(run.path) for run in found if run]
                self._open[chosen] = ViewerPages([self._view(folder) for folder in folders], home="../../")
            self._open.move_to_end(chosen)
            if len(self._open) > MAX_OPEN:
                self._open.popitem(last=False)
            return self._open[chosen]
