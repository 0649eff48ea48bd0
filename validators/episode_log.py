"""What an episode showed: the facts that checks may look at besides the signals as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from automotive_env.car.core.change import Change
from automotive_env.car.core.values import Scalar, StateValue
from automotive_env.car.systems.system import DEFAULT_URGENCY
from automotive_env.validators import signals as s
from automotive_env.validators.signals import Signal

GoalStatus = Literal["", "complete", "infeasible"]
ChangeOrigin = Literal["agent", "event"]


@dataclass(frozen=True, slots=True)
class RaisedAlert:
    """A safety alert that the agent raised.

    Attributes:
        kind: what it warns of, one of `automotive_env.car.systems.system.ALERT_KINDS`.
        message: its text.
        urgency: one of `automotive_env.car.systems.system.URGENCIES`.
        seconds: when it was raised, since the start.
    """

    kind: str
    message: str
    urgency: str = DEFAULT_URGENCY
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ContactedPerson:
    """A person whom the agent called, answered or wrote to; `text` is empty for calls."""

    contact: str
    text: str = ""
    is_call: bool = False


@dataclass(frozen=True, slots=True)
class TimedChange:
    """A change of a property, with the step in which it came, the car's time, and whether the agent or an event made it.

    Attributes:
        step: counts from 1; 0 is set-up.
        time: local date and time of the car.
        seconds: since the start: when the action began, or when an event had been seen.
    """

    change: Change
    step: int
    time: str
    by: ChangeOrigin
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class LogMark:
    """How long each list of a log was at some moment, and how many seconds the episode had lasted."""

    changes: int = 0
    answers: int = 0
    alerts: int = 0
    contacted: int = 0
    seconds: float = 0.0


@dataclass
class EpisodeLog:
    """Grows with an episode.

    Attributes:
        start: signal name -> its value after set-up, of those that were read then.
        changes: everything that changed since, in order.
        answers: what the agent said to the user.
        alerts: what it warned of.
        contacted: whom it called or wrote to.
        status: how it ended the episode; empty while it has not.
        reason: why it says that the task is infeasible.
        seconds: how long the episode has lasted on the car's clock.
        whole: the log of the whole episode, where this is a turn's; None where it is the whole.
    """

    start: dict[str, Scalar] = field(default_factory=dict)
    changes: list[TimedChange] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    alerts: list[RaisedAlert] = field(default_factory=list)
    contacted: list[ContactedPerson] = field(default_factory=list)
    status: GoalStatus = ""
    reason: str = ""
    seconds: float = 0.0
    whole: EpisodeLog | None = None

    def note(self, changes: Sequence[Change], step: int, time: str, by: ChangeOrigin) -> None:
        """Add what changed."""
        self.changes += [TimedChange(change, step, time, by, self.seconds) for change in changes]

    def since(self, mark: LogMark, start: dict[str, Scalar]) -> EpisodeLog:
        """The log of a turn: what has come since a mark, in seconds since then.

        Args:
            mark: the beginning of the turn.
            start: signal name -> value at that moment; grows as signals are read.
        """
        return EpisodeLog(
            start,
            [replace(one, seconds=one.seconds - mark.seconds) for one in self.changes[mark.changes :]],
            self.answers[mark.answers :],
            [replace(one, seconds=one.seconds - mark.seconds) for one in self.alerts[mark.alerts :]],
            self.contacted[mark.contacted :],
            self.status,
            self.reason,
            self.seconds - mark.seconds,
            whole=self,
        )

    def mark(self) -> LogMark:
        """Where the log stands now."""
        return LogMark(len(self.changes), len(self.answers), len(self.alerts), len(self.contacted), self.seconds)

    def values(self, signal: Signal) -> list[StateValue]:
        """The values that the property of a signal has taken since set-up, the first one included where it changed."""
        moved = [timed.change for timed in self.changes if timed.change.path == signal.world]
        return [moved[0].before, *(change.after for change in moved)] if moved else []

    def moved(self) -> dict[str, tuple[StateValue, StateValue]]:
        """Path -> value after set-up and value now, of each property that the agent changed and that is not as it was."""
        first: dict[str, StateValue] = {}
        last: dict[str, StateValue] = {}
        for timed in self.changes:
            if timed.by == "agent":
                first.setdefault(timed.change.path, timed.change.before)
            if timed.change.path in first:
                last[timed.change.path] = timed.change.after
        return {path: (before, last[path]) for path, before in first.items() if last[path] != before}

    def apps(self) -> list[str]:
        """The apps that came to the front, in order."""
        return [str(value) for value in self.values(s.FOREGROUND_APP)[1:]]
