"""A turn: one exchange of an episode. The driver speaks or the car notices something; the agent acts and ends it with `status`.

>>> Turn("My hands are freezing.", check=lambda then: then.set_warmer()).says
('My hands are freezing.',)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from automotive_env.car_setup import CarSetup
    from automotive_env.scene import Ending
    from automotive_env.validators.check import Episode
    from automotive_env.validators.criterion import Criterion

Speaker: TypeAlias = Literal["driver", "passenger", "car"]
"""Who begins a turn."""
NOTICE = "Something around the car or on the display has changed."
"""What a turn tells that an event begins, unless the task says it more exactly."""


def minutes(count: float) -> float:
    """Minutes as seconds."""
    return 60.0 * count


class Turn:
    """One turn of an episode: what begins it, and what must be true when the agent ends it.

    Attributes:
        says: phrasings of what is said, one of which is drawn; empty where the car notices something.
        check: what must be true at the end; it is asked about this turn alone: starts, answers and alerts are those of the turn.
        after: seconds that the car drives on before the turn begins.
        event: what happens to the car as the turn begins.
        notice: what the agent is told of an event, where nobody speaks.
        ending: what is right in this turn.
        speaker: who begins it.
    """

    __slots__ = ("after", "check", "ending", "event", "notice", "says", "speaker")

    def __init__(
        self,
        *says: str,
        check: Callable[[Episode], Criterion],
        after: float = 0.0,
        event: Callable[[CarSetup], None] | None = None,
        notice: str = NOTICE,
        ending: Ending = "act",
        speaker: Speaker = "driver",
    ) -> None:
        self.says = says
        self.check = check
        self.after = after
        self.event = event
        self.notice = notice
        self.ending: Ending = ending
        self.speaker: Speaker = speaker if says else "car"


@dataclass(frozen=True, slots=True)
class Opening:
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
