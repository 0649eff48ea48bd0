"""Where one device has a signal: the command that shows it, how the answer is read, and the commands that set it.

A car with our vendor properties tells every signal in one of them; any other one has what the platform has for it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar, TypeAlias

from automotive_env.android import dumpsys, vhal
from automotive_env.android.features import DeviceFeatures
from automotive_env.android.places import place_of
from automotive_env.android.reading import ServiceReading
from automotive_env.android.service_readings import readings
from automotive_env.android.shell import ShellReply
from automotive_env.android.vendor import vendor_ids
from automotive_env.car.core import paths
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.values import Scalar
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.car.vhal.coding import ValueCoding
from automotive_env.car.vhal.properties import PropertyType, RawPropertyValue, area_bits, value_type
from automotive_env.text.foreign_text import read_json
from automotive_env.validators.signals import AndroidSetting, Signal, VhalProperty

MAX_JSON_CHARACTERS = 20_000
"""Of a vendor property that holds one value; each of the 2,000 characters of a text may be escaped."""
MAX_LIST_CHARACTERS = 1_000_000
"""Of a vendor property that holds a whole list, such as hundreds of songs."""


class NoValueNow(ValueError):
    """An answer does not hold the property."""


@dataclass(frozen=True, slots=True)
class PropertyBinding:
    """A property of the vehicle HAL.

    Attributes:
        id: of the property.
        areas: that are set; the first is read.
        coding: how it holds the value.
    """

    id: int
    areas: tuple[int, ...]
    coding: ValueCoding
    settles: ClassVar[bool] = False

    @property
    def query(self) -> str:
        """The command that shows it."""
        return vhal.get(self.id)

    def read(self, answer: str) -> Scalar:
        """The value in an answer.

        Raises:
            NoValueNow: it is not in it.
            ValueError: the value cannot be read.
        """
        raw = vhal.parse_values(answer).get((self.id, self.areas[0]))
        if raw is None:
            raise NoValueNow("the property has no value now; its unit may be switched off")
        return self.coding.decode(raw)

    def writes(self, value: Scalar) -> tuple[str, ...]:
        """The commands that set it.

        Raises:
            ValueError: the value does not fit.
        """
        raw = self.coding.encode(value)
        if value_type(self.id) is PropertyType.FLOAT and isinstance(raw, int):
            raw = float(raw)
        return tuple(vhal.put(self.id, area, raw) for area in self.areas)

    def was_written(self, reply: ShellReply) -> bool:
        """Whether the answer to one of these commands says that it was carried out."""
        return vhal.was_put(reply.text)


SignalBinding: TypeAlias = PropertyBinding | ServiceReading
"""Where a device has a signal: both kinds have `query`, `settles`, `read`, `writes` and `was_written`."""


def binding_of(signal: Signal, features: DeviceFeatures) -> SignalBinding | None:
    """Where a device has a signal; None where it lacks it."""
    if features.vendor:
        known = vendor_ids().get(signal.world)
        return PropertyBinding(known, (0,), _JSON) if known else _inside(signal.world)
    match place_of(signal):
        case VhalProperty() as place:
            return _property(place, features) if place.property in features.properties else None
        case AndroidSetting() as setting:
            return _setting(setting, features.user)
        case str(service):
            return readings(features).get(service)
    return None


def _inside(path: str) -> SignalBinding | None:
    """A value inside a list or a record, read from the property that holds all of it; it cannot be written on its own."""
    try:
        name, position, field = paths.split(path)
    except StateError:
        return None
    if position in INDEX:
        return None

    def decode(raw: RawPropertyValue) -> Scalar:
        try:
            held = SCHEMA[INDEX[name]].prop.from_json(_loaded(raw, MAX_LIST_CHARACTERS))
            return paths.inside(path, held, int(position or 0), field)
        except StateError as error:
            raise ValueError(str(error)) from None

    def encode(value: Scalar) -> RawPropertyValue:
        raise ValueError(f"{path} cannot be written on its own")

    return PropertyBinding(vendor_ids()[name], (0,), ValueCoding(encode, decode))


def _property(place: VhalProperty, features: DeviceFeatures) -> SignalBinding | None:
    """The area of the signal and those of the same control, for a stock head unit follows all of them.

    An area of several places, as Android 13 has for the whole cabin, tells of the first of them.
    """
    known = features.properties[place.property]
    bits = area_bits(known.area_type)
    bit = bits.get(place.area, 0)
    read = known.area(bit)
    if read is None or read & -read != bit:
        return None
    areas = (read, *(area for name in place.also if (area := known.area(bits[name])) is not None))
    return PropertyBinding(known.id, tuple(dict.fromkeys(areas)), place.coding)


def _from_json(raw: RawPropertyValue) -> Scalar:
    return _single(_loaded(raw, MAX_JSON_CHARACTERS))


def _loaded(raw: RawPropertyValue, most: int) -> Any:
    if not isinstance(raw, str) or len(raw) > most:
        raise ValueError(f"a vendor property takes JSON of at most {most} characters")
    return read_json(raw)


def _single(value: object) -> Scalar:
    if value is None or isinstance(value, str) or (isinstance(value, (bool, int, float)) and isfinite(value)):
        return value
    raise ValueError(f"{str(value)[:80]!r} is not a single value")


_JSON = ValueCoding(lambda value: json.dumps(value, allow_nan=False), _from_json)
"""How vendor properties hold a value."""


def _setting(setting: AndroidSetting, user: int) -> ServiceReading:
    """A setting is read in the list of its namespace, so that one command shows several."""

    def parse(listed: str) -> Scalar:
        settings = dumpsys.settings(listed)
        text = settings.get(setting.key, "null") if settings else ""
        try:
            raw = setting.unset if text == "null" else int(text[:20])
            return None if raw is None else setting.coding.decode(raw)
        except ValueError:
            return None

    def write(value: Scalar) -> str:
        raw = setting.coding.encode(value)
        number = int(raw) if isinstance(raw, bool) else raw
        switch = _SWITCHES.get(setting.key)
        if switch and isinstance(number, int):
            return switch[number]
        return f"settings put --user {user} {setting.namespace} {setting.key} {shlex.quote(str(number))}"

    return ServiceReading(f"settings list --user {user} {setting.namespace}", parse, write)


_SWITCHES: Mapping[str, Mapping[int, str]] = {
    "wifi_on": {0: "cmd wifi set-wifi-enabled disabled", 1: "cmd wifi set-wifi-enabled enabled"},
    "bluetooth_on": {0: "cmd bluetooth_manager disable", 1: "cmd bluetooth_manager enable"},
    "airplane_mode_on": {0: "cmd connectivity airplane-mode disable", 1: "cmd connectivity airplane-mode enable"},
    "zen_mode": {0: "cmd notification set_dnd off", 1: "cmd notification set_dnd on"},
}
"""Settings that only show what a service does: writing them changes nothing, so the service is told."""
