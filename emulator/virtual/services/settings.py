"""Android's settings: three namespaces of texts, some of which show the car. `settings` is short for `cmd settings`.

What the car knows is asked of the car, so that the settings, the head unit and the calls never disagree. A text that was
written stays as it was written (a brightness of 100 of 255) for as long as the car says the same (39 per cent).

`system` and `secure` belong to a user, `global` to all. Only the settings of the user in front show the car.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from automotive_env.car.core import paths
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.errors import StateError
from automotive_env.car.systems.language import LANGUAGES, language_of_tag
from automotive_env.car.vhal.coding import FLAG, ValueCoding, switch, words
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import DRIVER, ServiceUsageError, SystemService, illegal_argument, user_of
from automotive_env.validators.signals import SIGNALS, AndroidSetting

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

NAMESPACES = ("system", "secure", "global")
MAX_SETTINGS = 2_000
MAX_SETTING_CHARACTERS = 20_000
"""Of a name with its value."""

BY_SHELL = ChangeCause("setup", "settings put")
LOCALE = ValueCoding(lambda language: LANGUAGES[str(language)].tag, lambda tags: language_of_tag(str(tags).split(",")[0]).name)
"""Of a list of locales the first counts."""
SCREEN_TIMEOUT = ValueCoding(lambda minutes: int(str(minutes)) * 60_000, lambda raw: min(60, -(-int(str(raw)) // 60_000)))
"""The car counts minutes, 1 to 60: what lies between is rounded up."""

NAME = ValueCoding(str, str)
"""A text, which is not digits alone: those are numbers to Android."""

_BESIDE = {
    AndroidSetting("global", "airplane_mode_on", FLAG): "system.airplane_mode",
    AndroidSetting("global", "mobile_data", FLAG): "system.mobile_data",
    AndroidSetting("secure", "bluetooth_name", NAME): "pairing.car_name",
    AndroidSetting("secure", "location_mode", switch(off=0, on=3)): "system.location",
    AndroidSetting("secure", "ui_night_mode", words({"day": 1, "night": 2, "auto": 0})): "system.night_mode",
    AndroidSetting("system", "system_locales", LOCALE): "environment.language",
    AndroidSetting("system", "screen_off_timeout", SCREEN_TIMEOUT): "system.screen_timeout",
}
"""Settings that no signal of the table names, and what they show."""

_RANGES: Mapping[tuple[str, str], Sequence[int]] = {
    ("system", "screen_brightness"): range(256),
    ("system", "screen_brightness_mode"): range(2),
    ("system", "time_12_24"): (12, 24),
    ("system", "user_rotation"): range(1),
    ("system", "screen_off_timeout"): range(1, 1 << 31),
    ("secure", "ui_night_mode"): range(3),
}
"""What the settings provider lets in (SystemSettingsValidators); the display is built in and never turned."""

_DEFAULTS: Mapping[str, Mapping[str, str]] = {
    "global": {
        "adb_enabled": "1",
        "animator_duration_scale": "1.0",
        "auto_time": "1",
        "auto_time_zone": "1",
        "development_settings_enabled": "1",
        "device_name": "Car",
        "device_provisioned": "1",
        "heads_up_notifications_enabled": "1",
        "stay_on_while_plugged_in": "1",
        "transition_animation_scale": "1.0",
        "window_animation_scale": "1.0",
    },
    "secure": {
        "accessibility_enabled": "0",
        "android_id": "5554a070e0d51ce0",
        "default_input_method": "com.android.inputmethod.latin/.LatinIME",
        "enabled_input_methods": "com.android.inputmethod.latin/.LatinIME",
        "location_mode": "3",
        "user_setup_complete": "1",
    },
    "system": {
        "accelerometer_rotation": "0",
        "font_scale": "1.0",
        "user_rotation": "0",
    },
}

_Place = tuple[int, str, str]
"""User, namespace, key; what belongs to all users is with user 0."""


def _of_the_car() -> Mapping[tuple[str, str], tuple[str, ValueCoding]]:
    """Namespace and key -> the path in the state core that the setting shows, and how."""
    table = {signal.setting: signal.world for signal in SIGNALS.values() if signal.setting} | _BESIDE
    return {(setting.namespace, setting.key): (path, setting.coding) for setting, path in table.items()}


CAR = _of_the_car()


class DeviceSettings:
    """The settings of one device."""

    def __init__(self, device: VirtualDevice) -> None:
        self._device = device
        self._written: dict[_Place, str] = {}
        self._deleted: frozenset[_Place] = frozenset()

    def get(self, namespace: str, key: str, user: int = DRIVER) -> str | None:
        """What a setting says; None where it is not set."""
        written = self._written.get(_place(namespace, key, user))
        if self._shows_car(namespace, key, user):
            return self._of_car(namespace, key, written)
        if written is None and _place(namespace, key, user) not in self._deleted:
            return _DEFAULTS[namespace].get(key)
        return written

    def put(self, namespace: str, key: str, value: str, user: int = DRIVER, cause: ChangeCause = BY_SHELL) -> None:
        """Write a setting, and what the car has of it."""
        allowed = _RANGES.get((namespace, key))
        if allowed is not None and not (value.isdecimal() and int(value) in allowed):
            raise ValueError(f"Invalid value: {value} for setting: {key}")
        place = _place(namespace, key, user)
        if len(key) + len(value) > MAX_SETTING_CHARACTERS or (place not in self._written and len(self._written) >= MAX_SETTINGS):
            raise ValueError(f"You are adding too many {namespace} settings")
        if self._shows_car(namespace, key, user):
            path, coding = CAR[namespace, key]
            try:
                paths.write(self._device.world, path, _decoded(coding, value), cause)
            except (StateError, ValueError):
                raise ValueError(f"Invalid value: {value} for setting: {key}") from None
        self._written[place] = value
        self._deleted -= {place}

    def delete(self, namespace: str, key: str, user: int = DRIVER) -> bool:
        """Take a setting away; False where there was none, and for what the car shows, which always says something."""
        place = _place(namespace, key, user)
        if self._shows_car(namespace, key, user) or self.get(namespace, key, user) is None:
            return False
        self._written.pop(place, None)
        self._deleted |= {place}
        return True

    def list(self, namespace: str, user: int = DRIVER) -> dict[str, str]:
        """All settings of a namespace, by key."""
        owner = _place(namespace, "", user)[0]
        keys = {key for where, space, key in self._written if (where, space) == (owner, namespace)}
        keys |= {key for space, key in CAR if self._shows_car(space, key, user) and space == namespace}
        found = {key: self.get(namespace, key, user) for key in sorted(keys | _DEFAULTS[namespace].keys())}
        return {key: value for key, value in found.items() if value is not None}

    def save(self) -> object:
        """All that was written; immutable."""
        return MappingProxyType(dict(self._written)), self._deleted

    def load(self, saved: object) -> None:
        """Take back what `save` gave."""
        written, deleted = cast("tuple[Mapping[_Place, str], frozenset[_Place]]", saved)
        self._written, self._deleted = dict(written), deleted

    def _shows_car(self, namespace: str, key: str, user: int) -> bool:
        return (namespace, key) in CAR and (namespace == "global" or user == DRIVER)

    def _of_car(self, namespace: str, key: str, written: str | None) -> str:
        path, coding = CAR[namespace, key]
        value = paths.read(self._device.world, path)
        if written is not None and _decoded(coding, written) == value:
            return written
        raw = coding.encode(value)
        return str(int(raw) if isinstance(raw, bool) else raw)


def _place(namespace: str, key: str, user: int) -> _Place:
    return 0 if namespace == "global" else user, namespace, key


def _decoded(coding: ValueCoding, text: str) -> object:
    """What a text says of the car."""
    value = int(text) if text.lstrip("-").isdecimal() else text
    decoded = coding.decode(value)
    known = coding.encode(decoded)
    if isinstance(value, str) is not isinstance(known, str):
        raise ValueError(f"{text!r} is no number")
    return decoded


VERBS = {"get": (1, 1), "put": (2, 4), "delete": (1, 1), "list": (0, 0)}
"""Verb -> how many arguments it takes after the namespace."""


class SettingsService(SystemService):
    """Reads and writes `device.settings`."""

    name = "settings"

    async def command(self, process: ShellProcess) -> int:
        """`get|put|delete|list [--user N] NAMESPACE ...`; the option may stand before or after the verb."""
        verb, namespace, rest, user = _parsed(process.args)
        try:
            lines = getattr(self, f"_{verb}")(namespace, user, *rest)
        except ValueError as error:
            return await illegal_argument(process, verb, str(error))
        return await process.print(*lines)

    def _get(self, namespace: str, user: int, key: str) -> list[str]:
        value = self.device.settings.get(namespace, key, user)
        return ["null" if value is None else value]

    def _put(self, namespace: str, user: int, key: str, value: str, *_: str) -> list[str]:
        self.device.settings.put(namespace, key, value, user)
        return []

    def _delete(self, namespace: str, user: int, key: str) -> list[str]:
        return [f"Deleted {int(self.device.settings.delete(namespace, key, user))} rows"]

    def _list(self, namespace: str, user: int) -> list[str]:
        return [f"{key}={value}" for key, value in self.device.settings.list(namespace, user).items()]


def _parsed(args: list[str]) -> tuple[str, str, list[str], int]:
    """Verb, namespace, what follows, and the user."""
    args, user = user_of(args, DRIVER)
    verb = args[0].lower() if args else ""
    if verb not in VERBS:
        raise ServiceUsageError(f"Invalid command: {args[0]}" if args else "Bad arguments")
    if len(args) > 1 and args[1].lower() not in NAMESPACES:
        raise ServiceUsageError(f"Invalid namespace '{args[1]}'")
    fewest, most = VERBS[verb]
    rest = args[2:]
    if len(args) < 2 or len(rest) < fewest:
        raise ServiceUsageError("Bad arguments")
    if len(rest) > most:
        raise ServiceUsageError("Too many arguments")
    return verb, args[1].lower(), rest, user
