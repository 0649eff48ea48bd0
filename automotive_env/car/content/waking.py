"""Times of the past at which people are awake: what happened lies between seven in the morning and eleven at night."""

from __future__ import annotations

from datetime import date, datetime

WAKES, AWAKE = 7 * 60, 16 * 60
"""Minute of the day at which it begins, and its minutes."""


class WakingHours:
    """Times before a moment, which is a local date and time such as "2025-04-13 12:00:00"."""

    def __init__(self, now: str) -> None:
        moment = datetime.fromisoformat(now)
        awake = min(AWAKE, max(0, moment.hour * 60 + moment.minute - WAKES))
        self._now = moment.toordinal() * AWAKE + awake
        self._days: dict[int, str] = {}

    def before(self, minutes: int) -> str:
        """The time some waking minutes ago, at least one; more minutes are never later, and none is in the night."""
        day, minute = divmod(self._now - minutes, AWAKE)
        if day not in self._days:
            self._days[day] = date.fromordinal(day).isoformat()
        hour, minute = divmod(WAKES + minute, 60)
        return f"{self._days[day]} {hour:02}:{minute:02}:00"
