"""How a run stands while it goes on: episodes, rate of items with its interval, tokens, money, and the time left."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.items import ItemKey, item_of
from automotive_env.runs.tables.statistics import share_interval


class EpisodeCounter:
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
        self._items: dict[ItemKey, bool | None] = {}
        self._counts: Counter[str] = Counter()
        self._passed: Counter[str] = Counter()

    def begin(self, total: int) -> None:
        """Play so many episodes from now on."""
        self.total, self._began = total, self._clock()

    def add(self, record: EpisodeRecord) -> None:
        """Count an episode."""
        self.done += 1
        self.tokens += record.tokens
        self.price += record.price or 0.0
        item = item_of(record)
        earlier = self._items.get(item, True)
        self._tally(record.task, self._items.get(item), -1)
        now = None if record.interrupted or earlier is None else earlier and record.success
        self._items[item] = now
        self._tally(record.task, now, 1)

    def _tally(self, task: str, passed: bool | None, by: int) -> None:
        """Count an item of a task, or take it back; one that was broken off counts nowhere."""
        if passed is not None:
            self._counts[task] += by
            self._passed[task] += by * passed

    @property
    def text(self) -> str:
        """How it stands, on one line."""
        tokens = f"{amount(self.tokens)} tokens" if self.tokens else ""
        price = f"${self.price:,.2f}" if self.price else ""
        parts = (f"{self.done}/{self.total}", self._rate(), tokens, price, self._left())
        return " · ".join(part for part in parts if part)

    def _rate(self) -> str:
        n = self._counts.total()
        if not n:
            return ""
        low, high = share_interval((self._passed[task], number) for task, number in self._counts.items())
        return f"{100 * self._passed.total() / n:.1f} % ({100 * low:.1f}..{100 * high:.1f}) passed"

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
