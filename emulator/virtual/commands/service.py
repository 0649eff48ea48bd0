"""`service`: which system services there are."""

from __future__ import annotations

from dataclasses import replace

from automotive_env.emulator.virtual.process import Process, command


@command("service")
async def service(process: Process) -> int:
    """`service list`, `service check NAME`; `service call NAME CODE ARGS`: few raw calls are known."""
    services = process.device.services
    match process.args:
        case ["list"]:
            lines = [f"{place}\t{name}: [{services[name].interface}]" for place, name in enumerate(sorted(services))]
            return await process.print(f"Found {len(services)} services:", *lines)
        case ["check", name]:
            return await process.print(f"Service {name}: {'found' if name in services else 'not found'}")
        case ["call", name, _, *_] if name in services:
            return await services[name].transact(replace(process, argv=process.args[1:]))
        case ["call", name, _, *_]:
            return await process.fail(f"service: Service {name} does not exist", status=10)
    usage = ["service: No action specified" if not process.args else f"service: Unknown command {process.args[0]}"]
    return await process.fail(*usage, "Usage: service [-h|-?]", "       service list", "       service check SERVICE", status=10)
