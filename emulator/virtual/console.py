"""The console of an emulator: lines over TCP that act on the device from outside, as `adb emu` sends them."""

from __future__ import annotations

import asyncio
import math
import os
import re
import secrets
import socket
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.errors import StateError
from automotive_env.car.owner.events import happen
from automotive_env.emulator.virtual.actor import ACTOR, ChangeAuthor, doing, trusted
from automotive_env.emulator.virtual.adb.daemon import AdbDaemon
from automotive_env.errors import EnvironmentFault
from automotive_env.machine.connection_room import ConnectionLimiter

MAX_SNAPSHOTS = 32
"""Snapshots that a device keeps."""
_SNAPSHOT_NAME = re.compile(r"[\w.-]{1,100}\Z")
_PHONE_NUMBER = re.compile(r"[0-9#+]{1,40}\Z")


class ConsoleRejection(Exception):
    """The console says "KO: " and the message."""


ConsoleCommand: TypeAlias = Callable[[AdbDaemon, str], list[str]]
"""Does what the rest of a line says; returns the lines to print before "OK", or raises `ConsoleRejection`."""


def answer(daemon: AdbDaemon, line: str) -> list[str]:
    """Do what a line says; returns the lines to print before "OK"."""
    group, rest = _first(line)
    word, argument = _first(rest)
    if group in ("help", "h", "?"):
        groups = (f"    {group} {'|'.join(words)}" for group, words in _GROUPS.items())
        return ["Android console commands:", *groups, "    help|ping|kill|quit"]
    if group == "ping":
        return ["I am alive!"]
    if group == "tampering" and trusted():
        return _tampering(daemon, rest)
    if group not in _GROUPS:
        raise ConsoleRejection("unknown command, try 'help'")
    if word not in _GROUPS[group]:
        raise ConsoleRejection("bad sub-command" if word else "missing sub-command")
    return _GROUPS[group][word](daemon, argument)


def _first(line: str) -> tuple[str, str]:
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


# The device


def _name(daemon: AdbDaemon, rest: str) -> list[str]:
    return ["automotive_env"]


def _status(daemon: AdbDaemon, rest: str) -> list[str]:
    return ["virtual device is running"]


def _snapshot(daemon: AdbDaemon, line: str) -> list[str]:
    device, (word, name) = daemon.device, _first(line)
    if word == "list":
        return _snapshots(daemon)
    if word not in ("save", "load", "delete"):
        raise ConsoleRejection("bad sub-command" if word else "missing sub-command")
    if not _SNAPSHOT_NAME.match(name):
        raise ConsoleRejection("a snapshot needs a name of letters, digits, '.', '_' and '-'")
    if word != "save" and name not in device.snapshots:
        raise ConsoleRejection(f"there is no snapshot '{name}'")
    if word == "save" and name not in device.snapshots and len(device.snapshots) >= MAX_SNAPSHOTS:
        raise ConsoleRejection(f"there are {MAX_SNAPSHOTS} snapshots; delete one first")
    {"save": device.save, "load": device.load, "delete": device.snapshots.__delitem__}[word](name)
    if word == "load" and trusted():  # whatever a client has done to the device is over
        daemon.plug()
    return []


def _tampering(daemon: AdbDaemon, word: str) -> list[str]:
    """`tampering list|forget`: for the program that judges what clients do."""
    if word == "forget":
        daemon.device.tampering.forget()
    return [f"- {note}" for note in daemon.device.tampering.notes]


def _snapshots(daemon: AdbDaemon) -> list[str]:
    if not daemon.device.snapshots:
        return ["There is no snapshot available."]
    return [
        "List of snapshots present on all disks:",
        "ID        TAG",
        *(f"--        {name}" for name in daemon.device.snapshots),
    ]


def _geo_fix(daemon: AdbDaemon, words: str) -> list[str]:
    """`LONGITUDE LATITUDE [ALTITUDE [SATELLITES [KNOTS]]]`: longitude first, and a speed that is not the car's."""
    world, cause, given = daemon.device.world, ChangeCause("road", "geo fix"), words.split()
    if len(given) < 2:
        raise ConsoleRejection("not enough arguments: see 'help geo fix' for details")
    longitude, latitude, altitude = map(_number, [*given, "0"][:3])
    try:
        with world.changing(cause):
            for name, value in (("latitude", latitude), ("longitude", longitude), ("altitude", altitude)):
                world.set(f"road.gps.{name}", value, cause)
    except StateError as error:
        raise ConsoleRejection(str(error)) from None
    return []


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ConsoleRejection(f"argument '{text}' is not a number")
    return value


# The phone


def _call(daemon: AdbDaemon, number: str) -> list[str]:
    if not number:
        raise ConsoleRejection("missing argument, try 'gsm call <phonenumber>'")
    return _happen(daemon, "incoming call", contact=_caller(daemon, number))


def _sms(daemon: AdbDaemon, line: str) -> list[str]:
    number, text = _first(line)
    if not text:
        raise ConsoleRejection("missing argument, try 'sms send <phonenumber> <text message>'")
    return _happen(daemon, "message", contact=_caller(daemon, number), content=text)


def _caller(daemon: AdbDaemon, number: str) -> str:
    """The contact that has a number, or the number itself."""
    if not _PHONE_NUMBER.match(number):
        raise ConsoleRejection("bad phone number format, use digits, # and + only")
    known = {_digits(contact.phone_number): contact.name for contact in daemon.device.world.conversation.contacts}
    known.pop("", None)  # a contact whose number is not known
    return known.get(_digits(number), number)


def _digits(number: str) -> str:
    return "".join(letter for letter in number if letter.isdecimal())


def _happen(daemon: AdbDaemon, event: str, **details: str) -> list[str]:
    try:
        happen(daemon.device.world, event, **details)
    except StateError as error:
        raise ConsoleRejection(str(error)) from None
    return []


_GROUPS: dict[str, dict[str, ConsoleCommand]] = {
    "avd": {"name": _name, "status": _status, "snapshot": _snapshot},
    "geo": {"fix": _geo_fix},
    "gsm": {"call": _call},
    "sms": {"send": _sms},
}

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


class EmulatorConsole:
    """The console of one device. Whoever connects has to show the token first."""

    def __init__(self, daemon: AdbDaemon, token: Path) -> None:
        self._daemon = daemon
        self._token = token
        self._server: asyncio.Server | None = None
        self._callers = ConnectionLimiter[asyncio.StreamWriter](
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
                ACTOR.set(ChangeAuthor(trusted=True))
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
        except ConsoleRejection as rejected:
            return _lines(f"KO: {rejected}")


def console_token(home: Path) -> Path:
    """The file that holds the token, made where it is missing; only its owner can read it."""
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
