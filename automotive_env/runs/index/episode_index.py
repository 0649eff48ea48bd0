"""The finished episodes of a run, in memory that does not grow with their number.

`episodes.jsonl` is the truth. The index holds, for each episode, the place of its line and the row that lists and comparisons
read; it belongs to one state of that file, and is built again for any other. That of a small run exists in memory only.
"""

from __future__ import annotations

import hashlib
import sqlite3
import weakref
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from automotive_env.errors import UsageError
from automotive_env.runs.index.location import index_file, write_index
from automotive_env.runs.records.files import LineReader, reading
from automotive_env.runs.records.folder import MAX_EPISODES_BYTES, RunFolder
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.version import __version__

FORMAT = f"6 {__version__}"
"""Changes with what an index holds, and with this package, whose tables it keeps."""
MAX_IN_MEMORY = 2**24
"""Bytes of `episodes.jsonl`, up to which records are read whole and held: about 6,000 episodes."""
MAX_TYPED = 2_000
"""Episodes of a run that failed of which tables tell the types of error: each takes some milliseconds."""
_AT_ONCE = 1_000
_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -32000;
CREATE TABLE episode(
    position INTEGER PRIMARY KEY, id BLOB UNIQUE, start INTEGER, size INTEGER, success INTEGER, row BLOB
);
CREATE TABLE kept(name TEXT PRIMARY KEY, key TEXT, value BLOB);
"""
_FIGURES = ("number", "failed", "damaged")
_ADD = """
INSERT INTO episode(id, start, size, success, row) VALUES(?, ?, ?, ?, ?)
ON CONFLICT(id) DO UPDATE SET start = excluded.start, size = excluded.size, success = excluded.success, row = excluded.row
"""
B = TypeVar("B", bound=BaseModel)


class FolderState(NamedTuple):
    """What differs where other episodes are in a folder; nobody can set when a file was changed to an earlier time."""

    size: int = 0
    device: int = 0
    file: int = 0
    modified: int = 0
    changed: int = 0

    @classmethod
    def of(cls, folder: RunFolder) -> FolderState:
        """The state of a folder now."""
        found = folder.episodes_file.stat()
        if found is None:
            return cls()
        return cls(found.st_size, found.st_dev, found.st_ino, found.st_mtime_ns, found.st_ctime_ns)


class EpisodeIndex:
    """The finished episodes of a run; of one that was played again only the last attempt.

    Attributes:
        folder: of the run.
        state: what differs where other episodes are in the folder.
        failed: how many did not pass.
        damaged: whether the last line is damaged and left out, 0 or 1.
    """

    def __init__(self, folder: RunFolder) -> None:
        """Open the index, or build it where there is none of this state of the folder.

        Raises:
            UsageError: the records cannot be read, or a line before the last one is damaged.
        """
        self.folder = folder
        self.state = FolderState.of(folder)
        self._lock = RLock()
        self._held: dict[str, EpisodeRecord] | None = None
        self._scratch: TemporaryDirectory[str] | None = None
        self._index = self._in_memory() if self.state.size <= MAX_IN_MEMORY else self._opened()
        weakref.finalize(self, self._index.close)
        self._number, self.failed, self.damaged = (
            int(value) for name in _FIGURES for (value,) in self._all("SELECT value FROM kept WHERE name = ?", name)
        )

    def __len__(self) -> int:
        """How many there are."""
        return self._number

    def __iter__(self) -> Iterator[EpisodeRecord]:
        """Their records, in the order in which they were first played.

        Raises:
            UsageError: a record is no longer what it was.
        """
        return iter(self._held.values()) if self._held is not None else self._records("ORDER BY position")

    def _records(self, which: str, *values: object) -> Iterator[EpisodeRecord]:
        with reading(self.folder.episodes_file) as file:
            for start, size in self._all(f"SELECT start, size FROM episode {which}", *values):
                if file is None:
                    raise self._gone()
                file.seek(start)
                yield self._parsed(file.read(size))

    def get(self, identity: str) -> EpisodeRecord | None:
        """The record of an episode; None where there is none of this id.

        Raises:
            UsageError: it is no longer what it was.
        """
        if self._held is not None:
            return self._held.get(identity)
        return next(self._records("WHERE id = ?", _digest(identity)), None)

    def rows(self, first: int = 0, most: int = -1) -> Iterator[EpisodeRow]:
        """What lists and comparisons read of them, in the same order.

        Args:
            first: position of the first, from 0.
            most: how many; all by default.
        """
        return self._rows("WHERE position > ? ORDER BY position LIMIT ?", first, most)

    def _rows(self, which: str, *values: object) -> Iterator[EpisodeRow]:
        found = self._all(f"SELECT row FROM episode {which}", *values)
        while rows := [row for (row,) in islice(found, _AT_ONCE)]:
            yield from map(EpisodeRow._make, from_json(b"[" + b",".join(rows) + b"]"))

    def row(self, identity: str) -> EpisodeRow:
        """The row of an episode that is there."""
        return next(self._rows("WHERE id = ?", _digest(identity)))

    def failures(self) -> Iterator[EpisodeRow]:
        """The rows of those that did not pass, in the same order."""
        return self._rows("WHERE NOT success ORDER BY position")

    def failures_first(self) -> Iterator[EpisodeRecord]:
        """All records, those of episodes that did not pass first."""
        return self._records("ORDER BY success, position")

    def remembered(self, name: str, key: str, kind: type[B], make: Callable[[], B]) -> B:
        """A result of these episodes, made once and kept in the index until one of this name and another key is asked for."""
        made: list[B] = []
        adapter = TypeAdapter(kind)

        def content() -> bytes:
            made.append(make())
            return adapter.dump_json(made[0])

        kept = self._remembered(name, key, content)
        return made[0] if made else adapter.validate_json(kept)

    def remembered_text(self, name: str, key: str, make: Callable[[], str]) -> str:
        """The same of a text."""
        return self._remembered(name, key, lambda: make().encode()).decode()

    def _remembered(self, name: str, key: str, make: Callable[[], bytes]) -> bytes:
        """What was made once; it is kept compressed, because SQLite copies what it takes."""
        with self._lock:
            for (value,) in self._all("SELECT value FROM kept WHERE name = ? AND key = ?", name, key):
                return zlib.decompress(value)
            made = make()
            with suppress(sqlite3.Error), self._index:  # it is made again where it cannot be kept
                self._index.execute("INSERT OR REPLACE INTO kept VALUES(?, ?, ?)", (name, key, zlib.compress(made, 1)))
            return made

    def _in_memory(self) -> sqlite3.Connection:
        index = sqlite3.connect(":memory:", check_same_thread=False)
        self._held = {}
        try:
            self._fill(index, self._held)
        except BaseException:
            index.close()
            raise
        return index

    def _opened(self) -> sqlite3.Connection:
        file = index_file(self.folder.path)
        if not (found := self._found(file)):
            self._scratch = write_index(file, self._write)
            found = self._found(Path(self._scratch.name) / file.name if self._scratch else file)
        if not found:
            raise UsageError(f"the index of {self.folder.path} at {file} cannot be read; remove it and try again")
        return found

    def _found(self, file: Path) -> sqlite3.Connection | None:
        """An index that is whole and of this state; None where there is none."""
        if not file.is_file():
            return None
        index = sqlite3.connect(file, check_same_thread=False)
        with suppress(sqlite3.Error):
            found = index.execute("SELECT value FROM kept WHERE name = 'state'").fetchone()
            if found and found[0] == self._label():
                return index
        index.close()
        return None

    def _write(self, file: Path) -> None:
        try:
            with closing(sqlite3.connect(file)) as index:
                self._fill(index, None)
        except sqlite3.Error as error:
            raise UsageError(f"the index of {self.folder.path} cannot be written to {file.parent}: {error}") from None

    def _fill(self, index: sqlite3.Connection, held: dict[str, EpisodeRecord] | None) -> None:
        """Read all lines, each once."""
        index.executescript(_TABLES)
        with index:
            lines = LineReader(self.folder.episodes_file, EpisodeRecord, MAX_EPISODES_BYTES)
            for record, start, size in lines:
                row = to_json(EpisodeRow.of(record))
                index.execute(_ADD, (_digest(record.id), start, size, record.success, row))
                if held is not None:
                    held[record.id] = record
            figures = (
                *index.execute("SELECT COUNT(*), COUNT(*) - COALESCE(SUM(success), 0) FROM episode").fetchone(),
                bool(lines.damaged),
            )
            kept = zip((*_FIGURES, "state"), (*figures, self._label()), strict=True)
            index.executemany("INSERT INTO kept VALUES(?, '', ?)", kept)

    def _label(self) -> bytes:
        return f"{FORMAT} {self.state}".encode()

    def _all(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        cursor = self._index.cursor()
        with self._lock:
            cursor.execute(query, values)
        while True:
            with self._lock:
                found = cursor.fetchmany(_AT_ONCE)
            if not found:
                return
            yield from found

    def _parsed(self, line: bytes) -> EpisodeRecord:
        try:
            return EpisodeRecord.model_validate_json(line)
        except ValidationError:
            raise self._gone() from None

    def _gone(self) -> UsageError:
        return UsageError(f"{self.folder.episodes_file} was changed while it was read; try again")


def _digest(identity: str) -> bytes:
    return hashlib.blake2b(identity.encode(), digest_size=16).digest()
