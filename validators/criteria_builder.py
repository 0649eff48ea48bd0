"""The words that all sentences of checks are made of: values now, at the start and on the way, and criteria of one signal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from automotive_env.car.core.values import Scalar
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.episode_log import EpisodeLog
from automotive_env.validators.signals import Signal

ReadSignal: TypeAlias = Callable[[Signal], Scalar]

SLIGHT = 0.04, 0.3
"""Shares of all that a number can be between which a difference is a bit."""


class CriteriaBuilder:
    """The words that sentences are made of."""

    def __init__(self, read: ReadSignal, log: EpisodeLog) -> None:
        self._read = read
        self._log = log

    # Values

    def read(self, signal: Signal) -> Scalar:
        """The value of a signal now."""
        return self._read(signal)

    def start(self, signal: Signal) -> Scalar:
        """The value that a signal had after set-up."""
        if signal.name not in self._log.start:
            earlier = self._log.values(signal)
            first = earlier[0] if earlier else self._read(signal)
            self._log.start[signal.name] = first if isinstance(first, str | float | int | bool | None) else None
        return self._log.start[signal.name]

    def number(self, signal: Signal) -> float:
        """The value of a signal that is a number, now."""
        return _number(self._read(signal))

    def number_at_start(self, signal: Signal) -> float:
        """The value that a signal that is a number had after set-up."""
        return _number(self.start(signal))

    # Criteria of one signal

    def is_(self, signal: Signal, *wanted: Scalar) -> Criterion:
        """A signal has one of these values."""
        found = self.read(signal)
        self.start(signal)
        return Criterion(signal.name, f"{signal.name} {' or '.join(map(shown, wanted))}", shown(found), found in wanted)

    def on(self, signal: Signal) -> Criterion:
        """A flag is on."""
        return self.is_(signal, True)

    def off(self, signal: Signal) -> Criterion:
        """A flag is off."""
        return self.is_(signal, False)

    def switched_on(self, signal: Signal) -> Criterion:
        """A flag is on that was off after set-up."""
        was, now = self.start(signal), self.read(signal)
        return Criterion(
            f"{signal.name}_switched_on", f"{signal.name} off -> on", f"{shown(was)} -> {shown(now)}", (was, now) == (False, True)
        )

    def near(self, signal: Signal, value: float, tolerance: float = 0.26) -> Criterion:
        """A number is at a value, give or take a tolerance: by default less than half a step of a temperature control."""
        return self.between(signal, value - tolerance, value + tolerance, f"{round(value, 1):g}")

    def between(self, signal: Signal, low: float | None, high: float | None, wanted: str = "") -> Criterion:
        """A number is in a range, ends included; None leaves an end open."""
        found = self.number(signal)
        self.start(signal)
        met = (low is None or found >= low) and (high is None or found <= high)
        bounds = wanted or (f">= {low:g}" if high is None else f"<= {high:g}" if low is None else f"{low:g} to {high:g}")
        unit = signal.unit_text if bounds[-1].isdigit() else ""  # none after words such as "a bit"
        return Criterion(signal.name, f"{signal.name} {bounds}{unit}", f"{found:g}{signal.unit_text}", met)

    def rises(self, signal: Signal, by: float) -> Criterion:
        """A number is higher than it was, by so much at least."""
        return self._moves(signal, by, "higher")

    def falls(self, signal: Signal, by: float) -> Criterion:
        """A number is lower than it was, by so much at least."""
        return self._moves(signal, -by, "lower")

    def _moves(self, signal: Signal, by: float, word: str) -> Criterion:
        now, before, unit = self.number(signal), self.number_at_start(signal), signal.unit_text
        met = now - before >= by if by > 0 else now - before <= by
        wanted = f"{signal.name} at least {abs(by):g}{unit} {word} than it was"
        return Criterion(f"{signal.name}_{word}", wanted, f"{before:g} -> {now:g}{unit}", met)

    def slightly(self, signal: Signal, way: Literal["more", "less"]) -> Criterion:
        """A number is a bit higher or lower than it was: by 4 to 30 per cent of all that it can be."""
        before, sign = self.number_at_start(signal), 1 if way == "more" else -1
        low, high = sorted(before + sign * share * _span(signal) for share in SLIGHT)
        return self.between(signal, low, high, f"a bit {way} than {before:g}")

    def always(self, signal: Signal, *wanted: Scalar) -> Criterion:
        """A signal had one of these values after set-up and all the way, whatever it had for a moment counts."""
        values = list(dict.fromkeys([self.start(signal), *self._log.values(signal), self.read(signal)]))
        found = " -> ".join(map(shown, values))
        known = f"{signal.name} {' or '.join(map(shown, wanted))} all the way"
        return Criterion(f"{signal.name}_always", known, found, all(value in wanted for value in values))

    def never_above(self, signal: Signal, most: float) -> Criterion:
        """A number was at most this after set-up and all the way, whatever it was for a moment counts."""
        values = [self.start(signal), *self._log.values(signal), self.read(signal)]
        highest = max(value for value in values if isinstance(value, int | float))
        wanted = f"{signal.name} {most:g}{signal.unit_text} at most, all the way"
        return Criterion(f"{signal.name}_never_above", wanted, f"{highest:g}{signal.unit_text}", highest <= most)

    def in_order(self, *moments: tuple[Signal, Scalar]) -> Criterion:
        """Signals took these values one after the other, whatever came in between; whoever made them."""
        left = list(moments)
        for timed in self._log.changes:
            if left and (timed.change.path, timed.change.after) == (left[0][0].world, left[0][1]):
                del left[0]
        steps = [f"{signal.name} {shown(value)}" for signal, value in moments]
        reached = len(moments) - len(left)
        return Criterion("in_order", ", then ".join(steps), ", then ".join(steps[:reached]) or "not the first", not left)

    def as_at_first(self, *signals: Signal) -> Criterion:
        """Signals are as they were when the episode began, before the first turn."""
        whole = CriteriaBuilder(self._read, self._log.whole or self._log)
        return whole.as_it_was(*signals)

    def as_it_was(self, *signals: Signal) -> Criterion:
        """Signals are as they were when the turn began."""
        pairs = [(signal, self.start(signal), self.read(signal)) for signal in signals]
        rows = [Criterion(f"{x.name}_kept", f"{x.name} {shown(was)}, as it was", shown(now), was == now) for x, was, now in pairs]
        return every(*rows)


def shown(value: object) -> str:
    """A value as people write it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:g}"
    return "none" if value is None else str(value)


def _number(value: Scalar) -> float:
    assert isinstance(value, int | float), f"{value!r} is no number"
    return value


def _span(signal: Signal) -> float:
    """From the lowest to the highest that a number can be."""
    prop = SCHEMA[INDEX[signal.world]].prop
    low, high = getattr(prop, "low", None), getattr(prop, "high", None)
    assert low is not None, f"{signal.name} has no bounds"
    assert high is not None, f"{signal.name} has no bounds"
    return float(high - low)
