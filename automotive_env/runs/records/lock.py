"""One process at a time: a lock on a folder that ends with the process that holds it, however that ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from automotive_env.errors import UsageError
from automotive_env.runs.records.drafts import TOKEN, is_token, remove_drafts
from automotive_env.runs.records.files import writing
from automotive_env.runs.records.safe_path import SafePath

LOCK = ".lock"
"""Name of the file that is locked; it stays, because a file that is removed could be locked twice.

While it is locked it holds the token of its holder's drafts (`automotive_env.runs.records.drafts`).
"""


@contextmanager
def locked(folder: Path | SafePath, use: str = "records its run there", inside: Iterable[SafePath] = ()) -> Iterator[None]:
    """Hold the lock of a folder. Drafts that a killed holder left there are removed.

    Args:
        folder: which.
        use: what whoever holds it does there.
        inside: folders in it that the holder writes to as well.

    Raises:
        UsageError: another process holds it.
        RecordsFault: the folder is read-only, or its file system has no locks.
    """
    held = SafePath(folder) if isinstance(folder, Path) else folder
    with writing(folder):
        descriptor = (held / LOCK).open(os.O_RDWR | os.O_CREAT)
    try:
        with writing(folder):
            try:
                _lock(descriptor)
            except (BlockingIOError, PermissionError):
                raise UsageError(f"{folder} is in use: another process {use}; wait until it has ended") from None
            is_ours = _succeed(descriptor, (held, *inside))
        try:
            yield
        finally:
            if is_ours:
                os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def is_held(folder: SafePath) -> bool:
    """Whether a process holds the lock of a folder. Nothing is written.

    A folder without the token of a holder is not probed, so that a look never keeps a new holder out.
    """
    try:
        descriptor = (folder / LOCK).open(os.O_RDONLY)
    except OSError:
        return False
    try:
        return is_token(os.read(descriptor, len(TOKEN) + 1).decode(errors="replace")) and _is_locked(descriptor)
    except PermissionError:  # Windows lets nobody read what another process has locked
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)


def _succeed(descriptor: int, folders: Iterable[SafePath]) -> bool:
    """Remove the drafts of a holder that was killed, and note our token.

    Returns:
        whether the file is ours; one with another content stays as it is.

    Raises:
        OSError: the folder or the file cannot be written.
    """
    noted = os.read(descriptor, len(TOKEN) + 1).decode(errors="replace")
    if noted and not is_token(noted):
        return False
    if noted:
        remove_drafts(folders, noted)
        os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, TOKEN.encode())
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _is_locked(descriptor: int) -> bool:
        return False  # else its content could not have been read

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _is_locked(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False
