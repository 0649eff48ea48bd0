"""What is served of runs: the page, its data, its pictures, and the news of runs that go on."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from typing import Any, TypeAlias

from pydantic import ValidationError

from automotive_env.errors import UsageError
from automotive_env.runs.records.notes import NOTES, EpisodeNote, read_notes, write_note
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.viewer.packed import QUICK, as_script, script_of
from automotive_env.runs.viewer.page_files import (
    SERVED_POLICY,
    SERVED_SCRIPTS,
    START_SCRIPTS,
    START_STYLES,
    STYLES,
    document,
    source,
)
from automotive_env.runs.viewer.pictures import RunPictures
from automotive_env.runs.viewer.players import compared
from automotive_env.runs.viewer.viewed_run import ViewedRun, index_of
from automotive_env.text.foreign_text import read_json

PageAnswer: TypeAlias = tuple[bytes, str]
"""A body and its media type."""
JAVASCRIPT = "text/javascript; charset=utf-8"
DATA = re.compile(r"data/(\d{1,4})/([A-Za-z0-9._-]{1,200})\.js")
ROWS = re.compile(r"data/rows/(\d{1,4})/(\d{1,4})\.js")
PICTURE = re.compile(r"images/(\d{1,4})/(?:([A-Za-z0-9._-]{1,200})/)?([a-z0-9-]{1,80})")
COMPARED = re.compile(r"data/compare/(\d{1,4})/([A-Za-z0-9._-]{1,200})/(\d{1,4})/([A-Za-z0-9._-]{1,200})\.js")
NOTE = re.compile(r"notes/(\d{1,4})/([A-Za-z0-9._-]{1,200})")
NEWS = re.compile(r"data/news/(\d{1,9}(?:-\d{1,9}){0,999})\.js")
PAGE_FILE = re.compile(r"page/([a-z_]{1,40}\.(?:js|css))")
HTML, JSON, CSS = "text/html; charset=utf-8", "application/json; charset=utf-8", "text/css; charset=utf-8"


def page_file(name: str) -> PageAnswer | None:
    """A style or a script of the pages; None where there is none of this name."""
    if name in (*STYLES, *START_STYLES):
        return source(name).encode(), CSS
    return (source(name).encode(), JAVASCRIPT) if name in (*SERVED_SCRIPTS, *START_SCRIPTS) else None


class ViewerPages:
    """What is served: address below the token -> body and media type."""

    def __init__(self, runs: Sequence[ViewedRun], home: str = "") -> None:
        """Serve runs.

        Args:
            runs: in the order in which they are shown.
            home: address of the list that they were chosen from.

        Raises:
            UsageError: records are damaged.
        """
        self._runs, self._home = runs, home
        for run in runs:
            run.episodes()
        self._pictures = RunPictures()
        self._packing = threading.Lock()
        self._noting = threading.Lock()
        self._packed: tuple[list[Any], bytes] = [], b""

    def answer(self, path: str) -> PageAnswer | None:
        """The body and its media type; None where there is nothing.

        Raises:
            UsageError: the records are damaged.
        """
        if path == "":
            return document(SERVED_POLICY, scripts=SERVED_SCRIPTS).encode(), HTML
        if found := PAGE_FILE.fullmatch(path):
            return page_file(found[1])
        if path == "data/index.js":
            return self._index(), JAVASCRIPT
        if found := ROWS.fullmatch(path):
            return self._rows(int(found[1]), int(found[2]))
        if found := DATA.fullmatch(path):
            return self._episode(int(found[1]), found[2])
        if found := COMPARED.fullmatch(path):
            return self._compared(found[1], found[2], found[3], found[4])
        if found := NEWS.fullmatch(path):
            return self._news(found[1])
        if found := PICTURE.fullmatch(path):
            run = self._run(int(found[1]))
            return self._pictures.get(run, found[2] or "", found[3]) if run else None
        return None

    def write(self, path: str, body: bytes) -> PageAnswer | None:
        """Keep a note of an episode; None where there is none of this id.

        Raises:
            UsageError: it is no note.
            RecordsFault: it cannot be written.
        """
        found = NOTE.fullmatch(path)
        run = self._run(int(found[1])) if found else None
        if not found or run is None or run.episodes().get(found[2]) is None:
            return None
        with self._noting:
            note = _note(found[2], body)
            write_note(run.folder.files, note)
        return note.model_dump_json().encode(), JSON

    def _index(self) -> bytes:
        """What the page knows first, packed once as long as no further episode has ended."""
        with self._packing:
            states = [(run.episodes().state, _version(run)) for run in self._runs]
            if states != self._packed[0]:
                images = [f"images/{number}/" for number in range(len(self._runs))]
                more = {"home": self._home, "notes": [_notes(run) for run in self._runs]}
                self._packed = states, as_script("index", index_of(self._runs, images, "") | more, QUICK)
            return self._packed[1]

    def _compared(self, one: str, first: str, other: str, second: str) -> PageAnswer | None:
        """The comparison of those who played two episodes."""
        named = ((self._run(int(one)), first), (self._run(int(other)), second))
        sides = [(run, run.episodes().get(name)) for run, name in named if run]
        match sides:
            case [(a, EpisodeRecord() as x), (b, EpisodeRecord() as y)]:
                found = compared(a, (x.agent, x.model, x.face), b, (y.agent, y.model, y.face))
                return as_script(f"compare/{one}/{first}/{other}/{second}", found, QUICK), JAVASCRIPT
        return None

    def _news(self, known: str) -> PageAnswer:
        """What has ended of each run beyond the number of episodes that a page knows."""
        told = [run.news(int(first)) for run, first in zip(self._runs, known.split("-"), strict=False)]
        return as_script(f"news/{known}", told, QUICK), JAVASCRIPT

    def _run(self, number: int) -> ViewedRun | None:
        return self._runs[number] if number < len(self._runs) else None

    def _rows(self, number: int, part: int) -> PageAnswer | None:
        run = self._run(number)
        if run is None or part >= run.parts:
            return None
        return script_of(f"rows/{number}/{part}", run.rows(part)), JAVASCRIPT

    def _episode(self, number: int, identity: str) -> PageAnswer | None:
        run = self._run(number)
        data = run.episode(identity) if run else None
        return None if data is None else (as_script(f"{number}/{identity}", data, QUICK), JAVASCRIPT)


def _note(episode: str, body: bytes) -> EpisodeNote:
    """The note that was sent.

    Raises:
        UsageError: it is none.
    """
    try:
        sent = read_json(body)
    except ValueError:
        sent = None
    try:
        return EpisodeNote.model_validate({"episode": episode} | (sent if isinstance(sent, dict) else {"text": None}))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        told = {
            "labels": "at most 12 labels, each a word of at most 40 characters without commas",
            "text": "a note of at most 2,000 characters",
        }
        raise UsageError(f"give {told.get(str(first['loc'][0]), 'labels and a text')}") from None


def _notes(run: ViewedRun) -> dict[str, list[Any]]:
    """Id of an episode -> its labels, and what was noted."""
    return {name: [note.labels, note.text] for name, note in read_notes(run.folder.files).items()}


def _version(run: ViewedRun) -> tuple[int, int]:
    """What differs where other notes are in the folder of a run."""
    found = (run.folder.files / NOTES).stat()
    return (found.st_ino, found.st_mtime_ns) if found else (0, 0)
