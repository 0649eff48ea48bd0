"""Carries out what scripts mean: lists, pipelines, commands and compound commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from automotive_env.emulator.virtual.process import Input, Output, Process, uid_of
from automotive_env.emulator.virtual.shell.arithmetic import ArithmeticFault, evaluate
from automotive_env.emulator.virtual.shell.budget import budget
from automotive_env.emulator.virtual.shell.builtins import (
    BUILTINS,
    SPECIAL_BUILTINS,
    Break,
    Continue,
    Exit,
    Fatal,
    Return,
)
from automotive_env.emulator.virtual.shell.conditions import holds
from automotive_env.emulator.virtual.shell.expansion import Expansion
from automotive_env.emulator.virtual.shell.lookup import find
from automotive_env.emulator.virtual.shell.patterns import matches
from automotive_env.emulator.virtual.shell.redirection import Streams, redirected
from automotive_env.emulator.virtual.shell.state import Deeper, ShellFault, State
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
from automotive_env.emulator.virtual.shell.tools import BROKEN_PIPE, answer, reason

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

STEPS = 1_000_000
"""Commands that one line of a session, with all that it starts, may run."""
TURN = 64
"""After so many commands the other tasks of the event loop get a turn."""
CAPTURED = 1 << 20
"""Bytes that a command substitution may give."""
FORK = 100
"""Commands that a stage of a pipeline counts as."""


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
        self.state = State.fresh(env or {}, device.jobs.new_id())
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
        release = shell.streams.hold()
        uid = uid_of(self.device, self.user)
        pid = self.device.jobs.start(shell.alone(Script((Statement(statement.steps),))), release, uid)
        self.state.last_job = pid
        self.state.jobs.append(pid)
        return 0

    def stop_jobs(self) -> None:
        """Cancel what this shell runs in the background."""
        for pid in self.state.jobs:
            self.device.jobs.stop(pid)

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
        except ConnectionError:
            return BROKEN_PIPE
        except asyncio.CancelledError:
            self.stop_jobs()
            raise

    async def _captured(self, script: Script) -> str:
        shell, memory = self.subshell(), Memory(CAPTURED)
        shell.streams = self.streams.having(1, memory)
        with Deeper():
            self.state.status = await shell.alone(script)
        await memory.released()
        if memory.overflowed:
            raise ShellFault(f"a substitution may give {CAPTURED} bytes", fatal=True)
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
        await self._count(FORK * len(stages))
        pipes = [Pipe() for _ in stages[1:]]
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._stage(stage, before, after))
                for stage, before, after in zip(stages, (None, *pipes), (*pipes, None), strict=True)
            ]
        statuses = [task.result() for task in tasks]
        return next((status for status in reversed(statuses) if status), 0) if self.state.pipe_fail else statuses[-1]

    async def _stage(self, stage: Command, before: Pipe | None, after: Pipe | None) -> int:
        shell = self.subshell()
        shell.streams = self.streams.between(before, after)
        release = after.hold() if after else None
        try:
            return await shell.alone(Script((Statement((Step("", Pipeline((stage,))),)),)))
        finally:
            if before:
                before.close()
            if release:
                release()

    # Commands

    async def command(self, command: Command) -> int:
        """Run one command with its redirections."""
        await self._count()
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
        except RecursionError:
            raise Fatal(await self.complain("nested too deep")) from None
        except OSError as error:
            if isinstance(error, ConnectionError):
                raise
            return await self.complain(reason(error))

    async def _count(self, steps: int = 1) -> None:
        """Count a command, or a round of a loop; now and then other tasks get a turn."""
        meter = self.state.meter
        await budget().spend(10 * steps)
        meter.steps += steps
        if meter.steps % TURN < steps:
            await asyncio.sleep(0)
        if meter.steps > STEPS:
            raise Fatal(await self.complain(f"more than {STEPS} commands"))

    async def _simple(self, simple: Simple, command: Command) -> int:
        argv = list(simple.argv) if simple.argv is not None else await self.expansion.arguments(simple.words)
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
        if not command.redirects:
            await self._assign(simple.assignments)
            return self.state.status
        async with redirected(self, command.redirects):
            await self._assign(simple.assignments)
        return self.state.status

    async def _assign(self, assignments: Sequence[Assignment]) -> None:
        for assignment in assignments:
            value = await self.expansion.text(assignment.word)
            held = self.state.get(assignment.name) or "" if assignment.append else ""
            self.state.assign(assignment.name, held + value)

    async def _named(self, argv: list[str], assignments: Sequence[Assignment]) -> int:
        name = argv[0]
        if name in self.state.functions:
            with self.state.scope():
                await self._assign_local(assignments)
                return await self.call(argv)
        if name in SPECIAL_BUILTINS:
            await self._assign(assignments)
            self.state.exported.update(assignment.name for assignment in assignments if name == "exec")
            return await BUILTINS[name](self, argv)
        if name in BUILTINS:
            if not assignments:
                return await BUILTINS[name](self, argv)
            with self.state.scope(keep=argv[1:] if name == "read" else ()):
                await self._assign_local(assignments)
                return await BUILTINS[name](self, argv)
        env = self.state.environment
        for assignment in assignments:
            env[assignment.name] = await self.expansion.text(assignment.word)
        return await self.process(argv, env)

    async def _assign_local(self, assignments: Sequence[Assignment]) -> None:
        """Assign for the time of one command, which exports them."""
        for assignment in assignments:
            self.state.make_local(assignment.name)
            self.state.exported.add(assignment.name)
        await self._assign(assignments)

    async def call(self, argv: list[str]) -> int:
        """Run a function."""
        state = self.state
        held, state.positional = state.positional, argv[1:]
        try:
            with Deeper(), state.scope():
                return await self.command(state.functions[argv[0]])
        except Return as leave:
            return leave.status
        finally:
            state.positional = held

    async def process(self, argv: list[str], env: dict[str, str] | None = None) -> int:
        """Run a command that is a file of the device."""
        run, streams = find(self, argv[0]), self.streams
        environment = self.state.environment if env is None else env
        return await answer(
            run, Process(self.device, argv, streams.stdin, streams[1], streams[2], environment, self.state.cwd, self.user)
        )

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
        with Deeper():
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
        """One round of a loop; whether it is the last one. Where nobody reads any more, there is no use in another one."""
        await self._count()
        try:
            status = await self._block(body)
            if status == BROKEN_PIPE:
                raise BrokenPipeError
            return status, False
        except Continue as leave:
            leave.out()
            return 0, False
        except Break as leave:
            leave.out()
            return 0, True

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
        with Deeper():
            return await shell.alone(body.body)

    async def _function(self, body: Function) -> int:
        self.state.functions[body.name] = body.body
        return 0

    async def _calculation(self, body: Calculation) -> int:
        return int(evaluate(await self.expansion.text(body.word), self.state.variables) == 0)

    async def _condition(self, body: Condition) -> int:
        words = [await self.expansion.pieces(word) for word in body.words]
        return holds(self.device.files, self.state.cwd, words)


_RUN: dict[type, Callable[[Execution, Any], Coroutine[Any, Any, int]]] = {
    If: Execution._if,
    Loop: Execution._loop,
    For: Execution._for,
    Case: Execution._case,
    Group: Execution._group,
    Function: Execution._function,
    Calculation: Execution._calculation,
    Condition: Execution._condition,
}
