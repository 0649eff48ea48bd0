"""A solution that acts too early: its actions are right, but all of its waiting comes last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from automotive_env.results.records import StepRecord
from automotive_env.task import Event, Way
from automotive_env.ui_script import UiScript
from automotive_env.world.environment import seconds_between


class _Hurried(UiScript):
    """A plan whose waits are put off until its end."""

    def __init__(self) -> None:
        super().__init__()
        self.put_off: list[int] = []
        self._made_before = 0

    def wait(self, seconds: int = 1) -> Self:
        self.put_off.append(seconds)
        self._made_before = self._made_before or len(self._moves) + 1
        return self

    @property
    def is_hurried(self) -> bool:
        """Whether anything is done that should have been waited for."""
        return 0 < self._made_before <= len(self._moves)


def early(way: Way) -> Way | None:
    """A way with all its waits moved last; None where they are last already, or there are none."""
    hurried = _Hurried()
    way(hurried)
    if not hurried.is_hurried:
        return None

    def moved(script: UiScript) -> UiScript:
        script.follow(hurried)
        for seconds in hurried.put_off:
            script.wait(seconds)
        return script

    return moved


def is_early(steps: Sequence[StepRecord], events: Sequence[Event]) -> bool:
    """Whether everything was done before the first of these events that come at a time; to look for a control takes time, too."""
    times = [event.after_seconds for event in events if event.after_seconds is not None]
    acted = [step.observation.time for step in steps if step.action and step.action["action_type"] not in ("wait", "status")]
    began = steps[0].observation.time if steps else ""
    return bool(times and acted) and seconds_between(began, acted[-1]) < min(times)
