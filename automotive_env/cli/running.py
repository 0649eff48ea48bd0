"""How a run stands while it goes on: episodes, rate with interval, tokens, money, and the time left."""

from __future__ import annotations

import time
from collections.abc import Callable

from automotive_env.results.records import EpisodeRecord
from automotive_env.results.statistics import share_interval


class Running:
    """Counts episodes as they end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin to count.

        Args:
            clock: seconds; what is left is estimated by it.
        """
        self.total = 0
        self.done = 0
        self.tokens = 0
        self.price = 0.0
        self._clock = clock
        self._began = clock()
        self._counts: dict[str, tuple[int, int]] = {}

    def begin(self, total: int) -> None:
        """Play so many episodes from now on."""
        self.total, self._began = total, self._clock()

    def add(self, record: EpisodeRecord) -> None:
        """Count an episode."""
        self.done += 1
        self.tokens += record.tokens
        self.price += record.price or 0.0
        if not record.interrupted:
            passed, n = self._counts.get(record.task, (0, 0))
            self._counts[record.task] = passed + record.success, n + 1

    @property
    def text(self) -> str:
        """How it stands, on one line."""
        tokens = f"{amount(self.tokens)} tokens" if self.tokens else ""
        price = f"${self.price:,.2f}" if self.price else ""
        parts = (f"{self.done}/{self.total}", self._rate(), tokens, price, self._left())
        return " · ".join(part for part in parts if part)

    def _rate(self) -> str:
        counts = list(self._counts.values())
        n = sum(n for _, n in counts)
        if not n:
            return ""
        low, high = share_interval(counts)
        return f"{100 * sum(passed for passed, _ in counts) / n:.1f} % ({100 * low:.1f}..{100 * high:.1f}) passed"

    def _left(self) -> str:
        """How long it will take if it goes on as it went."""
        if not 0 < self.done < self.total:
            return ""
        return f"{duration((self._clock() - self._began) / self.done * (self.total - self.done))} left"


def amount(number: int) -> str:
    """A count in three digits or so, such as "14.2k"."""
    for size, unit in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.{0 if number >= 100 * size else 1}f}{unit}"
    return str(number)


def duration(seconds: float) -> str:
    """How long something takes, as people say it: "40 s", "3 min", "2 h 05 min"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02d} min"
