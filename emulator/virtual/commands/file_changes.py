"""`rm`, `mkdir`, `mv`, `cp`, `touch` and `chmod`: commands that change files."""

from __future__ import annotations

import posixpath
import re
import stat
from collections.abc import Awaitable, Callable, Sequence

from automotive_env.emulator.virtual.commands.listing import FILE_WORK, file_at, walk
from automotive_env.emulator.virtual.commands.times import parse_date
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.clock import now, time_of
from automotive_env.emulator.virtual.shell.special_files import read_file
from automotive_env.emulator.virtual.shell.tools import Misuse, Options, options, path_of, to_write


async def _each(process: Process, names: Sequence[str], act: Callable[[str], Awaitable[None]], least: int = 1) -> int:
    """Do something to each file; what fails is said, and the next one follows."""
    if len(names) < least:
        raise Misuse("Needs 1 argument")
    status = 0
    for name in names:
        await process.spend(FILE_WORK)
        try:
            await act(name)
        except OSError as error:
            status = await process.fail(f"{process.argv[0]}: {name}: {error.strerror}")
    return status


@command("rm")
async def rm(process: Process) -> int:
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
async def mkdir(process: Process) -> int:
    """`mkdir [-p] FOLDER...`."""
    given = options(process, "pm:")
    files = process.device.files

    async def make(name: str) -> None:
        if not ("p" in given and files.is_directory(path_of(process, name))):
            files.make_directory(to_write(process, name), parents="p" in given)

    return await _each(process, given.words, make)


def _targets(process: Process, given: Options) -> dict[str, str]:
    """Where each source goes: into a folder, or to a path of its own."""
    if len(given.words) < 2:
        raise Misuse("Needs 2 arguments")
    *sources, target = given.words
    folder = process.device.files.is_directory(path_of(process, target))
    if len(sources) > 1 and not folder:
        raise Misuse(f"'{target}' not directory")
    return {name: posixpath.join(target, posixpath.basename(name.rstrip("/"))) if folder else target for name in sources}


@command("mv")
async def mv(process: Process) -> int:
    """`mv [-fn] SOURCE... TARGET`."""
    given = options(process, "fn")
    targets, files = _targets(process, given), process.device.files

    async def move(name: str) -> None:
        target = to_write(process, targets[name])
        if not ("n" in given and files.exists(target)):
            await process.spend(FILE_WORK * len(files.below(path_of(process, name))))
            files.move(to_write(process, name), target)

    return await _each(process, list(targets), move)


@command("cp")
async def cp(process: Process) -> int:
    """`cp [-rRapf] SOURCE... TARGET`."""
    given = options(process, "rRapf")
    targets, files = _targets(process, given), process.device.files

    async def copy(name: str) -> None:
        source = path_of(process, name)
        if files.is_directory(source) and not {"r", "R", "a"} & set(given.given):
            raise IsADirectoryError(21, "Is a directory")
        for path, shown in list(walk(process.device, source, targets[name])):
            await process.spend(FILE_WORK)
            file, target = file_at(process.device, path), to_write(process, shown)
            if file.is_directory:
                files.make_directory(target, parents=True)
            else:
                time = file.modified if {"p", "a"} & set(given.given) else now(process.device)
                files.write(target, read_file(process.device, path), mode=file.mode, modified=time)

    return await _each(process, list(targets), copy)


@command("touch")
async def touch(process: Process) -> int:
    """`touch [-cam] [-d DATE] FILE...`: dates as of `date`."""
    given = options(process, "camd:")
    files, time = process.device.files, now(process.device)
    if "d" in given:
        time = int(parse_date(given.given["d"], time_of(process.device)).timestamp())

    async def touch_one(name: str) -> None:
        path = to_write(process, name)
        if files.exists(path):
            files.change(path, modified=time)
        elif "c" not in given:
            files.write(path, b"", modified=time)

    return await _each(process, given.words, touch_one)


@command("chmod")
async def chmod(process: Process) -> int:
    """`chmod [-R] MODE FILE...`: a mode is octal, or such as "+x" and "go-w"."""
    words = [word for word in process.args if word != "-R"]
    if len(words) < 2:
        raise Misuse("Needs 2 arguments")
    files = process.device.files

    async def change(name: str) -> None:
        path = to_write(process, name)
        for place in files.below(path) if "-R" in process.args else [path]:
            await process.spend(FILE_WORK)
            files.change(place, mode=_mode(words[0], stat.S_IMODE(files.stat(place).mode)))

    return await _each(process, words[1:], change)


def _mode(text: str, mode: int) -> int:
    """The permissions that a mode makes of others."""
    if re.fullmatch(r"[0-7]{1,4}", text):
        return int(text, 8)
    found = re.fullmatch(r"([ugoa]{0,3})([-+])([rwx]{1,3})", text)
    if not found:
        raise Misuse(f"bad mode '{text[:40]}'")
    bits = sum({"r": 4, "w": 2, "x": 1}[letter] for letter in set(found[3]))
    all_bits = sum(bits << {"u": 6, "g": 3, "o": 0}[who] for who in set(found[1].replace("a", "ugo") or "ugo"))
    return mode | all_bits if found[2] == "+" else mode & ~all_bits
