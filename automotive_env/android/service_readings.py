"""Named readings of system services: for each the command that shows it, how its answer is read, and what sets it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from automotive_env.android import dumpsys
from automotive_env.android.features import AUDIO, DeviceFeatures
from automotive_env.android.media_readings import media_readings
from automotive_env.android.notice_readings import notice_readings
from automotive_env.android.reading import ServiceReading, one_of, percentage
from automotive_env.car.core.values import Scalar
from automotive_env.car.systems.language import LANGUAGES

ACTIVITIES = "dumpsys activity activities"
LOCATION = "dumpsys location"
SAVED = "cmd wifi list-networks"
NETWORKS = 6
"""Names of saved networks that are read."""
HOTSPOT_NAME = "automotive-env"
"""Name and password of the access point that a set-up opens."""


def _group_volume(text: str) -> Scalar:
    group = dumpsys.volume_group(text)
    return group.percentage if group else None


def _set_clock(value: Scalar) -> str:
    """As toybox's date takes it: MMDDhhmmCCYY.ss."""
    if not isinstance(value, str) or dumpsys.clock(value) is None:
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
    top = dumpsys.top_activity(text)
    return _app_names().get(top[0], top[0][:40]) if top else None


def _saved_count(text: str) -> Scalar:
    saved = dumpsys.saved_networks(text)
    return None if saved is None else len(saved)


def _language(text: str) -> Scalar:
    """The language of the first locale, its tag where we have no such language; an untouched image speaks American English."""
    listed = dumpsys.settings(text)
    tag = listed.get("system_locales", "en-US").split(",")[0]
    known = {language.tag.partition("-")[0]: language.name for language in LANGUAGES.values()}
    return known.get(tag.partition("-")[0], tag) if listed else None


def _mobile_data(text: str) -> Scalar:
    return {"0": False, "1": True}.get(dumpsys.settings(text).get("mobile_data", ""))


def _of_fix(name: str) -> Callable[[str], Scalar]:
    def part(text: str) -> Scalar:
        fix = dumpsys.location(text)
        return None if fix is None else float(getattr(fix, name))

    return part


_FIX = ("latitude", "longitude", "altitude", "bearing", "accuracy")
_SWITCH_HOTSPOT: Mapping[Scalar, str] = {
    True: f"cmd wifi start-softap {HOTSPOT_NAME} wpa2 {HOTSPOT_NAME}",
    False: "cmd wifi stop-softap",
}
_SWITCH_DATA: Mapping[Scalar, str] = {True: "svc data enable", False: "svc data disable"}
_SWITCH_SOUND = {True: "mute", False: "unmute"}
_SET_NIGHT = {"day": "day", "night": "night", "auto": "sensor"}


def readings(features: DeviceFeatures) -> Mapping[str, ServiceReading]:
    """The readings of a device by the names that `Signal.service` uses."""
    mutes: dict[Scalar, str] = {on: f"cmd car_service set-mute-car-volume-group 0 0 {word}" for on, word in _SWITCH_SOUND.items()}
    nights: dict[Scalar, str] = {mode: f"cmd car_service day-night-mode {word}" for mode, word in _SET_NIGHT.items()}
    user = features.user
    found = {
        "media_volume": ServiceReading(AUDIO, _group_volume, percentage("cmd car_service set-group-volume 0 0")),
        "muted": ServiceReading(AUDIO, dumpsys.muted, one_of(mutes)),
        "call_state": ServiceReading("dumpsys telecom", dumpsys.call_state),
        "hotspot": ServiceReading("dumpsys wifi", dumpsys.hotspot, one_of(_SWITCH_HOTSPOT)),
        "wifi_network": ServiceReading("cmd wifi status", dumpsys.wifi_network),
        "saved_network_count": ServiceReading(SAVED, _saved_count),
        "language": ServiceReading(f"settings list --user {user} system", _language),
        "night_mode": ServiceReading("dumpsys car_service --services CarNightService", dumpsys.car_night_mode, one_of(nights)),
        "foreground_app": ServiceReading(ACTIVITIES, app_in_front),
        "clock": ServiceReading("date '+%Y-%m-%d %H:%M:%S'", dumpsys.clock, _set_clock),
    }
    found |= {f"saved_network_{at}": ServiceReading(SAVED, dumpsys.saved_networks, entry=at) for at in range(NETWORKS)}
    found |= {**media_readings(user), **notice_readings()}
    found |= {f"gps_{name}": ServiceReading(LOCATION, _of_fix(name)) for name in _FIX}
    if features.telephony:
        found["mobile_data"] = ServiceReading(f"settings list --user {user} global", _mobile_data, one_of(_SWITCH_DATA))
    return found if features.sound_zones else {name: reading for name, reading in found.items() if reading.query != AUDIO}
