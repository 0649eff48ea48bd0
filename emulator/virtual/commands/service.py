"""`service`: which system services there are."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process, command


@command("service")
async def service(process: Process) -> int:
    """`service list`, `service check NAME`; raw calls are not supported."""
    services = process.device.services
    match process.args:
        case ["list"]:
            lines = [f"{place}\t{name}: [{services[name].interface}]" for place, name in enumerate(sorted(services))]
            return await process.print(f"Found {len(services)} services:", *lines)
        case ["check", name]:
            return await process.print(f"Service {name}: {'found' if name in services else 'not found'}")
        case ["call", *_]:
            return await process.fail("service: call is not supported on this device: use cmd and dumpsys", status=10)
    usage = ["service: No action specified" if not process.args else f"service: Unknown command {process.args[0]}"]
    return await process.fail(*usage, "Usage: service [-h|-?]", "       service list", "       service check SERVICE", status=10)
