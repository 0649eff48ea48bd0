"""A run folder as one zip file, with the SHA-256 of every file: equal runs make equal bytes, and it is checked as it is read."""

from __future__ import annotations

import errno
import hashlib
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from automotive_env.errors import UsageError
from automotive_env.foreign_text import read_json
from automotive_env.results.folder import FOLDERS, RunFolder

SUMS = "sha256.json"
"""Member of the archive: name of a file -> its SHA-256."""
TOP = ("manifest.json", "episodes.jsonl", "summary.json")
"""Files of a run folder that are packed, besides those in its folders; pages are drawn again from them."""
MAX_BYTES = 2**36
"""Of all files of an archive that is read."""
MAX_FILES = 10**7
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*){0,2}")
_TIME = (1980, 1, 1, 0, 0, 0)
_CHUNK = 2**20
_DAMAGED = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(NotImplementedError, RuntimeError, EOFError, KeyError, ValueError, OverflowError),
)
"""What the library raises, as the tests' damaged archives do, beside what is said here."""


def write_archive(run: RunFolder, file: Path) -> None:
    """Pack a run.

    Raises:
        OSError: the file cannot be written, or one of the run cannot be read.
    """
    sums: dict[str, str] = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _files(run.path):
            name = path.relative_to(run.path).as_posix()
            data = path.read_bytes()
            sums[name] = hashlib.sha256(data).hexdigest()
            archive.writestr(_member(name), data)
        archive.writestr(_member(SUMS), json.dumps(sums, indent=0))


def _files(folder: Path) -> list[Path]:
    inside = [path for name in FOLDERS for path in (folder / name).rglob("*") if path.is_file()]
    top = [folder / name for name in TOP if (folder / name).is_file()]
    return sorted(path for path in (*top, *inside) if not path.name.startswith("."))


def _member(name: str) -> zipfile.ZipInfo:
    """A member whose bytes do not depend on when it was packed."""
    info = zipfile.ZipInfo(name, _TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def unpack(file: Path, folder: Path) -> None:
    """Unpack a run into an empty folder; nothing that the archive says leads out of it.

    Raises:
        UsageError: it is no archive of a run, or a file in it is not what it was packed as.
        OSError: a file cannot be written.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            _unpack(archive, folder)
    except OSError as error:
        if error.errno != errno.EINVAL:  # which a position outside of the file comes to
            raise
        raise UsageError(f"{file} is no archive of a run: it is damaged") from None
    except _DAMAGED as error:
        raise UsageError(f"{file} is no archive of a run: {str(error)[:200] or 'it is damaged'}") from None


def _unpack(archive: zipfile.ZipFile, folder: Path) -> None:
    members = archive.infolist()
    if len(members) > MAX_FILES or sum(member.file_size for member in members) > MAX_BYTES:
        raise ValueError("it is larger than any run")
    if archive.getinfo(SUMS).file_size > 2**30:
        raise ValueError("its sums are larger than any run's")
    sums = read_json(archive.read(SUMS))
    names = [member.filename for member in members if member.filename != SUMS]
    if not isinstance(sums, dict) or sorted(names) != sorted(sums):
        raise ValueError("its files are not those that were packed")
    for member in members:
        if member.filename != SUMS:
            _extract(archive, member, folder, sums[member.filename])


def _extract(archive: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path, wanted: object) -> None:
    if not _NAME.fullmatch(member.filename):
        raise ValueError(f"{member.filename[:80]!r} is no file of a run")
    target = folder / member.filename
    target.parent.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with archive.open(member) as packed, target.open("wb") as written:
        while chunk := packed.read(_CHUNK):
            size += len(chunk)
            if size > member.file_size:
                raise ValueError(f"{member.filename} is larger than it says")
            digest.update(chunk)
            written.write(chunk)
    if digest.hexdigest() != wanted:
        raise ValueError(f"{member.filename} is not what was packed")


@contextmanager
def opened(path: Path) -> Iterator[RunFolder]:
    """A run folder, or that in an archive, which is unpacked and checked for as long as it is used.

    Raises:
        UsageError: it is neither.
    """
    if not path.is_file():
        yield RunFolder.open(path)
        return
    with TemporaryDirectory(prefix="automotive-env-") as scratch:
        folder = Path(scratch) / (path.stem or "run")
        folder.mkdir()
        unpack(path, folder)
        yield RunFolder.open(folder)
