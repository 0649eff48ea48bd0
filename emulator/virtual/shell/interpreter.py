"""A shell that reads text: one line, a script, or a session of many lines."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.process import ROOT, Input, Output, uid_of
from automotive_env.emulator.virtual.shell.budget import Exhausted, command_line
from automotive_env.emulator.virtual.shell.builtins import Break, Continue, Exit, Fatal, Return
from automotive_env.emulator.virtual.shell.execution import Execution
from automotive_env.emulator.virtual.shell.parser import LONGEST, parse
from automotive_env.emulator.virtual.shell.syntax import Incomplete, Script, SyntaxFault
from automotive_env.emulator.virtual.shell.tools import BROKEN_PIPE

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

KILLED = 137
"""Status of a line whose budget was exhausted."""
LINES = 500
"""Lines that a compound command may have in a session; those of here-documents do not count."""
_CONTINUED = re.compile(r"(?<!\\)(?:\\\\)*\\\n\Z")


class Interpreter(Execution):
    """A shell that reads text. It keeps variables, functions, its folder and `$?` from one text to the next."""

    async def run(self, text: str) -> int:
        """Run a script; returns its status, which is `$?` from then on."""
        try:
            await self._run(parse(text))
        except SyntaxFault as fault:
            self.state.status = await self.complain(str(fault))
        except Exit as leave:
            self.state.status = leave.status
        return self.state.status

    async def _run(self, script: Script) -> None:
        """Run a script; cancelling it cancels its jobs, too."""
        self.state.meter.steps = 0
        with command_line() as outermost:
            try:
                await self._execute(script)
            except Exhausted as error:
                if not outermost:
                    raise
                self.state.status = await self.complain(f"stopped: {error}", status=KILLED)

    async def _execute(self, script: Script) -> None:
        try:
            await self.execute(script)
        except BaseExceptionGroup as group:
            exhausted = group.subgroup(Exhausted)
            if exhausted is None:
                raise
            raise Exhausted(str(_first(exhausted))) from None
        except (Break, Continue):
            pass
        except ConnectionError:
            self.state.status = BROKEN_PIPE
        except asyncio.CancelledError:
            self.stop_jobs()
            raise

    async def finish(self) -> int:
        """Do what `trap` kept for the end of the shell; returns the status of the shell."""
        status, text = self.state.status, self.state.on_exit
        self.state.on_exit = ""
        if text:
            await self.run(text)
        return status

    async def session(self, interactive: bool = False) -> int:
        """Run lines from stdin as they come, until its end or `exit`; returns the last status.

        Each line runs as soon as it has come, but for those inside of quotes, compound commands and here-documents.
        A fault in the syntax ends the session, as in mksh, unless it is interactive.
        """
        while True:
            try:
                script = await self._next(interactive)
                if script is None:
                    break
                await self._run(script)
            except SyntaxFault as fault:
                self.state.status = await self.complain(str(fault))
                if not interactive:
                    break
            except Exit as leave:
                self.state.status = leave.status
                if not (interactive and isinstance(leave, Fatal | Return)):
                    break
        return await self.finish()

    async def _next(self, interactive: bool) -> Script | None:
        """Lines from stdin that are complete; None at its end."""
        text, until, attempts = "", None, 0
        while attempts < LINES and len(text) <= LONGEST:
            if interactive:
                await self.streams.write(1, self._prompt(bool(text)).encode())
            line = (await self.streams.stdin.read_line()).decode("utf-8", "surrogateescape").replace("\r\n", "\n")
            text += line
            if not line:
                return parse(text) if text else None
            if _CONTINUED.search(line) or (until is not None and line.strip() != until):
                continue
            attempts += 1
            try:
                return parse(text)
            except Incomplete as fault:
                until = fault.until
        raise SyntaxFault("syntax error: command too long")

    def _prompt(self, more: bool) -> str:
        mark = "#" if uid_of(self.device, self.user) == ROOT else "$"
        return "> " if more else f"emulator_car64_x86_64:{self.state.cwd} {mark} "


def _first(group: BaseException) -> BaseException:
    return _first(group.exceptions[0]) if isinstance(group, BaseExceptionGroup) else group


async def run_line(
    device: VirtualDevice, line: str, stdin: Input, stdout: Output, stderr: Output, env: Mapping[str, str] | None = None
) -> int:
    """Run one line, or a script, in a shell of its own, as `adb shell LINE` does; returns its status (0..255)."""
    shell = Interpreter(device, stdin, stdout, stderr, env)
    await shell.run(line)
    return await shell.finish()
