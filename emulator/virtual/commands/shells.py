"""Shells, and the small commands that their lines are made of, such as `echo`, `test` and `sleep`."""

from __future__ import annotations

import asyncio
import operator
import posixpath
import re
import stat
from collections.abc import Callable, Sequence

from automotive_env.emulator.virtual.files import VirtualFile
from automotive_env.emulator.virtual.process import ROOT, SHELL, ShellProcess, command, commands
from automotive_env.emulator.virtual.shell.builtins import ShellFault
from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter
from automotive_env.emulator.virtual.shell.special_files import read_file
from automotive_env.emulator.virtual.shell.tools import CommandUsageError, data_of, path_of, text_of


def shell_for(process: ShellProcess, user: int | None = None) -> ShellInterpreter:
    """A new shell with the streams, the environment and the folder of a command, of its user where no other is named."""
    user = process.user if user is None else user
    shell = ShellInterpreter(process.device, process.stdin, process.stdout, process.stderr, process.env, user)
    shell.state.cwd = process.cwd
    return shell


async def spawn(process: ShellProcess, argv: Sequence[str], user: int | None = None) -> int:
    """Run a command as the child of another one; returns its status, 127 where there is none."""
    try:
        return await shell_for(process, user).process(list(argv), dict(process.env))
    except ShellFault as fault:
        return await process.fail(f"{process.argv[0]}: {argv[0]}: No such file or directory", status=fault.status)


NOT_TOYS = frozenset({"sh", "su", "toybox"})
_USERS = {"0": ROOT, "root": ROOT, "2000": SHELL, "shell": SHELL}


@command("sh")
async def sh(process: ShellProcess) -> int:
    """`sh [-c TEXT [NAME [ARGUMENT...]] | FILE [ARGUMENT...] | -i]`; without any, commands from stdin."""
    return await _run_shell(shell_for(process), process, process.args)


async def _run_shell(shell: ShellInterpreter, process: ShellProcess, words: list[str]) -> int:
    text = None
    if words[:1] in (["-c"], ["-ic"]):
        if len(words) < 2:
            raise CommandUsageError("-c requires an argument")
        text, words = words[1], words[2:]
    elif words and not words[0].startswith("-"):
        text = text_of(read_file(process.device, path_of(process, words[0])))
    elif words not in ([], ["-"], ["-s"], ["-i"], ["-l"]):
        raise CommandUsageError(f"{words[0]}: not supported; -c, -s and -i are")
    if text is None:
        return await shell.session(interactive="-i" in words or getattr(process.stdin, "is_terminal", False))
    if words:
        shell.state.name, shell.state.positional = words[0], words[1:]
    return await shell.run(text)


@command("su")
async def su(process: ShellProcess) -> int:
    """`su [0|root|shell] [COMMAND...]`: allowed to everybody, as on userdebug builds; `-c TEXT` takes a script."""
    user, words = ROOT, process.args
    if words and words[0] in _USERS:
        user, words = _USERS[words[0]], words[1:]
    elif words and not words[0].startswith("-"):
        return await process.fail(f"su: invalid uid/gid '{words[0]}'")
    if words and not words[0].startswith("-"):
        return await spawn(process, words, user)
    return await _run_shell(shell_for(process, user), process, words)


@command("toybox")
async def toybox(process: ShellProcess) -> int:
    """`toybox COMMAND...`, or the names of all commands."""
    if not process.args:
        return await process.print(" ".join(sorted(set(commands()) - NOT_TOYS)))
    if process.args[0] not in commands():
        return await process.fail(f"toybox: Unknown command {process.args[0]}", status=127)
    return await spawn(process, process.args)


@command("sleep")
async def sleep(process: ShellProcess) -> int:
    """`sleep SECONDS`: while the client waits, in seconds of the host, a day at most."""
    if len(process.args) != 1 or not re.fullmatch(r"\d{1,8}(\.\d{0,9})?|\.\d{1,9}", process.args[0]):
        raise CommandUsageError("Needs a number of seconds")
    await asyncio.sleep(min(86_400.0, float(process.args[0])))
    return 0


_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.)", re.DOTALL)
_LETTERS = {"a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


def _unescaped(found: re.Match[str]) -> str:
    code = found[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _LETTERS.get(code, f"\\{code}")


@command("echo")
async def echo(process: ShellProcess) -> int:
    r"""`echo [-neE] TEXT...`: escapes count unless -E is given, as in mksh, where `\\c` ends all output."""
    words, end, escapes = process.args, "\n", True
    while words and re.fullmatch("-[neE]+", words[0]):
        end = "" if "n" in words[0] else end
        escapes = "E" not in words[0]
        words = words[1:]
    text = " ".join(words)
    if escapes:
        if stop := re.search(r"(?<!\\)(?:\\\\)*\\c", text):
            text, end = text[: stop.end() - 2], ""
        text = _ESCAPE.sub(_unescaped, text)
    await process.stdout.write(data_of(text + end))
    return 0


@command("true")
async def true(process: ShellProcess) -> int:
    """`true`."""
    return 0


@command("false")
async def false(process: ShellProcess) -> int:
    """`false`."""
    return 1


_FILE: dict[str, Callable[[VirtualFile], bool]] = {
    "-e": lambda file: True,
    "-f": lambda file: stat.S_ISREG(file.mode),
    "-d": lambda file: file.is_directory,
    "-x": lambda file: bool(file.mode & 0o111),
    "-s": lambda file: len(file.data) > 0 or file.is_directory,
}

_ORDER: dict[str, Callable[[int, int], bool]] = {
    "-eq": operator.eq,
    "-ne": operator.ne,
    "-gt": operator.gt,
    "-ge": operator.ge,
    "-lt": operator.lt,
    "-le": operator.le,
}
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)


@command("test", "[")
async def test(process: ShellProcess) -> int:
    """`test [!] CONDITION`, `[ [!] CONDITION ]`: 0 where it holds, 1 where not, 2 where it is none."""
    words, name = process.args, process.argv[0].rpartition("/")[2]
    if name == "[" and (not words or words.pop() != "]"):
        return await process.fail("/system/bin/sh: [: missing ]", status=2)
    holds = _holds(process, words)
    if holds is None:
        return await process.fail(f"/system/bin/sh: {name}: {' '.join(words)[:40]}: unexpected operator/operand", status=2)
    return int(not holds)


def _holds(process: ShellProcess, words: list[str]) -> bool | None:
    """Whether a condition holds; None where it is none."""
    match words:
        case []:
            return False
        case [text]:
            return bool(text)
        case [left, "=" | "==" | "!=" as sign, right]:
            return (left == right) is (sign != "!=")
        case [left, order, right] if order in _ORDER and _WHOLE.fullmatch(left) and _WHOLE.fullmatch(right):
            return _ORDER[order](int(left), int(right))
        case ["!", *rest]:
            holds = _holds(process, rest)
            return None if holds is None else not holds
        case ["-z" | "-n" as sign, text]:
            return bool(text) is (sign == "-n")
        case [kind, name] if kind in _FILE:
            path, files = posixpath.join(process.cwd, name), process.device.files
            return files.exists(path) and _FILE[kind](files.stat(path))
    return None
