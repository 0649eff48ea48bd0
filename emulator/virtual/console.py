"""The console of an emulator: lines over TCP that act on the device from outside, as `adb emu` sends them."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from pathlib import Path

from automotive_env.emulator.virtual.actor import ACTOR, Actor, doing
from automotive_env.emulator.virtual.adb.daemon import Daemon
from automotive_env.emulator.virtual.console_commands import Rejected, answer
from automotive_env.errors import EnvironmentFault
from automotive_env.serving.connection_room import ConnectionRoom

TOKEN_FILE = ".emulator_console_auth_token"
MAX_CONNECTIONS = 32
"""Connections at once; each is idle between two lines."""
MAX_LINE = 16 * 1024
"""Bytes of a line."""
_WELCOME = "Android Console: type 'help' for a list of commands"
_BANNER = (
    "Android Console: Authentication required",
    "Android Console: type 'auth <auth_token>' to authenticate",
    "Android Console: you can find your <auth_token> in ",
)


class Console:
    """The console of one device. Whoever connects has to show the token first."""

    def __init__(self, daemon: Daemon, token: Path) -> None:
        self._daemon = daemon
        self._token = token
        self._server: asyncio.Server | None = None
        self._callers = ConnectionRoom[asyncio.StreamWriter](
            MAX_CONNECTIONS, is_idle=lambda _: True, close=lambda writer: writer.transport.abort()
        )

    @property
    def listening(self) -> bool:
        """Whether callers are taken."""
        return self._server is not None and self._server.is_serving()

    async def listen(self, listener: socket.socket) -> None:
        """Take connections from a listening socket, which is closed with the console."""
        self._server = await asyncio.start_server(self._serve, sock=listener, limit=MAX_LINE)

    def close(self) -> None:
        """Stop listening and hang up."""
        if self._server:
            self._server.close()
        for writer in self._callers:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._callers.admit(writer)
        try:
            secret = self._token.read_bytes().strip()
            writer.write(_lines(*_BANNER, f"'{self._token}'", "OK") if secret else _lines(_WELCOME, "OK"))
            await self._converse(reader, writer, secret)
            await writer.drain()
        except (OSError, ValueError, asyncio.CancelledError):
            pass  # the caller has gone, or sent a line that is too long, or the console is closed; asyncio would print the last
        finally:
            self._callers.leave(writer)
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, secret: bytes) -> None:
        """Answer lines until the caller leaves; while there is a secret, only to the one who knows it."""
        while line := await reader.readline():
            self._callers.used(writer)
            text = line.decode(errors="replace").strip()
            if text in ("quit", "exit"):
                return
            word, _, token = text.partition(" ")
            if word == "auth" and secrets.compare_digest(token.strip().encode(), self._daemon.device.key.encode()):
                ACTOR.set(Actor(trusted=True))
                said, secret = _lines(_WELCOME, "OK"), b""
            elif secret:
                if word != "auth":
                    said = _lines("KO: unknown command, try 'help'")
                elif secrets.compare_digest(token.strip().encode(), secret):
                    said, secret = _lines(_WELCOME, "OK"), b""
                else:
                    writer.write(_lines("KO: authentication token does not match ~/.emulator_console_auth_token"))
                    return
            elif text == "kill":
                writer.write(_lines("OK: killing emulator, bye bye"))
                await writer.drain()
                with doing("console kill"):
                    self._daemon.kill()
                return
            else:
                said = self._answer(text)
            writer.write(said)
            await writer.drain()

    def _answer(self, text: str) -> bytes:
        try:
            with doing(f"console {text}"):
                return _lines(*answer(self._daemon, text), "OK") if text else b""
        except Rejected as rejected:
            return _lines(f"KO: {rejected}")


def console_token(home: Path) -> Path:
    """The file that holds the token, made where it is missing; only its owner can read it.

    Raises:
        EnvironmentFault: it cannot be made.
    """
    path = home / TOKEN_FILE
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii", newline="\n") as file:
            file.write(secrets.token_urlsafe(12))
    except FileExistsError:
        pass
    except OSError as fault:
        raise EnvironmentFault(f"{path} cannot be written ({fault.strerror}): set HOME to a folder of your own") from None
    return path


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode()
