"""Let public clients of Android devices drive a virtual one, and print what works: client x operation.

    python -m automotive_env.scripts.play_clients ENVIRONMENTS [--client airtest ...] [--android 13]

ENVIRONMENTS is a folder with a virtual environment for each client, named like it, such as ENVIRONMENTS/airtest, into which the
client was installed; that of mobile-mcp holds `node_modules`, from `npm install @mobilenext/mobile-mcp`. A client that is not
there is left out and named. What an operation did is looked up in the car, not asked of the client.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from select import select
from typing import IO, Any

from automotive_env.car.vhal.properties import AndroidRelease
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.scripts.client_probe import CLIENTS, TEXT
from automotive_env.text.output import prepare_output

PATIENCE = 120.0
"""Seconds that an operation may take."""
MOBILE_MCP = "node_modules/@mobilenext/mobile-mcp/lib/index.js"
ELSEWHERE = {
    "AndroidWorld's T3A and M3A": "AndroidWorld is on no package index; its repository has to be installed by hand",
}
"""Clients that cannot be installed from an index, and why."""
WORKS, LACKS = "yes", "-"


@dataclass
class ClientOperationResults:
    """What a client was able to do: operation -> why not, empty where it was done."""

    faults: dict[str, str] = field(default_factory=dict)
    missing: str = ""


EFFECTS: Mapping[str, Callable[[VirtualDevice], bool]] = {
    "tap": lambda device: bool(device.head_unit.snapshot().front(device.world).focus),
    "swipe": lambda device: device.head_unit.elements() != _before[0],
    "text": lambda device: any(one.text == TEXT for one in device.head_unit.elements() if one.editable),
    "key": lambda device: device.world.system.foreground_app == "home",
    "launch": lambda device: device.world.system.foreground_app == "media",
}
"""Operation -> whether it has had its effect on the car."""
_before: list[Any] = [None]


def _prepare(device: VirtualDevice, operation: str) -> tuple[int, int]:
    """Bring the head unit to where an operation can show its effect; returns where to touch."""
    unit = device.head_unit
    unit.home()
    unit.open_app("phone" if operation in ("swipe", "launch") else "maps")
    if operation == "swipe":
        contacts = next(one.box for one in unit.elements() if one.scrollable)
        _before[0] = unit.elements()
        return contacts.center[0], contacts.bottom - 40
    search = next((one.box.center for one in unit.elements() if one.name == "search_edit_text"), (700, 400))
    if operation == "text":
        unit.tap(*search)
        unit.erase(everything=True)
    return search


def play(client: str, folder: Path, host: VirtualHost) -> ClientOperationResults:
    """Let a client do everything that it can, each operation from a fresh start."""
    device, serial = host.devices[0], host.serials[0]
    python = sys.executable if client in ("adb", "mobile-mcp") else str(folder / client / "bin" / "python")
    script = folder / client / MOBILE_MCP
    if not Path(python).exists() or (client == "mobile-mcp" and not script.exists()):
        return ClientOperationResults(missing=f"not installed in {folder / client}")
    env = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(host.adb_port), "ANDROID_SERIAL": serial, "MOBILE_MCP": str(script)}
    env["PATH"] = f"{Path(host.adb_path).parent}{os.pathsep}{env['PATH']}"
    command = [python, "-I", str(Path(__file__).with_name("client_probe.py")), client, serial, str(host.adb_port)]
    start = host.call(device.world.snapshot)
    played = ClientOperationResults()
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as probe:
        assert probe.stdin is not None
        assert probe.stdout is not None
        told = _answer(probe.stdout)
        for operation in told.get("operations", ()):
            at = host.call(lambda operation=operation: _prepare(device, operation))  # type: ignore[misc]
            probe.stdin.write(json.dumps({"operation": operation, "at": at}).encode() + b"\n")
            probe.stdin.flush()
            fault = _answer(probe.stdout)["fault"]
            effect = EFFECTS.get(operation)
            if not fault and effect and not host.call(lambda effect=effect: effect(device)):  # type: ignore[misc]
                fault = "the car shows no effect"
            played.faults[operation] = fault
        probe.stdin.close()
        try:
            probe.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            probe.kill()
    host.call(lambda: device.world.restore(start))
    played.missing = str(told.get("fault", ""))
    return played


def _answer(stream: IO[bytes]) -> dict[str, Any]:
    if not select([stream], [], [], PATIENCE)[0]:
        return {"fault": f"no answer within {PATIENCE:g} s"}
    line = stream.readline()
    found: dict[str, Any] = json.loads(line) if line else {"fault": "the client has ended"}
    return found


def table(played: Mapping[str, ClientOperationResults]) -> list[str]:
    """The results as a table of Markdown: a row for each operation."""
    shown = [client for client, one in played.items() if one.faults]
    operations = list(dict.fromkeys(name for client in shown for name in played[client].faults))
    rows = [f"| operation | {' | '.join(shown)} |", f"|---|{'---|' * len(shown)}"]
    for name in operations:
        faults = [played[client].faults.get(name) for client in shown]
        cells = [LACKS if fault is None else "no" if fault else WORKS for fault in faults]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and print the table; exit status 1 if an operation failed."""
    prepare_output()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environments", type=Path)
    parser.add_argument("--client", action="append", choices=CLIENTS)
    parser.add_argument("--android", type=int, choices=(13, 14, 15), default=13)
    options = parser.parse_args(argv)
    release: AndroidRelease = options.android
    played: dict[str, ClientOperationResults] = {}
    with VirtualHost(release=release, clock="real") as host:
        for client in options.client or CLIENTS:
            played[client] = play(client, options.environments.resolve(), host)
    print(*table(played), sep="\n")
    faults = {f"{client}: {name}": why for client, one in played.items() for name, why in one.faults.items() if why}
    print(*(f"\n{what}: {why}" for what, why in faults.items()), sep="")
    print(*(f"{client}: left out: {one.missing}" for client, one in played.items() if one.missing), sep="\n")
    print(*(f"{client}: left out: {why}" for client, why in ELSEWHERE.items()), sep="\n")
    return int(bool(faults))


if __name__ == "__main__":
    raise SystemExit(main())
