"""`cmd`: commands of system services."""

from __future__ import annotations

from dataclasses import replace

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.shell_text import valid

MISSING = 20
"""Exit status where there is no such service."""


@command("cmd")
async def cmd(process: Process) -> int:
    """`cmd -l`, `cmd [-w] NAME [ARGS]`."""
    args = process.args[1:] if process.args[:1] == ["-w"] else process.args
    if not args:
        use = "use -l to list all running services. use -w to start and wait for a service."
        return await process.fail(f"cmd: No service specified; {use}", status=MISSING)
    if args[0] == "-l":
        known = sorted(process.device.services)
        return await process.print("Currently running services:", *(f"  {name}" for name in known))
    return await run_service(process, args)


async def run_service(process: Process, argv: list[str]) -> int:
    """Do `cmd NAME ARGS`; other commands of the shell, such as `am`, are short for it."""
    service = process.device.services.get(argv[0])
    if service is None:
        return await process.fail(f"cmd: Can't find service: {argv[0]}", status=MISSING)
    return await service.command(replace(process, argv=valid(argv)))
