"""What the console of an emulator can do to its device."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TypeAlias, cast

from automotive_env.emulator.virtual.adb.daemon import Daemon
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.files import File
from automotive_env.emulator.virtual.positions import Fix, from_nmea, from_words
from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.shell.streams import Memory, Reader
from automotive_env.world.change import Cause
from automotive_env.world.errors import StateError
from automotive_env.world.events import happen
from automotive_env.world.world import INDEX

SNAPSHOTS = 32
"""Snapshots that a device keeps."""
_NAME = re.compile(r"[\w.-]{1,100}\Z")
_NUMBER = re.compile(r"[0-9#+]{1,40}\Z")
_SPEEDS = ("gsm", "hscsd", "gprs", "edge", "umts", "hsdpa", "lte", "evdo", "full")
_DELAYS = ("gprs", "edge", "umts", "none")


class Rejected(Exception):
    """The console says "KO: " and the message."""


Command: TypeAlias = Callable[[Daemon, str], Awaitable[list[str]]]
"""Does what the rest of a line says; returns the lines to print before "OK", or raises `Rejected`."""


async def answer(daemon: Daemon, line: str) -> list[str]:
    """Do what a line says; returns the lines to print before "OK".

    Raises:
        Rejected: it cannot be done; nothing was changed.
    """
    word, rest = _first(line)
    if word in _GROUPS:
        return await _grouped(daemon, word, rest)
    if word not in _COMMANDS:
        raise Rejected("unknown command, try 'help'")
    return await _COMMANDS[word](daemon, rest)


async def _grouped(daemon: Daemon, group: str, line: str) -> list[str]:
    word, rest = _first(line)
    if not word:
        raise Rejected("missing sub-command")
    if word not in _GROUPS[group]:
        raise Rejected("bad sub-command")
    return await _GROUPS[group][word](daemon, rest)


def _first(line: str) -> tuple[str, str]:
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


async def _help(daemon: Daemon, what: str) -> list[str]:
    if not what:
        return ["Android console commands:", "", *(f"    {name}" for name in (*_COMMANDS, *_GROUPS, "kill", "quit", "exit")), ""]
    if what in _GROUPS:
        return [f"allowed sub-commands: {', '.join(_GROUPS[what])}"]
    if what in _COMMANDS:
        return []
    raise Rejected("unknown command")


async def _ping(daemon: Daemon, rest: str) -> list[str]:
    return ["I am alive!"]


# The daemon


async def _name(daemon: Daemon, rest: str) -> list[str]:
    return [daemon.device.properties.get("ro.boot.qemu.avd_name", "automotive_env")]


async def _status(daemon: Daemon, rest: str) -> list[str]:
    return [f"virtual device is {'stopped' if daemon.frozen else 'running'}"]


async def _stop(daemon: Daemon, rest: str) -> list[str]:
    if daemon.frozen:
        raise Rejected("virtual device already stopped")
    daemon.freeze(True)
    return []


async def _start(daemon: Daemon, rest: str) -> list[str]:
    if not daemon.frozen:
        raise Rejected("virtual device already running")
    daemon.freeze(False)
    return []


async def _snapshot(daemon: Daemon, line: str) -> list[str]:
    word, name = _first(line)
    if word == "list":
        return _list(daemon.device)
    if word not in _SNAPSHOT:
        raise Rejected("bad sub-command" if word else "missing sub-command")
    if not _NAME.match(name):
        raise Rejected("a snapshot needs a name of letters, digits, '.', '_' and '-'")
    if word != "save" and name not in daemon.device.snapshots:
        raise Rejected(f"there is no snapshot '{name}'")
    _SNAPSHOT[word](daemon.device, name)
    return []


def _list(device: VirtualDevice) -> list[str]:
    if not device.snapshots:
        return ["There is no snapshot available."]
    rows = ["List of snapshots present on all disks:", f"{'ID':<10}{'TAG':<32}{'VM SIZE':>10}{'DATE':>22}"]
    for name, kept in device.snapshots.items():
        moment = cast("tuple[str, ...]", kept.world)[INDEX["environment.timestamp"]]
        size = sum(len(file.data) for file in cast("Mapping[str, File]", kept.files).values())
        rows.append(f"{'--':<10}{name:<32}{f'{size}B':>10}{moment:>22}")
    return rows


def _save(device: VirtualDevice, name: str) -> None:
    if name not in device.snapshots and len(device.snapshots) >= SNAPSHOTS:
        raise Rejected(f"there are {SNAPSHOTS} snapshots; delete one first")
    device.save(name)


def _delete(device: VirtualDevice, name: str) -> None:
    del device.snapshots[name]


_SNAPSHOT: dict[str, Callable[[VirtualDevice, str], None]] = {"save": _save, "load": VirtualDevice.load, "delete": _delete}


# The position


async def _fix(daemon: Daemon, words: str) -> list[str]:
    return _move(daemon, "geo fix", from_words, words)


async def _nmea(daemon: Daemon, sentence: str) -> list[str]:
    if not sentence:
        raise Rejected("NMEA sentence missing, try 'help geo nmea'")
    return _move(daemon, "geo nmea", from_nmea, sentence)


def _move(daemon: Daemon, command: str, read: Callable[[str], Fix], text: str) -> list[str]:
    world, cause = daemon.device.world, Cause("road", command)
    try:
        with world.changing(cause):
            for name, value in read(text)._asdict().items():
                if value is not None:
                    world.set(f"road.gps.{name}", value, cause)
    except (ValueError, StateError) as error:
        raise Rejected(str(error)) from None
    return []


# The phone


async def _call(daemon: Daemon, number: str) -> list[str]:
    if not number:
        raise Rejected("missing argument, try 'gsm call <phonenumber>'")
    return _happen(daemon, "incoming call", contact=_caller(daemon, number))


async def _cancel(daemon: Daemon, number: str) -> list[str]:
    if not number:
        raise Rejected("missing argument, try 'gsm cancel <phonenumber>'")
    phone = daemon.device.world.conversation
    if phone.call_state == "idle" or phone.current_contact != _caller(daemon, number):
        raise Rejected("could not cancel this number")
    daemon.device.world.call("conversation.conversation_phone_hangup", {}, Cause("road", "gsm cancel"))
    return []


async def _sms(daemon: Daemon, line: str) -> list[str]:
    number, text = _first(line)
    if not text:
        raise Rejected("missing argument, try 'sms send <phonenumber> <text message>'")
    return _happen(daemon, "message", contact=_caller(daemon, number), content=text)


def _caller(daemon: Daemon, number: str) -> str:
    """The contact that has a number, or the number itself."""
    if not _NUMBER.match(number):
        raise Rejected("bad phone number format, use digits, # and + only")
    known = {_digits(contact.phone_number): contact.name for contact in daemon.device.world.conversation.contacts}
    known.pop("", None)  # a contact whose number is not known
    return known.get(_digits(number), number)


def _digits(number: str) -> str:
    return "".join(letter for letter in number if letter.isdecimal())


def _happen(daemon: Daemon, event: str, **details: str) -> list[str]:
    try:
        happen(daemon.device.world, event, **details)
    except StateError as error:
        raise Rejected(str(error)) from None
    return []


# What is taken and changes nothing: the car has no such thing


async def _speed(daemon: Daemon, speed: str) -> list[str]:
    return _accepted(speed, _SPEEDS, "network speed")


async def _delay(daemon: Daemon, delay: str) -> list[str]:
    return _accepted(delay, _DELAYS, "network delay")


def _accepted(argument: str, names: tuple[str, ...], command: str) -> list[str]:
    if argument not in names and not re.fullmatch(r"\d{1,9}(:\d{1,9})?", argument):
        raise Rejected(f"invalid argument, try '{command} <{'|'.join(names)}|number>'")
    return []


# The battery of the head unit


async def _power(daemon: Daemon, rest: str) -> list[str]:
    held = {key: await _battery(daemon, "get", key) for key, _ in _POWER.values()}
    shown = {
        name: next((word for word, number in values.items() if number == held[key]), held[key])
        for name, (key, values) in _POWER.items()
    }
    return [f"{_TITLES.get(name, name)}: {text}" for name, text in shown.items()]


async def _set_power(name: str, daemon: Daemon, value: str) -> list[str]:
    key, values = _POWER[name]
    number = values.get(value) if values else value if value.isdecimal() and int(value) <= 100 else None
    if number is None:
        raise Rejected(f'Usage: "{name} {"|".join(values) or "<0-100>"}"')
    await _battery(daemon, "set", key, {"true": "1", "false": "0"}.get(number, number))
    return []


async def _battery(daemon: Daemon, *words: str) -> str:
    """What `cmd battery` says."""
    said = Memory()
    await daemon.device.services["battery"].command(Process(daemon.device, ["battery", *words], Reader(), said, said))
    return said.data.decode().strip()


_STATUS = ("unknown", "charging", "discharging", "not-charging", "full")
_HEALTH = ("unknown", "good", "overheat", "dead", "overvoltage", "failure")
_POWER: dict[str, tuple[str, dict[str, str]]] = {
    "ac": ("ac", {"on": "true", "off": "false"}),
    "status": ("status", {word: str(number) for number, word in enumerate(_STATUS, 1)}),
    "health": ("health", {word: str(number) for number, word in enumerate(_HEALTH, 1)}),
    "present": ("present", {"true": "true", "false": "false"}),
    "capacity": ("level", {}),
}
"""What the console calls it -> what the battery service calls it and its values; none: a percentage."""
_TITLES = {"ac": "AC"}


_COMMANDS: dict[str, Command] = {"help": _help, "h": _help, "?": _help, "ping": _ping}
_GROUPS: dict[str, dict[str, Command]] = {
    "avd": {"name": _name, "status": _status, "stop": _stop, "start": _start, "snapshot": _snapshot},
    "geo": {"fix": _fix, "nmea": _nmea},
    "gsm": {"call": _call, "cancel": _cancel},
    "sms": {"send": _sms},
    "power": {"display": _power, **{name: partial(_set_power, name) for name in _POWER}},
    "network": {"speed": _speed, "delay": _delay},
}
