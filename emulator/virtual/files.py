"""The file system of a device: kept in memory, bounded in size, never on the disk of the host."""

from __future__ import annotations

import errno
import posixpath
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from automotive_env.emulator.virtual.actor import trusted

CAPACITY = 64 * 1024 * 1024
"""Bytes that all files of a device may take: the uiautomator2 server, an APK or two and recordings."""
MAX_FILES = 4096
"""Files and directories of a device."""
MAX_PATH = 1024
"""Characters of a path."""
DIRECTORIES = (
    "/",
    "/data",
    "/data/local",
    "/data/local/tmp",
    "/dev",
    "/proc",
    "/sdcard",
    "/sdcard/Download",
    "/storage",
    "/storage/emulated",
    "/system",
    "/system/bin",
)
_ALIASES = {
    "/storage/emulated/0": "/sdcard",
    "/storage/emulated/10": "/sdcard",
    "/storage/self/primary": "/sdcard",
    "/mnt/sdcard": "/sdcard",
    "/bin": "/system/bin",
}
"""The only links there are, those of the platform: all users share one card here."""
_OPEN = ("/data/local/tmp", "/sdcard", "/dev")
"""Where the user "shell" may write."""


@dataclass(frozen=True, slots=True)
class VirtualFile:
    """A file or a directory."""

    mode: int
    modified: int = 0
    data: bytes = b""

    @property
    def is_directory(self) -> bool:
        return stat.S_ISDIR(self.mode)


def _start() -> dict[str, VirtualFile]:
    from automotive_env.emulator.virtual.process import commands

    files = {path: VirtualFile(stat.S_IFDIR | 0o771) for path in DIRECTORIES}
    files["/dev/null"] = files["/dev/zero"] = VirtualFile(stat.S_IFCHR | 0o666)
    return files | {f"/system/bin/{name}": VirtualFile(stat.S_IFREG | 0o755) for name in commands()}


class FileSystem:
    """Paths are absolute; every method raises OSError with the errno that Linux would give.

    Attributes:
        capacity: bytes that fit.
        used: bytes that the files take.
        reserved: bytes that are on their way to files.
        loads: how often all was put back: what wrote to a file before does not write to the one that is there now.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        self.capacity = capacity
        self.reserved = self.loads = 0
        self._fill(_start())

    def stat(self, path: str) -> VirtualFile:
        """What is at a path."""
        place = _plain(path)
        if place not in self._files:
            raise OSError(errno.ENOENT, "No such file or directory", path)
        return self._files[place]

    def exists(self, path: str) -> bool:
        """Whether there is something at a path."""
        return _plain(path) in self._files

    def is_directory(self, path: str) -> bool:
        """Whether there is a directory at a path."""
        path = _plain(path)
        return path in self._files and self._files[path].is_directory

    def read(self, path: str) -> bytes:
        """The contents of a file."""
        file = self.stat(path)
        if file.is_directory:
            raise OSError(errno.EISDIR, "Is a directory", path)
        return file.data

    def write(self, path: str, data: bytes, *, mode: int = 0o644, modified: int = 0) -> None:
        """Make or replace a file; the directory that it lies in must be there."""
        path = _plain(path)
        held = self._files.get(path)
        if held and held.is_directory:
            raise OSError(errno.EISDIR, "Is a directory", path)
        if held and stat.S_ISCHR(held.mode):
            return
        if not self.stat(posixpath.dirname(path)).is_directory:
            raise OSError(errno.ENOTDIR, "Not a directory", path)
        if self.used - (len(held.data) if held else 0) + len(data) > self.capacity and not trusted():
            raise OSError(errno.ENOSPC, "No space left on device", path)
        self._put(path, VirtualFile(stat.S_IFREG | stat.S_IMODE(mode), modified, data))

    def make_directory(self, path: str, *, parents: bool = False) -> None:
        """Make a directory, and those above it where `parents` says so."""
        path = _plain(path)
        if path in self._files:
            if parents and self._files[path].is_directory:
                return
            raise OSError(errno.EEXIST, "File exists", path)
        above = posixpath.dirname(path)
        if parents:
            self.make_directory(above, parents=True)
        if not self.stat(above).is_directory:
            raise OSError(errno.ENOTDIR, "Not a directory", path)
        self._put(path, VirtualFile(stat.S_IFDIR | 0o771))

    def change_mode(self, path: str, mode: int) -> None:
        """Give a file or directory other permissions."""
        path, file = _plain(path), self.stat(path)
        self._files[path] = VirtualFile(stat.S_IFMT(file.mode) | stat.S_IMODE(mode), file.modified, file.data)

    def remove(self, path: str, *, recursive: bool = False) -> None:
        """Take a file away, or a directory with all that lies in it."""
        path = _plain(path)
        if self.stat(path).is_directory and not recursive:
            raise OSError(errno.EISDIR, "Is a directory", path)
        for name in reversed(self.below(path)):
            self._take(name)

    def children(self, path: str) -> list[str]:
        """Names in a directory, sorted."""
        path = _plain(path)
        if not self.stat(path).is_directory:
            raise OSError(errno.ENOTDIR, "Not a directory", path)
        return sorted(self._names.get(path, ()))

    def below(self, path: str) -> list[str]:
        """The path of a file with those of all that lies in it, each directory before its contents."""
        path = _plain(path)
        self.stat(path)
        found, waiting = [], [path]
        while waiting:
            found.append(waiting.pop())
            waiting += [posixpath.join(found[-1], name) for name in sorted(self._names.get(found[-1], ()), reverse=True)]
        return found

    def save(self) -> Mapping[str, VirtualFile]:
        """All files; immutable."""
        return MappingProxyType(dict(self._files))

    def load(self, saved: Mapping[str, VirtualFile]) -> None:
        """Take back what `save` gave."""
        self._fill(saved)
        self.loads += 1

    def _fill(self, files: Mapping[str, VirtualFile]) -> None:
        self.used = 0
        self._files: dict[str, VirtualFile] = {}
        self._names: dict[str, set[str]] = {}
        for path, file in files.items():
            self._put(path, file)

    def _put(self, path: str, file: VirtualFile) -> None:
        held = self._files.get(path)
        if held is None:
            if len(self._files) >= MAX_FILES and not trusted():
                raise OSError(errno.ENOSPC, "No space left on device", path)
            if len(path) > MAX_PATH:
                raise OSError(errno.ENAMETOOLONG, "File name too long", path[:40])
            if path != "/":
                folder, name = posixpath.split(path)
                self._names.setdefault(folder, set()).add(name)
        self.used += len(file.data) - (len(held.data) if held else 0)
        self._files[path] = file

    def _take(self, path: str) -> VirtualFile:
        folder, name = posixpath.split(path)
        if path != "/":
            self._names[folder].discard(name)
        file = self._files.pop(path)
        self.used -= len(file.data)
        return file


def _plain(path: str) -> str:
    """A path without dots, doubled or trailing slashes, and without the links of the platform."""
    path = posixpath.normpath("/" + path.lstrip("/"))
    for link, target in _ALIASES.items():
        if path.startswith(link) and (len(path) == len(link) or path[len(link)] == "/"):
            return target + path[len(link) :]
    return path


def may_write(path: str, *, root: bool) -> bool:
    """Whether a user may write at a path; root may everywhere, as after `adb remount`."""
    path = _plain(path)
    return root or any(path.startswith(f"{folder}/") for folder in _OPEN)
