"""`sh`, `su`, `toybox`, `env`, `xargs`, `timeout` and `which`: commands that run others or look for them."""

from __future__ import annotations

import asyncio
import posixpath
import re
import shlex

from automotive_env.emulator.virtual.process import ROOT, SHELL, Process, command, commands
from automotive_env.emulator.virtual.shell.interpreter import Interpreter
from automotive_env.emulator.virtual.shell.spawn import shell_for, spawn
from automotive_env.emulator.virtual.shell.special_files import read_file
from automotive_env.emulator.virtual.shell.streams import Reader, reader
from automotive_env.emulator.virtual.shell.tools import Misuse, options, path_of, text_of

MOST = 128 * 1024
"""Bytes of arguments that `xargs` hands over at once."""
_USERS = {"0": ROOT, "root": ROOT, "2000": SHELL, "shell": SHELL}
NOT_TOYS = frozenset({"sh", "su", "toybox"})


@command("sh")
async def sh(process: Process) -> int:
    """`sh [-i] [-c TEXT [NAME [ARGUMENT...]] | FILE [ARGUMENT...] | -s]`; without any, commands from stdin."""
    return await _shell(process, shell_for(process), process.args)


async def _shell(process: Process, shell: Interpreter, words: list[str]) -> int:
    interactive, text = False, None
    while words and re.match(r"[-+][a-zA-Z]", words[0]):
        option, words = words[0], words[1:]
        interactive = interactive or "i" in option
        if "c" in option:
            if not words:
                raise Misuse("-c requires an argument")
            text, words = words[0], words[1:]
            break
    if text is None and words:
        text = text_of(read_file(process.device, path_of(process, words[0])))
    if words:
        shell.state.name, shell.state.positional = words[0], words[1:]
    if text is None:
        return await shell.session(interactive)
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
    return await _shell(process, shell_for(process, user=user), words)


@command("toybox")
async def toybox(process: Process) -> int:
    """`toybox COMMAND...`, or the names of all commands."""
    if not process.args:
        return await process.print(" ".join(sorted(set(commands()) - NOT_TOYS)))
    if process.args[0] not in commands():
        return await process.fail(f"toybox: Unknown command {process.args[0]}", status=127)
    return await spawn(process, process.args)


@command("env", "printenv")
async def env(process: Process) -> int:
    """`env [-i] [-u NAME] [NAME=VALUE...] [COMMAND...]` and `printenv [NAME...]`."""
    if process.argv[0] == "printenv" and process.args:
        found = [process.env[name] for name in process.args if name in process.env]
        await process.print(*found)
        return int(len(found) < len(process.args))
    given = options(process, "iu:0", stop=True)
    variables = {} if "i" in given else dict(process.env)
    variables.pop(given.given.get("u", ""), None)
    words = given.words
    while words and "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        variables[name] = value
    if words:
        return await spawn(process, words, env=variables)
    return await process.print(*(f"{name}={value}" for name, value in variables.items()))


@command("xargs")
async def xargs(process: Process) -> int:
    """`xargs [-0r] [-n COUNT] [-I TEXT] [COMMAND...]`."""
    given = options(process, "0rtn:I:s:P:", stop=True)
    words = given.words or ["echo"]
    data = text_of(await reader(process.stdin).read())
    if "I" in given:
        return await _for_lines(process, words, data, given.given["I"])
    items = data.split("\0") if "0" in given else _items(data)
    items = [item for item in items if item or "0" not in given]
    if not items and ("r" in given or "n" in given):
        return 0
    count = max(1, given.number("n", len(items) or 1))
    status = 0
    for start in range(0, max(1, len(items)), count):
        status = await spawn(process, [*words, *items[start : start + count]], stdin=Reader()) or status
    return 123 if 0 < status < 126 else status


def _items(data: str) -> list[str]:
    try:
        return shlex.split(data)
    except ValueError:
        raise Misuse("Unterminated quote") from None


async def _for_lines(process: Process, words: list[str], data: str, mark: str) -> int:
    status = 0
    for line in data.splitlines():
        if item := line.strip():
            status = await spawn(process, [word.replace(mark, item) for word in words], stdin=Reader()) or status
    return 123 if 0 < status < 126 else status


@command("timeout")
async def timeout(process: Process) -> int:
    """`timeout [-s SIGNAL] [-k TIME] SECONDS COMMAND...`: 124 where the time was up."""
    given = options(process, "s:k:v", stop=True)
    if len(given.words) < 2:
        raise Misuse("Needs 2 arguments")
    try:
        async with asyncio.timeout(seconds(given.words[0])):
            return await spawn(process, given.words[1:])
    except TimeoutError:
        return 124


def seconds(text: str) -> float:
    """A length of time such as "1.5", "2m" or "1h", at most a day.

    Raises:
        Misuse: it is none.
    """
    found = re.fullmatch(r"(\d{1,8}(?:\.\d{0,9})?|\.\d{1,9})([smhd]?)", text)
    if not found:
        raise Misuse(f"not a number of seconds: '{text[:40]}'")
    return min(86_400.0, float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}[found[2]])


@command("sleep")
async def sleep(process: Process) -> int:
    """`sleep TIME...`: while the client waits; the car's clock does not move."""
    if not process.args:
        raise Misuse("Needs 1 argument")
    await asyncio.sleep(sum(seconds(word) for word in process.args))
    return 0


@command("which")
async def which(process: Process) -> int:
    """`which [-a] NAME...`."""
    names = options(process, "a").words
    found = [f"/system/bin/{posixpath.basename(name)}" for name in names if posixpath.basename(name) in commands()]
    await process.print(*found)
    return int(len(found) < len(names))
