"""The wireless networks of a place, as people name them there."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from zlib import crc32

from automotive_env.car.content.table import table

OPEN, GUEST, PRIVATE = 3, 3, 7
"""Networks of each kind, two more or less of the last: open ones, those with a password for guests, those of residents."""
WORDS = (
    "amber", "basil", "cedar", "coral", "delta", "ember", "fjord", "grove", "hazel", "indigo", "juniper", "lantern", "maple",
    "nectar", "olive", "pepper", "quartz", "river", "saffron", "timber", "umbra", "velvet", "willow", "zephyr",
)  # fmt: skip
"""What passwords are made of."""


@dataclass(frozen=True, slots=True)
class WifiNetworkInRange:
    """A wireless network in range.

    Attributes:
        name: unique in its place, at most 32 characters.
        security: "WPA2" or "WPA3", empty where it is open.
        password: that joins it, empty where it is open.
        bars: strength of its signal, 1 to 4.
        internet: whether it leads to the internet.
    """

    name: str
    security: str
    password: str
    bars: int
    internet: bool = True

    @property
    def address(self) -> str:
        """The address that the car gets in it."""
        mark = crc32(self.name.encode())
        return f"192.168.{mark % 200 + 1}.{mark // 200 % 200 + 20}"


def draw_networks(rng: Random, culture: str, phone: str) -> tuple[WifiNetworkInRange, ...]:
    """Ten to sixteen networks of a place, the strongest first; the first is the hotspot of a phone in the car."""
    known = table("networks")
    words = known.get(culture, known["en"])
    public = rng.sample(words["open"], OPEN)
    guests = rng.sample(words["guest"], GUEST)
    private = rng.sample(words["private"], PRIVATE + rng.randint(-2, 2))
    shut_off = rng.choice(public[1:])
    bars = sorted((rng.choice((1, 2, 2, 3, 3, 4)) for _ in (*public, *guests, *private)), reverse=True)
    names = rng.sample([*public, *guests, *private], len(bars))
    around = []
    for name, strength in zip(names, bars, strict=True):
        security = "" if name in public else rng.choice(("WPA2", "WPA2", "WPA3"))
        around.append(WifiNetworkInRange(name, security, _password(rng) if security else "", strength, internet=name != shut_off))
    return (WifiNetworkInRange(phone, "WPA2", _password(rng), 4), *around)


def told(network: WifiNetworkInRange, culture: str) -> str:
    """What somebody writes who gives away the password of a network."""
    known = table("networks")
    return str(known.get(culture, known["en"])["told"]).format(name=network.name, password=network.password)


def _password(rng: Random) -> str:
    return f"{rng.choice(WORDS)}-{rng.choice(WORDS)}-{rng.randrange(10, 100)}"
