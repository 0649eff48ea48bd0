"""Paths below a folder that may be a stranger's: no link below the folder is ever followed.

Where the system allows it, every part is opened relative to the descriptor of the part before it, so that nobody can put a link
in between. Windows has no such calls; there, each part is checked before it is used.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

BY_DESCRIPTOR = os.open in os.supports_dir_fd
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe is opened without waiting for whoever writes to it, and then refused."""
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_SEPARATORS = frozenset({"/", "\0", os.sep, os.altsep or os.sep})

FileLocation: TypeAlias = tuple[str | Path, int | None]
"""A path, and the descriptor of the folder that it starts from; None where it starts where every path does."""


@dataclass(frozen=True, slots=True)
class SafePath:
    """A path below a folder.

    Attributes:
        root: the folder; links on the way to it are followed, since whoever names it means them.
        parts: names below it.
    """

    root: Path
    parts: tuple[str, ...] = ()

    @classmethod
    def of_file(cls, path: Path) -> SafePath:
        """A file that a user named: the folder that holds it is trusted."""
        return cls(path.parent, (path.name,))

    def __truediv__(self, name: str) -> SafePath:
        """An entry of this folder.

        Raises:
            ValueError: it is not the name of an entry.
        """
        if name in ("", ".", "..") or not _SEPARATORS.isdisjoint(name):
            raise ValueError(f"{name[:80]!r} is not the name of a file")
        return SafePath(self.root, (*self.parts, name))

    def __str__(self) -> str:
        return str(self.path)

    @property
    def path(self) -> Path:
        """For messages; to open it would follow links."""
        return self.root.joinpath(*self.parts)

    @property
    def name(self) -> str:
        """The last name."""
        return self.path.name

    @property
    def parent(self) -> SafePath:
        """The folder that holds it."""
        return SafePath(self.root, self.parts[:-1])

    @contextmanager
    def folder(self) -> Iterator[int | None]:
        """The descriptor of this folder, which is open within the block.

        Raises:
            OSError: there is no such folder, or a part of its path is a link.
        """
        if not BY_DESCRIPTOR:
            _check_folders(self)
            yield None
            return
        descriptor = os.open(self.root, _FOLDER)
        try:
            for name in self.parts:
                outer, descriptor = descriptor, _open(name, _FOLDER, descriptor)
                os.close(outer)
            yield descriptor
        finally:
            os.close(descriptor)

    @contextmanager
    def location(self) -> Iterator[FileLocation]:
        """How the functions of `os` name this entry within the block.

        Raises:
            OSError: the folder that holds it cannot be opened.
        """
        with self.parent.folder() as descriptor:
            yield (self.path, None) if descriptor is None else (self.parts[-1], descriptor)

    def open(self, flags: int) -> int:
        """A descriptor of this regular file.

        Raises:
            OSError: it cannot be opened, is no regular file, or is to be changed and has further names (hard links).
        """
        with self.location() as (path, folder):
            descriptor = _open(path, flags | _READ, folder)
        try:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise OSError(errno.EINVAL, "it is not a regular file")
            if flags & (os.O_WRONLY | os.O_RDWR) and found.st_nlink > 1:
                raise OSError(errno.EMLINK, "it is a hard link, and another file would change too; use a copy of the folder")
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor

    def create(self) -> int:
        """A descriptor of a new file, to be written.

        Raises:
            OSError: there is something of this name already, or it cannot be made.
        """
        with self.location() as (path, folder):
            return _open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), folder)

    def read(self, most: int | None = None) -> bytes:
        """Its content, of which no more is read than one byte beyond `most`.

        Raises:
            OSError: it cannot be read, or is no regular file.
        """
        with os.fdopen(self.open(os.O_RDONLY), "rb") as file:
            return file.read() if most is None else file.read(most + 1)

    def stat(self) -> os.stat_result | None:
        """What is there, be it a link; None where there is nothing, or on the way to it no folder."""
        with suppress(OSError), self.location() as (path, folder):
            return os.stat(path, dir_fd=folder, follow_symlinks=False)
        return None

    def is_file(self) -> bool:
        """Whether it is a regular file."""
        found = self.stat()
        return found is not None and stat.S_ISREG(found.st_mode)

    def is_folder(self) -> bool:
        """Whether it is a folder, and no link to one."""
        found = self.stat()
        return found is not None and stat.S_ISDIR(found.st_mode)

    def make_folder(self) -> None:
        """Make this folder and those that hold it where they do not exist yet.

        Raises:
            OSError: it cannot be made, or one of them is something else.
        """
        self.root.mkdir(parents=True, exist_ok=True)
        for number in range(1, len(self.parts) + 1):
            with SafePath(self.root, self.parts[:number]).location() as (path, folder), suppress(FileExistsError):
                os.mkdir(path, dir_fd=folder)
        with self.folder():
            pass

    def names(self) -> list[str]:
        """The names in this folder, sorted; none where there is no such folder.

        Raises:
            OSError: it cannot be read, or a part of its path is a link.
        """
        try:
            with self.folder() as descriptor:
                return sorted(os.listdir(self.path if descriptor is None else descriptor))
        except FileNotFoundError:
            return []

    def replace(self, target: SafePath) -> None:
        """Move this file to the place of another one.

        Raises:
            OSError: it cannot be moved.
        """
        with self.location() as (path, folder), target.location() as (there, other):
            os.replace(path, there, src_dir_fd=folder, dst_dir_fd=other)

    def remove(self) -> None:
        """Remove this file, or this link and not what it leads to.

        Raises:
            OSError: there is none, or it is a folder.
        """
        with self.location() as (path, folder):
            os.unlink(path, dir_fd=folder)


def _open(path: str | Path, flags: int, folder: int | None) -> int:
    """Open what is no link.

    Raises:
        OSError: it cannot be opened.
    """
    try:
        if not BY_DESCRIPTOR and os.path.islink(path):
            raise OSError(errno.ELOOP, "")
        return os.open(path, flags | _NO_LINK, 0o666, dir_fd=folder)
    except OSError as error:
        if error.errno != errno.ENOENT and _is_link(path, folder):
            raise OSError(errno.ELOOP, f"{Path(path).name} is a link, and links in this folder are not followed") from None
        raise


def _is_link(path: str | Path, folder: int | None) -> bool:
    with suppress(OSError):
        return stat.S_ISLNK(os.stat(path, dir_fd=folder, follow_symlinks=False).st_mode)
    return False


def _check_folders(folder: SafePath) -> None:
    """Check what cannot be opened by descriptor.

    Raises:
        OSError: a part of the path is no folder.
    """
    for number in range(1, len(folder.parts) + 1):
        path = folder.root.joinpath(*folder.parts[:number])
        if path.is_symlink() or not stat.S_ISDIR(os.lstat(path).st_mode):  # a junction is not a folder to lstat either
            raise NotADirectoryError(errno.ENOTDIR, f"{path.name} is not a folder")
