"""Commands of a service that are named by their first argument."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.services.shell_text import FAILED, unknown
from automotive_env.emulator.virtual.users import UsageFault

S = TypeVar("S")


async def run_subcommand(
    service: S, process: Process, subcommands: Mapping[str, Callable[[S, Process, list[str]], Awaitable[int]]]
) -> int:
    """Do what the first argument names with the others."""
    run = subcommands.get(process.args[0] if process.args else "")
    if run is None:
        return await unknown(process)
    try:
        return await run(service, process, process.args[1:])
    except UsageFault as fault:
        return await process.fail(str(fault), status=FAILED)
