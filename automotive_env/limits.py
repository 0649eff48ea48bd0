"""How much an episode may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one episode; whichever is reached first ends it with the outcome `step_limit`.

    Attributes:
        steps: decisions of the agent.
        tokens: tokens of all model calls.
        seconds: wall-clock seconds.
    """

    steps: int = 15
    tokens: int = 500_000
    seconds: float = 600.0
