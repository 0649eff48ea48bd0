"""One connection of an adb server, or of a library that speaks ADB itself, to a device."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.actor import ChangeAuthor, context_of
from automotive_env.emulator.virtual.adb.services import StreamService, find
from automotive_env.emulator.virtual.adb.stream import (
    CLSE,
    CNXN,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    VERSION,
    WRTE,
    AdbStream,
    BadAdbPacket,
    Packet,
    PacketSplitter,
    header,
)

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.adb.daemon import AdbDaemon

FEATURES = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "apex")
"""What this device can do beyond the first version of ADB.

Without "abb" clients install packages through `cmd package`; without "sendrecv_v2" they do not ask for compressed files, and
without "delayed_ack" each packet is acknowledged.
"""
MIN_PAYLOAD = 4096
"""Bytes in a packet that every peer takes, those of the first version of ADB included."""
MAX_STREAMS = 256
"""Open at once on one connection."""
UNSENT = 2 * MAX_PAYLOAD
"""Bytes that wait for a peer which does not read before nothing more of it is read."""
GRACE = 5.0
"""Seconds that a service has to finish with what it was sent before the peer closed the stream."""
SILENCE = 60.0
"""Seconds after which a connection may have to make room for another one, although something is open on it."""
BIG = 16 * 1024
"""Bytes of a payload from which on it is not copied behind its header."""
TRUSTED = "trusted-"
"""Prefix of a service that is opened with the key of the device: "trusted-KEY:shell:ls"."""
_QUICK_ACK = getattr(socket, "TCP_QUICKACK", None)


class DaemonConnection(asyncio.Protocol):
    """Takes packets, keeps the streams, and starts the service of each.

    Attributes:
        daemon: whose connection it is.
        payload: bytes in a packet that the peer takes at most.
        online: whether the peer has said what it is.
        trusted: whether the peer has shown the key of the device: it is not hung up on, whatever clients do.
        last_used: when the peer last sent something, on the clock of the event loop.
    """

    def __init__(self, daemon: AdbDaemon) -> None:
        self.daemon = daemon
        self.payload = MIN_PAYLOAD
        self.online = self.trusted = False
        self.last_used = daemon.loop.time()
        self._splitter = PacketSplitter()
        self._transport: asyncio.Transport | None = None
        self._streams: dict[int, AdbStream] = {}
        self._tasks: dict[int, tuple[asyncio.Task[None], StreamService]] = {}
        self._next = 0
        self._checksum = self._full = False
        self._ready = asyncio.Event()
        self._ready.set()

    # --- the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by asyncio."""
        assert isinstance(transport, asyncio.Transport)
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.set_write_buffer_limits(UNSENT)
        self._transport = transport
        if self.daemon.admit(self):
            self.listen()
        else:
            self.close()

    @property
    def idle(self) -> bool:
        """Whether nothing is open on it, or its peer has sent nothing for `SILENCE`."""
        if self.trusted:
            return False
        return not (self._streams or self._tasks) or self.daemon.loop.time() - self.last_used > SILENCE

    def data_received(self, data: bytes) -> None:
        """Called by asyncio."""
        self.last_used = self.daemon.loop.time()
        self.daemon.connections.used(self)
        try:
            for packet in self._splitter.feed(data):
                self._handle(packet)
        except BadAdbPacket:
            self.close()
        if _QUICK_ACK is not None and self._transport:
            # Clients that leave Nagle's algorithm on, such as adb-shell, hold a packet back until the one before is acknowledged.
            self._transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, _QUICK_ACK, 1)

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by asyncio."""
        self.daemon.connections.leave(self)
        self._transport = None
        self._ready.set()
        self._end()

    def _end(self) -> None:
        """Nothing that was open goes on."""
        self.online = False
        for stream in self._streams.values():
            stream.hang_up()
        for task, _ in self._tasks.values():
            task.cancel()
        self._streams.clear()

    def pause_writing(self) -> None:
        """Called by asyncio: the peer does not read, so nothing more of it is read either."""
        self._full = True
        self._ready.clear()
        self.listen()

    def resume_writing(self) -> None:
        """Called by asyncio."""
        self._full = False
        self._ready.set()
        self.listen()

    async def ready(self) -> None:
        """Wait until the peer has taken what was sent before, but for `UNSENT` bytes."""
        await self._ready.wait()

    def listen(self) -> None:
        """Take packets, or take none while the peer does not read."""
        if self._transport and not self._transport.is_closing():
            (self._transport.pause_reading if self._full else self._transport.resume_reading)()

    def close(self) -> None:
        """Hang up."""
        if self._transport:
            self._transport.abort()

    def send(self, command: int, arg0: int, arg1: int, data: bytes | memoryview = b"") -> None:
        """Send one packet; nothing happens where the peer has gone."""
        if self._transport is None or self._transport.is_closing():
            return
        head = header(command, arg0, arg1, data, checksum=self._checksum)
        if len(data) < BIG:
            self._transport.write(head + data)
        else:
            self._transport.write(head)
            self._transport.write(data)

    # --- packets

    def _handle(self, packet: Packet) -> None:
        handle = _HANDLERS.get(packet.command)
        if handle is None or (not self.online and packet.command != CNXN):
            return
        handle(self, packet)

    def _greeted(self, packet: Packet) -> None:
        if self.online:
            self._end()
        self._checksum = packet.arg0 < VERSION
        if packet.arg1 < MIN_PAYLOAD:
            raise BadAdbPacket(f"packets of {packet.arg1} bytes are too small")
        self.payload = min(packet.arg1, MAX_PAYLOAD)
        self.online = True
        banner = f"{self.daemon.banner}features={','.join(FEATURES)}"
        self.send(CNXN, min(VERSION, packet.arg0), MAX_PAYLOAD, banner.encode())

    # --- streams

    def _open(self, packet: Packet) -> None:
        name = packet.data.rstrip(b"\0").decode(errors="surrogateescape")
        own = f"{TRUSTED}{self.daemon.device.key}:"
        if shown := name.startswith(own):
            name, self.trusted = name.removeprefix(own), True
        context = context_of(ChangeAuthor(f"adb {name}", shown))
        full = max(len(self._streams), len(self._tasks)) >= MAX_STREAMS  # services outlive their streams for a while
        work = None if full else context.run(find, self.daemon, name)
        if work is None:
            self.send(CLSE, 0, packet.arg0)
            return
        stream = AdbStream(self, self._number(), packet.arg0)
        self._streams[stream.local] = stream
        stream.accept()
        task = self.daemon.loop.create_task(self._serve(stream, work), context=context)
        self._tasks[stream.local] = task, work
        task.add_done_callback(lambda _: self._tasks.pop(stream.local, None))

    async def _serve(self, stream: AdbStream, work: StreamService) -> None:
        try:
            await work.run(stream)
            await stream.drain()
        except (BrokenPipeError, EOFError):
            pass  # the peer has gone
        finally:
            if self._streams.pop(stream.local, None):
                stream.close()
        if work.afterwards:
            work.afterwards()

    def _okay(self, packet: Packet) -> None:
        if stream := self._streams.get(packet.arg1):
            stream.acknowledged()

    def _write(self, packet: Packet) -> None:
        stream = self._streams.get(packet.arg1)
        if stream and not stream.receive(packet.data):
            raise BadAdbPacket("more than was acknowledged")

    def _closed(self, packet: Packet) -> None:
        stream = self._streams.pop(packet.arg1, None)
        if stream is None:
            return
        stream.close()
        if running := self._tasks.get(stream.local):
            task, work = running
            if work.hangs_up:
                task.cancel()
            else:
                self.daemon.loop.call_later(GRACE, task.cancel)

    def _number(self) -> int:
        self._next = self._next % 0x7FFFFFFF + 1
        return self._next


_HANDLERS: dict[int, Callable[[DaemonConnection, Packet], None]] = {
    CNXN: DaemonConnection._greeted,
    OPEN: DaemonConnection._open,
    OKAY: DaemonConnection._okay,
    WRTE: DaemonConnection._write,
    CLSE: DaemonConnection._closed,
}
