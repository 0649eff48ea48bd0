"""Sockets of the device that lead to the machine of the one who connected (`adb reverse`)."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.process import Handler, Input, Output

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.adb.transport import Connection

KINDS = ("tcp", "local", "localabstract", "localreserved", "localfilesystem")
MOST = 32
"""Sockets of one connection."""
LONGEST = 12 * 1024
"""Characters of an answer, whose length has four hexadecimal digits."""
_FIRST_FREE = 40000
_CHUNK = 64 * 1024


class Reverse:
    """The sockets that one connection has asked for; each is one of the device's sockets."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._remote: dict[str, str] = {}

    @property
    def _sockets(self) -> dict[str, Handler]:
        return self._connection.daemon.device.sockets

    def answer(self, request: str) -> str:
        """Do what was asked; the answer is what goes over the stream."""
        what, _, argument = request.partition(":")
        match what:
            case "forward":
                rebind = not argument.startswith("norebind:")
                return self._forward(*argument.removeprefix("norebind:").partition(";")[::2], rebind=rebind)
            case "killforward":
                return self._kill(argument)
            case "killforward-all":
                self.clear()
                return "OKAY"
            case "list-forward":
                return _counted("".join(f"(reverse) {local} {remote}\n" for local, remote in self._remote.items()))
        return _fail(f"unknown request {what}")

    def clear(self) -> None:
        """Take all away."""
        for local in list(self._remote):
            self._kill(local)

    def _forward(self, local: str, remote: str, *, rebind: bool) -> str:
        chosen = local == "tcp:0"
        if chosen:
            local = next(name for port in count(_FIRST_FREE) if (name := f"tcp:{port}") not in self._sockets)
        if not _valid(local) or not _valid(remote):
            return _fail(f"bad forward: {local};{remote}")
        if local in self._remote and not rebind:
            return _fail("cannot rebind existing socket")
        if (local in self._sockets and local not in self._remote) or len(self._remote) >= MOST:
            return _fail(f"cannot bind listener: {'Address already in use' if local in self._sockets else 'too many'}")
        self._remote[local] = remote
        self._sockets[local] = self._handler(local, remote)
        return "OKAY" + (_counted(local.removeprefix("tcp:")) if chosen else "")

    def _kill(self, local: str) -> str:
        if self._remote.pop(local, None) is None:
            return _fail(f"listener '{local}' not found")
        self._sockets.pop(local, None)
        return "OKAY"

    def _handler(self, local: str, remote: str) -> Handler:
        async def serve(stdin: Input, stdout: Output) -> None:
            stream = await self._connection.connect(remote, lambda: self._remote.get(local) == remote)
            if stream is None:
                return
            ways = {asyncio.ensure_future(_copy(stdin, stream)), asyncio.ensure_future(_copy(stream, stdout))}
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)  # ADB cannot close one way alone
            finally:
                for way in ways:
                    way.cancel()
                self._connection.disconnect(stream)

        return serve


async def _copy(source: Input, target: Output) -> None:
    try:
        while data := await source.read(_CHUNK):
            await target.write(data)
    except BrokenPipeError:
        pass


def _valid(address: str) -> bool:
    kind, _, name = address.partition(":")
    if kind != "tcp":
        return kind in KINDS and 0 < len(name) <= 100 and name.isprintable()
    return name.isascii() and name.isdigit() and 0 < int(name) < 1 << 16


def _fail(message: str) -> str:
    return "FAIL" + _counted(message)


def _counted(text: str) -> str:
    text = text[:LONGEST]
    return f"{len(text.encode(errors='replace')):04x}{text}"
