"""Files that survive a crash: atomic whole files, and lines that are either complete or recognised as damaged."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from threading import get_ident
from typing import Generic, TypeVar

from pydantic import ValidationError

from automotive_env.errors import RecordsFault, UsageError
from automotive_env.results.fields import Frozen

R = TypeVar("R", bound=Frozen)


@dataclass(frozen=True, slots=True)
class Lines(Generic[R]):
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
def writing(path: Path) -> Iterator[None]:
    """Turn what the file system refuses in the block into a fault that says so.

    Raises:
        RecordsFault: instead of any OSError.
    """
    try:
        yield
    except OSError as error:
        raise RecordsFault(f"{path} cannot be written: {error.strerror or error}") from error


def write_atomically(path: Path, data: bytes, *, durably: bool = True) -> None:
    """Write a whole file: whoever reads it sees the old content or the new one, never a part.

    Args:
        path: of the file.
        data: its content.
        durably: whether to wait until it is on the disk.

    Raises:
        RecordsFault: it cannot be written; nothing is left of the attempt.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
    with writing(path):
        try:
            with draft.open("wb") as file:
                file.write(data)
                if durably:
                    file.flush()
                    os.fsync(file.fileno())
            draft.replace(path)
        except BaseException:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise


def remove_drafts(folder: Path) -> None:
    """Remove what processes that were killed in `write_atomically` left in a folder; nobody may be writing there."""
    for draft in folder.glob(".*.*"):
        draft.unlink()


def append_line(path: Path, record: Frozen) -> None:
    """Append a line and wait until it is on the disk.

    Raises:
        RecordsFault: it cannot be written; the file is as it was.
    """
    append_lines(path, (record,))


def append_lines(path: Path, records: Iterable[Frozen]) -> None:
    """Append a line for each record and wait until they are on the disk.

    Raises:
        RecordsFault: they cannot be written; the file is as it was.
    """
    with writing(path):
        before = path.stat().st_size if path.exists() else 0
        try:
            with open(path, "ab", opener=_no_link) as file:
                file.write("".join(f"{record.line()}\n" for record in records).encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                os.truncate(path, before)
            raise


def set_aside(path: Path, lines: Lines[R]) -> Path:
    """Move the damaged last line of a file into a file beside it, so that lines can be appended again; returns that file.

    Raises:
        RecordsFault: the files cannot be written.
    """
    aside = path.with_name(f"{path.name}.damaged")
    with writing(path), open(path, "r+b", opener=_no_link) as file, open(aside, "ab", opener=_no_link) as beside:
        beside.write(lines.damaged)
        file.truncate(lines.size)
    return aside


def _no_link(path: str, flags: int) -> int:
    """Open what is no link: in a stranger's folder one could lead to any file of the user's."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


def _no_pipe(path: str, flags: int) -> int:
    """Open what has an end: in a stranger's folder a pipe would be waited for, and a device read, for ever."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    kind = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):  # of a folder `open` itself says what it is
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no regular file")
    return descriptor


def read_file(path: Path) -> bytes:
    """A whole file.

    Raises:
        OSError: it cannot be read, or is a folder, a pipe or a device.
    """
    with open(path, "rb", opener=_no_pipe) as file:
        return file.read()


def read_bounded(path: Path, most: int) -> bytes | None:
    """A file of at most so many bytes; None where there is none.

    Raises:
        UsageError: it is larger, or cannot be read.
    """
    try:
        with open(path, "rb", opener=_no_pipe) as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > most:
        raise UsageError(f"{path} has more than {most} bytes, which nothing of this version has")
    return data


def read_lines(path: Path, kind: type[R]) -> Lines[R]:
    """Read a file of records; a missing file holds none. A damaged last line, which a crash may leave, does not count.

    Raises:
        UsageError: the file cannot be read, or a line before the last one is not a record of this kind.
    """
    try:
        data = read_file(path)
    except FileNotFoundError:
        return Lines(())
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    records: list[R] = []
    size = 0
    for number, line in enumerate(BytesIO(data), 1):
        last = size + len(line) == len(data)
        try:
            records.append(_parsed(line, kind, path, number))
        except UsageError:
            if last:
                return Lines(tuple(records), size, line)
            raise
        size += len(line)
    return Lines(tuple(records), size)


def _parsed(line: bytes, kind: type[R], path: Path, number: int) -> R:
    try:
        if not line.endswith(b"\n"):
            raise UsageError(f"{path} line {number} is unfinished")
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{path} line {number} is damaged: {where + ': ' if where else ''}{first['msg']}") from None
