"""Files that survive a crash: atomic whole files, and lines that are either complete or recognised as damaged."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar

from pydantic import ValidationError

from automotive_env.errors import RecordsFault, UsageError
from automotive_env.runs.records.drafts import draft_name
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.records.safe_path import SafePath

R = TypeVar("R", bound=FrozenRecord)
MAX_LINE_BYTES = 2**24
"""Of a record that is read."""
MAX_BYTES = 2**30
"""Of the sound records of a file that is read, unless its reader says another bound."""
_CHUNK = 2**20


@dataclass(frozen=True, slots=True)
class JsonLinesFile(Generic[R]):
    """The records of a file.

    Attributes:
        records: all sound lines.
        size: their length in bytes; what follows them in the file is `damaged`.
        damaged: the last line, where a crash left it unfinished or it is no record; empty otherwise.
    """

    records: tuple[R, ...]
    size: int = 0
    damaged: bytes = b""


@contextmanager
def writing(path: Path | SafePath) -> Iterator[None]:
    """Turn what the file system refuses in the block into a fault that says so.

    Raises:
        RecordsFault: instead of any OSError.
    """
    try:
        yield
    except OSError as error:
        raise RecordsFault(f"{path} cannot be written: {error.strerror or error}") from error


def write_atomically(path: Path | SafePath, data: bytes, *, durably: bool = True) -> None:
    """Write a whole file: whoever reads it sees the old content or the new one, never a part.

    Args:
        path: of the file.
        data: its content.
        durably: whether to wait until it is on the disk.

    Raises:
        RecordsFault: it cannot be written; nothing is left of the attempt.
    """
    target = _written(path)
    draft = target.parent / draft_name()
    with writing(path):
        try:
            with os.fdopen(draft.create(), "wb") as file:
                file.write(data)
                if durably:
                    file.flush()
                    os.fsync(file.fileno())
            draft.replace(target)
        except BaseException:
            with suppress(OSError):
                draft.remove()
            raise


def append_line(path: Path | SafePath, record: FrozenRecord) -> None:
    """Append a line and wait until it is on the disk.

    Raises:
        RecordsFault: it cannot be written; the file is as it was.
    """
    append_lines(path, (record,))


def append_lines(path: Path | SafePath, records: Iterable[FrozenRecord]) -> None:
    """Append a line for each record and wait until they are on the disk.

    Raises:
        RecordsFault: they cannot be written; the file is as it was.
    """
    data = "".join(f"{record.line()}\n" for record in records).encode()
    with writing(path), os.fdopen(_written(path).open(os.O_WRONLY | os.O_CREAT | os.O_APPEND), "ab") as file:
        before = os.fstat(file.fileno()).st_size
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                os.ftruncate(file.fileno(), before)
            raise


def set_aside(path: Path | SafePath, lines: JsonLinesFile[R]) -> str:
    """Move the damaged last line of a file into a file beside it, so that lines can be appended again.

    Returns:
        the name of that file.

    Raises:
        RecordsFault: the files cannot be written.
    """
    damaged = _written(path)
    aside = damaged.parent / f"{damaged.name}.damaged"
    with writing(path), os.fdopen(aside.open(os.O_WRONLY | os.O_CREAT | os.O_APPEND), "ab") as beside:
        beside.write(lines.damaged)
        with os.fdopen(damaged.open(os.O_RDWR), "r+b") as file:
            file.truncate(lines.size)
    return aside.name


def _written(path: Path | SafePath) -> SafePath:
    return SafePath.of_file(path) if isinstance(path, Path) else path


def _read(path: Path | SafePath) -> SafePath:
    """A file to be read: where a user names a link, what it leads to is meant."""
    return SafePath.of_file(path.resolve()) if isinstance(path, Path) else path


@contextmanager
def reading(path: Path | SafePath) -> Iterator[BinaryIO | None]:
    """An open file; None where there is none.

    Raises:
        UsageError: instead of any other OSError.
    """
    try:
        try:
            file = os.fdopen(_read(path).open(os.O_RDONLY), "rb")
        except FileNotFoundError:
            yield None
            return
        with file:
            yield file
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None


def read_chunks(path: Path | SafePath, most: int = MAX_BYTES) -> Iterator[bytes]:
    """A file in pieces.

    Raises:
        UsageError: there is none, it is larger than `most` bytes, or cannot be read.
    """
    with reading(path) as file:
        if file is None:
            raise UsageError(f"{path} no longer exists")
        if os.fstat(file.fileno()).st_size > most:
            raise UsageError(f"{path} is larger than any file of a run")
        while chunk := file.read(min(_CHUNK, most + 1)):
            most -= len(chunk)
            if most < 0:
                raise UsageError(f"{path} is larger than any file of a run")
            yield chunk


def read_bounded(path: Path | SafePath, most: int) -> bytes | None:
    """A file of at most so many bytes; None where there is none.

    Raises:
        UsageError: it is larger, or cannot be read.
    """
    with reading(path) as file:
        data = file.read(most + 1) if file else None
    if data is not None and len(data) > most:
        raise UsageError(f"{path} is larger than the limit of {most} bytes")
    return data


def entries(folder: SafePath) -> list[SafePath]:
    """What is in a folder, sorted by name; nothing where there is no such folder.

    Raises:
        UsageError: it cannot be read, or is a link.
    """
    try:
        return [folder / name for name in folder.names()]
    except OSError as error:
        raise UsageError(f"{folder} cannot be read: {error.strerror}") from None


class LineReader(Generic[R]):
    """Reads a file of records, line by line; a missing file holds none.

    Attributes:
        size: length of the sound lines that were read, in bytes.
        damaged: the last line, where a crash left it unfinished or it is no record; known once all were read.
    """

    def __init__(self, path: Path | SafePath, kind: type[R], most: int = MAX_BYTES) -> None:
        """Read a file.

        Args:
            path: of the file.
            kind: of its records.
            most: bytes of records that it may have.
        """
        self.size = 0
        self.damaged = b""
        self._path, self._kind, self._most = path, kind, most

    def __iter__(self) -> Iterator[tuple[R, int, int]]:
        """Each record with the place of its line: where it starts, and its length.

        Raises:
            UsageError: the file cannot be read, has records of more than `most` bytes or a line that is longer than any record,
                or a line before the last one is not a record of this kind.
        """
        self.size, self.damaged = 0, b""
        with reading(self._path) as file:
            if file is None:
                return
            for number in count(1):
                line = file.readline(MAX_LINE_BYTES + 1)
                if not line:
                    return
                if len(line) > MAX_LINE_BYTES:
                    raise UsageError(f"{self._path} line {number} is longer than the limit of {MAX_LINE_BYTES} bytes")
                try:
                    record = _parsed(line, self._kind, self._path, number)
                except UsageError:
                    if file.read(1):
                        raise
                    self.damaged = line
                    return
                start, self.size = self.size, self.size + len(line)
                if self.size > self._most:
                    raise UsageError(f"{self._path} is larger than the limit of {self._most} bytes")
                yield record, start, len(line)


def read_lines(path: Path | SafePath, kind: type[R], most: int = MAX_BYTES) -> JsonLinesFile[R]:
    """All records of a file; see `LineReader`.

    Raises:
        UsageError: it cannot be read, is too large, or a line before the last one is damaged.
    """
    reader = LineReader(path, kind, most)
    records = tuple(record for record, _, _ in reader)
    return JsonLinesFile(records, reader.size, reader.damaged)


def _parsed(line: bytes, kind: type[R], path: Path | SafePath, number: int) -> R:
    try:
        if not line.endswith(b"\n"):
            raise UsageError(f"{path} line {number} is unfinished")
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{path} line {number} is damaged: {where + ': ' if where else ''}{first['msg']}") from None
