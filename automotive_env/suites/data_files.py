"""Files of scenarios: JSON lines, a header first, then rows whose ids are hashes of what they hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from automotive_env.errors import EnvironmentFault
from automotive_env.runs.records.files import write_atomically
from automotive_env.text.foreign_text import read_json

MAX_BYTES = 20_000_000
"""Size of a file that is read."""


def read_rows(file: Path, version: int, id_of: Callable[[Mapping[str, Any]], str]) -> Iterator[dict[str, Any]]:
    """The rows of a file, each checked against its id.

    Args:
        file: of one set and split.
        version: of the format and the scenarios.
        id_of: the id that a row must have.

    Raises:
        EnvironmentFault: it is too large, of another version, or a row is not what its id says.
    """
    if file.stat().st_size > MAX_BYTES:
        raise EnvironmentFault(f"{file} is larger than {MAX_BYTES} bytes")
    header, *lines = map(_json, file.read_text(encoding="utf-8").splitlines())
    if header.get("version") != version:
        raise EnvironmentFault(f"{file} is not of version {version}: install the package again")
    for row in lines:
        if not row.keys() >= {"id", "inits", "turns"} or row["id"] != id_of(row):
            raise EnvironmentFault(f"{file}: {str(row.get('id'))[:40]} was changed: its hash does not match")
        yield row


def write_rows(file: Path, header: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a file; its header names the set, the version, and a canary by which it is found in training corpora."""
    lines = [header, *rows]
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    write_atomically(file, text.encode())


def _json(line: str) -> dict[str, Any]:
    try:
        row = read_json(line)
    except ValueError as error:
        raise EnvironmentFault(f"{line[:40]!r} is not valid JSON; install the package again: {error}") from None
    return row if isinstance(row, dict) else {}
