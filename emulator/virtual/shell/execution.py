"""Carries out what scripts mean: lists, pipelines, commands and compound commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from automotive_env.emulator.virtual.process import Input, Output, Process
from automotive_env.emulator.virtual.shell.arithmetic import ArithmeticFault, evaluate
from automotive_env.emulator.virtual.shell.builtins import BUILTINS, Break, Continue, Exit, Fatal, Return
from automotive_env.emulator.virtual.shell.conditions import holds
from automotive_env.emulator.virtual.shell.expansion import Expansion
from automotive_env.emulator.virtual.shell.jobs import jobs_of
from automotive_env.emulator.virtual.shell.lookup import find
from automotive_env.emulator.virtual.shell.patterns import matches
from automotive_env.emulator.virtual.shell.redirection import Streams, redirected
from automotive_env.emulator.virtual.shell.regex import RegexFault
from automotive_env.emulator.virtual.shell.state import ENVIRONMENT, ShellFault, State
from automotive_env.emulator.virtual.shell.streams import Memory, Pipe, reader
from automotive_env.emulator.virtual.shell.syntax import (
    Assignment,
    Calculation,
    Case,
    Command,
    Condition,
    For,
    Function,
    Group,
    If,
    Loop,
    Pipeline,
    Script,
    Simple,
    Statement,
    Step,
)
from automotive_env.emulator.virtual.shell.tools import Misuse, reason

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

DEPTH = 48
"""How many functions, compound commands and substitutions may run within each other."""
TURN = 64
"""After so many commands the other tasks of the event loop get a turn."""
CAPTURED = 1 << 20
"""Bytes that a command substitution may give."""
BROKEN_PIPE = 141
"""Status of a command that was ended by SIGPIPE."""


class Execution:
    """A shell that carries out parsed scripts.

    Attributes:
        device: where it runs.
        user: who runs it, where that is another one than adbd's.
        streams: its stdin, stdout and stderr, and other file descriptors.
        state: variables, working directory and the like.
        expansion: expands its words.
    """

    def __init__(
        self,
        device: VirtualDevice,
        stdin: Input,
        stdout: Output,
        stderr: Output,
        env: Mapping[str, str] | None = None,
        *,
        user: int | None = None,
    ) -> None:
        self.device = device
        self.streams = Streams(reader(stdin), {1: stdout, 2: stderr})
        self.state = _fresh(env)
        self.user = user
        self.expansion = Expansion(self.state, device.files, self._captured)
        self._checked = 0

    async def complain(self, message: str, status: int = 1) -> int:
        """Write a message as the shell does; returns the status."""
        await self.streams.write(2, f"{self.state.name}: {message}\n".encode("utf-8", "surrogateescape"))
        return status

    # Scripts

    async def execute(self, script: Script) -> int:
        """Run all statements of a script."""
        for statement in script.statements:
            if statement.background:
                self.state.status = self._start(statement)
            else:
                await self._statement(statement)
        return self.state.status

    async def _statement(self, statement: Statement) -> None:
        state = self.state
        last = len(statement.steps) - 1
        for number, step in enumerate(statement.steps):
            if step.link and (state.status == 0) != (step.link == "&&"):
                continue
            quiet = number < last or step.pipeline.negated
            self._checked += quiet
            try:
                state.status = await self._pipeline(step.pipeline)
            finally:
                self._checked -= quiet
            if state.stop_on_error and state.status and not quiet and not self._checked:
                raise Exit(state.status)

    def _start(self, statement: Statement) -> int:
        """Run a statement beside this shell."""
        shell = self.subshell()
        shell.streams = self.streams.for_job()
        self.state.last_job = jobs_of(self.device).start(shell.alone(Script((Statement(statement.steps),))))
        return 0

    def subshell(self) -> Execution:
        """A shell that starts as a copy of this one."""
        shell = Execution.__new__(Execution)
        shell.device, shell.streams, shell.state, shell.user = self.device, self.streams, self.state.copy(), self.user
        shell.expansion = Expansion(shell.state, self.device.files, shell._captured)
        shell._checked = self._checked
        return shell

    async def alone(self, script: Script) -> int:
        """Run a script as a subshell does: what would end or leave the shell ends only this one."""
        try:
            return await self.execute(script)
        except Exit as leave:
            return leave.status
        except (Break, Continue):
            return self.state.status
        except BrokenPipeError:
            return BROKEN_PIPE

    async def _captured(self, script: Script) -> str:
        shell, memory = self.subshell(), Memory(CAPTURED)
        shell.streams = self.streams.having(1, memory)
        try:
            async with shell.deeper():
                self.state.status = await shell.alone(script)
        except OverflowError as error:
            raise ShellFault(str(error), fatal=True) from None
        return memory.data.decode("utf-8", "surrogateescape").replace("\0", "")

    # Pipelines

    async def _pipeline(self, pipeline: Pipeline) -> int:
        if len(pipeline.stages) == 1:
            status = await self.command(pipeline.stages[0])
        else:
            status = await self._stages(pipeline.stages)
        return int(status == 0) if pipeline.negated else status

    async def _stages(self, stages: Sequence[Command]) -> int:
        """Run commands side by side, each reading what the one before it writes."""
        pipes = [Pipe() for _ in stages[1:]]
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._stage(stage, before, after))
                for stage, before, after in zip(stages, (None, *pipes), (*pipes, None), strict=True)
            ]
        return tasks[-1].result()

    async def _stage(self, stage: Command, before: Pipe | None, after: Pipe | None) -> int:
        shell = self.subshell()
        shell.streams = self.streams.between(before, after)
        try:
            return await shell.alone(Script((Statement((Step("", Pipeline((stage,))),)),)))
        finally:
            if before:
                before.close()
            if after:
                after.end()

    # Commands

    async def command(self, command: Command) -> int:
        """Run one command with its redirections."""
        state = self.state
        state.steps += 1
        if state.steps % TURN == 0:
            await asyncio.sleep(0)
        try:
            if isinstance(command.body, Simple):
                return await self._simple(command.body, command)
            if not command.redirects:
                return await _RUN[type(command.body)](self, command.body)
            async with redirected(self, command.redirects):
                return await _RUN[type(command.body)](self, command.body)
        except (ShellFault, ArithmeticFault) as fault:
            status = await self.complain(str(fault), getattr(fault, "status", 1))
            if getattr(fault, "fatal", True):
                raise Fatal(status) from None
            return status

    def deeper(self) -> _Deeper:
        """Count one level of nesting.

        Raises:
            ShellFault: on entering, that was one too many.
        """
        return _Deeper(self.state)

    async def _simple(self, simple: Simple, command: Command) -> int:
        argv = list(simple.argv) if simple.argv is not None else await self.expansion.fields(simple.words)
        if not argv:
            return await self._assignments_only(simple, command)
        if argv[0] == "exec" and command.redirects:
            await self.streams.keep(self, command.redirects)
            return await self._named(argv, simple.assignments)
        if not command.redirects:
            return await self._named(argv, simple.assignments)
        async with redirected(self, command.redirects):
            return await self._named(argv, simple.assignments)

    async def _assignments_only(self, simple: Simple, command: Command) -> int:
        self.state.status = 0
        async with redirected(self, command.redirects):
            await self._assign(simple.assignments)
        return self.state.status

    async def _assign(self, assignments: Sequence[Assignment]) -> None:
        for assignment in assignments:
            value = await self.expansion.text(assignment.word)
            held = self.state.get(assignment.name) or "" if assignment.append else ""
            self.state.assign(assignment.name, held + value)

    async def _named(self, argv: list[str], assignments: Sequence[Assignment]) -> int:
        if argv[0] in self.state.functions or argv[0] in BUILTINS:
            await self._assign(assignments)
            if argv[0] in self.state.functions:
                return await self.call(argv)
            return await BUILTINS[argv[0]](self, argv)
        env = self.state.environment
        for assignment in assignments:
            env[assignment.name] = await self.expansion.text(assignment.word)
        return await self.process(argv, env)

    async def call(self, argv: list[str]) -> int:
        """Run a function."""
        state = self.state
        held, state.positional = state.positional, argv[1:]
        try:
            async with self.deeper():
                return await self.command(state.functions[argv[0]])
        except Return as leave:
            return leave.status
        finally:
            state.positional = held

    async def process(self, argv: list[str], env: dict[str, str] | None = None) -> int:
        """Run a command that is a file of the device."""
        run = find(self, argv[0])
        streams = self.streams
        environment = self.state.environment if env is None else env
        process = Process(self.device, argv, streams.stdin, streams[1], streams[2], environment, self.state.cwd, self.user)
        try:
            return await run(process)
        except BrokenPipeError:
            return BROKEN_PIPE
        except OSError as error:
            return await process.fail(f"{argv[0]}: {reason(error)}")
        except (Misuse, RegexFault) as error:
            return await process.fail(f"{argv[0]}: {error}", status=getattr(error, "status", 2))

    # Compound commands

    async def _if(self, body: If) -> int:
        for condition, then in body.branches:
            if condition is None or await self._true(condition):
                return await self._block(then)
        return 0

    async def _true(self, condition: Script) -> bool:
        self._checked += 1
        try:
            return await self._block(condition) == 0
        finally:
            self._checked -= 1

    async def _block(self, script: Script) -> int:
        async with self.deeper():
            return await self.execute(script)

    async def _loop(self, body: Loop) -> int:
        status = 0
        try:
            while await self._true(body.condition) != body.until:
                status, done = await self._round(body.body)
                if done:
                    break
        except Break as leave:
            leave.out()
        return status

    async def _for(self, body: For) -> int:
        values = list(self.state.positional) if body.words is None else await self.expansion.fields(body.words)
        status = 0
        for value in values:
            self.state.assign(body.name, value)
            status, done = await self._round(body.body)
            if done:
                break
        return status

    async def _round(self, body: Script) -> tuple[int, bool]:
        """One round of a loop; whether it is the last one."""
        self.state.steps += 1
        if self.state.steps % TURN == 0:
            await asyncio.sleep(0)
        try:
            return await self._block(body), False
        except Break as leave:
            leave.out()
            return 0, True
        except Continue as leave:
            leave.out()
            return 0, False

    async def _case(self, body: Case) -> int:
        text = await self.expansion.text(body.word)
        for patterns, script in body.branches:
            for pattern in patterns:
                if matches(await self.expansion.pieces(pattern), text):
                    return await self._block(script) if script.statements else 0
        return 0

    async def _group(self, body: Group) -> int:
        if not body.subshell:
            return await self._block(body.body)
        shell = self.subshell()
        async with shell.deeper():
            return await shell.alone(body.body)

    async def _function(self, body: Function) -> int:
        self.state.functions[body.name] = body.body
        return 0

    async def _calculation(self, body: Calculation) -> int:
        return int(evaluate(await self.expansion.text(body.word), self.state.variables) == 0)

    async def _condition(self, body: Condition) -> int:
        words = [await self.expansion.pieces(word) for word in body.words]
        return holds(self.device.files, self.state.cwd, words)


class _Deeper:
    """Counts levels of nesting."""

    def __init__(self, state: State) -> None:
        self._state = state

    async def __aenter__(self) -> None:
        self._state.depth += 1
        if self._state.depth > DEPTH:
            self._state.depth -= 1
            raise ShellFault("nested too deep", fatal=True)

    async def __aexit__(self, *_: object) -> None:
        self._state.depth -= 1


_RUN: dict[type, Callable[[Execution, Any], Any]] = {
    If: Execution._if,
    Loop: Execution._loop,
    For: Execution._for,
    Case: Execution._case,
    Group: Execution._group,
    Function: Execution._function,
    Calculation: Execution._calculation,
    Condition: Execution._condition,
}


def _fresh(env: Mapping[str, str] | None) -> State:
    given = ENVIRONMENT | dict(env or {})
    return State(variables={"IFS": " \t\n", **given}, exported=set(given))
