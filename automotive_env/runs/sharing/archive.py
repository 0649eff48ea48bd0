"""A run folder as one zip file, with the SHA-256 of every file: equal runs make equal bytes, and all is checked first."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from automotive_env.errors import UsageError
from automotive_env.runs.records.files import entries, read_chunks, writing
from automotive_env.runs.records.folder import FOLDERS, RunFolder
from automotive_env.runs.records.safe_path import SafePath
from automotive_env.text.foreign_text import read_json

SUMS = "sha256.json"
"""Member of the archive: name of a file -> its SHA-256."""
GIB = 2**30
MAX_GIB = 2
"""Of all files of an archive that is read, unless the user allows more."""
MAX_DIRECTORY_BYTES = 2**26
"""Of the list of an archive's files: half a million of them."""
MAX_SUMS_BYTES = 2**28
_ID = r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}"
_NAME = re.compile(
    r"manifest\.json|episodes\.jsonl|summary\.json"
    rf"|steps/([0-9a-f]{{2}}/)?{_ID}\.jsonl|parts/[0-9a-f]{{32}}\.json|images/({_ID}/)?[a-z0-9-]{{1,80}}\.webp"
)
"""Files of a run that are packed; pages are drawn again from them."""
_TIME = (1980, 1, 1, 0, 0, 0)
_CHUNK = 2**20
_DAMAGED = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(NotImplementedError, RuntimeError, EOFError, KeyError, ValueError, OverflowError),
)
"""What the library raises, as the tests' damaged archives do, beside what is said here."""
_UNREADABLE = (errno.EACCES, errno.EPERM, errno.ENOENT, errno.EISDIR, errno.EIO)


class _Archive(io.BufferedReader):
    """An archive whose list of files is bounded: the library reads all of it at once, before anything else can be looked at."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Read from where the file is.

        Raises:
            ValueError: more is to be read at once than a list of files has.
        """
        if size is not None and size > MAX_DIRECTORY_BYTES:
            raise ValueError("it has more files than any run")
        return super().read(-1 if size is None else size)


def write_archive(run: RunFolder, file: Path) -> None:
    """Pack a run.

    Raises:
        UsageError: a file of the run cannot be read, is a link, or is larger than any that is read again.
        OSError: the archive cannot be written.
    """
    sums: dict[str, str] = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in _files(run.files):
            digest = hashlib.sha256()
            with archive.open(_member(name), mode="w") as member:
                for chunk in read_chunks(path):
                    digest.update(chunk)
                    member.write(chunk)
            sums[name] = digest.hexdigest()
        archive.writestr(_member(SUMS), json.dumps(sums, indent=0))


def _files(folder: SafePath) -> list[tuple[str, SafePath]]:
    """Name in the archive and place of each file of a run, sorted."""
    inside = [found for name in FOLDERS for found in _inside(folder / name)]
    found = {"/".join(path.parts): path for path in (*map(folder.__truediv__, folder.names()), *inside)}
    return sorted((name, path) for name, path in found.items() if _NAME.fullmatch(name))


def _inside(folder: SafePath) -> Iterator[SafePath]:
    """What is in a folder of a run and in folders in it.

    Raises:
        UsageError: it cannot be read, or is a link.
    """
    for path in entries(folder):
        yield path
        if path.is_folder():
            yield from entries(path)


def _member(name: str) -> zipfile.ZipInfo:
    """A member whose bytes do not depend on when it was packed."""
    info = zipfile.ZipInfo(name, _TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def unpack(file: Path, folder: Path, most: float = MAX_GIB) -> None:
    """Unpack a run into an empty folder. Nothing is written before all of the archive has been checked.

    Args:
        file: the archive.
        folder: where it is unpacked to.
        most: GiB of all its files.

    Raises:
        UsageError: it is no archive of a run, a file in it is not what it was packed as, or it is larger than that.
        RecordsFault: the folder cannot be written.
    """
    try:
        with _Archive(io.FileIO(file)) as packed, zipfile.ZipFile(packed) as archive:
            sums = _checked_sums(archive, most)
            for name, wanted in sums.items():
                for _ in _content(archive, name, wanted):
                    pass
            for name, wanted in sums.items():
                _extract(_content(archive, name, wanted), SafePath(folder, tuple(name.split("/"))))
    except OSError as error:
        why = f"cannot be read: {error.strerror}" if error.errno in _UNREADABLE else "is not an archive of a run: it is damaged"
        raise UsageError(f"{file} {why}") from None
    except _DAMAGED as error:
        raise UsageError(f"{file} is not an archive of a run: {str(error)[:200] or 'it is damaged'}") from None


def _checked_sums(archive: zipfile.ZipFile, most: float) -> dict[str, object]:
    """Name of each file -> its sum, of an archive whose list of files is in order.

    Raises:
        ValueError: it is not.
        UsageError: the files are larger than `most` GiB.
    """
    members = archive.infolist()
    size = sum(member.file_size for member in members)
    if size > most * GIB:
        advice = "if you trust it, allow more with `export ARCHIVE --to folder --max-gib GIB`"
        raise UsageError(f"{archive.filename} unpacks to {size / GIB:,.1f} GiB, and {most:g} GiB are allowed; {advice}")
    if archive.getinfo(SUMS).file_size > MAX_SUMS_BYTES:
        raise ValueError("it has more files than any run")
    sums = read_json(archive.read(SUMS))
    names = [member.filename for member in members if member.filename != SUMS]
    if not isinstance(sums, dict) or sorted(names) != sorted(sums):
        raise ValueError("its files differ from those that were packed")
    if strange := next((name for name in names if not _NAME.fullmatch(name)), None):
        raise ValueError(f"{strange[:80]!r} is not a file of a run")
    folders = {name.rpartition("/")[0] for name in names}
    if strange := next((name for name in names if name in folders), None):
        raise ValueError(f"{strange[:80]!r} is both a file and a folder")
    return sums


def _content(archive: zipfile.ZipFile, name: str, wanted: object) -> Iterator[bytes]:
    """The content of a file, in pieces.

    Raises:
        ValueError: it differs from what was packed.
    """
    digest, left = hashlib.sha256(), archive.getinfo(name).file_size
    with archive.open(name) as packed:
        while chunk := packed.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise ValueError(f"{name} is larger than it says")
            digest.update(chunk)
            yield chunk
    if digest.hexdigest() != wanted:
        raise ValueError(f"{name} differs from what was packed")


def _extract(content: Iterable[bytes], target: SafePath) -> None:
    with writing(target):
        target.parent.make_folder()
        with os.fdopen(target.create(), "wb") as file:
            file.writelines(content)


@contextmanager
def opened(path: Path) -> Iterator[RunFolder]:
    """A run folder, or that in an archive, which is checked and unpacked for as long as it is used.

    Raises:
        UsageError: it is neither.
        RecordsFault: there is no room to unpack it.
    """
    if not path.is_file():
        yield RunFolder.open(path)
        return
    with TemporaryDirectory(prefix="automotive-env-") as scratch:
        folder = Path(scratch) / (path.stem or "run")
        folder.mkdir()
        unpack(path, folder)
        yield RunFolder.open(folder, called=path)
