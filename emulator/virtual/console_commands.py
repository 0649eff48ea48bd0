"""What the console of an emulator can do to its device."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from automotive_env.emulator.virtual.adb.daemon import Daemon
from automotive_env.emulator.virtual.console_power import VALUES, Power
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.positions import Fix, from_nmea, from_words
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


@dataclass
class Machine:
    """What a console acts on.

    Attributes:
        daemon: the device, as ADB reaches it.
        power: its battery.
    """

    daemon: Daemon
    power: Power = field(default_factory=Power)

    @property
    def device(self) -> VirtualDevice:
        """The device."""
        return self.daemon.device


class Rejected(Exception):
    """The console says "KO: " and the message."""


Command: TypeAlias = Callable[[Machine, str], list[str]]
"""Does what the rest of a line says; returns the lines to print before "OK", or raises `Rejected`."""


def answer(machine: Machine, line: str) -> list[str]:
    """Do what a line says; returns the lines to print before "OK".

    Raises:
        Rejected: it cannot be done; nothing was changed.
    """
    word, rest = _first(line)
    if word in _GROUPS:
        return _grouped(machine, word, rest)
    if word not in _COMMANDS:
        raise Rejected("unknown command, try 'help'")
    return _COMMANDS[word](machine, rest)


def _grouped(machine: Machine, group: str, line: str) -> list[str]:
    word, rest = _first(line)
    if not word:
        raise Rejected("missing sub-command")
    if word not in _GROUPS[group]:
        raise Rejected("bad sub-command")
    return _GROUPS[group][word](machine, rest)


def _first(line: str) -> tuple[str, str]:
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


def _help(machine: Machine, what: str) -> list[str]:
    if not what:
        return ["Android console commands:", "", *(f"    {name}" for name in (*_COMMANDS, *_GROUPS, "kill", "quit", "exit")), ""]
    if what in _GROUPS:
        return [f"allowed sub-commands: {', '.join(_GROUPS[what])}"]
    if what in _COMMANDS:
        return []
    raise Rejected("unknown command")


def _ping(machine: Machine, rest: str) -> list[str]:
    return ["I am alive!"]


# The machine


def _name(machine: Machine, rest: str) -> list[str]:
    return [machine.device.properties.get("ro.boot.qemu.avd_name", "automotive_env")]


def _status(machine: Machine, rest: str) -> list[str]:
    return [f"virtual device is {'stopped' if machine.daemon.frozen else 'running'}"]


def _stop(machine: Machine, rest: str) -> list[str]:
    if machine.daemon.frozen:
        raise Rejected("virtual device already stopped")
    machine.daemon.freeze(True)
    return []


def _start(machine: Machine, rest: str) -> list[str]:
    if not machine.daemon.frozen:
        raise Rejected("virtual device already running")
    machine.daemon.freeze(False)
    return []


def _snapshot(machine: Machine, line: str) -> list[str]:
    word, name = _first(line)
    if word == "list":
        return _list(machine.device)
    if word not in _SNAPSHOT:
        raise Rejected("bad sub-command" if word else "missing sub-command")
    if not _NAME.match(name):
        raise Rejected("a snapshot needs a name of letters, digits, '.', '_' and '-'")
    if word != "save" and name not in machine.device.snapshots:
        raise Rejected(f"there is no snapshot '{name}'")
    _SNAPSHOT[word](machine.device, name)
    return []


def _list(device: VirtualDevice) -> list[str]:
    if not device.snapshots:
        return ["There is no snapshot available."]
    rows = ["List of snapshots present on all disks:", f"{'ID':<10}{'TAG':<32}{'VM SIZE':>10}{'DATE':>22}"]
    for name, kept in device.snapshots.items():
        moment = kept.world[INDEX["environment.timestamp"]]  # type: ignore[index]
        size = sum(len(file.data) for file in kept.files.values())  # type: ignore[attr-defined]
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


def _fix(machine: Machine, words: str) -> list[str]:
    return _move(machine, "geo fix", from_words, words)


def _nmea(machine: Machine, sentence: str) -> list[str]:
    if not sentence:
        raise Rejected("NMEA sentence missing, try 'help geo nmea'")
    return _move(machine, "geo nmea", from_nmea, sentence)


def _move(machine: Machine, command: str, read: Callable[[str], Fix], text: str) -> list[str]:
    world, cause = machine.device.world, Cause("road", command)
    try:
        with world.changing(cause):
            for name, value in read(text)._asdict().items():
                if value is not None:
                    world.set(f"road.gps.{name}", value, cause)
    except (ValueError, StateError) as error:
        raise Rejected(str(error)) from None
    return []


# The phone


def _call(machine: Machine, number: str) -> list[str]:
    if not number:
        raise Rejected("missing argument, try 'gsm call <phonenumber>'")
    return _happen(machine, "incoming call", contact=_caller(machine, number))


def _cancel(machine: Machine, number: str) -> list[str]:
    if not number:
        raise Rejected("missing argument, try 'gsm cancel <phonenumber>'")
    phone = machine.device.world.conversation
    if phone.call_state == "idle" or phone.current_contact != _caller(machine, number):
        raise Rejected("could not cancel this number")
    machine.device.world.call("conversation.conversation_phone_hangup", {}, Cause("road", "gsm cancel"))
    return []


def _sms(machine: Machine, line: str) -> list[str]:
    number, text = _first(line)
    if not text:
        raise Rejected("missing argument, try 'sms send <phonenumber> <text message>'")
    return _happen(machine, "message", contact=_caller(machine, number), content=text)


def _caller(machine: Machine, number: str) -> str:
    """The contact that has a number, or the number itself."""
    if not _NUMBER.match(number):
        raise Rejected("bad phone number format, use digits, # and + only")
    known = {_digits(contact.phone_number): contact.name for contact in machine.device.world.conversation.contacts}
    return known.get(_digits(number), number)


def _digits(number: str) -> str:
    return "".join(letter for letter in number if letter.isdecimal())


def _happen(machine: Machine, event: str, **details: str) -> list[str]:
    try:
        happen(machine.device.world, event, **details)
    except StateError as error:
        raise Rejected(str(error)) from None
    return []


# What is taken and changes nothing: the car has no such thing


def _speed(machine: Machine, speed: str) -> list[str]:
    return _accepted(speed, _SPEEDS, "network speed")


def _delay(machine: Machine, delay: str) -> list[str]:
    return _accepted(delay, _DELAYS, "network delay")


def _accepted(argument: str, names: tuple[str, ...], command: str) -> list[str]:
    if argument not in names and not re.fullmatch(r"\d{1,9}(:\d{1,9})?", argument):
        raise Rejected(f"invalid argument, try '{command} <{'|'.join(names)}|number>'")
    return []


def _power(machine: Machine, rest: str) -> list[str]:
    return machine.power.shown()


def _set_power(name: str, machine: Machine, value: str) -> list[str]:
    if not machine.power.set(name, value):
        allowed = "|".join(VALUES.get(name, ("0-100",)))
        raise Rejected(f'Usage: "{name} {allowed}"')
    return []


_COMMANDS: dict[str, Command] = {"help": _help, "h": _help, "?": _help, "ping": _ping}
_GROUPS: dict[str, dict[str, Command]] = {
    "avd": {"name": _name, "status": _status, "stop": _stop, "start": _start, "snapshot": _snapshot},
    "geo": {"fix": _fix, "nmea": _nmea},
    "gsm": {"call": _call, "cancel": _cancel},
    "sms": {"send": _sms},
    "power": {"display": _power, **{name: partial(_set_power, name) for name in (*VALUES, "capacity")}},
    "network": {"speed": _speed, "delay": _delay},
}
