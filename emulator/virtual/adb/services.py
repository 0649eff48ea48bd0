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
    from automotive_env.emulator.virtual.adb.transport import Connection


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


def find(connection: Connection, name: str) -> Work | None:
    """The service of that name; None where there is none."""
    kind, _, argument = name.partition(":")
    kind, *options = kind.split(",")
    make = _SERVICES.get(kind)
    return make(connection, options, argument) if make else _socket(connection, name)


def _shell(connection: Connection, options: list[str], line: str) -> Work:
    return Work(partial(shell, connection.daemon.device, options, line))


def _exec(connection: Connection, options: list[str], line: str) -> Work:
    return Work(partial(shell, connection.daemon.device, ["raw"], line), hangs_up=False)


def _sync(connection: Connection, options: list[str], argument: str) -> Work:
    return Work(Sync(connection.daemon.device).serve, hangs_up=False)


def _framebuffer(connection: Connection, options: list[str], argument: str) -> Work:
    return Work(partial(framebuffer, connection.daemon.device))


def _reverse(connection: Connection, options: list[str], argument: str) -> Work:
    return _says(connection.reverse.answer(argument))


def _socket(connection: Connection, name: str) -> Work | None:
    handler = connection.daemon.device.sockets.get(name.removesuffix(":localhost").removesuffix(":127.0.0.1"))
    return Work(lambda stream: handler(stream, stream), hangs_up=False) if handler else None


def _root(connection: Connection, options: list[str], argument: str) -> Work:
    if connection.daemon.device.root:
        return _says("adbd is already running as root\n")
    return _says("restarting adbd as root\n", partial(connection.daemon.restart, root=True))


def _unroot(connection: Connection, options: list[str], argument: str) -> Work:
    if not connection.daemon.device.root:
        return _says("adbd not running as root\n")
    return _says("restarting adbd as non root\n", partial(connection.daemon.restart, root=False))


def _remount(connection: Connection, options: list[str], argument: str) -> Work:
    root = connection.daemon.device.root
    return _says("Remount succeeded\n" if root else 'Not running as root. Try "adb root" first.\n')


def _reboot(connection: Connection, options: list[str], argument: str) -> Work:
    return _says("", partial(connection.daemon.restart, root=False))


def _tcpip(connection: Connection, options: list[str], port: str) -> Work:
    """The port would be one of the guest, which nobody reaches from the host: there is nothing to listen on."""
    valid = port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16
    return _says(f"restarting in TCP mode port: {int(port)}\n" if valid else "invalid port\n")


def _usb(connection: Connection, options: list[str], argument: str) -> Work:
    return _says("restarting in USB mode\n")


def _jdwp(connection: Connection, options: list[str], process: str) -> Work | None:
    """No process of the device can be debugged."""
    return None if process else _says("")


def _track(connection: Connection, options: list[str], argument: str) -> Work:
    return Work(_nothing_changes)


async def _nothing_changes(stream: Stream) -> None:
    await stream.write(b"0000")
    await asyncio.Event().wait()


def _says(text: str, afterwards: Callable[[], None] | None = None) -> Work:
    return Work(lambda stream: stream.write(text.encode(errors="replace")), hangs_up=False, afterwards=afterwards)


_SERVICES: dict[str, Callable[[Connection, list[str], str], Work | None]] = {
    "shell": _shell,
    "exec": _exec,
    "sync": _sync,
    "framebuffer": _framebuffer,
    "reverse": _reverse,
    "root": _root,
    "unroot": _unroot,
    "remount": _remount,
    "reboot": _reboot,
    "tcpip": _tcpip,
    "usb": _usb,
    "jdwp": _jdwp,
    "track-jdwp": _track,
    "track-app": _track,
}
