"""`rm`, `mkdir`, `rmdir`, `mv`, `cp`, `touch` and `chmod`: commands that change files."""

from __future__ import annotations

import posixpath
import re
import stat
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from automotive_env.emulator.virtual.commands.listing import walk
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.clock import now
from automotive_env.emulator.virtual.shell.special_files import read_file
from automotive_env.emulator.virtual.shell.tools import Misuse, Options, options, path_of, to_write


async def _each(process: Process, names: Sequence[str], act: Callable[[str], None]) -> int:
    """Do something to each file; what fails is said, and the next one follows."""
    status = 0
    for name in names:
        try:
            act(name)
        except OSError as error:
            status = await process.fail(f"{process.argv[0]}: {name}: {error.strerror}")
    return status


def _needs(given: Options, count: int) -> None:
    if len(given.words) < count:
        raise Misuse(f"Needs {count} argument{'s' if count > 1 else ''}")


@command("rm")
async def rm(process: Process) -> int:
    """`rm [-frRiv] FILE...`."""
    given = options(process, "frRiv")
    force, recursive = "f" in given, "r" in given or "R" in given
    if not force:
        _needs(given, 1)
    files = process.device.files

    def remove(name: str) -> None:
        path = path_of(process, name)
        if force and not files.exists(path):
            return
        files.stat(path)
        files.remove(to_write(process, name), recursive=recursive)

    return await _each(process, given.words, remove)


@command("mkdir")
async def mkdir(process: Process) -> int:
    """`mkdir [-p] [-m MODE] FOLDER...`."""
    given = options(process, "pm:v")
    _needs(given, 1)
    files = process.device.files

    def make(name: str) -> None:
        path = path_of(process, name)
        if not ("p" in given and files.is_directory(path)):
            files.make_directory(to_write(process, name), parents="p" in given)

    return await _each(process, given.words, make)


@command("rmdir")
async def rmdir(process: Process) -> int:
    """`rmdir FOLDER...`."""
    given = options(process, "p")
    _needs(given, 1)
    files = process.device.files

    def remove(name: str) -> None:
        path = path_of(process, name)
        if files.children(path):
            raise OSError(39, "Directory not empty")
        files.remove(to_write(process, name), recursive=True)

    return await _each(process, given.words, remove)


def _targets(process: Process, given: Options) -> dict[str, str]:
    """Where each source goes: into a folder, or to a path of its own."""
    _needs(given, 2)
    *sources, target = given.words
    folder = process.device.files.is_directory(path_of(process, target))
    if len(sources) > 1 and not folder:
        raise Misuse(f"'{target}' not directory")
    return {name: posixpath.join(target, posixpath.basename(name.rstrip("/"))) if folder else target for name in sources}


@command("mv")
async def mv(process: Process) -> int:
    """`mv [-fn] SOURCE... TARGET`."""
    given = options(process, "finv")
    targets = _targets(process, given)

    def move(name: str) -> None:
        target = to_write(process, targets[name])
        if not ("n" in given and process.device.files.exists(target)):
            process.device.files.move(to_write(process, name), target)

    return await _each(process, list(targets), move)


@command("cp")
async def cp(process: Process) -> int:
    """`cp [-rRapfn] SOURCE... TARGET`."""
    given = options(process, "rRapfindv")
    targets = _targets(process, given)
    recursive = any(letter in given for letter in "rRa")

    def copy(name: str) -> None:
        source = path_of(process, name)
        if process.device.files.is_directory(source) and not recursive:
            raise IsADirectoryError(21, "Is a directory")
        for path, shown in list(walk(process.device.files, source, "")):
            _copy(process, path, posixpath.join(targets[name], shown) if shown else targets[name], "p" in given or "a" in given)

    return await _each(process, list(targets), copy)


def _copy(process: Process, path: str, name: str, keep_time: bool) -> None:
    files = process.device.files
    target = to_write(process, name)
    file = files.stat(path)
    if file.is_directory:
        files.make_directory(target, parents=True)
    else:
        time = file.modified if keep_time else now(process.device)
        files.write(target, read_file(process.device, path), mode=file.mode, modified=time)


@command("touch")
async def touch(process: Process) -> int:
    """`touch [-c] [-d DATE] [-t [[CC]YY]MMDDhhmm] FILE...`."""
    given = options(process, "camd:t:r:")
    _needs(given, 1)
    files = process.device.files
    time = _time(process, given)

    def touch_one(name: str) -> None:
        path = to_write(process, name)
        if files.exists(path):
            files.change(path, modified=time)
        elif "c" not in given:
            files.write(path, b"", modified=time)

    return await _each(process, given.words, touch_one)


def _time(process: Process, given: Options) -> int:
    text = given.given.get("d", given.given.get("t", ""))
    for form in ("@", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y%m%d%H%M", "%y%m%d%H%M"):
        if form == "@" and re.fullmatch(r"@\d{1,11}", text):
            return int(text[1:])
        try:
            return int(datetime.strptime(text, form).replace(tzinfo=UTC).timestamp())
        except ValueError:
            continue
    if text:
        raise Misuse(f"bad date '{text}'")
    return now(process.device)


@command("chmod")
async def chmod(process: Process) -> int:
    """`chmod [-R] MODE FILE...`: a mode is octal, or such as "u+x,go-w"."""
    words = process.args
    recursive = bool(words) and words[0] == "-R"
    words = words[recursive:]
    if len(words) < 2:
        raise Misuse("Needs 2 arguments")
    files = process.device.files

    def change(name: str) -> None:
        path = to_write(process, name)
        files.stat(path)
        for place, _ in list(walk(files, path, name)) if recursive else [(path, name)]:
            files.change(place, mode=_mode(words[0], files.stat(place).mode))

    return await _each(process, words[1:], change)


_BITS = {"r": 4, "w": 2, "x": 1}
_WHO = {"u": 6, "g": 3, "o": 0}


def _mode(text: str, mode: int) -> int:
    if re.fullmatch(r"[0-7]{1,4}", text):
        return int(text, 8)
    mode = stat.S_IMODE(mode)
    for clause in text.split(","):
        found = re.fullmatch(r"([ugoa]*)([-+=])([rwxX]*)", clause)
        if not found:
            raise Misuse(f"bad mode '{text}'")
        for who in "ugo" if not found[1] or "a" in found[1] else found[1]:
            bits = sum(_BITS[letter.lower()] for letter in set(found[3].lower())) << _WHO[who]
            mode = mode | bits if found[2] == "+" else mode & ~bits if found[2] == "-" else mode & ~(7 << _WHO[who]) | bits
    return mode
