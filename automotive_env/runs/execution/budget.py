"""How much a whole run may use: once a limit is reached, no further episode begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from automotive_env.runs.execution.stop import Stop
from automotive_env.runs.records.records import EpisodeRecord


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Bounds of all episodes of a run together; None for none.

    Attributes:
        steps: decisions of all agents.
        tokens: of all model calls.
        seconds: that episodes take, without those that models take.
        price: US dollars that model calls cost.
    """

    steps: int | None = None
    tokens: int | None = None
    seconds: float | None = None
    price: float | None = None


OPTIONS: Mapping[str, tuple[str, str]] = {
    "steps": ("--max-run-steps", "steps"),
    "tokens": ("--max-run-tokens", "tokens"),
    "seconds": ("--max-run-seconds", "seconds"),
    "price": ("--max-price", "USD"),
}
"""Limit -> its option, and its unit."""


class Budget:
    """Adds up what the finished episodes of a run have used, and has it stop when that is enough."""

    def __init__(self, limits: RunLimits, stop: Stop) -> None:
        self._limits = {name: limit for name, limit in asdict(limits).items() if limit is not None}
        self._stop = stop
        self._used = dict.fromkeys(OPTIONS, 0.0)
        self._told = ""

    def __bool__(self) -> bool:
        """Whether there is any limit."""
        return bool(self._limits)

    def add(self, record: EpisodeRecord) -> None:
        """Count an episode; what it costs is unknown only where no price is limited."""
        self._used["steps"] += record.steps
        self._used["tokens"] += record.tokens
        self._used["seconds"] += max(0.0, record.seconds - record.model_seconds)
        self._used["price"] += record.price or 0.0
        told = self._text()
        if told and self._stop.reason == self._told:
            self._stop.reason = self._told = told  # the episodes that were being played use more of it
            self._stop.ask(told)

    def _text(self) -> str:
        """Which limits are reached, and by how much; empty while none is."""
        used = ((OPTIONS[name], self._used[name], limit) for name, limit in self._limits.items() if self._used[name] >= limit)
        told = " and ".join(f"{amount:.10g} of at most {limit:.10g} {unit} ({option})" for (option, unit), amount, limit in used)
        return told and f"the run has used {told}"
