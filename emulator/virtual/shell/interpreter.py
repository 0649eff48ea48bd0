"""A shell that reads text: one line, a script, or a session of many lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.process import Input, Output
from automotive_env.emulator.virtual.shell.builtins import Break, Continue, Exit, Fatal, Return
from automotive_env.emulator.virtual.shell.execution import BROKEN_PIPE, Execution
from automotive_env.emulator.virtual.shell.parser import parse
from automotive_env.emulator.virtual.shell.syntax import Incomplete, SyntaxFault

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice


class Interpreter(Execution):
    """A shell that reads text. It keeps variables, functions, its folder and `$?` from one text to the next."""

    async def run(self, text: str) -> int:
        """Run a script; returns its status, which is `$?` from then on."""
        try:
            return await self.execute(parse(text))
        except SyntaxFault as fault:
            self.state.status = await self.complain(str(fault))
        except Exit as leave:
            self.state.status = leave.status
        except (Break, Continue):
            pass
        except BrokenPipeError:
            self.state.status = BROKEN_PIPE
        return self.state.status

    async def session(self, interactive: bool = False) -> int:
        """Run lines from stdin as they come, until its end or `exit`; returns the last status."""
        text = ""
        while True:
            if interactive:
                await self.streams.write(1, self._prompt(bool(text)).encode())
            line = (await self.streams.stdin.read_line()).decode("utf-8", "surrogateescape")
            text += line.replace("\r\n", "\n")
            try:
                if not text or (line and not _complete(text)):
                    if not line:
                        return self.state.status
                    continue
                await self.execute(parse(text))
            except SyntaxFault as fault:
                self.state.status = await self.complain(str(fault))
                if not interactive:
                    return self.state.status
            except Exit as leave:
                if not (interactive and isinstance(leave, Fatal | Return)):
                    return leave.status
                self.state.status = leave.status
            except (Break, Continue):
                pass
            text = ""

    def _prompt(self, more: bool) -> str:
        return "> " if more else f"emulator_car64_x86_64:{self.state.cwd} {'#' if self.device.root else '$'} "


def _complete(text: str) -> bool:
    if re.search(r"(?<!\\)(?:\\\\)*\\\n\Z", text):
        return False
    try:
        parse(text)
    except Incomplete:
        return False
    except SyntaxFault:
        return True
    return True


async def run_line(
    device: VirtualDevice, line: str, stdin: Input, stdout: Output, stderr: Output, env: Mapping[str, str] | None = None
) -> int:
    """Run one line, or a script, in a shell of its own, as `adb shell LINE` does; returns its status (0..255)."""
    return await Interpreter(device, stdin, stdout, stderr, env).run(line)
