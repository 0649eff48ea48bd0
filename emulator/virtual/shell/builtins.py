"""Commands that work on the shell itself."""

from __future__ import annotations

import asyncio
import posixpath
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.emulator.virtual.process import commands
from automotive_env.emulator.virtual.shell.arithmetic import evaluate
from automotive_env.emulator.virtual.shell.parser import parse
from automotive_env.emulator.virtual.shell.special_files import read_file
from automotive_env.emulator.virtual.shell.state import Deeper, ShellFault
from automotive_env.emulator.virtual.shell.streams import Reader
from automotive_env.emulator.virtual.shell.syntax import SyntaxFault

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.shell.execution import Execution

Builtin: TypeAlias = "Callable[[Execution, list[str]], Awaitable[int]]"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


class Exit(Exception):
    """The shell ends."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status & 0xFF


class Return(Exit):
    """The function, or the sourced script, ends."""


class Fatal(Exit):
    """The shell ends because of a fault, unless someone types into it."""


class Break(Exception):
    """Loops end."""

    def __init__(self, levels: int) -> None:
        super().__init__(levels)
        self.levels = levels

    def out(self) -> None:
        """One loop has ended; raises again where more must."""
        if self.levels > 1:
            raise type(self)(self.levels - 1)


class Continue(Break):
    """The round of a loop ends."""


async def _true(shell: Execution, argv: list[str]) -> int:
    return 0


async def _false(shell: Execution, argv: list[str]) -> int:
    return 1


def _status(shell: Execution, argv: list[str]) -> int:
    if len(argv) < 2:
        return shell.state.status
    if not re.fullmatch(r"-?\d{1,9}", argv[1]):
        raise ShellFault(f"{argv[0]}: {argv[1]}: bad number", fatal=True)
    return int(argv[1])


async def _exit(shell: Execution, argv: list[str]) -> int:
    raise Exit(_status(shell, argv))


async def _return(shell: Execution, argv: list[str]) -> int:
    raise Return(_status(shell, argv))


def _levels(argv: list[str]) -> int:
    if len(argv) > 1 and not re.fullmatch(r"[1-9]\d{0,3}", argv[1]):
        raise ShellFault(f"{argv[0]}: {argv[1]}: bad number")
    return int(argv[1]) if len(argv) > 1 else 1


async def _break(shell: Execution, argv: list[str]) -> int:
    raise Break(_levels(argv))


async def _continue(shell: Execution, argv: list[str]) -> int:
    raise Continue(_levels(argv))


async def _cd(shell: Execution, argv: list[str]) -> int:
    state, files = shell.state, shell.device.files
    given = argv[1] if len(argv) > 1 else state.get("HOME") or "/"
    target = state.get("OLDPWD") or state.cwd if given == "-" else given
    path = posixpath.normpath(posixpath.join(state.cwd, target))
    if not files.exists(path):
        return await shell.complain(f"cd: {target}: No such file or directory", 2)
    if not files.is_directory(path):
        return await shell.complain(f"cd: {target}: Not a directory", 2)
    state.assign("OLDPWD", state.cwd)
    state.cwd = path if not path.startswith("//") else path[1:]
    state.assign("PWD", state.cwd)
    if given == "-":
        await shell.streams.write(1, state.cwd.encode() + b"\n")
    return 0


async def _pwd(shell: Execution, argv: list[str]) -> int:
    await shell.streams.write(1, shell.state.cwd.encode() + b"\n")
    return 0


def _quote(value: str) -> str:
    return value if re.fullmatch(r"[\w@%+=:,./-]+", value) else "'" + value.replace("'", "'\\''") + "'"


def _declare(shell: Execution, argv: list[str]) -> list[str]:
    """Assign what is given as NAME=VALUE; returns all names."""
    names: list[str] = []
    for word in argv[1:]:
        if word.startswith("-") and not names:
            continue
        name, equals, value = word.partition("=")
        if not _NAME.match(name):
            raise ShellFault(f"{argv[0]}: {name}: is not an identifier")
        if equals:
            shell.state.assign(name, value)
        names.append(name)
    return names


async def _export(shell: Execution, argv: list[str]) -> int:
    names = _declare(shell, argv)
    shell.state.exported.update(names)
    if not names:
        lines = [f"export {name}={_quote(value)}\n" for name, value in shell.state.environment.items()]
        await shell.streams.write(1, "".join(lines).encode("utf-8", "surrogateescape"))
    return 0


async def _read_only(shell: Execution, argv: list[str]) -> int:
    shell.state.read_only.update(_declare(shell, argv))
    return 0


async def _local(shell: Execution, argv: list[str]) -> int:
    for word in argv[1:]:
        shell.state.make_local(word.partition("=")[0])
    names = _declare(shell, argv)
    if any(word.startswith("-") and "x" in word for word in argv[1:2]):
        shell.state.exported.update(names)
    return 0


async def _unset(shell: Execution, argv: list[str]) -> int:
    for name in argv[1:]:
        if name in shell.state.read_only:
            raise ShellFault(f"read-only: {name}", status=2)
        shell.state.exported.discard(name)
        if "-f" in argv[1:] or (name not in shell.state.variables and name in shell.state.functions):
            shell.state.functions.pop(name, None)
        shell.state.variables.pop(name, None)
    return 0


async def _set(shell: Execution, argv: list[str]) -> int:
    state = shell.state
    words = argv[1:]
    if not words:
        lines = [f"{name}={_quote(value)}\n" for name, value in sorted(state.variables.items())]
        await shell.streams.write(1, "".join(lines).encode("utf-8", "surrogateescape"))
    while words and words[0][:1] in ("-", "+") and len(words[0]) > 1:
        option = words.pop(0)
        if option == "--":
            state.positional = words
            return 0
        on = option[0] == "-"
        name = words.pop(0) if option[1:] == "o" and words else option[1:]
        _options(shell, name, on)
    if words:
        state.positional = words
    return 0


def _options(shell: Execution, names: str, on: bool) -> None:
    state = shell.state
    if names == "pipefail":
        state.pipe_fail = on
        return
    names = {"errexit": "e", "nounset": "u", "noglob": "f"}.get(names, names if len(names) < 4 else "")
    state.stop_on_error = on if "e" in names else state.stop_on_error
    state.strict = on if "u" in names else state.strict
    state.no_glob = on if "f" in names else state.no_glob


async def _shift(shell: Execution, argv: list[str]) -> int:
    count = int(argv[1]) if len(argv) > 1 and argv[1].isdigit() else 1
    if count > len(shell.state.positional):
        raise ShellFault("shift: nothing to shift", fatal=True)
    del shell.state.positional[:count]
    return 0


async def _read(shell: Execution, argv: list[str]) -> int:
    raw, names, most = False, argv[1:], None
    source = shell.streams.stdin
    while names and names[0].startswith("-") and len(names[0]) > 1:
        option = names.pop(0)
        raw = raw or "r" in option
        if option[-1] in "tu":
            value = names.pop(0) if names else ""
            if not re.fullmatch(r"\d{1,6}(\.\d{0,6})?", value):
                raise ShellFault(f"read: {option}: bad number")
            most = float(value) if option[-1] == "t" else most
            source = shell.streams.inputs.get(int(float(value)), source) if option[-1] == "u" else source
    try:
        async with asyncio.timeout(most):
            text, ended = await _logical_line(source, raw)
    except TimeoutError:
        return 1
    _give(shell, names or ["REPLY"], text if raw else re.sub(r"\\(.)", r"\1", text))
    return int(ended)


async def _logical_line(source: Reader, raw: bool) -> tuple[str, bool]:
    """A line, joined with the next one where it ends in a backslash and is not raw; and whether the input has ended."""
    text = ""
    while True:
        line = await source.read_line()
        ended = not line.endswith(b"\n")
        text += line.decode("utf-8", "surrogateescape").removesuffix("\n")
        if raw or ended or not text.endswith("\\"):
            return text, ended
        text = text[:-1]


def _give(shell: Execution, names: list[str], text: str) -> None:
    """Hand the fields of a line to variables; the last one gets the rest."""
    separators = shell.state.variables.get("IFS", " \t\n")
    blanks = "".join(char for char in separators if char.isspace()) or "\0"
    text = text.strip(blanks)
    for number, name in enumerate(names):
        if not _NAME.match(name):
            raise ShellFault(f"read: {name}: is not an identifier")
        if number < len(names) - 1:
            value, text = _first_field(text, separators, blanks)
        else:
            value = text
        shell.state.assign(name, value)


def _first_field(text: str, separators: str, blanks: str) -> tuple[str, str]:
    """The first field of a text, and what follows the separator after it."""
    end = next((at for at, char in enumerate(text) if char in separators), len(text))
    rest = text[end:].lstrip(blanks)
    if rest[:1] and rest[0] in separators:
        rest = rest[1:].lstrip(blanks)
    return text[:end], rest


async def _exec(shell: Execution, argv: list[str]) -> int:
    if len(argv) < 2:
        return 0
    try:
        raise Exit(await shell.process(argv[1:]))
    except ShellFault as fault:
        raise Exit(await shell.complain(str(fault), fault.status)) from None


async def _eval(shell: Execution, argv: list[str]) -> int:
    return await _text(shell, " ".join(argv[1:]))


async def _text(shell: Execution, text: str) -> int:
    try:
        script = parse(text)
    except SyntaxFault as fault:
        raise ShellFault(str(fault), fatal=True) from None
    with Deeper():
        shell.state.status = 0
        return await shell.execute(script)


async def _source(shell: Execution, argv: list[str]) -> int:
    if len(argv) < 2:
        raise ShellFault(".: missing argument")
    try:
        data = read_file(shell.device, posixpath.join(shell.state.cwd, argv[1]))
    except OSError as error:
        raise ShellFault(f".: {argv[1]}: {error.strerror}") from None
    try:
        return await _text(shell, data.decode("utf-8", "surrogateescape"))
    except Return as leave:
        return leave.status


async def _wait(shell: Execution, argv: list[str]) -> int:
    jobs = shell.device.jobs
    pids = [int(word[:9]) for word in argv[1:] if word.isdecimal()] if len(argv) > 1 else list(shell.state.jobs)
    status = 0
    for pid in pids:
        status = await jobs.wait(pid)
    return status if len(argv) > 1 else 0


async def _command(shell: Execution, argv: list[str]) -> int:
    words = argv[1:]
    if words and words[0] in ("-v", "-V"):
        return await _type(shell, ["type", *words[1:]], short=words[0] == "-v")
    if not words:
        return 0
    return await (BUILTINS[words[0]](shell, words) if words[0] in BUILTINS else shell.process(words))


async def _type(shell: Execution, argv: list[str], short: bool = False) -> int:
    status = 0
    for name in argv[1:]:
        if name in shell.state.functions or name in BUILTINS:
            kind = "a function" if name in shell.state.functions else "a shell builtin"
            line = name if short else f"{name} is {kind}"
        elif name in commands():
            line = f"/system/bin/{name}" if short else f"{name} is /system/bin/{name}"
        else:
            status, line = 1, "" if short else f"{name} not found"
        if line:
            await shell.streams.write(1, line.encode() + b"\n")
    return status


async def _let(shell: Execution, argv: list[str]) -> int:
    values = [evaluate(word, shell.state.variables) for word in argv[1:]]
    return int(not values or values[-1] == 0)


async def _trap(shell: Execution, argv: list[str]) -> int:
    """`trap TEXT EXIT`; other signals never come."""
    words = [word for word in argv[1:] if word != "--"]
    if len(words) > 1 and {"EXIT", "0"} & set(words[1:]):
        shell.state.on_exit = "" if words[0] == "-" else words[0]
    return 0


async def _alone(shell: Execution, argv: list[str]) -> int:
    """There are no limits to set, and nobody else to hide files from."""
    return 0


BUILTINS: dict[str, Builtin] = {
    ":": _true,
    "true": _true,
    "false": _false,
    "exit": _exit,
    "return": _return,
    "break": _break,
    "continue": _continue,
    "cd": _cd,
    "pwd": _pwd,
    "export": _export,
    "readonly": _read_only,
    "local": _local,
    "typeset": _local,
    "unset": _unset,
    "set": _set,
    "shift": _shift,
    "read": _read,
    "exec": _exec,
    "eval": _eval,
    ".": _source,
    "source": _source,
    "wait": _wait,
    "command": _command,
    "type": _type,
    "let": _let,
    "trap": _trap,
    "umask": _alone,
    "ulimit": _alone,
}
"""By name."""
SPECIAL_BUILTINS = frozenset(
    {":", ".", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift"}
)
"""Those whose assignments stay."""
