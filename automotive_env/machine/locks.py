"""Locks between processes of one user. The system lets go of a lock when its holder ends, however it ends."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from automotive_env.errors import EnvironmentFault


class FileLock:
    """A file that one holder has at a time, or several that share it.

    Attributes:
        path: the file; it goes with the last holder, and stays where that is killed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = -1

    def take(self, *, wait: bool = False, shared: bool = False) -> bool:
        """Take it if it is free; whether it is held now.

        Args:
            wait: wait until it is free.
            shared: with others who share it; nobody holds it alone meanwhile.
        """
        how = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB)
        while True:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            try:
                fcntl.flock(descriptor, how)
            except OSError:
                os.close(descriptor)
                return False
            if self._names(descriptor):
                self._descriptor = descriptor
                return True
            os.close(descriptor)  # its holder removed it while we waited for it

    def release(self) -> None:
        """Let others have it."""
        if self._descriptor < 0:
            return
        with suppress(OSError):  # others share it
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if self._names(self._descriptor):
                self.path.unlink()
        os.close(self._descriptor)
        self._descriptor = -1

    def _names(self, descriptor: int) -> bool:
        """Whether the path still names the file that was opened."""
        try:
            return os.path.samestat(os.fstat(descriptor), os.lstat(self.path))
        except FileNotFoundError:
            return False


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Wait until no other process of the user is inside a block of this name."""
    lock = FileLock(lock_folder() / f"{name}.lock")
    lock.take(wait=True)
    try:
        yield
    finally:
        lock.release()


def lock_folder() -> Path:
    """The user's folder for lock files, made if need be; nobody else can write to it.

    Raises:
        EnvironmentFault: it belongs to someone else.
    """
    folder = Path(tempfile.gettempdir()) / f"automotive-env-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise EnvironmentFault(f"{folder} is not yours: remove it, or set TMPDIR to a folder of your own")
    return folder
