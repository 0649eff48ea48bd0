"""`sh`, `su`, `toybox`, `env`, `sleep` and `which`: commands that run others or look for them."""

from __future__ import annotations

import asyncio
import posixpath
import re

from automotive_env.emulator.virtual.process import ROOT, SHELL, Process, command, commands
from automotive_env.emulator.virtual.shell.interpreter import Interpreter
from automotive_env.emulator.virtual.shell.spawn import shell_for, spawn
from automotive_env.emulator.virtual.shell.special_files import read_file
from automotive_env.emulator.virtual.shell.tools import Misuse, path_of, text_of

_USERS = {"0": ROOT, "root": ROOT, "2000": SHELL, "shell": SHELL}
NOT_TOYS = frozenset({"sh", "su", "toybox"})


@command("sh")
async def sh(process: Process) -> int:
    """`sh [-c TEXT [NAME [ARGUMENT...]] | FILE [ARGUMENT...] | -i]`; without any, commands from stdin."""
    return await _run_shell(process, shell_for(process), process.args)


async def _run_shell(process: Process, shell: Interpreter, words: list[str]) -> int:
    text = None
    if words[:1] in (["-c"], ["-ic"]):
        if len(words) < 2:
            raise Misuse("-c requires an argument")
        text, words = words[1], words[2:]
    elif words and not words[0].startswith("-"):
        text = text_of(read_file(process.device, path_of(process, words[0])))
    elif words not in ([], ["-"], ["-s"], ["-i"], ["-l"]):
        raise Misuse(f"{words[0]}: not supported; -c, -s and -i are")
    if text is None:
        return await shell.session(interactive="-i" in words or getattr(process.stdin, "is_terminal", False))
    if words:
        shell.state.name, shell.state.positional = words[0], words[1:]
    return await shell.run(text)


@command("su")
async def su(process: Process) -> int:
    """`su [0|root|shell] [COMMAND...]`: allowed to everybody, as on userdebug builds; `-c TEXT` takes a script."""
    words = process.args
    user = ROOT
    if words and words[0] in _USERS:
        user, words = _USERS[words[0]], words[1:]
    elif words and not words[0].startswith("-"):
        return await process.fail(f"su: invalid uid/gid '{words[0]}'")
    if words and not words[0].startswith("-"):
        return await spawn(process, words, user=user)
    return await _run_shell(process, shell_for(process, user=user), words)


@command("toybox")
async def toybox(process: Process) -> int:
    """`toybox COMMAND...`, or the names of all commands."""
    if not process.args:
        return await process.print(" ".join(sorted(set(commands()) - NOT_TOYS)))
    if process.args[0] not in commands():
        return await process.fail(f"toybox: Unknown command {process.args[0]}", status=127)
    return await spawn(process, process.args)


@command("env")
async def env(process: Process) -> int:
    """`env [NAME=VALUE...] [COMMAND...]`."""
    variables, words = dict(process.env), process.args
    while words and "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        variables[name] = value
    if words:
        return await spawn(process, words, env=variables)
    return await process.print(*(f"{name}={value}" for name, value in variables.items()))


def _seconds(text: str) -> float:
    """A length of time such as "1.5", "2m" or "1h", at most a day."""
    found = re.fullmatch(r"(\d{1,8}(?:\.\d{0,9})?|\.\d{1,9})([smhd]?)", text)
    if not found:
        raise Misuse(f"not a number of seconds: '{text[:40]}'")
    return min(86_400.0, float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}[found[2]])


@command("sleep")
async def sleep(process: Process) -> int:
    """`sleep TIME`: while the client waits, in seconds of the host."""
    if len(process.args) != 1:
        raise Misuse("Needs 1 argument")
    await asyncio.sleep(_seconds(process.args[0]))
    return 0


@command("which")
async def which(process: Process) -> int:
    """`which NAME...`."""
    found = [f"/system/bin/{base}" for name in process.args if (base := posixpath.basename(name)) in commands()]
    await process.print(*found)
    return int(len(found) < len(process.args))
