"""Named readings of system services: for each the command that shows it, how its answer is read, and what sets it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from automotive_env.android import dumps
from automotive_env.android.features import AUDIO, Features
from automotive_env.android.shell import Reply
from automotive_env.world.values import Scalar

ALERT_TAG = "safety_alert:"
"""What the tag of a posted safety alert begins with; its kind follows."""
ALERT_OVER = "This alert is over."
"""The text of a safety alert that counts no more: the shell can post over a notification, but not take it away."""
NOTIFICATIONS = "dumpsys notification --noredact"
ACTIVITIES = "dumpsys activity activities"
LOCATION = "dumpsys location"
SESSIONS = "dumpsys media_session"
HOTSPOT_NAME = "automotive-env"
"""Name and password of the access point that a set-up opens."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A fact that a system service knows.

    Attributes:
        query: the command that shows it.
        parse: the answer -> the fact, None where it is not in it. Never raises.
        write: the fact -> what sets it, for set-up; None where nothing does. Raises ValueError where the value has no command.
        settles: what was set may show only after a while.
    """

    query: str
    parse: Callable[[str], Scalar]
    write: Callable[[Scalar], str] | None = None
    settles: ClassVar[bool] = True

    def read(self, answer: str) -> Scalar:
        """The fact in an answer.

        Raises:
            ValueError: it is not in it.
        """
        value = self.parse(answer)
        if value is None:
            raise ValueError("the service does not tell it")
        return value

    def writes(self, value: Scalar) -> tuple[str, ...]:
        """The commands that set it.

        Raises:
            ValueError: the value has no command, or nothing sets the fact.
        """
        if self.write is None:
            raise ValueError(f"nothing sets what `{self.query}` shows")
        return (self.write(value),)

    def was_written(self, reply: Reply) -> bool:
        """Whether the answer to one of these commands says that it was carried out."""
        return reply.status == 0 and "xception" not in reply.text


def _one_of(commands: Mapping[Scalar, str]) -> Callable[[Scalar], str]:
    def command(value: Scalar) -> str:
        if value not in commands:
            raise ValueError(f"must be one of {', '.join(map(str, commands))}, not {value!r}")
        return commands[value]

    return command


def _percentage(command: str) -> Callable[[Scalar], str]:
    def write(value: Scalar) -> str:
        if isinstance(value, str) or value is None or not 0 <= value <= 100:
            raise ValueError(f"must be from 0 to 100, not {value!r}")
        return f"{command} {round(value)}"

    return write


def _group_volume(text: str) -> Scalar:
    group = dumps.volume_group(text)
    return group.percentage if group else None


def _set_clock(value: Scalar) -> str:
    """As toybox's date takes it: MMDDhhmmCCYY.ss."""
    if not isinstance(value, str) or dumps.clock(value) is None:
        raise ValueError(f"must be a date and time such as 2025-04-13 12:00:00, not {value!r}")
    year, month, day, hour, minute, second = value.replace(" ", "-").replace(":", "-").split("-")
    return f"date {month}{day}{hour}{minute}{year}.{second}"


@cache
def _app_names() -> Mapping[str, str]:
    """Package -> app, of our head unit and of stock images."""
    from automotive_env.headunit.registry import apps  # which draws; a reading needs its names only

    ours = {app.package: app.name for app in apps().values() if app.package != "com.android.systemui"}
    return {**ours, "com.google.android.apps.maps": "maps", "com.android.car.mapsplaceholder": "maps"}


def app_in_front(text: str) -> Scalar:
    """The app whose activity is in front; a package that no app of ours has stands for itself."""
    top = dumps.top_activity(text)
    return _app_names().get(top[0], top[0][:40]) if top else None


def standing_alerts(text: str) -> list[dumps.Posted] | None:
    """The safety alerts that are listed and not over, newest first; None where the text lists no notifications."""
    posted = dumps.notifications(text)
    if posted is None:
        return None
    newest: dict[str, dumps.Posted] = {}
    for entry in posted:
        if entry.tag.startswith(ALERT_TAG):
            newest.setdefault(entry.tag, entry)
    return [entry for entry in newest.values() if entry.text != ALERT_OVER]


def end_alert(tag: str) -> str:
    """The command that ends the alerts of a tag."""
    return f"cmd notification post -S bigtext -t {shlex.quote(ALERT_OVER)} {shlex.quote(tag)} {shlex.quote(ALERT_OVER)}"


def _last_alert(text: str) -> dumps.Posted | None:
    """The newest safety alert, an empty one where none stands."""
    alerts = standing_alerts(text)
    return None if alerts is None else (alerts or [dumps.Posted(ALERT_TAG, "", "")])[0]


def _alert_kind(text: str) -> Scalar:
    alert = _last_alert(text)
    return alert.tag[len(ALERT_TAG) :] if alert else None


def _alert_message(text: str) -> Scalar:
    alert = _last_alert(text)
    return alert.text if alert else None


def _plays(text: str, user: int) -> Scalar:
    package = dumps.playing(text, user)
    return None if package is None else package != ""


def _heard(text: str, user: int) -> Scalar:
    """Who has the loudspeakers; music where nothing plays."""
    package = dumps.playing(text, user)
    return None if package is None else _SOUNDS.get(_app_names().get(package, ""), "music")


def _of_fix(name: str) -> Callable[[str], Scalar]:
    def part(text: str) -> Scalar:
        fix = dumps.location(text)
        return None if fix is None else float(getattr(fix, name))

    return part


_FIX = ("latitude", "longitude", "altitude", "bearing", "accuracy")
_SOUNDS = {"radio": "radio", "video": "video"}
_SWITCH_MEDIA: Mapping[Scalar, str] = {True: "cmd media_session dispatch play", False: "cmd media_session dispatch pause"}
_SWITCH_HOTSPOT: Mapping[Scalar, str] = {
    True: f"cmd wifi start-softap {HOTSPOT_NAME} wpa2 {HOTSPOT_NAME}",
    False: "cmd wifi stop-softap",
}
_SWITCH_SOUND = {True: "mute", False: "unmute"}
_SET_NIGHT = {"day": "day", "night": "night", "auto": "sensor"}


def readings(features: Features) -> Mapping[str, Reading]:
    """The readings of a device by the names that `Signal.service` uses."""
    mutes: dict[Scalar, str] = {on: f"cmd car_service set-mute-car-volume-group 0 0 {word}" for on, word in _SWITCH_SOUND.items()}
    nights: dict[Scalar, str] = {mode: f"cmd car_service day-night-mode {word}" for mode, word in _SET_NIGHT.items()}
    found = {
        "media_playing": Reading(SESSIONS, lambda text: _plays(text, features.user), _one_of(_SWITCH_MEDIA)),
        "sound_channel": Reading(SESSIONS, lambda text: _heard(text, features.user), _one_of({"music": _SWITCH_MEDIA[True]})),
        "media_volume": Reading(AUDIO, _group_volume, _percentage("cmd car_service set-group-volume 0 0")),
        "muted": Reading(AUDIO, dumps.muted, _one_of(mutes)),
        "call_state": Reading("dumpsys telecom", dumps.call_state),
        "hotspot": Reading("dumpsys wifi", dumps.hotspot, _one_of(_SWITCH_HOTSPOT)),
        "night_mode": Reading("dumpsys car_service --services CarNightService", dumps.car_night_mode, _one_of(nights)),
        "foreground_app": Reading(ACTIVITIES, app_in_front),
        "last_alert": Reading(NOTIFICATIONS, _alert_kind),
        "last_alert_message": Reading(NOTIFICATIONS, _alert_message),
        "clock": Reading("date '+%Y-%m-%d %H:%M:%S'", dumps.clock, _set_clock),
    }
    found |= {f"gps_{name}": Reading(LOCATION, _of_fix(name)) for name in _FIX}
    return found if features.sound_zones else {name: reading for name, reading in found.items() if reading.query != AUDIO}
