"""`ls`, `stat`, `find` and `realpath`: commands that look at files."""

from __future__ import annotations

import posixpath
import re
import stat as modes
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.files import File
from automotive_env.emulator.virtual.patterns import glob
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.special_files import SPECIAL, read_file
from automotive_env.emulator.virtual.shell.tools import Misuse, Options, options, path_of, to_write, whole_number, write_lines

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

BLOCK = 4096
"""Bytes that a file takes at least."""
FILE_WORK = 25
"""Units of work that one file costs."""
MAX_DEPTH = 1_000
"""Folders within each other that `find` looks into."""


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


def _owner(path: str) -> tuple[str, str]:
    """User and group that own a file."""
    if path.startswith("/data/local/tmp"):
        return "shell", "shell"
    return ("u10_system", "media_rw") if path.startswith("/sdcard/") else ("root", "root")


def _size(file: File) -> int:
    return BLOCK if file.is_directory else len(file.data)


def _kilobytes(file: File) -> int:
    return -(-_size(file) // BLOCK) * 4


def _time(file: File) -> datetime:
    return datetime.fromtimestamp(file.modified, UTC)


@command("ls")
async def ls(process: Process) -> int:
    """`ls [-1aAdlRrSthu] [FILE...]`; `-ll` shows times to the nanosecond."""
    given = options(process, "1aAdlRrSthu")
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
    files = []
    for name in names:
        await process.spend(FILE_WORK)
        path = path_of(process, posixpath.join(folder, name))
        files.append((name, path, file_at(process.device, path)))
    if "S" in given or "t" in given:
        files.sort(key=lambda entry: -(_size(entry[2]) if "S" in given else entry[2].modified))
    rows = [f"total {sum(_kilobytes(file) for _, _, file in files)}"]
    for entry in reversed(files) if "r" in given else files:
        await process.spend(FILE_WORK)
        rows.append(_row(given, *entry))
    return rows


def _row(given: Options, name: str, path: str, file: File) -> str:
    if "l" not in given:
        return name
    nanoseconds = sum(letter == "l" for letter, _ in given.all) > 1
    time = f"{_time(file):%Y-%m-%d %H:%M:%S}.000000000 +0000" if nanoseconds else f"{_time(file):%Y-%m-%d %H:%M}"
    links = 2 if file.is_directory else 1
    return f"{modes.filemode(file.mode)} {links} {' '.join(_owner(path))} {_size(file):>7} {time} {name}"


_FIELDS: dict[str, Callable[[File, str], object]] = {
    "a": lambda file, path: f"{modes.S_IMODE(file.mode):o}",
    "A": lambda file, path: modes.filemode(file.mode),
    "b": lambda file, path: 2 * _kilobytes(file),
    "F": lambda file, path: _kind(file),
    "U": lambda file, path: _owner(path)[0],
    "G": lambda file, path: _owner(path)[1],
    "s": lambda file, path: _size(file),
    "Y": lambda file, path: file.modified,
    "y": lambda file, path: f"{_time(file):%Y-%m-%d %H:%M:%S}.000000000 +0000",
    "%": lambda file, path: "%",
}
_USUAL = "  File: %n\n  Size: %s\t Blocks: %b\t IO Blocks: 512\t%F\nAccess: (0%a/%A)\tUid: (%U)\tGid: (%G)\nModify: %y"


def _kind(file: File) -> str:
    if file.is_directory:
        return "directory"
    return "character device" if modes.S_ISCHR(file.mode) else "regular file" if file.data else "regular empty file"


@command("stat")
async def stat(process: Process) -> int:
    """`stat [-c FORMAT] FILE...`, where %X, %x, %Z and %z are the time of change, too."""
    given = options(process, "c:L")
    if not given.words:
        raise Misuse("Needs 1 argument")
    form, status = given.given.get("c", _USUAL), 0
    for name in given.words:
        path = path_of(process, name)
        try:
            file = file_at(process.device, path)
        except OSError as error:
            status = await process.fail(f"stat: '{name}': {error.strerror}")
            continue
        await process.spend(FILE_WORK + len(form))
        await process.print(_filled(form, file, path, name))
    return status


def _filled(form: str, file: File, path: str, name: str) -> str:
    def one(found: re.Match[str]) -> str:
        show = _FIELDS.get({"X": "Y", "Z": "Y", "x": "y", "z": "y"}.get(found[1], found[1]))
        return name if found[1] in "nN" else str(show(file, path)) if show else found[0]

    return re.sub("%(.)", one, form)


_Test = Callable[["VirtualDevice", str], bool]


@command("find")
async def find(process: Process) -> int:
    """`find [PATH...] [-maxdepth N] [[!] -name PATTERN] [[!] -iname PATTERN] [[!] -type f|d|c] [-delete]`."""
    words = process.args
    count = next((number for number, word in enumerate(words) if word.startswith(("-", "!"))), len(words))
    tests, most, delete = _parse_find(words[count:])
    status = 0
    for start in words[:count] or ["."]:
        path, found = path_of(process, start), []
        try:
            for place, name in walk(process.device, path, start):
                await process.spend(FILE_WORK * (1 + len(tests)))
                deep_enough = place.rstrip("/").count("/") - path.rstrip("/").count("/") <= most
                if deep_enough and all(test(process.device, place) for test in tests):
                    found.append(name)
        except OSError as error:
            status = await process.fail(f"find: '{start}': {error.strerror}")
        for name in reversed(found) if delete else ():
            process.device.files.remove(to_write(process, name), recursive=True)
        await write_lines(process, [] if delete else found)
    return status


def _parse_find(words: list[str]) -> tuple[list[_Test], int, bool]:
    """Tests, the greatest depth, and whether to delete what is found."""
    tests: list[_Test] = []
    most, delete, negated, rest = MAX_DEPTH, False, False, list(words)
    while rest:
        match rest.pop(0):
            case "!" | "-not":
                negated = True
            case "-print" | "-delete" as action:
                delete = delete or action == "-delete"
            case "-maxdepth" if rest:
                most = whole_number(rest.pop(0))
            case ("-name" | "-iname" | "-type") as word if rest:
                tests.append(_find_test(word, rest.pop(0), negated))
                negated = False
            case word:
                raise Misuse(f"bad arg '{word}'; -maxdepth, -name, -iname, -type, ! and -delete are known")
    return tests, most, delete


def _find_test(word: str, value: str, negated: bool) -> _Test:
    if word != "-type":
        pattern = glob(value, ignore_case=word == "-iname")
        return lambda device, path: pattern.fits(posixpath.basename(path) or path) != negated
    kinds = {"f": modes.S_ISREG, "d": modes.S_ISDIR, "c": modes.S_ISCHR}
    if value not in kinds:
        raise Misuse(f"bad -type '{value}'")
    return lambda device, path: kinds[value](file_at(device, path).mode) != negated


@command("realpath", "readlink")
async def realpath(process: Process) -> int:
    """`realpath PATH...`, `readlink -f PATH...`: there are no links."""
    return await process.print(*(path_of(process, name) for name in options(process, "fe").words))
