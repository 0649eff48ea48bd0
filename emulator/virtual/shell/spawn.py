"""How a command runs another command, or a shell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.shell.interpreter import Interpreter
from automotive_env.emulator.virtual.shell.state import ShellFault


def shell_for(process: Process, *, user: int | None = None) -> Interpreter:
    """A new shell with the streams, the environment and the folder of a command."""
    shell = Interpreter(
        process.device,
        process.stdin,
        process.stdout,
        process.stderr,
        process.env,
        user=process.user if user is None else user,
    )
    shell.state.cwd = process.cwd
    return shell


async def spawn(
    process: Process,
    argv: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    user: int | None = None,
) -> int:
    """Run a command as the child of another one; returns its status, 127 where there is none."""
    shell = shell_for(process, user=user)
    try:
        return await shell.process(list(argv), dict(process.env if env is None else env))
    except ShellFault as fault:
        return await process.fail(f"{process.argv[0]}: {argv[0]}: No such file or directory", status=fault.status)
