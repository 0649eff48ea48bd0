"""Who sends a notification, by its kind: what the driver may silence, and what matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

CAR = "Car"
"""The sender of warnings; neither it nor the system nor the phone can be silenced."""


@dataclass(frozen=True, slots=True)
class NotifyingApp:
    """An app that tells the driver something.

    Attributes:
        name: what the driver reads.
        important: whether its notifications stand before the others.
    """

    name: str
    important: bool = False


_ALWAYS = {"system": NotifyingApp("System", True), "call": NotifyingApp("Phone", True)}
_CAR = NotifyingApp(CAR, True)
_APPS: Mapping[str, NotifyingApp] = {
    "message": NotifyingApp("Messages", True),
    "calendar": NotifyingApp("Calendar", True),
    "parking": NotifyingApp("Parking", True),
    "charged": NotifyingApp("Charging", True),
    "charging": NotifyingApp("Charging tips"),
    "service": NotifyingApp("Service", True),
    "weather warning": NotifyingApp("Weather warnings", True),
    "weather": NotifyingApp("Weather"),
    "toll": NotifyingApp("Tolls"),
    "software": NotifyingApp("Software updates"),
    "podcast": NotifyingApp("Podcasts"),
    "news": NotifyingApp("News"),
    "shop": NotifyingApp("Offers"),
    "game": NotifyingApp("Games"),
}
SILENCEABLE: Mapping[str, str] = {sender.name: kind for kind, sender in _APPS.items()}
"""Name of each sender that can be silenced -> kind of its notifications."""


def sender_of(kind: str) -> NotifyingApp:
    """Who sends notifications of a kind; the car, where no app does."""
    return _APPS.get(kind) or _ALWAYS.get(kind, _CAR)
