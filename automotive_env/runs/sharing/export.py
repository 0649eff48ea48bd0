"""Exports of a run: each is written beside its place and moved there when it is whole."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from types import MappingProxyType
from typing import TypeAlias

from automotive_env.errors import RecordsFault, UsageError
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.sharing.archive import MAX_GIB, unpack, write_archive
from automotive_env.runs.sharing.conversations import write_sharegpt
from automotive_env.runs.sharing.inspect_log import write_inspect
from automotive_env.runs.sharing.tables import write_csv, write_parquet

WriteFolder: TypeAlias = Callable[[RunFolder, Path], None]

FORMATS: Mapping[str, WriteFolder] = MappingProxyType(
    {"parquet": write_parquet, "csv": write_csv, "sharegpt": write_sharegpt, "inspect": write_inspect, "zip": write_archive}
)
"""Name of a format -> what writes it: into a folder, or for zip into a file."""


def export_run(run: RunFolder, kind: str, target: Path | None = None) -> Path:
    """Write a run in another format; returns where it is.

    Args:
        run: what is exported.
        kind: one of `FORMATS`.
        target: a new folder, or for zip a new file; beside the run folder without it.

    Raises:
        UsageError: there is something at the target already, an archive is not named .zip, or the records cannot be read.
        RecordsFault: it cannot be written; nothing is left of the attempt.
    """
    if kind == "zip" and target and target.suffix.lower() != ".zip":
        raise UsageError(f"--to zip writes a ZIP file; name it {target.with_suffix('.zip')} instead of {target}")
    home = run.path.resolve()
    target = target or home.with_name(f"{home.name}.zip" if kind == "zip" else f"{home.name}-{kind}")
    with _new(target, folder=kind != "zip") as draft:
        FORMATS[kind](run, draft)
    return target


def unpack_run(archive: Path, target: Path | None = None, most: float = MAX_GIB) -> Path:
    """Unpack the archive of a run into a new folder; returns where it is.

    Args:
        archive: of the run.
        target: a new folder; beside the archive without it.
        most: GiB that it may unpack to.

    Raises:
        UsageError: it is no archive of a run, it is larger than that, or there is something at the target already.
        RecordsFault: it cannot be written; nothing is left of the attempt.
    """
    target = target or archive.resolve().with_suffix("")
    with _new(target, folder=True) as draft:
        unpack(archive, draft, most)
        RunFolder.open(draft, called=archive)
    return target


@contextmanager
def _new(target: Path, *, folder: bool) -> Iterator[Path]:
    """A place to write to beside a target, which is moved there when the block ends well."""
    if os.path.lexists(target):
        raise UsageError(f"{target} already exists; remove it, or choose another path with --out")
    scratch: Path | None = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(mkdtemp(prefix=".export-", dir=target.parent))
        draft = scratch / "draft"
        if folder:
            draft.mkdir()
        yield draft
        draft.rename(target)
    except OSError as error:
        raise RecordsFault(f"{target} cannot be written: {error.strerror or error}") from None
    finally:
        if scratch:
            shutil.rmtree(scratch, ignore_errors=True)
