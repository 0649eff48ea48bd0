"""Events on a device without our vendor properties: what the platform has for them.

What an event changes and how it is worded is taken from the state core: it happens to a car of its own there, and what changed is
played on the device.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from zlib import crc32

from automotive_env.android.features import DeviceFeatures
from automotive_env.android.shell import DeviceFault
from automotive_env.car.core import paths
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.values import Scalar
from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.car.vhal.properties import RawPropertyValue, area_bits
from automotive_env.validators.signals import SIGNALS, Signal

_SEATS = {
    "driver's seat": "ROW_1_LEFT",
    "passenger seat": "ROW_1_RIGHT",
    "second row left": "ROW_2_LEFT",
    "second row right": "ROW_2_RIGHT",
}
CALL, MESSAGE = "incoming call", "message"
_UNKNOWN = ("phone disconnected", "another driver", "stops on the way", "radio station")
"""Events that a stock device has nothing for. Of a life it has what signals tell: clock, units, theme, volume."""


@dataclass(frozen=True)
class StockEventPlan:
    """What lets an event happen.

    Attributes:
        signals: what is written.
        properties: further vehicle properties: name, area, value.
        commands: of the shell.
        console: of the emulator's console.
    """

    signals: dict[Signal, Scalar] = field(default_factory=dict)
    properties: tuple[tuple[str, str, RawPropertyValue], ...] = ()
    commands: tuple[str, ...] = ()
    console: tuple[str, ...] = ()


def plan(event: str, details: Mapping[str, str | float], features: DeviceFeatures) -> StockEventPlan:
    """How a stock device plays an event.

    Raises:
        DeviceFault: it cannot, or there is no such event.
    """
    if not can_play(event, features):
        raise DeviceFault(f"this device cannot play the event {event!r}")
    car = World()
    before = car.snapshot()
    try:
        happen(car, event, **details)
    except StateError as error:
        raise DeviceFault(f"event {event}: {error}") from None
    if event == CALL or (event == MESSAGE and features.telephony):
        return StockEventPlan(console=(_phone(event, car),))
    changed = car.diff(before)
    shown = car.system.notifications[0]
    tag = f"{shown.kind}:{crc32(shown.text.encode()):08x}"  # of two notifications of one tag Android keeps the later
    words = " ".join(map(shlex.quote, (shown.title, tag, shown.text)))
    post = f"cmd notification post -S bigtext -t {words}"
    written = {signal: paths.read(car, signal.world) for signal in SIGNALS.values() if signal.world in changed}
    return StockEventPlan(written, _properties(event, details), (post,))


def can_play(event: str, features: DeviceFeatures) -> bool:
    """Whether a device can play an event; without telephony a message still shows as a notification."""
    return features.vendor or (event not in _UNKNOWN and (event != CALL or features.telephony))


def _phone(event: str, car: World) -> str:
    """The console's command for a call or a message; who is not in the state core's phone book has a number made of the name."""
    contact = car.conversation.current_contact if event == CALL else car.conversation.messages[-1].contact
    number = next((known.phone_number for known in car.conversation.contacts if known.name == contact), "")
    digits = "".join(letter for letter in number if letter.isdecimal()) or f"55501{crc32(str(contact).encode()) % 100_000:05}"
    return f"gsm call {digits}" if event == CALL else f"sms send {digits} {_line(car.conversation.messages[-1].content)}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _properties(event: str, details: Mapping[str, str | float]) -> tuple[tuple[str, str, RawPropertyValue], ...]:
    seat = _SEATS.get(str(details.get("seat", "driver's seat")), "ROW_1_LEFT")
    match event:
        case "low fuel":
            return (("FUEL_LEVEL_LOW", "GLOBAL", True),)
        case "seat belt":
            return (("SEAT_BELT_BUCKLED", seat, False),)
    return ()


def place_of(features: DeviceFeatures, name: str, place: str) -> tuple[int, int]:
    """Id and area of a vehicle property in a place.

    Raises:
        DeviceFault: the device has no such property there.
    """
    known = features.properties.get(name)
    area = known.area(area_bits(known.area_type)[place]) if known else None
    if known is None or area is None:
        raise DeviceFault(f"this device has no {name} in {place}")
    return known.id, area
