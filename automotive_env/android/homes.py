"""Where a signal lives on one device: how it is asked, how the answer is read, what sets it.

The standard home of a signal goes before its vendor property, except where it says less than the state core knows.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite
from typing import Protocol

from automotive_env.android import car_service, vendor
from automotive_env.android.batch import refused
from automotive_env.android.features import Features
from automotive_env.android.readings import Reading, readings
from automotive_env.android.shell import Reply
from automotive_env.validators.signals import Setting, Signal, Vhal
from automotive_env.vehicle.properties import Raw, VehicleProperty, area_bits
from automotive_env.world.values import Scalar

MAX_JSON = 20_000
"""Characters of a vendor property that holds one value; each of the 2,000 of a text may be escaped."""


class Home(Protocol):
    """Where a signal lives."""

    @property
    def exact(self) -> bool:
        """Whether it tells all that the state core knows."""
        ...

    @property
    def is_slow(self) -> bool:
        """Whether what was set may show only after a while."""
        ...

    def ask(self) -> str:
        """The command that shows it."""
        ...

    def read(self, reply: Reply) -> Scalar:
        """The value in the answer.

        Raises:
            DeviceFault: it is not in it.
        """
        ...

    def orders(self, value: Scalar) -> tuple[str, ...]:
        """The commands that set it.

        Raises:
            ValueError: the value does not fit, or nothing sets it here.
        """
        ...

    def done(self, reply: Reply) -> bool:
        """Whether the answer to an order says that it was carried out."""
        ...


@dataclass(frozen=True, slots=True)
class PropertyHome:
    """A property of the vehicle HAL."""

    features: Features
    known: VehicleProperty
    vhal: Vhal
    area: int
    is_slow: bool = field(default=False, init=False)

    @property
    def exact(self) -> bool:
        return self.vhal.coding.exact

    def ask(self) -> str:
        return car_service.get(self.known.id, self.area)

    def read(self, reply: Reply) -> Scalar:
        for held in car_service.parse_values(reply.text):
            if (held.id, held.area) == (self.known.id, self.area):
                with suppress(ValueError):
                    return self.decode(held)
        raise refused(self.ask(), reply)

    def decode(self, held: car_service.PropertyValue) -> Scalar:
        """The value of the car that a property stands for.

        Raises:
            ValueError: it stands for none, as while its unit is switched off.
        """
        if held.value is None or held.status != car_service.AVAILABLE:
            raise ValueError("the property has no value now")
        return self.vhal.coding.decode(held.value)

    def orders(self, value: Scalar) -> tuple[str, ...]:
        raw = self.vhal.coding.encode(value)
        return tuple(_set(self.features, self.known, area, raw) for area in self._areas())

    def _areas(self) -> list[int]:
        """The area of the signal; on a stock device those of the same control, too, for its head unit follows all of them."""
        bits = area_bits(self.known.area_type)
        also = [] if self.features.vendor else [self.known.area(bits[name]) for name in self.vhal.also]
        return list(dict.fromkeys([self.area, *(area for area in also if area is not None)]))

    def done(self, reply: Reply) -> bool:
        return _was_set(self.features, reply)


@dataclass(frozen=True, slots=True)
class VendorHome:
    """A vendor property: JSON of one value."""

    features: Features
    id: int
    exact: bool = field(default=True, init=False)
    is_slow: bool = field(default=False, init=False)

    def ask(self) -> str:
        return car_service.get(self.id, 0)

    def read(self, reply: Reply) -> Scalar:
        for held in car_service.parse_values(reply.text):
            if held.id == self.id and isinstance(held.value, str) and len(held.value) <= MAX_JSON:
                try:
                    value = json.loads(held.value)
                except (ValueError, RecursionError):
                    break
                if value is None or isinstance(value, str) or (isinstance(value, (bool, int, float)) and isfinite(value)):
                    return value
        raise refused(self.ask(), reply)

    def orders(self, value: Scalar) -> tuple[str, ...]:
        if not self.features.root:
            raise ValueError("a vendor property is set as root; `adb root` allows it")
        return (self.features.hal.set(self.id, 0, json.dumps(value, allow_nan=False)),)

    def done(self, reply: Reply) -> bool:
        return self.features.hal.was_set(reply.text)


@dataclass(frozen=True, slots=True)
class SettingHome:
    """An Android setting of the user in front."""

    setting: Setting
    user: int

    @property
    def exact(self) -> bool:
        return self.setting.coding.exact

    @property
    def is_slow(self) -> bool:
        return self.setting.key in _SWITCHES

    def ask(self) -> str:
        return f"settings get --user {self.user} {self.setting.namespace} {self.setting.key}"

    def ask_all(self) -> str:
        """The command that shows all settings of its namespace."""
        return f"settings list --user {self.user} {self.setting.namespace}"

    def read(self, reply: Reply) -> Scalar:
        try:
            return self.decode(reply.text.strip())
        except ValueError:
            raise refused(self.ask(), reply) from None

    def decode(self, text: str) -> Scalar:
        """The value of the car that the text of a setting stands for.

        Raises:
            ValueError: it stands for none.
        """
        raw: Raw | None = self.setting.unset if text == "null" else int(text[:20])
        if raw is None:
            raise ValueError("the setting is not set")
        return self.setting.coding.decode(raw)

    def orders(self, value: Scalar) -> tuple[str, ...]:
        raw = self.setting.coding.encode(value)
        number = int(raw) if isinstance(raw, (bool, int)) else raw
        switched = _SWITCHES.get(self.setting.key)
        if switched is not None and isinstance(number, int):
            return (switched[number],)
        place = f"--user {self.user} {self.setting.namespace} {self.setting.key}"
        return (f"settings put {place} {shlex.quote(str(number))}",)

    def done(self, reply: Reply) -> bool:
        return reply.status == 0 and "xception" not in reply.text


_SWITCHES: Mapping[str, Mapping[int, str]] = {
    "wifi_on": {0: "cmd wifi set-wifi-enabled disabled", 1: "cmd wifi set-wifi-enabled enabled"},
    "bluetooth_on": {0: "cmd bluetooth_manager disable", 1: "cmd bluetooth_manager enable"},
    "zen_mode": {0: "cmd notification set_dnd off", 1: "cmd notification set_dnd on"},
}
"""Settings that only show what a service does: writing them changes nothing, the service is told."""


@dataclass(frozen=True, slots=True)
class ReadingHome:
    """What a system service knows."""

    reading: Reading
    is_slow: bool = field(default=True, init=False)

    @property
    def exact(self) -> bool:
        return self.reading.exact

    def ask(self) -> str:
        return self.reading.command

    def read(self, reply: Reply) -> Scalar:
        value = self.reading.parse(reply.text)
        if value is None:
            raise refused(self.ask(), reply)
        return value

    def orders(self, value: Scalar) -> tuple[str, ...]:
        if self.reading.write is None:
            raise ValueError(f"nothing sets what `{self.reading.command}` shows")
        return (self.reading.write(value),)

    def done(self, reply: Reply) -> bool:
        return reply.status == 0 and "xception" not in reply.text


def homes_of(signal: Signal, features: Features) -> list[Home]:
    """Where a device has a signal, the first is asked first; none where it lacks it."""
    standard = _standard(signal, features)
    own = vendor.vendor_ids().get(signal.world) if features.vendor else None
    homes: list[Home] = [home for home in (standard,) if home]
    if own is not None:
        homes.append(VendorHome(features, own))
    return sorted(homes, key=lambda home: not home.exact)


def _standard(signal: Signal, features: Features) -> Home | None:
    if signal.vhal and (known := features.properties.get(signal.vhal.property)):
        area = known.area(area_bits(known.area_type).get(signal.vhal.area, 0))
        return None if area is None else PropertyHome(features, known, signal.vhal, area)
    if signal.setting:
        return SettingHome(signal.setting, features.user)
    reading = readings(features).get(signal.service)
    return ReadingHome(reading) if reading else None


def _set(features: Features, property: VehicleProperty, area: int, raw: Raw) -> str:
    """The command that sets a property: the HAL's own as root, the framework's otherwise."""
    if features.root:
        typed = float(raw) if property.type.name == "FLOAT" and isinstance(raw, (int, float)) else raw
        return features.hal.set(property.id, area, typed)
    if features.sets_through_framework and "W" in property.access:
        return car_service.put(property.id, area, raw)
    raise ValueError(f"{property.name} can only be set as root; `adb root` allows it")


def _was_set(features: Features, reply: Reply) -> bool:
    return features.hal.was_set(reply.text) if features.root else car_service.was_put(reply.text)
