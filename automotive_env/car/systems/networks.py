"""Wireless networks: which ones the car knows, which one it uses, and its own hotspot."""

from __future__ import annotations

from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import HEAD_UNIT, NumberProperty, RecordsProperty, TextProperty, WholeNumberProperty
from automotive_env.car.core.values import StateRecord, about
from automotive_env.car.systems.pairing import USUAL_PHONE

MAX_NETWORK_NAME = 32
"""Characters of the name of a network."""
MIN_PASSWORD, MAX_PASSWORD = 8, 63
"""Characters of a password."""
SEARCH_SECONDS = 6
"""How long a search takes, by the car's clock."""
MAX_FOUND = 16
KNOWN_AT_FIRST = 6
"""Networks in range, the strongest ones, that the car has seen before anybody lets it search."""
USUAL_HOME = "Maple House"
"""The network at home of the car's own driver."""
SEARCHING = "follows the search"


class SavedNetwork(StateRecord):
    """A network that the car joins again without a question."""

    name: str = about("name of the network")


class Networks(Device, module="networks"):
    """Wi-Fi beyond its switch, and the hotspot."""

    saved = RecordsProperty(
        "networks whose passwords the car knows, the one joined last at the end", SavedNetwork,
        (SavedNetwork(USUAL_HOME), SavedNetwork(USUAL_PHONE)), ordered=False, read_only=HEAD_UNIT,
    )  # fmt: skip
    current = TextProperty(
        "network that the car uses while Wi-Fi is on, empty without one", USUAL_PHONE, longest=MAX_NETWORK_NAME,
        read_only=HEAD_UNIT,
    )  # fmt: skip
    search_seconds = NumberProperty(
        "seconds that the search for networks still takes, 0 without one", 0, SEARCH_SECONDS, 0, unit="seconds",
        significant=False, read_only=SEARCHING,
    )  # fmt: skip
    found = WholeNumberProperty(
        "how many networks in range are listed, the strongest first",
        0,
        MAX_FOUND,
        KNOWN_AT_FIRST,
        significant=False,
        read_only=SEARCHING,
    )
    hotspot_name = TextProperty("name of the hotspot", "Car-4821", longest=MAX_NETWORK_NAME, read_only=HEAD_UNIT)
    hotspot_password = TextProperty("password of the hotspot", "open-road-27", longest=MAX_PASSWORD, read_only=HEAD_UNIT)

    def knows(self, name: str) -> bool:
        """Whether a network is saved."""
        return any(network.name == name for network in self.saved)

    def use(self, name: str) -> None:
        """Save a network and use it."""
        others = tuple(network for network in self.saved if network.name != name)
        self.saved = (*others, SavedNetwork(name))
        self.current = name

    def forget(self, name: str) -> None:
        """Do not know a network any more."""
        self.saved = tuple(network for network in self.saved if network.name != name)
        if self.current == name:
            self.current = ""
