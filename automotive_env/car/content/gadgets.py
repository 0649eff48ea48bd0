"""The Bluetooth devices of a car's people, and those that can be found around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from automotive_env.car.content.table import table
from automotive_env.car.systems.pairing import USUAL_DEVICES, PairedDevice

PairingAnswer = Literal["accepts", "refuses", "silent"]
STRANGERS = (
    ("Living room TV", "tv", "refuses"),
    ("Kitchen speaker", "speaker", "refuses"),
    ("Office printer 2", "printer", "refuses"),
    ("Watch 41", "watch", "silent"),
    ("Sat nav 7", "car", "silent"),
    ("LE-Tag 9C", "tag", "silent"),
)  # fmt: skip
"""Devices that nobody pairs with a car: name, kind, what they do."""
HEADPHONES = ("Pulse Buds 2", "Studio 45", "Quiet Ears", "Runner X3", "Soft Shell 700")


@dataclass(frozen=True, slots=True)
class NearbyBluetoothDevice:
    """A device nearby.

    Attributes:
        kind: "phone", "headphones", or what else it is.
        answer: what it does when it is to be paired: "accepts", "refuses" or "silent".
        owner: whose it is, empty where that is not known.
    """

    name: str
    kind: str
    answer: PairingAnswer
    owner: str = ""


def draw_paired(rng: Random, culture: str, owners: Sequence[str]) -> tuple[PairedDevice, ...]:
    """The devices of those who share a car: their phones, that of the first one first, and headphones of the second."""
    first, second = owners[:2]
    return (
        PairedDevice(phone_of(first, culture), "phone", first),
        PairedDevice(phone_of(second, culture), "phone", second),
        PairedDevice(rng.choice(HEADPHONES), "headphones", second, for_calls=False),
    )


def draw_nearby(rng: Random, culture: str, paired: tuple[PairedDevice, ...]) -> tuple[NearbyBluetoothDevice, ...]:
    """Six to eight devices that a search finds, in the order in which they answer, none of them paired."""
    names = [name for name in table("names")[culture]["given"] if all(name not in device.name for device in paired)]
    phones = [NearbyBluetoothDevice(phone_of(name, culture), "phone", "accepts", name) for name in rng.sample(names, 2)]
    free = [name for name in HEADPHONES if all(name != device.name for device in paired)]
    ears = [NearbyBluetoothDevice(name, "headphones", "accepts") for name in rng.sample(free, rng.randint(1, 2))]
    refusing, silent = ([row for row in STRANGERS if row[2] == answer] for answer in ("refuses", "silent"))
    strangers = [*rng.sample(refusing, rng.randint(1, 2)), *rng.sample(silent, rng.randint(1, 2))]
    everything = [*phones, *ears, *(NearbyBluetoothDevice(name, kind, answer) for name, kind, answer in strangers)]  # type: ignore[arg-type]
    return tuple(rng.sample(everything, len(everything)))


def phone_of(name: str, culture: str) -> str:
    """What somebody's phone is called."""
    known = table("networks")
    return str(known.get(culture, known["en"])["phone"]).format(name=name)


__all__ = ["USUAL_DEVICES", "NearbyBluetoothDevice", "draw_nearby", "draw_paired", "phone_of"]
