"""The console of an emulator: lines over TCP that act on the device from outside, as `adb emu` sends them."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from pathlib import Path

from automotive_env.emulator.virtual.adb.daemon import Daemon
from automotive_env.emulator.virtual.console_commands import Rejected, answer
from automotive_env.errors import EnvironmentFault

TOKEN_FILE = ".emulator_console_auth_token"
CALLERS = 32
"""Connections at once."""
LINE = 16 * 1024
"""Bytes of a line."""


class Console:
    """The console of one device. Whoever connects has to show the token first."""

    def __init__(self, daemon: Daemon, token: Path) -> None:
        self._daemon = daemon
        self._token = token
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def listening(self) -> bool:
        """Whether callers are taken."""
        return self._server is not None and self._server.is_serving()

    async def listen(self, listener: socket.socket) -> None:
        """Take connections from a listening socket, which is closed with the console."""
        self._server = await asyncio.start_server(self._serve, sock=listener, limit=LINE)

    def close(self) -> None:
        """Stop listening and hang up."""
        if self._server:
            self._server.close()
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._writers) >= CALLERS:
            writer.close()
            return
        self._writers.add(writer)
        try:
            if not self._secret():
                writer.write(_lines(_WELCOME, "OK"))
                await self._converse(reader, writer)
                return
            writer.write(_lines(*_BANNER, f"'{self._token}'", "OK"))
            if await self._authenticated(reader, writer):
                await self._converse(reader, writer)
            await writer.drain()
        except (OSError, ValueError):
            pass  # the caller has gone, or sent a line that is too long
        finally:
            self._writers.discard(writer)
            writer.close()

    def _secret(self) -> bytes:
        """The token; empty where its owner wants none to be asked for."""
        return self._token.read_bytes().strip()

    async def _authenticated(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        while line := await reader.readline():
            word, _, token = line.decode(errors="replace").strip().partition(" ")
            if word in ("quit", "exit"):
                return False
            if word != "auth":
                writer.write(_lines("KO: unknown command, try 'help'"))
                await writer.drain()
            elif not secrets.compare_digest(token.strip().encode(), self._secret()):
                writer.write(_lines("KO: authentication token does not match ~/.emulator_console_auth_token"))
                return False
            else:
                writer.write(_lines(_WELCOME, "OK"))
                return True
        return False

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            text = line.decode(errors="replace").strip()
            if text in ("quit", "exit"):
                return
            if text == "kill":
                writer.write(_lines("OK: killing emulator, bye bye"))
                await writer.drain()
                self._daemon.unplug()
                return
            try:
                writer.write(_lines(*await answer(self._daemon, text), "OK") if text else b"")
            except Rejected as rejected:
                writer.write(_lines(f"KO: {rejected}"))
            await writer.drain()


_WELCOME = "Android Console: type 'help' for a list of commands"
_BANNER = (
    "Android Console: Authentication required",
    "Android Console: type 'auth <auth_token>' to authenticate",
    "Android Console: you can find your <auth_token> in ",
)


def console_token(home: Path) -> Path:
    """The file that holds the token, made where it is missing; only its owner can read it.

    Raises:
        EnvironmentFault: it cannot be made.
    """
    path = home / TOKEN_FILE
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(12))
    except FileExistsError:
        pass
    except OSError as fault:
        raise EnvironmentFault(f"{path} cannot be written ({fault.strerror}): set HOME to a folder of your own") from None
    return path


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode()
