"""`dumpsys`: what system services say of themselves."""

from __future__ import annotations

from dataclasses import replace

from automotive_env.emulator.virtual.process import Process, command

WITH_VALUE = ("-t", "-T", "--priority")
"""Options that are followed by a value; like the other options they change nothing here, where a dump takes no time."""
RULE = "-" * 79


@command("dumpsys")
async def dumpsys(process: Process) -> int:
    """`dumpsys`, `dumpsys -l`, `dumpsys NAME [ARGS]`."""
    options, rest = _options(process.args)
    if rest:
        return await _dump(process, rest)
    known = sorted(process.device.services)
    await process.print("Currently running services:", *(f"  {name}" for name in known))
    for name in known if "-l" not in options else ():
        await process.print(RULE, f"DUMP OF SERVICE {name}:")
        await _dump(process, [name])
    return 0


def _options(args: list[str]) -> tuple[set[str], list[str]]:
    """The options that come before the name, and the rest."""
    position = 0
    while position < len(args) and args[position].startswith("-"):
        position += 2 if args[position] in WITH_VALUE else 1
    return set(args[:position]), args[position:]


async def _dump(process: Process, argv: list[str]) -> int:
    service = process.device.services.get(argv[0])
    if service is None:
        return await process.fail(f"Can't find service: {argv[0]}", status=0)  # dumpsys does not count it as a failure
    await service.dump(replace(process, argv=argv))
    return 0
