"""Changes of state and what caused them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from automotive_env.world.values import Value

CauseKind = Literal["call", "touch", "setup", "road", "direct"]


@dataclass(frozen=True, slots=True)
class Cause:
    """What changed the state: an API call, a touch on the head unit, a set-up, the road, or code that wrote directly.

    Attributes:
        kind: which of these.
        name: the API, the touched element or the set-up, such as "music.music_history_play".
    """

    kind: CauseKind
    name: str


DIRECT = Cause("direct", "")


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
    before: Value
    after: Value
    cause: Cause

    def to_json(self) -> dict[str, Any]:
        """The change as JSON; records show as text."""
        plain = (bool, int, float, str, type(None))
        before, after = (v if isinstance(v, plain) else str(v) for v in (self.before, self.after))
        return {"path": self.path, "before": before, "after": after, "cause": f"{self.cause.kind} {self.cause.name}"}
