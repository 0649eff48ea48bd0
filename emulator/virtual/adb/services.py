"""Services by the name that a stream is opened with, such as "shell:ls" or "tcp:8080"."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from automotive_env.emulator.virtual.adb.stream import AdbStream
from automotive_env.emulator.virtual.adb.sync import SyncService
from automotive_env.emulator.virtual.adb.terminal import Terminal
from automotive_env.emulator.virtual.device import VirtualDevice, rgba
from automotive_env.emulator.virtual.process import ProcessInput, ProcessOutput
from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.adb.daemon import AdbDaemon

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN = range(5)
"""Kinds of packets; a client also tells the size of its window, which is of no use here."""
_HEADER = Struct("<BI")
CHUNK = 256 * 1024
"""Bytes that are read at once."""


class PacketInput:
    """The Input of a process: the contents of packets, read only when the process asks."""

    def __init__(self, stream: AdbStream) -> None:
        self._stream = stream
        self._left = 0
        self._ended = False

    async def read(self, most: int) -> bytes:
        """Up to so many bytes; b"" at the end."""
        while not self._left and not self._ended:
            await self._next()
        data = await self._stream.read(min(most, self._left)) if self._left else b""
        self._left -= len(data)
        return data

    async def _next(self) -> None:
        try:
            kind, length = _HEADER.unpack(await self._stream.read_exactly(_HEADER.size))
            if kind == STDIN:
                self._left = length
            elif kind == CLOSE_STDIN:
                self._ended = True
            else:
                await self._skip(length)
        except EOFError:
            self._ended = True

    async def _skip(self, length: int) -> None:
        while length:
            length -= len(await self._stream.read_exactly(min(length, CHUNK)))


class PacketOutput:
    """The Output of a process: packets of one kind."""

    def __init__(self, stream: AdbStream, kind: int) -> None:
        self._stream = stream
        self._kind = kind

    async def write(self, data: bytes) -> None:
        """Send bytes; waits for the reader."""
        size = max(1, self._stream.payload - _HEADER.size)  # one packet is one write, so that two writers do not mix
        for at in range(0, len(data), size):
            part = data[at : at + size]
            await self._stream.write(_HEADER.pack(self._kind, len(part)) + part)


async def exited(stream: AdbStream, status: int) -> None:
    """Say with which status the process ended."""
    await stream.write(_HEADER.pack(EXIT, 1) + bytes([status & 0xFF]))


_FRAME_HEADER = Struct("<13I")
_CHANNELS = (0, 8, 16, 8, 8, 8, 24, 8)
"""Offset and length in bits of red, blue, green and alpha, in this order."""


async def framebuffer(device: VirtualDevice, stream: AdbStream) -> None:
    """Send one frame as RGBA."""
    pixels = rgba(device.frame())
    height, width = pixels.shape[:2]
    await stream.write(_FRAME_HEADER.pack(1, 32, pixels.nbytes, width, height, *_CHANNELS) + pixels.tobytes())


async def shell(device: VirtualDevice, options: list[str], line: str, stream: AdbStream) -> None:
    """Run what was asked for; with the option "v2" there are stderr and an exit status, with "pty" a terminal.

    Without "v2", and on a terminal, stdout and stderr are one; a line of the first version runs on a terminal that shows nothing.
    """
    stdin: ProcessInput = stream
    stdout: ProcessOutput = stream
    stderr: ProcessOutput = stream
    if v2 := "v2" in options:
        stdin, stdout, stderr = PacketInput(stream), PacketOutput(stream, STDOUT), PacketOutput(stream, STDERR)
    env = dict(option.split("=", 1) for option in options if option.startswith("TERM="))
    if "pty" in options or ("raw" not in options and not line):
        status = await Terminal(device, stdin, stdout, env).run(line)
    else:
        interpreter = ShellInterpreter(device, stdin, stdout, stderr, env)
        status = await (interpreter.run(line) if line else interpreter.session())
    if v2:
        await exited(stream, status)


_NO_REVERSE = "this device has no reverse sockets"
_REVERSE = {"list-forward": "0000", "killforward-all": "OKAY"}
"""Answers to requests about sockets that lead back to the client's machine, of which there are none."""


class StreamService(NamedTuple):
    """What a stream was opened for.

    Attributes:
        run: serves the stream, which is closed when it returns.
        hangs_up: whether it ends at once with the stream; otherwise it may still use what it was sent.
        afterwards: called when the stream has been closed.
    """

    run: Callable[[AdbStream], Awaitable[None]]
    hangs_up: bool = True
    afterwards: Callable[[], None] | None = None


def find(daemon: AdbDaemon, name: str) -> StreamService | None:
    """The service of that name; None where there is none."""
    kind, _, argument = name.partition(":")
    kind, *options = kind.split(",")
    device = daemon.device
    match kind:
        case "shell":
            return StreamService(partial(shell, device, options, argument))
        case "exec":
            return StreamService(partial(shell, device, ["raw"], argument), hangs_up=False)
        case "sync":
            return StreamService(SyncService(device).serve, hangs_up=False)
        case "framebuffer":
            return StreamService(partial(framebuffer, device))
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
    handler = device.sockets.get(name.removesuffix(":localhost").removesuffix(":127.0.0.1"))
    return StreamService(lambda stream: handler(stream, stream), hangs_up=False) if handler else None


def _run_as(daemon: AdbDaemon, *, root: bool) -> StreamService:
    if daemon.device.root == root:
        return _says("adbd is already running as root\n" if root else "adbd not running as root\n")
    return _says(f"restarting adbd as {'root' if root else 'non root'}\n", partial(daemon.restart, root=root))


def _says(text: str, afterwards: Callable[[], None] | None = None) -> StreamService:
    return StreamService(lambda stream: stream.write(text.encode()), hangs_up=False, afterwards=afterwards)
