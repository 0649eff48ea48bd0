"""What begins a turn of an episode, as an agent is told it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Speaker: TypeAlias = Literal["driver", "passenger", "car"]
"""Who begins a turn."""


@dataclass(frozen=True, slots=True)
class TurnOpening:
    """What begins a turn, as an agent is told it.

    Attributes:
        number: of the turn, from 1.
        text: what is said, or what the car noticed.
        speaker: who begins it.
        conversation: what was said and noticed before, and how the agent ended each turn: a line each.
        seconds: how long the car has driven since the turn before.
    """

    number: int
    text: str
    speaker: Speaker = "driver"
    conversation: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def line(self) -> str:
        """The opening as a line of the conversation."""
        return f"{self.speaker.capitalize()}: {self.text}"

    @property
    def announcement(self) -> str:
        """The opening of a later turn as one sentence: `6 minutes later, the driver says: "Put it back."`."""
        later = f"{_duration(self.seconds)} later, " if self.seconds else ""
        what = f"the {self.speaker} {'reports' if self.speaker == 'car' else 'says'}: "
        told = f"{later}{what}" + (self.text if self.speaker == "car" else f'"{self.text}"')
        return told[0].upper() + told[1:]


def _duration(seconds: float) -> str:
    """A time in words: "40 seconds", "1 minute", "6 minutes"."""
    unit, count = ("minute", round(seconds / 60)) if seconds >= 60 else ("second", round(seconds))
    return f"{count} {unit}{'' if count == 1 else 's'}"
