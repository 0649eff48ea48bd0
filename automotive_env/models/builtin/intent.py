"""An intent: one change of the car, or one thing to do with it, as understood from what was said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Do = Literal[
    "on", "off", "set", "more", "less", "choose", "press", "call", "message", "dial", "go", "play", "answer", "warn", "open"
]

MULTI_STEP = frozenset(("call", "message", "dial", "go", "play", "answer", "warn", "open"))
"""Intents that take several actions, or none on the screen, so that no single control shows whether they are done."""


@dataclass(frozen=True, slots=True)
class Intent:
    """One change of the car, or one thing to do with it.

    Attributes:
        do: what is to be done.
        thing: what the control is called, alternatives parted by "|".
        home: kind of app it is looked for in, or empty.
        via: words of the page it usually stands on.
        place: the seat or side meant, such as "rear left", or empty.
        value: number to set, or by how much to change; None where it was left open.
        unit: of the value: "percent", "degrees", "fahrenheit", "km/h", "mph", "max", "min" or empty.
        text: the name, option, message or answer that belongs to it.
        why: what was understood, for the reasoning.
    """

    do: Do
    thing: str
    home: str = ""
    via: str = ""
    place: str = ""
    value: float | None = None
    unit: str = ""
    text: str = ""
    why: str = ""
