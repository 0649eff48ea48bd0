"""One process at a time: a lock on a folder that ends with the process that holds it, however that ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from automotive_env.errors import UsageError
from automotive_env.results.files import writing

LOCK = ".lock"
"""Name of the file that is locked; it stays, because a file that is removed could be locked twice."""


@contextmanager
def locked(folder: Path, use: str = "records its run there") -> Iterator[None]:
    """Hold the lock of a folder.

    Args:
        folder: which.
        use: what whoever holds it does there.

    Raises:
        UsageError: another process holds it.
        RecordsFault: the folder is read-only, or its file system has no locks.
    """
    with writing(folder):
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        with writing(folder):
            try:
                _lock(descriptor)
            except (BlockingIOError, PermissionError):
                raise UsageError(f"{folder} is in use: another process {use}; wait until it has ended") from None
        yield
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
