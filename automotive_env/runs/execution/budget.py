"""How much a whole run may use: once a limit is reached, no further episode begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from automotive_env.runs.execution.stop import StopToken
from automotive_env.runs.options import RunOptions, as_typed
from automotive_env.runs.records.records import EpisodeRecord

USES: Mapping[str, tuple[str, Callable[[EpisodeRecord], float]]] = {
    "max_run_steps": ("steps", lambda record: record.steps),
    "max_run_tokens": ("tokens", lambda record: record.tokens),
    "max_run_seconds": ("seconds", lambda record: max(0.0, record.seconds - record.model_seconds)),
    "max_price": ("USD", lambda record: record.price or 0.0),  # it is unknown only where no price is limited
}
"""Option that limits a run -> its unit, and how much of it an episode has used."""


class RunBudget:
    """Adds up what the finished episodes of a run have used, and has it stop when that is enough."""

    def __init__(self, options: RunOptions, stop: StopToken) -> None:
        self._limits = {name: limit for name in USES if (limit := getattr(options, name)) is not None}
        self._stop = stop
        self._used = dict.fromkeys(USES, 0.0)
        self._told = ""

    def __bool__(self) -> bool:
        """Whether there is any limit."""
        return bool(self._limits)

    def add(self, record: EpisodeRecord) -> None:
        """Count an episode."""
        for name, (_, used_by) in USES.items():
            self._used[name] += used_by(record)
        told = self._text()
        if told and self._stop.reason == self._told:
            self._stop.reason = self._told = told  # the episodes that were being played use more of it
            self._stop.ask(told)

    def _text(self) -> str:
        """Which limits are reached, and by how much; empty while none is."""
        reached = ((name, self._used[name], limit) for name, limit in self._limits.items() if self._used[name] >= limit)
        told = " and ".join(
            f"{used:.10g} of at most {limit:.10g} {USES[name][0]} ({as_typed(name)})" for name, used, limit in reached
        )
        return told and f"the run has used {told}"
