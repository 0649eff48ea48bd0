"""What the console of an emulator can do to its device."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TypeAlias

from automotive_env.car.core.change import Cause
from automotive_env.car.core.errors import StateError
from automotive_env.car.owner.events import happen
from automotive_env.emulator.virtual.actor import trusted
from automotive_env.emulator.virtual.adb.daemon import Daemon

MAX_SNAPSHOTS = 32
"""Snapshots that a device keeps."""
_SNAPSHOT_NAME = re.compile(r"[\w.-]{1,100}\Z")
_PHONE_NUMBER = re.compile(r"[0-9#+]{1,40}\Z")
_CALL_STATES = {"ringing": "incoming", "active": "active"}


class Rejected(Exception):
    """The console says "KO: " and the message."""


Command: TypeAlias = Callable[[Daemon, str], list[str]]
"""Does what the rest of a line says; returns the lines to print before "OK", or raises `Rejected`."""


def answer(daemon: Daemon, line: str) -> list[str]:
    """Do what a line says; returns the lines to print before "OK".

    Raises:
        Rejected: it cannot be done; nothing was changed.
    """
    group, rest = _first(line)
    word, argument = _first(rest)
    if group in ("help", "h", "?"):
        return _help(rest)
    if group == "ping":
        return ["I am alive!"]
    if group == "tampering" and trusted():
        return _tampering(daemon, rest)
    if group not in _GROUPS:
        raise Rejected(_REFUSED.get(group, "unknown command, try 'help'"))
    if not word:
        raise Rejected("missing sub-command")
    if word not in _GROUPS[group]:
        raise Rejected(_REFUSED.get(f"{group} {word}", "bad sub-command"))
    return _GROUPS[group][word](daemon, argument)


def _first(line: str) -> tuple[str, str]:
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


def _help(what: str) -> list[str]:
    names = [*_GROUPS, "help", "ping", "kill", "quit", "exit"]
    if not what:
        return ["Android console commands:", "", *(f"    {name}" for name in names), ""]
    if what not in names:
        raise Rejected("unknown command")
    return [f"allowed sub-commands: {', '.join(_GROUPS[what])}"] if what in _GROUPS else []


# The device


def _name(daemon: Daemon, rest: str) -> list[str]:
    return [daemon.device.properties.get("ro.boot.qemu.avd_name", "automotive_env")]


def _status(daemon: Daemon, rest: str) -> list[str]:
    return [f"virtual device is {'stopped' if daemon.frozen else 'running'}"]


def _stop(daemon: Daemon, rest: str) -> list[str]:
    if daemon.frozen:
        raise Rejected("virtual device already stopped")
    daemon.freeze(True)
    return []


def _start(daemon: Daemon, rest: str) -> list[str]:
    if not daemon.frozen:
        raise Rejected("virtual device already running")
    daemon.freeze(False)
    return []


def _snapshot(daemon: Daemon, line: str) -> list[str]:
    device, (word, name) = daemon.device, _first(line)
    if word == "list":
        return _snapshots(daemon)
    if word not in ("save", "load", "delete"):
        raise Rejected("bad sub-command" if word else "missing sub-command")
    if not _SNAPSHOT_NAME.match(name):
        raise Rejected("a snapshot needs a name of letters, digits, '.', '_' and '-'")
    if word != "save" and name not in device.snapshots:
        raise Rejected(f"there is no snapshot '{name}'")
    if word == "save" and name not in device.snapshots and len(device.snapshots) >= MAX_SNAPSHOTS:
        raise Rejected(f"there are {MAX_SNAPSHOTS} snapshots; delete one first")
    {"save": device.save, "load": device.load, "delete": device.snapshots.__delitem__}[word](name)
    if word == "load" and trusted():  # whatever a client has done to the device is over
        daemon.plug()
        daemon.freeze(False)
    return []


def _tampering(daemon: Daemon, word: str) -> list[str]:
    """`tampering list|forget`: for the program that judges what clients do."""
    if word == "forget":
        daemon.device.tampering.forget()
    return [f"- {note}" for note in daemon.device.tampering.notes]


def _snapshots(daemon: Daemon) -> list[str]:
    if not daemon.device.snapshots:
        return ["There is no snapshot available."]
    return [
        "List of snapshots present on all disks:",
        "ID        TAG",
        *(f"--        {name}" for name in daemon.device.snapshots),
    ]


def _geo_fix(daemon: Daemon, words: str) -> list[str]:
    """`LONGITUDE LATITUDE [ALTITUDE [SATELLITES [KNOTS]]]`: longitude first, and a speed that is not the car's."""
    world, cause, given = daemon.device.world, Cause("road", "geo fix"), words.split()
    if len(given) < 2:
        raise Rejected("not enough arguments: see 'help geo fix' for details")
    longitude, latitude, altitude, satellites, _ = map(_number, [*given, *("0", "1", "0")[len(given) - 2 :]][:5])
    if satellites not in range(1, 13):
        raise Rejected("invalid number of satellites. Must be an integer between 1 and 12")
    try:
        with world.changing(cause):
            for name, value in (("latitude", latitude), ("longitude", longitude), ("altitude", altitude)):
                world.set(f"road.gps.{name}", value, cause)
    except StateError as error:
        raise Rejected(str(error)) from None
    return []


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise Rejected(f"argument '{text}' is not a number")
    return value


# The phone


def _call(daemon: Daemon, number: str) -> list[str]:
    if not number:
        raise Rejected("missing argument, try 'gsm call <phonenumber>'")
    return _happen(daemon, "incoming call", contact=_caller(daemon, number))


def _cancel(daemon: Daemon, number: str) -> list[str]:
    if not number:
        raise Rejected("missing argument, try 'gsm cancel <phonenumber>'")
    phone = daemon.device.world.conversation
    if phone.call_state == "idle" or phone.current_contact != _caller(daemon, number):
        raise Rejected("could not cancel this number")
    daemon.device.world.call("conversation.conversation_phone_hangup", {}, Cause("road", "gsm cancel"))
    return []


def _calls(daemon: Daemon, rest: str) -> list[str]:
    phone = daemon.device.world.conversation
    if phone.call_state == "idle":
        return []
    numbers = {contact.name: _digits(contact.phone_number) for contact in phone.contacts}
    name = phone.current_contact or ""
    return [f"inbound from {numbers.get(name) or name:<10} : {_CALL_STATES.get(phone.call_state, phone.call_state)}"]


def _sms(daemon: Daemon, line: str) -> list[str]:
    number, text = _first(line)
    if not text:
        raise Rejected("missing argument, try 'sms send <phonenumber> <text message>'")
    return _happen(daemon, "message", contact=_caller(daemon, number), content=text)


def _caller(daemon: Daemon, number: str) -> str:
    """The contact that has a number, or the number itself."""
    if not _PHONE_NUMBER.match(number):
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


_GROUPS: dict[str, dict[str, Command]] = {
    "avd": {"name": _name, "status": _status, "stop": _stop, "start": _start, "snapshot": _snapshot},
    "geo": {"fix": _geo_fix},
    "gsm": {"call": _call, "cancel": _cancel, "list": _calls},
    "sms": {"send": _sms},
}
_REFUSED = {
    "event": "this device takes no raw events: use 'adb shell input'",
    "finger": "this device has no fingerprint sensor",
    "power": "the head unit has no battery of its own to drain: use 'dumpsys battery set'",
    "rotate": "the display of this device does not rotate",
    "sensor": "this device has no motion sensors",
    "geo nmea": "NMEA sentences are not supported: use 'geo fix'",
    "network": "the network of this device is not simulated",
}
"""Commands of an emulator that this device does not have -> what it says."""
