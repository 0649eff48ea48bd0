"""`ls`, and what other commands that look at files need."""

from __future__ import annotations

import posixpath
import stat as modes
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.files import File
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.special_files import SPECIAL, read_file
from automotive_env.emulator.virtual.shell.tools import Options, options, path_of, write_lines

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

BLOCK = 4096
"""Bytes that a file takes at least."""
FILE_WORK = 25
"""Units of work that one file costs."""


def file_at(device: VirtualDevice, path: str) -> File:
    """What is at a path, be it kept or made up by the kernel.

    Raises:
        OSError: nothing.
    """
    if path in SPECIAL and not device.files.exists(path):
        return File(modes.S_IFREG | 0o444, data=read_file(device, path))
    return device.files.stat(path)


def _children(device: VirtualDevice, path: str) -> list[str]:
    made_up = {posixpath.basename(name) for name in SPECIAL if posixpath.dirname(name) == path}
    return sorted(made_up | set(device.files.children(path)))


def walk(device: VirtualDevice, path: str, name: str) -> Iterator[tuple[str, str]]:
    """A file with all that lies in it: path, and the name that shows it.

    Raises:
        OSError: there is none.
    """
    yield path, name
    if file_at(device, path).is_directory:
        for child in _children(device, path):
            yield from walk(device, posixpath.join(path, child), posixpath.join(name, child))


def _owner(path: str) -> str:
    """User and group that own a file."""
    if path.startswith("/data/local/tmp"):
        return "shell shell"
    return "u10_system media_rw" if path.startswith("/sdcard/") else "root root"


def _size(file: File) -> int:
    return BLOCK if file.is_directory else len(file.data)


@command("ls")
async def ls(process: Process) -> int:
    """`ls [-1aAdlR] [FILE...]`; `-ll` shows times to the nanosecond; -h, -s, -t and -u change nothing."""
    given = options(process, "1aAdlRhstu")
    status = 0
    folders: list[str] = []
    plain: list[str] = []
    for name in given.words or ["."]:
        try:
            folder = file_at(process.device, path_of(process, name)).is_directory and "d" not in given
            (folders if folder else plain).append(name)
        except OSError as error:
            status = await process.fail(f"ls: {name}: {error.strerror}")
    await write_lines(process, (await _rows(process, given, process.cwd, plain))[1:])
    titled = len(folders) + len(plain) > 1 or "R" in given
    for number, name in enumerate(folders):
        await _list_folder(process, given, name, titled, first=not number and not plain)
    return status


async def _list_folder(process: Process, given: Options, name: str, titled: bool, first: bool) -> None:
    path = path_of(process, name)
    children = [child for child in _children(process.device, path) if {"a", "A"} & set(given.given) or child[0] != "."]
    rows = await _rows(process, given, path, [".", ".."] * ("a" in given) + children)
    await write_lines(process, [""] * (not first) + [f"{name}:"] * titled + rows["l" not in given :])
    for child in children if "R" in given else ():
        if file_at(process.device, posixpath.join(path, child)).is_directory:
            await _list_folder(process, given, posixpath.join(name, child), True, first=False)


async def _rows(process: Process, given: Options, folder: str, names: Sequence[str]) -> list[str]:
    """The total size of some files, and one row for each."""
    blocks, rows = 0, []
    for name in names:
        await process.spend(2 * FILE_WORK)
        path = path_of(process, posixpath.join(folder, name))
        file = file_at(process.device, path)
        blocks += -(-_size(file) // BLOCK)
        rows.append(_row(given, name, path, file))
    return [f"total {blocks * BLOCK // 1024}", *rows]


def _row(given: Options, name: str, path: str, file: File) -> str:
    if "l" not in given:
        return name
    nanoseconds = sum(letter == "l" for letter, _ in given.all) > 1
    form = "%Y-%m-%d %H:%M:%S.000000000 +0000" if nanoseconds else "%Y-%m-%d %H:%M"
    time = datetime.fromtimestamp(file.modified, UTC).strftime(form)
    links = 2 if file.is_directory else 1
    return f"{modes.filemode(file.mode)} {links} {_owner(path)} {_size(file):>7} {time} {name}"
