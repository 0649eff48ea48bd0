"""`ls`, `stat`, `find` and `du`: commands that look at files."""

from __future__ import annotations

import posixpath
import stat as modes
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from automotive_env.emulator.virtual.files import File, FileSystem
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.patterns import matches
from automotive_env.emulator.virtual.shell.tools import (
    Misuse,
    Options,
    options,
    path_of,
    reason,
    to_write,
    whole_number,
    write_lines,
)

BLOCK = 4096
"""Bytes that a file takes at least."""


def owner(path: str) -> tuple[str, str]:
    """User and group that own a file."""
    if path.startswith("/data/local/tmp"):
        return "shell", "shell"
    return ("u10_system", "media_rw") if path.startswith("/sdcard/") else ("root", "root")


def _blocks(file: File) -> int:
    """Blocks of 512 bytes, as the kernel counts them."""
    return 8 if file.is_directory else -(-len(file.data) // BLOCK) * 8


def _time(file: File) -> datetime:
    return datetime.fromtimestamp(file.modified, UTC)


def _long(file: File, path: str, name: str) -> str:
    user, group = owner(path)
    size = BLOCK if file.is_directory else len(file.data)
    links = 2 if file.is_directory else 1
    return f"{modes.filemode(file.mode)} {links} {user} {group} {size:>7} {_time(file):%Y-%m-%d %H:%M} {name}"


@command("ls")
async def ls(process: Process) -> int:
    """`ls [-1adlpRrStsh] [FILE...]`."""
    given = options(process, "1aAdlnpFRrStshi")
    status = 0
    plain: list[str] = []
    folders: list[str] = []
    for name in given.words or ["."]:
        path = path_of(process, name)
        if not process.device.files.exists(path):
            status = await process.fail(f"ls: {name}: No such file or directory")
        elif process.device.files.is_directory(path) and "d" not in given:
            folders.append(name)
        else:
            plain.append(name)
    await write_lines(process, _rows(process, given, "", plain))
    several = len(folders) + len(plain) > 1 or "R" in given
    for number, name in enumerate(folders):
        await _folder(process, given, name, several, first=not number and not plain)
    return status


async def _folder(process: Process, given: Options, name: str, titled: bool, first: bool) -> None:
    files = process.device.files
    path = path_of(process, name)
    names = [child for child in files.children(path) if "a" in given or "A" in given or not child.startswith(".")]
    names = ([".", ".."] if "a" in given else []) + names
    lines = [f"{name}:"] if titled else []
    if "l" in given or "s" in given:
        blocks = sum(_blocks(files.stat(posixpath.join(path, child))) for child in names)
        lines.append(f"total {blocks // 2}")
    await write_lines(process, ([] if first else [""]) + lines + _rows(process, given, path, names))
    if "R" in given:
        for child in names:
            if child not in (".", "..") and files.is_directory(posixpath.join(path, child)):
                await _folder(process, given, posixpath.join(name, child), True, first=False)


def _rows(process: Process, given: Options, folder: str, names: Sequence[str]) -> list[str]:
    files = process.device.files
    entries = [(name, files.stat(path), path) for name in names for path in [_entry(process, folder, name)]]
    if "S" in given:
        entries.sort(key=lambda entry: -len(entry[1].data))
    elif "t" in given:
        entries.sort(key=lambda entry: -entry[1].modified)
    if "r" in given:
        entries.reverse()
    return [_row(given, *entry) for entry in entries]


def _entry(process: Process, folder: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(folder, name)) if folder else path_of(process, name)


def _row(given: Options, name: str, file: File, path: str) -> str:
    shown = name + "/" if file.is_directory and ("p" in given or "F" in given) else name
    size = f"{_blocks(file) // 2} " if "s" in given else ""
    return size + (_long(file, path, shown) if "l" in given or "n" in given else shown)


_STAT: dict[str, Callable[[File, str, str], object]] = {
    "a": lambda file, path, name: f"{modes.S_IMODE(file.mode):o}",
    "A": lambda file, path, name: modes.filemode(file.mode),
    "b": lambda file, path, name: _blocks(file),
    "f": lambda file, path, name: f"{file.mode:x}",
    "F": lambda file, path, name: _kind(file),
    "G": lambda file, path, name: owner(path)[1],
    "n": lambda file, path, name: name,
    "N": lambda file, path, name: name,
    "s": lambda file, path, name: BLOCK if file.is_directory else len(file.data),
    "U": lambda file, path, name: owner(path)[0],
    "X": lambda file, path, name: file.modified,
    "Y": lambda file, path, name: file.modified,
    "x": lambda file, path, name: f"{_time(file):%Y-%m-%d %H:%M:%S}.000000000 +0000",
    "y": lambda file, path, name: f"{_time(file):%Y-%m-%d %H:%M:%S}.000000000 +0000",
    "%": lambda file, path, name: "%",
}
_USUAL = (
    "  File: %n\n  Size: %s\t Blocks: %b\t IO Blocks: 512\t%F\nAccess: (0%a/%A)\tUid: (%U)\tGid: (%G)\n"
    "Access: %x\nModify: %y\nChange: %y"
)


def _kind(file: File) -> str:
    if file.is_directory:
        return "directory"
    return "character device" if modes.S_ISCHR(file.mode) else "regular file" if file.data else "regular empty file"


@command("stat")
async def stat(process: Process) -> int:
    """`stat [-c FORMAT] FILE...`."""
    given = options(process, "c:Lt", ["format="])
    if not given.words:
        raise Misuse("Needs 1 argument")
    pattern = given.given.get("c", given.given.get("format", _USUAL))
    status = 0
    for name in given.words:
        path = path_of(process, name)
        if process.device.files.exists(path):
            await write_lines(process, [_stat(pattern, process.device.files.stat(path), path, name)])
        else:
            status = await process.fail(f"stat: '{name}': No such file or directory")
    return status


def _stat(pattern: str, file: File, path: str, name: str) -> str:
    text, at = "", 0
    while at < len(pattern):
        letter = pattern[at + 1 : at + 2]
        if pattern[at] == "%" and letter in _STAT:
            text += str(_STAT[letter](file, path, name))
            at += 2
        else:
            text += pattern[at]
            at += 1
    return text


def walk(files: FileSystem, path: str, name: str) -> Iterator[tuple[str, str]]:
    """A file with all that lies in it: path, and the name that shows it."""
    for place in files.below(path):
        rest = posixpath.relpath(place, path)
        yield (path, name) if rest == "." else (posixpath.join(path, rest), posixpath.join(name, rest))


@command("find")
async def find(process: Process) -> int:
    """`find [PATH...] [TEST...]`: -name -iname -path -type -size -empty -maxdepth -mindepth, ! and -print -print0 -delete."""
    words = process.args
    count = next((number for number, word in enumerate(words) if word.startswith(("-", "!", "("))), len(words))
    tests, limits, delete, end = _find_tests(words[count:])
    files, status = process.device.files, 0
    for start in words[:count] or ["."]:
        path = path_of(process, start)
        if not files.exists(path):
            status = await process.fail(f"find: '{start}': No such file or directory")
            continue
        level = start.rstrip("/").count("/")
        found = [
            (place, name)
            for place, name in walk(files, path, start)
            if limits[0] <= _level(name, start, level) <= limits[1] and all(test(files, place, name) for test in tests)
        ]
        await _found(process, found, delete, end)
    return status


def _level(name: str, start: str, level: int) -> int:
    return 0 if name == start else name.count("/") - level


async def _found(process: Process, found: Sequence[tuple[str, str]], delete: bool, end: str) -> None:
    if delete:
        for _, name in reversed(found):
            process.device.files.remove(to_write(process, name), recursive=True)
    elif found:
        await process.stdout.write("".join(name + end for _, name in found).encode("utf-8", "surrogateescape"))


_Test = Callable[[FileSystem, str, str], bool]


def _find_tests(words: Sequence[str]) -> tuple[list[_Test], list[int], bool, str]:
    tests: list[_Test] = []
    limits, delete, end, negated = [0, 1000], False, "\n", False
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "!":
            negated = True
            continue
        if word in ("-print", "-print0", "-delete", "-a"):
            delete, end = delete or word == "-delete", "\0" if word == "-print0" else end
        elif not rest and word != "-empty":
            raise Misuse(f"bad arg '{word}'")
        elif word in ("-maxdepth", "-mindepth"):
            limits[word == "-maxdepth"] = whole_number(rest.pop(0))
        else:
            tests.append(_find_test(word, "" if word == "-empty" else rest.pop(0), negated))
        negated = False
    return tests, limits, delete, end


def _find_test(word: str, value: str, negated: bool) -> _Test:
    test = _one_test(word, value)
    return (lambda files, path, name: not test(files, path, name)) if negated else test


def _one_test(word: str, value: str) -> _Test:
    pattern = [(value.lower() if word == "-iname" else value, False)]
    if word == "-name":
        return lambda files, path, name: matches(pattern, posixpath.basename(name.rstrip("/")) or name)
    if word == "-iname":
        return lambda files, path, name: matches(pattern, posixpath.basename(name).lower())
    if word == "-path":
        return lambda files, path, name: matches(pattern, name)
    if word == "-type" and value in ("f", "d", "c", "l"):
        kind = {"f": modes.S_ISREG, "d": modes.S_ISDIR, "c": modes.S_ISCHR, "l": modes.S_ISLNK}[value]
        return lambda files, path, name: kind(files.stat(path).mode)
    if word == "-empty":
        return lambda files, path, name: not (files.children(path) if files.is_directory(path) else files.stat(path).data)
    if word == "-size":
        return _size_test(value)
    raise Misuse(f"bad arg '{word}'")


def _size_test(value: str) -> _Test:
    number = value.lstrip("+-")
    unit = 1 if number.endswith("c") else 512
    size = whole_number(number.removesuffix("c")) if number[-1:] in "0123456789c" else -(-whole_number(number) // 512)

    def test(files: FileSystem, path: str, name: str) -> bool:
        held = -(-len(files.stat(path).data) // unit)
        return held > size if value[0] == "+" else held < size if value[0] == "-" else held == size

    return test


@command("du")
async def du(process: Process) -> int:
    """`du [-skhac] [FILE...]`: in KiB."""
    given = options(process, "skhmacxd:")
    files, status = process.device.files, 0
    for start in given.words or ["."]:
        path = path_of(process, start)
        try:
            files.stat(path)
        except OSError as error:
            error.filename = start
            status = await process.fail(f"du: {reason(error)}")
            continue
        sizes: dict[str, int] = {}
        for place, name in reversed(list(walk(files, path, start))):
            size = sizes[place] = sizes.get(place, 0) + _blocks(files.stat(place)) // 2
            above = posixpath.dirname(place)
            sizes[above] = sizes.get(above, 0) + size
            if name == start or ("s" not in given and (files.is_directory(place) or "a" in given)):
                await write_lines(process, [f"{_human(size) if 'h' in given else size}\t{name}"])
    return status


def _human(kilobytes: int) -> str:
    """A size for people: "4.0K", "120K", "1.5M"."""
    size, unit = float(kilobytes), "K"
    for unit in "KMG":
        if size < 1024 or unit == "G":
            break
        size /= 1024
    return f"{size:.1f}{unit}" if size < 10 else f"{size:.0f}{unit}"
