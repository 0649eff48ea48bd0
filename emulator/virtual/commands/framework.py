"""`cmd`, `dumpsys`, `service`, and what is short for them: commands that ask system services."""

from __future__ import annotations

from dataclasses import replace

from automotive_env.car.core.change import ChangeCause
from automotive_env.emulator.virtual.process import ShellCommand, ShellProcess, command
from automotive_env.emulator.virtual.service import FAILED, ServiceUsageError, valid
from automotive_env.emulator.virtual.shell.tools import options

SHORT_COMMANDS = {
    "am": "activity",
    "ime": "input_method",
    "media": "media_session",
    "pm": "package",
    "settings": "settings",
    "wm": "window",
}
"""Command that is short for a service: `am start` is `cmd activity start`."""
MISSING, NO_CALL = 20, 10
"""Exit statuses where there is no such service, and of a raw call that is not made."""
RULE = "-" * 79
SWITCHES = {"wifi": "system.wifi", "data": "system.mobile_data"}


@command("cmd")
async def cmd(process: ShellProcess) -> int:
    """`cmd -l`, `cmd [-w] NAME [ARGS]`."""
    args = process.args[1:] if process.args[:1] == ["-w"] else process.args
    if not args:
        use = "use -l to list all running services. use -w to start and wait for a service."
        return await process.fail(f"cmd: No service specified; {use}", status=MISSING)
    return await (_list(process) if args[0] == "-l" else run_service(process, args))


async def run_service(process: ShellProcess, argv: list[str]) -> int:
    """Do `cmd NAME ARGS`."""
    service = process.device.services.get(argv[0])
    if service is None:
        return await process.fail(f"cmd: Can't find service: {argv[0]}", status=MISSING)
    try:
        return await service.command(replace(process, argv=valid(argv)))
    except ServiceUsageError as fault:
        return await process.fail(str(fault), status=FAILED)


async def _list(process: ShellProcess) -> int:
    return await process.print("Currently running services:", *(f"  {name}" for name in sorted(process.device.services)))


def _short_for(service: str) -> ShellCommand:
    async def run(process: ShellProcess) -> int:
        return await run_service(process, [service, *process.args])

    return run


for _name, _service in SHORT_COMMANDS.items():
    command(_name)(_short_for(_service))


@command("dumpsys")
async def dumpsys(process: ShellProcess) -> int:
    """`dumpsys`, `dumpsys -l`, `dumpsys NAME [ARGS]`; other options change nothing here, where a dump takes no time."""
    given = options(process, "lt:T:", ["priority=", "pid", "thread"], stop=True)
    if given.words:
        return await _dump(process, given.words)
    await _list(process)
    for name in sorted(process.device.services) if "l" not in given else ():
        await process.print(RULE, f"DUMP OF SERVICE {name}:")
        await _dump(process, [name])
    return 0


async def _dump(process: ShellProcess, argv: list[str]) -> int:
    service = process.device.services.get(argv[0])
    if service is None:
        return await process.fail(f"Can't find service: {argv[0]}", status=0)  # dumpsys does not count it as a failure
    await service.dump(replace(process, argv=argv))
    return 0


@command("service")
async def service(process: ShellProcess) -> int:
    """`service check NAME`; `service call NAME CODE ARGS`: few raw calls are known."""
    services = process.device.services
    match process.args:
        case ["check", name]:
            return await process.print(f"Service {name}: {'found' if name in services else 'not found'}")
        case ["call", name, _, *_] if name in services:
            return await services[name].transact(replace(process, argv=process.args[1:]))
        case ["call", name, _, *_]:
            return await process.fail(f"service: Service {name} does not exist", status=NO_CALL)
    return await process.fail("Usage: service check SERVICE", status=NO_CALL)


@command("svc")
async def svc(process: ShellProcess) -> int:
    """`svc wifi|data|bluetooth enable|disable` and `svc power stayon WHEN`: the display is never off."""
    match process.args:
        case ["wifi" | "data" as what, "enable" | "disable" as state]:
            process.device.world.set(SWITCHES[what], state == "enable", ChangeCause("setup", f"svc {what}"))
            return 0
        case ["bluetooth", "enable" | "disable" as state]:
            return await run_service(process, ["bluetooth_manager", state])
        case ["power", "stayon", "true" | "false" | "usb" | "ac" | "wireless" | "dock"]:
            return 0
    return await process.fail("Available commands:", "    wifi|data|bluetooth enable|disable", "    power stayon true|false")
