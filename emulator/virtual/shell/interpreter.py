"""A shell that reads text: one line, several lines, or a session of many."""

from __future__ import annotations

import asyncio
import posixpath
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.actor import doing
from automotive_env.emulator.virtual.process import (
    ROOT,
    ProcessInput,
    ProcessOutput,
    ShellCommand,
    ShellProcess,
    commands,
    uid_of,
)
from automotive_env.emulator.virtual.shell.budget import BudgetExhausted, budget, command_line
from automotive_env.emulator.virtual.shell.builtins import BUILTINS, ShellExit, ShellFault, ShellState
from automotive_env.emulator.virtual.shell.expansion import WordExpansion
from automotive_env.emulator.virtual.shell.parser import (
    IncompleteSyntax,
    Pipeline,
    ShellParser,
    ShellStatement,
    SimpleCommand,
    SyntaxFault,
)
from automotive_env.emulator.virtual.shell.streams import Pipe, ShellStreams, reader, redirected
from automotive_env.emulator.virtual.shell.tools import BROKEN_PIPE, answer, data_of, reason, text_of

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

KILLED = 137
"""Status of a line whose budget was exhausted."""
MAX_CONTINUATION_LINES = 500
"""Lines that one command line of a session may go on for, within quotes."""
MAX_STAGES = 64
"""Commands that a pipeline may have."""
COMMAND_WORK, PROCESS_WORK, FORK_WORK = 20, 50, 200
"""Work that a command is, in addition to what it does itself; that a process is; and a stage of a pipeline."""
_CONTINUED = re.compile(r"(?<!\\)(?:\\\\)*\\\n\Z")
_BINARIES = ("/system/bin", "/bin", "/system/xbin", "/vendor/bin")
"""Folders that hold all commands."""


class ShellInterpreter:
    """A shell. It keeps variables, its folder and `$?` from one text to the next."""

    def __init__(
        self,
        device: VirtualDevice,
        stdin: ProcessInput,
        stdout: ProcessOutput,
        stderr: ProcessOutput,
        env: Mapping[str, str] | None = None,
        user: int | None = None,
    ) -> None:
        self.device, self.user = device, user
        self.streams = ShellStreams(reader(stdin), stdout, stderr)
        self.state = ShellState.fresh(env or {})
        self.expansion = WordExpansion(self.state, device.files)

    async def say(self, line: str) -> int:
        """Print a line to stdout; returns 0."""
        await self.streams.stdout.write(data_of(line + "\n"))
        return 0

    async def complain(self, message: str, status: int = 1) -> int:
        """Write a message as the shell does; returns the status."""
        await self.streams.stderr.write(data_of(f"{self.state.name}: {message}\n"))
        return status

    # Texts

    async def run(self, text: str) -> int:
        """Run a text line by line; returns its status, which is `$?` from then on."""
        with command_line() as outermost:
            try:
                parser = ShellParser(text)
                while not parser.done:
                    await self._statements(await parser.line())
            except (SyntaxFault, ShellExit, BudgetExhausted) as end:
                await self._ended(end, outermost)
        return self.state.status

    async def session(self, interactive: bool = False) -> int:
        """Run lines from stdin as they come, until its end or `exit`; returns the last status.

        A fault in the syntax ends the session, as in mksh, unless it is interactive.
        """
        while True:
            with command_line() as outermost:
                try:
                    statements = await self._next(interactive)
                    if statements is None:
                        break
                    await self._statements(statements)
                except (SyntaxFault, ShellExit, BudgetExhausted) as end:
                    await self._ended(end, outermost)
                    if isinstance(end, ShellExit) or (isinstance(end, SyntaxFault) and not interactive):
                        break
        return self.state.status

    async def _next(self, interactive: bool) -> list[ShellStatement] | None:
        """A complete command line from stdin; None at its end."""
        text = ""
        for _ in range(MAX_CONTINUATION_LINES):
            if interactive:
                await self.streams.stdout.write(self._prompt(bool(text)))
            line = await self.streams.stdin.read_line()
            text += text_of(line).replace("\r\n", "\n")
            if not line and not text:
                return None
            try:
                if not line or not _CONTINUED.search(text):
                    return await ShellParser(text).line()
            except IncompleteSyntax:
                if not line:
                    raise
        raise SyntaxFault("syntax error: command too long")

    async def _ended(self, end: SyntaxFault | ShellExit | BudgetExhausted, outermost: bool) -> None:
        """Set `$?` to what a line ended with, and say why."""
        if isinstance(end, ShellExit):
            self.state.status = end.status
        elif isinstance(end, SyntaxFault):
            self.state.status = await self.complain(str(end), end.status)
        elif outermost:
            self.state.status = await self.complain(f"stopped: {end}", KILLED)
        else:
            raise end

    def _prompt(self, more: bool) -> bytes:
        mark = "#" if uid_of(self.device, self.user) == ROOT else "$"
        return b"> " if more else data_of(f"emulator_car64_x86_64:{self.state.cwd} {mark} ")

    # Statements

    async def _statements(self, statements: Sequence[ShellStatement]) -> None:
        try:
            for statement in statements:
                for link, pipeline in statement:
                    if not link or (self.state.status == 0) == (link == "&&"):
                        self.state.status = await self._pipeline(pipeline)
        except ConnectionError:
            self.state.status = BROKEN_PIPE

    async def _pipeline(self, pipeline: Pipeline) -> int:
        single = len(pipeline.stages) == 1
        status = await (self._simple(pipeline.stages[0]) if single else self._stages(pipeline.stages))
        return int(status == 0) if pipeline.negated else status

    async def _stages(self, stages: Sequence[SimpleCommand]) -> int:
        """Run commands side by side, each reading what the one before it writes; returns the status of the last one."""
        if len(stages) > MAX_STAGES:
            return await self.complain(f"a pipeline has at most {MAX_STAGES} commands")
        await budget().spend(FORK_WORK * len(stages))
        pipes = [Pipe() for _ in stages[1:]]
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [
                    group.create_task(self._stage(stage, before, after))
                    for stage, before, after in zip(stages, (None, *pipes), (*pipes, None), strict=True)
                ]
        except BaseExceptionGroup as faults:
            raise faults.exceptions[0] from None
        return tasks[-1].result()

    async def _stage(self, stage: SimpleCommand, before: Pipe | None, after: Pipe | None) -> int:
        streams = replace(self.streams, stdin=before or self.streams.stdin, stdout=after or self.streams.stdout)
        try:
            return await self._subshell(streams)._simple(stage)
        except ShellExit as end:
            return end.status  # it ends this stage alone
        except ConnectionError:
            return BROKEN_PIPE
        finally:
            if before:
                before.close()
            if after:
                after.end()

    def _subshell(self, streams: ShellStreams) -> ShellInterpreter:
        """A shell that starts as a copy of this one."""
        shell = ShellInterpreter.__new__(ShellInterpreter)
        shell.device, shell.user, shell.streams, shell.state = self.device, self.user, streams, self.state.copy()
        shell.expansion = WordExpansion(shell.state, self.device.files)
        return shell

    # Commands

    async def _simple(self, simple: SimpleCommand) -> int:
        await budget().spend(COMMAND_WORK)
        try:
            argv = await self.expansion.words(simple.words)
            async with redirected(self, simple.redirects):
                return await self._named(argv, simple)
        except ShellFault as fault:
            return await self.complain(str(fault), fault.status)
        except ConnectionError:
            raise
        except OSError as error:
            return await self.complain(reason(error))

    async def _named(self, argv: list[str], simple: SimpleCommand) -> int:
        env = self.state.environment
        for name, word in simple.assignments:
            value = await self.expansion.text(word)
            if argv:
                env[name] = value
            else:
                self.state.assign(name, value)
        if not argv:
            return 0
        if argv[0] in BUILTINS:
            return await BUILTINS[argv[0]](self, argv)
        return await self.process(argv, env)

    async def process(self, argv: list[str], env: dict[str, str] | None = None) -> int:
        """Run a command that is a file of the device."""
        await budget().spend(PROCESS_WORK + len(argv))
        run, streams = self._find(argv[0]), self.streams
        environment = self.state.environment if env is None else env
        out = streams.stdin, streams.stdout, streams.stderr
        with doing(shlex.join(argv)):
            return await answer(run, ShellProcess(self.device, argv, *out, environment, self.state.cwd, self.user))

    def path_of(self, name: str) -> str:
        """Where a command lies, the name alone where it is the shell's own; empty where there is none."""
        if name in BUILTINS:
            return name
        try:
            self._find(name)
        except ShellFault:
            return ""
        return name if "/" in name else f"{_BINARIES[0]}/{name}"

    def _find(self, name: str) -> ShellCommand:
        """The command that a name or path means."""
        known, files = commands(), self.device.files
        path = posixpath.normpath(posixpath.join(self.state.cwd, name))
        folder, base = posixpath.split(path) if "/" in name else (_BINARIES[0], name)
        if folder in _BINARIES and base in known:
            return known[base]
        if "/" not in name or not files.exists(path):
            raise ShellFault(f"{name}: inaccessible or not found", status=127)
        wrong = "Is a directory" if files.is_directory(path) else "Permission denied"
        raise ShellFault(f"{name}: can't execute: {wrong}", status=126)
