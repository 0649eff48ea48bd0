"""What system services print, in Android 13 to 15: one pure function for each fact.

Each reads any text without fail and returns None where the fact is not in it. Lines are looked at one by one and expressions are
bounded, so that time grows with the length of the text alone. Facts: the dump methods in frameworks/base, packages/services/Car,
packages/services/Telecomm and packages/modules/Wifi of 13.0.0_r1, 14.0.0_r1 and 15.0.0_r1, and published captures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from automotive_env.episode.observation import GpsFix

MAX_LINE_CHARACTERS = 10_000

_GROUP = re.compile(r"CarVolumeGroup\((\d{1,3})\)")
_INDEXES = re.compile(r"Gain indexes \([^)]{1,80}\): (-?\d{1,6}) (-?\d{1,6}) (-?\d{1,6}) (-?\d{1,6})")
_CALL = re.compile(r"\[Call id=[^,]{1,80}, state=(\w{1,40})")
_ACTIVITY = re.compile(r"[rR]esumed(?:Activity)?[:=] ?ActivityRecord\{\w{1,20} u\d{1,6} ([\w.]{1,200})/([\w.$]{1,200})")
_TAG = re.compile(r"NotificationRecord\([^ ]{1,40} pkg=([\w.]{1,200}) .{0,400}? tag=(.{0,200}?) importance=")
_NETWORK = re.compile(r"(\d{1,6}) +(.{1,200}?) +\S{1,200}$")
_LOCATION = re.compile(r"last location=Location\[\w{1,20} (-?[\d.]{1,20}),(-?[\d.]{1,20})([^\]]{0,300})")
_DETAIL = re.compile(r" (hAcc|alt|bear)=(-?[\d.]{1,20})")
_LISTS = ("Current Notification Manager state", "Notification List")
_KEY = re.compile(r"([^=]{1,200})=(.*)")


def lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield line[:MAX_LINE_CHARACTERS].strip()


class VolumeGroup(NamedTuple):
    """A group of sounds that share a volume: lowest, highest and present index, and whether it is muted."""

    low: int
    high: int
    now: int
    muted: bool

    @property
    def percentage(self) -> float | None:
        """Of the way from the lowest to the highest."""
        return round(100 * (self.now - self.low) / (self.high - self.low), 2) if self.high > self.low else None


def volume_group(text: str, number: int = 0) -> VolumeGroup | None:
    """`dumpsys car_service --services CarAudioService`: a group of the first zone."""
    inside, muted = False, False
    for line in lines(text):
        if found := _GROUP.search(line):
            inside = int(found[1]) == number
        elif inside and line.startswith("Is Muted("):
            muted = line == "Is Muted(true)"
        elif inside and (indexes := _INDEXES.match(line)):
            low, high, _, now = map(int, indexes.groups())
            return VolumeGroup(low, high, now, muted)
    return None


def muted(text: str) -> bool | None:
    """`dumpsys car_service --services CarAudioService`: whether all sound, or the first group, is muted."""
    master = next((line for line in lines(text) if line.startswith("Master muted?")), None)
    group = volume_group(text)
    if master is None and group is None:
        return None
    return master == "Master muted? true" or (group is not None and group.muted)


CALLS = {"RINGING": "ringing", "SIMULATED_RINGING": "ringing", "ACTIVE": "active", "ON_HOLD": "active", "ANSWERED": "active"}
CALLS |= dict.fromkeys(("DIALING", "CONNECTING", "SELECT_PHONE_ACCOUNT", "PULLING", "NEW"), "dialing")


def call_state(text: str) -> str | None:
    """`dumpsys telecom`: idle, ringing, dialing or active; a call that is over counts no more."""
    listed, states = False, []
    for line in lines(text):
        if line.startswith("mCalls:"):
            listed = True
        if listed and (found := _CALL.search(line)):
            states.append(CALLS.get(found[1], "idle"))
        elif listed and line and not line.startswith("mCalls:"):
            break
    busy = [state for state in states if state != "idle"]
    return (busy or ["idle"])[0] if listed else None


def hotspot(text: str) -> bool | None:
    """`dumpsys wifi`: whether the access point of the car is up."""
    inside, wifi = False, False
    for line in lines(text):
        wifi = wifi or line.startswith(("Wi-Fi is", "Wifi is", "Dump of "))
        if line.startswith("Dump of "):
            inside = line.startswith("Dump of SoftApManager")
        elif inside and line == "current StateMachine mode: StartedState":
            return True
    return False if wifi else None


def wifi_network(text: str) -> str | None:
    """`cmd wifi status`: the network that the car uses, "" where it uses none."""
    wifi = False
    for line in lines(text):
        wifi = wifi or line.startswith("Wifi is ")
        if line.startswith('Wifi is connected to "') and line.endswith('"'):
            return line[len('Wifi is connected to "') : -1]
    return "" if wifi else None


def saved_networks(text: str) -> list[str] | None:
    """`cmd wifi list-networks`: the names of the saved networks; a network of several kinds of security has several lines."""
    title, *rows = lines(text)
    if title == "No networks":
        return []
    if not title.startswith("Network Id"):
        return None
    found = (_NETWORK.match(row) for row in rows)
    return list({match[1]: match[2] for match in found if match}.values())


def car_night_mode(text: str) -> str | None:
    """`dumpsys car_service --services CarNightService`: day or night where it is forced, auto where the sensor decides."""
    mode = forced = ""
    for line in lines(text):
        if line.startswith("Mode:"):
            mode = line[len("Mode:") :].strip()
        elif line.startswith("Forced Mode?"):
            forced = line[len("Forced Mode?") :].strip()
    if mode not in ("day", "night"):
        return None
    return "auto" if forced.startswith("false") else mode


def top_activity(text: str) -> tuple[str, str] | None:
    """`dumpsys activity activities`: package and class in front on the first display."""
    inside = True
    for line in lines(text):
        if line.startswith("Display #"):
            inside = line.startswith("Display #0")
        if inside and (found := _ACTIVITY.search(line)):
            return found[1], found[2]
    return None


class DumpedNotification(NamedTuple):
    """A notification: its tag, its title, its text, and the package that posted it."""

    tag: str
    title: str
    text: str
    package: str = ""


def notifications(text: str) -> list[DumpedNotification] | None:
    """`dumpsys notification --noredact`: the notifications in their order, newest first among equals."""
    found: list[DumpedNotification] = []
    known = False
    for line in lines(text):
        known = known or "NotificationRecord" in line or line.startswith(_LISTS)
        if tag := _TAG.match(line):  # what a notification says may look like one, but begins no line
            found.append(DumpedNotification(tag[2], "", "", tag[1]))
        elif found and line.startswith("android.title="):
            found[-1] = found[-1]._replace(title=_extra(line))
        elif found and line.startswith("android.text="):
            found[-1] = found[-1]._replace(text=_extra(line))
    return found if known else None


def _extra(line: str) -> str:
    """The value of an extra: "android.text=String (It is icy.)" -> "It is icy."."""
    return line.partition("(")[2].rpartition(")")[0]


def location(text: str) -> GpsFix | None:
    """`dumpsys location`: the last position of the gps provider, or of any."""
    fixes: dict[bool, GpsFix] = {}
    gps = False
    for line in lines(text):
        if " provider" in line and line.endswith(":"):
            gps = line.startswith("gps provider")
        if (found := _LOCATION.search(line)) and gps not in fixes and (fix := _fix(*found.groups())):
            fixes[gps] = fix
    return fixes.get(True) or fixes.get(False)


def _fix(latitude: str, longitude: str, rest: str) -> GpsFix | None:
    details = dict(_DETAIL.findall(rest))
    try:
        north, east = float(latitude), float(longitude)
        altitude, bearing, accuracy = (float(details.get(name, usual)) for name, usual in _USUAL)
    except ValueError:
        return None
    return GpsFix(north, east, altitude, bearing, accuracy) if abs(north) <= 90 and abs(east) <= 180 else None


_USUAL = (("alt", "0"), ("bear", "0"), ("hAcc", "5"))


def clock(text: str) -> str | None:
    """`date '+%Y-%m-%d %H:%M:%S'`: local date and time."""
    found = re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", text.strip()[:40], re.ASCII)
    return found[0] if found else None


def settings(text: str) -> dict[str, str]:
    """`settings list NAMESPACE`: all keys with their values."""
    found = (_KEY.match(line) for line in lines(text))
    return {match[1]: match[2] for match in found if match}
