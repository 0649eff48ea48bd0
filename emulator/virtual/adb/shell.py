"""The services "shell" and "exec": one command line, or a session of many."""

from __future__ import annotations

from automotive_env.emulator.virtual.adb.shell_protocol import STDERR, STDOUT, Out, Stdin, exited
from automotive_env.emulator.virtual.adb.stream import Stream
from automotive_env.emulator.virtual.adb.terminal import Terminal
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import Input, Output
from automotive_env.emulator.virtual.shell.interpreter import Interpreter


async def shell(device: VirtualDevice, options: list[str], line: str, stream: Stream) -> None:
    """Run what was asked for; with the option "v2" there are stderr and an exit status, with "pty" a terminal.

    Without "v2", and on a terminal, stdout and stderr are one; a line of the first version runs on a terminal that shows nothing.
    """
    stdin: Input = stream
    stdout: Output = stream
    stderr: Output = stream
    if v2 := "v2" in options:
        stdin, stdout, stderr = Stdin(stream), Out(stream, STDOUT), Out(stream, STDERR)
    env = dict(option.split("=", 1) for option in options if option.startswith("TERM="))
    if "pty" in options or ("raw" not in options and not line):
        status = await Terminal(device, stdin, stdout, env).run(line)
    else:
        interpreter = Interpreter(device, stdin, stdout, stderr, env)
        status = await (interpreter.run(line) if line else interpreter.session())
    if v2:
        await exited(stream, status)
