"""`rm`, `mkdir`, `mv`, `cp`, `touch` and `chmod`: commands that change files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Awaitable, Callable, Sequence

from automotive_env.emulator.virtual.commands.listing import FILE_WORK, file_at, walk
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.clock import now
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
    """`mv [-f] SOURCE... TARGET`."""
    given = options(process, "f")
    targets, files = _targets(process, given), process.device.files

    async def move(name: str) -> None:
        await process.spend(FILE_WORK * len(files.below(path_of(process, name))))
        files.move(to_write(process, name), to_write(process, targets[name]))

    return await _each(process, list(targets), move)


@command("cp")
async def cp(process: Process) -> int:
    """`cp [-rRf] SOURCE... TARGET`."""
    given = options(process, "rRf")
    targets, files = _targets(process, given), process.device.files

    async def copy(name: str) -> None:
        source = path_of(process, name)
        if files.is_directory(source) and not {"r", "R"} & set(given.given):
            raise IsADirectoryError(21, "Is a directory")
        for path, shown in list(walk(process.device, source, targets[name])):
            await process.spend(FILE_WORK)
            file, target = file_at(process.device, path), to_write(process, shown)
            if file.is_directory:
                files.make_directory(target, parents=True)
            else:
                files.write(target, read_file(process.device, path), mode=file.mode, modified=now(process.device))

    return await _each(process, list(targets), copy)


@command("touch")
async def touch(process: Process) -> int:
    """`touch [-c] FILE...`."""
    given = options(process, "c")
    files, time = process.device.files, now(process.device)

    async def touch_one(name: str) -> None:
        path = to_write(process, name)
        if files.exists(path):
            files.change(path, modified=time)
        elif "c" not in given:
            files.write(path, b"", modified=time)

    return await _each(process, given.words, touch_one)


@command("chmod")
async def chmod(process: Process) -> int:
    """`chmod [-R] MODE FILE...`: a mode is octal."""
    words = [word for word in process.args if word != "-R"]
    if len(words) < 2:
        raise Misuse("Needs 2 arguments")
    mode, *names = words
    if not re.fullmatch(r"[0-7]{1,4}", mode):
        raise Misuse(f"bad mode '{mode[:40]}': give it in octal, such as 755")
    files = process.device.files

    async def change(name: str) -> None:
        path = to_write(process, name)
        for place in files.below(path) if "-R" in process.args else [path]:
            await process.spend(FILE_WORK)
            files.change(place, mode=int(mode, 8))

    return await _each(process, names, change)
