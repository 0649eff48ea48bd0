"""A turn: one exchange of an episode. The driver speaks or the car notices something; the agent acts and ends it with `status`.

>>> Turn("My hands are freezing.", check=lambda then: then.set_warmer()).says
('My hands are freezing.',)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from automotive_env.episode.opening import Speaker

if TYPE_CHECKING:
    from automotive_env.tasks.kit.car_setup import CarSetup
    from automotive_env.tasks.kit.scene import Ending
    from automotive_env.validators.check import Episode
    from automotive_env.validators.criterion import Criterion

NOTICE = "Something around the car or on the display has changed."
"""What a turn tells that an event begins, unless the task says it more exactly."""


def minutes(count: float) -> float:
    """Minutes as seconds."""
    return 60.0 * count


class Turn:
    """One turn of an episode: how it begins, and what must be true when the agent ends it.

    Attributes:
        says: phrasings, one of which is drawn; empty if the car notices something.
        check: what must be true at the end; starts, answers and alerts are those of this turn only.
        after: seconds that the car drives before the turn begins.
        event: what happens to the car as the turn begins.
        notice: what the agent is told about an event, if nobody speaks.
        ending: the right ending of this turn.
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
