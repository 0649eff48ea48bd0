"""Files that survive a crash: atomic whole files, and lines that are either complete or recognised as torn."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import get_ident
from typing import Generic, TypeVar

from pydantic import ValidationError

from automotive_env.errors import UsageError
from automotive_env.results.records import Frozen

R = TypeVar("R", bound=Frozen)


@dataclass(frozen=True, slots=True)
class Lines(Generic[R]):
    """The records of a file.

    Attributes:
        records: all complete lines.
        torn: the last line, where a crash left it unfinished; empty otherwise.
    """

    records: tuple[R, ...]
    torn: str = ""


def write_atomically(path: Path, data: bytes) -> None:
    """Write a whole file: whoever reads it sees the old content or the new one, never a part."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def append_line(path: Path, record: Frozen) -> None:
    """Append a line and wait until it is on the disk; an unfinished line of an earlier crash is removed first."""
    with path.open("a+b") as file:
        complete = _complete_bytes(path)
        if complete < file.seek(0, os.SEEK_END):
            file.truncate(complete)
        file.write(record.line().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _complete_bytes(path: Path) -> int:
    """The length of a file up to the end of its last complete line."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            start = max(0, end - 65_536)
            file.seek(start)
            found = file.read(end - start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            end = start
    return 0


def lines_of(records: Iterable[Frozen]) -> bytes:
    """Records as the content of a file."""
    return b"".join(record.line().encode() + b"\n" for record in records)


def read_lines(path: Path, kind: type[R]) -> Lines[R]:
    """Read a file of records; a missing file holds none.

    Raises:
        UsageError: a complete line is not a record of this kind.
    """
    if not path.exists():
        return Lines(())
    *lines, torn = path.read_bytes().split(b"\n")
    records = tuple(_parsed(line, kind, path, number) for number, line in enumerate(lines, 1))
    return Lines(records, torn.decode("utf-8", "replace"))


def _parsed(line: bytes, kind: type[R], path: Path, number: int) -> R:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{path.name} line {number} is damaged: {where + ': ' if where else ''}{first['msg']}") from None
