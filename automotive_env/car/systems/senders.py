"""Who sends a notification, by its kind: what the driver may silence, and what matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

CAR = "Car"
"""The sender of warnings; neither it nor the system nor the phone can be silenced."""


@dataclass(frozen=True, slots=True)
class Sender:
    """An app that tells the driver something.

    Attributes:
        name: what the driver reads.
        important: whether its notifications stand before the others.
    """

    name: str
    important: bool = False


_ALWAYS = {"system": Sender("System", True), "call": Sender("Phone", True)}
_CAR = Sender(CAR, True)
_APPS: Mapping[str, Sender] = {
    "message": Sender("Messages", True),
    "calendar": Sender("Calendar", True),
    "parking": Sender("Parking", True),
    "charged": Sender("Charging", True),
    "charging": Sender("Charging tips"),
    "service": Sender("Service", True),
    "weather warning": Sender("Weather warnings", True),
    "weather": Sender("Weather"),
    "toll": Sender("Tolls"),
    "software": Sender("Software updates"),
    "podcast": Sender("Podcasts"),
    "news": Sender("News"),
    "shop": Sender("Offers"),
    "game": Sender("Games"),
}
SILENCEABLE: Mapping[str, str] = {sender.name: kind for kind, sender in _APPS.items()}
"""Name of each sender that can be silenced -> kind of its notifications."""


def sender_of(kind: str) -> Sender:
    """Who sends notifications of a kind; the car, where no app does."""
    return _APPS.get(kind) or _ALWAYS.get(kind, _CAR)
