"""`ls`, `rm`, `mkdir`, `cp`, `mv` and `chmod`."""

from __future__ import annotations

import posixpath
import re
import stat as modes
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.files import VirtualFile
from automotive_env.emulator.virtual.process import ShellProcess, command
from automotive_env.emulator.virtual.shell.special_files import SPECIAL, now, read_file
from automotive_env.emulator.virtual.shell.tools import CommandOptions, CommandUsageError, options, path_of, to_write, write_lines

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

BLOCK = 4096
"""Bytes that a file takes at least."""
FILE_WORK = 25
"""Units of work that one file costs."""


def file_at(device: VirtualDevice, path: str) -> VirtualFile:
    """What is at a path, be it kept or made up by the kernel."""
    if path in SPECIAL and not device.files.exists(path):
        return VirtualFile(modes.S_IFREG | 0o444, data=read_file(device, path))
    return device.files.stat(path)


def _children(device: VirtualDevice, path: str) -> list[str]:
    made_up = {posixpath.basename(name) for name in SPECIAL if posixpath.dirname(name) == path}
    return sorted(made_up | set(device.files.children(path)))


def _owner(path: str) -> str:
    """User and group that own a file."""
    if path.startswith("/data/local/tmp"):
        return "shell shell"
    return "u10_system media_rw" if path.startswith("/sdcard/") else "root root"


def _size(file: VirtualFile) -> int:
    return BLOCK if file.is_directory else len(file.data)


@command("ls")
async def ls(process: ShellProcess) -> int:
    """`ls [-1aAdl] [FILE...]`; `-ll` shows times to the nanosecond; -h, -s, -t and -u change nothing."""
    given = options(process, "1aAdlhstu")
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
    titled = len(folders) + len(plain) > 1
    for number, name in enumerate(folders):
        await _list_folder(process, given, name, titled, first=not number and not plain)
    return status


async def _list_folder(process: ShellProcess, given: CommandOptions, name: str, titled: bool, first: bool) -> None:
    path = path_of(process, name)
    children = [child for child in _children(process.device, path) if {"a", "A"} & set(given.given) or child[0] != "."]
    rows = await _rows(process, given, path, [".", ".."] * ("a" in given) + children)
    await write_lines(process, [""] * (not first) + [f"{name}:"] * titled + rows["l" not in given :])


async def _rows(process: ShellProcess, given: CommandOptions, folder: str, names: Sequence[str]) -> list[str]:
    """The total size of some files, and one row for each."""
    blocks, rows = 0, []
    for name in names:
        await process.spend(2 * FILE_WORK)
        path = path_of(process, posixpath.join(folder, name))
        file = file_at(process.device, path)
        blocks += -(-_size(file) // BLOCK)
        rows.append(_row(given, name, path, file))
    return [f"total {blocks * BLOCK // 1024}", *rows]


def _row(given: CommandOptions, name: str, path: str, file: VirtualFile) -> str:
    if "l" not in given:
        return name
    nanoseconds = sum(letter == "l" for letter, _ in given.all) > 1
    form = "%Y-%m-%d %H:%M:%S.000000000 +0000" if nanoseconds else "%Y-%m-%d %H:%M"
    time = datetime.fromtimestamp(file.modified, UTC).strftime(form)
    links = 2 if file.is_directory else 1
    return f"{modes.filemode(file.mode)} {links} {_owner(path)} {_size(file):>7} {time} {name}"


async def _each(process: ShellProcess, names: Sequence[str], act: Callable[[str], Awaitable[None]], least: int = 1) -> int:
    """Do something to each file; what fails is said, and the next one follows."""
    if len(names) < least:
        raise CommandUsageError("Needs 1 argument")
    status = 0
    for name in names:
        await process.spend(FILE_WORK)
        try:
            await act(name)
        except OSError as error:
            status = await process.fail(f"{process.argv[0]}: {name}: {error.strerror}")
    return status


@command("rm")
async def rm(process: ShellProcess) -> int:
    """`rm [-frR] FILE...`."""
    given = options(process, "frR")
    files = process.device.files

    async def remove(name: str) -> None:
        path = path_of(process, name)
        if files.exists(path) or "f" not in given:
            files.stat(path)
            await process.spend(FILE_WORK * len(files.below(path)))
            files.remove(to_write(process, name), recursive=bool({"r", "R"} & set(given.given)))

    return await _each(process, given.words, remove, least="f" not in given)


@command("mkdir")
async def mkdir(process: ShellProcess) -> int:
    """`mkdir [-p] FOLDER...`."""
    given = options(process, "pm:")
    files = process.device.files

    async def make(name: str) -> None:
        if not ("p" in given and files.is_directory(path_of(process, name))):
            files.make_directory(to_write(process, name), parents="p" in given)

    return await _each(process, given.words, make)


@command("cp", "mv")
async def copy(process: ShellProcess) -> int:
    """`cp [-f] FILE... TARGET` and `mv`, after which the sources are gone; folders are neither copied nor moved."""
    words, files = options(process, "f").words, process.device.files
    if len(words) < 2:
        raise CommandUsageError("Needs 2 arguments")
    folder = words[-1] if files.is_directory(path_of(process, words[-1])) else ""

    async def put(name: str) -> None:
        source, target = path_of(process, name), posixpath.join(folder, posixpath.basename(name)) if folder else words[-1]
        if source == path_of(process, target):
            raise FileExistsError(17, "are the same file")
        data, mode = read_file(process.device, source), file_at(process.device, source).mode
        files.write(to_write(process, target), data, mode=mode, modified=now(process.device))
        if process.argv[0].endswith("mv"):
            files.remove(to_write(process, name))

    return await _each(process, words[:-1], put)


@command("chmod")
async def chmod(process: ShellProcess) -> int:
    """`chmod [-R] MODE FILE...`: a mode is octal."""
    words = [word for word in process.args if word != "-R"]
    if len(words) < 2:
        raise CommandUsageError("Needs 2 arguments")
    mode, *names = words
    if not re.fullmatch(r"[0-7]{1,4}", mode):
        raise CommandUsageError(f"bad mode '{mode[:40]}': give it in octal, such as 755")
    files = process.device.files

    async def change(name: str) -> None:
        path = to_write(process, name)
        for place in files.below(path) if "-R" in process.args else [path]:
            await process.spend(FILE_WORK)
            files.change_mode(place, int(mode, 8))

    return await _each(process, names, change)
