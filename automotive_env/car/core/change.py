"""Changes of state and what caused them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from automotive_env.car.core.values import StateRecord, StateValue, record_to_json

CauseKind = Literal["call", "touch", "setup", "road", "direct"]


@dataclass(frozen=True, slots=True)
class ChangeCause:
    """What changed the state: an API call, a touch on the head unit, a set-up, the road, or code that wrote directly.

    Attributes:
        kind: which of these.
        name: the API, the touched element or the set-up, such as "music.music_history_play".
    """

    kind: CauseKind
    name: str


DIRECT = ChangeCause("direct", "")
TICK = ChangeCause("road", "clock")
"""Real time passes for a car whose clock follows it."""


@dataclass(frozen=True, slots=True)
class Change:
    """One property that changed.

    Attributes:
        path: its full path, such as "airConditioner.auto_mode".
        before: the value that it had.
        after: the value that it has.
        cause: what changed it.
    """

    path: str
    before: StateValue
    after: StateValue
    cause: ChangeCause

    def to_json(self) -> dict[str, Any]:
        """The change as JSON; of a list only the items that went and came."""
        before, after = self.before, self.after
        if isinstance(before, tuple) and isinstance(after, tuple):
            before, after = (tuple(x for x in before if x not in after), tuple(x for x in after if x not in before))
        cause = f"{self.cause.kind} {self.cause.name}"
        return {"path": self.path, "before": to_json(before), "after": to_json(after), "cause": cause}


def to_json(value: StateValue) -> Any:
    """A value as JSON: records are objects, and lists hold them."""
    if isinstance(value, tuple):
        return [record_to_json(item) for item in value]
    return record_to_json(value) if isinstance(value, StateRecord) else value
