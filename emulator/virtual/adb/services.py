"""Services by the name that a stream is opened with, such as "shell:ls" or "tcp:8080"."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from automotive_env.emulator.virtual.adb.framebuffer import framebuffer
from automotive_env.emulator.virtual.adb.shell import shell
from automotive_env.emulator.virtual.adb.stream import Stream
from automotive_env.emulator.virtual.adb.sync import Sync

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.adb.daemon import Daemon

_NO_REVERSE = "this device has no reverse sockets"
_REVERSE = {"list-forward": "0000", "killforward-all": "OKAY"}
"""Answers to requests about sockets that lead back to the client's machine, of which there are none."""


class Work(NamedTuple):
    """What a stream was opened for.

    Attributes:
        run: serves the stream, which is closed when it returns.
        hangs_up: whether it ends at once with the stream; otherwise it may still use what it was sent.
        afterwards: called when the stream has been closed.
    """

    run: Callable[[Stream], Awaitable[None]]
    hangs_up: bool = True
    afterwards: Callable[[], None] | None = None


def find(daemon: Daemon, name: str) -> Work | None:
    """The service of that name; None where there is none."""
    kind, _, argument = name.partition(":")
    kind, *options = kind.split(",")
    device = daemon.device
    match kind:
        case "shell":
            return Work(partial(shell, device, options, argument))
        case "exec":
            return Work(partial(shell, device, ["raw"], argument), hangs_up=False)
        case "sync":
            return Work(Sync(device).serve, hangs_up=False)
        case "framebuffer":
            return Work(partial(framebuffer, device))
        case "root" | "unroot":
            return _run_as(daemon, root=kind == "root")
        case "remount":
            return _says("Remount succeeded\n" if device.root else 'Not running as root. Try "adb root" first.\n')
        case "reboot":
            return _says("", partial(daemon.restart, root=False))
        case "tcpip" | "usb":
            return _says(f"error: adbd cannot be restarted: it listens on 127.0.0.1:{daemon.port} and nowhere else\n")
        case "reverse":
            return _says(_REVERSE.get(argument, f"FAIL{len(_NO_REVERSE):04x}{_NO_REVERSE}"))
        case "jdwp":  # no process of the device can be debugged
            return None if argument else _says("")
        case "track-jdwp" | "track-app":
            return Work(_no_processes)
    handler = device.sockets.get(name.removesuffix(":localhost").removesuffix(":127.0.0.1"))
    return Work(lambda stream: handler(stream, stream), hangs_up=False) if handler else None


def _run_as(daemon: Daemon, *, root: bool) -> Work:
    if daemon.device.root == root:
        return _says("adbd is already running as root\n" if root else "adbd not running as root\n")
    return _says(f"restarting adbd as {'root' if root else 'non root'}\n", partial(daemon.restart, root=root))


async def _no_processes(stream: Stream) -> None:
    await stream.write(b"0000")
    await asyncio.Event().wait()


def _says(text: str, afterwards: Callable[[], None] | None = None) -> Work:
    return Work(lambda stream: stream.write(text.encode()), hangs_up=False, afterwards=afterwards)
