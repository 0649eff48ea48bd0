"""`service`: which system services there are, and a raw call of one of them."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process, command

UNKNOWN = 'Result: Parcel(Error: 0xffffffffffffffb6 "Not a data message")'


@command("service")
async def service(process: Process) -> int:
    """`service list`, `service check NAME`, `service call NAME CODE ARGS`."""
    services = process.device.services
    match process.args:
        case ["list"]:
            lines = [f"{place}\t{name}: [{services[name].interface}]" for place, name in enumerate(sorted(services))]
            return await process.print(f"Found {len(services)} services:", *lines)
        case ["check", name]:
            return await process.print(f"Service {name}: {'found' if name in services else 'not found'}")
        case ["call", name, code, *args] if code.isdecimal() and len(code) < 6:
            return await _call(process, name, int(code), args)
    usage = ["service: No action specified" if not process.args else f"service: Unknown command {process.args[0]}"]
    return await process.fail(*usage, "Usage: service [-h|-?]", "       service list", "       service check SERVICE", status=10)


async def _call(process: Process, name: str, code: int, args: list[str]) -> int:
    found = process.device.services.get(name)
    if found is None:
        return await process.fail(f"service: Service {name} does not exist", status=10)
    return await process.print(found.transact(code, args) or UNKNOWN)
