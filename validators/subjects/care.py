"""Charging, tyres, service and software."""

from __future__ import annotations

from automotive_env.car.driving.energy import DAYS
from automotive_env.validators import signals as s
from automotive_env.validators.criteria_builder import CriteriaBuilder, shown
from automotive_env.validators.criterion import Criterion, every


class CareCriteria(CriteriaBuilder):
    """Sentences about charging, tyres, service and software."""

    def charges_to(self, percentage: float) -> Criterion:
        """Charging ends at a percentage, give or take two."""
        return self.near(s.CHARGE_LIMIT, percentage, 2)

    def leaves_at(self, hour: int, minute: int = 0) -> Criterion:
        """The car is to be ready for a departure at a time of the day."""
        return self.on(s.DEPARTURE) & self.is_(s.DEPARTURE_TIME, 60 * hour + minute)

    def charges_between(self, start: int, end: int, *days: str) -> Criterion:
        """Charging waits for hours from a minute of the day to another, on these days only; on all where none is named."""
        hours = self.is_(s.OFF_PEAK_START, start) & self.is_(s.OFF_PEAK_END, end)
        chosen = [self.is_(signal, day in (days or DAYS)) for day, signal in zip(DAYS, s.OFF_PEAK_DAYS, strict=True)]
        return self.on(s.OFF_PEAK) & hours & every(*chosen)

    def tyres_reset(self) -> Criterion:
        """The tyre monitor was told that the tyres were inflated."""
        now = self.read(s.TYRES_RESET)
        return Criterion(
            "tyres_reset", "the tyre monitor reset", shown(now or "never"), bool(now) and now != self.start(s.TYRES_RESET)
        )

    def update_planned(self, hour: int | None = None) -> Criterion:
        """A software update is planned, at an hour of the day where one is named."""
        found = str(self.read(s.UPDATE_TIME) or "")
        self.start(s.UPDATE_TIME)
        wanted = "an update planned" if hour is None else f"an update planned for {hour:02}:00"
        return Criterion(
            "update_planned", wanted, found or "none", found[11:] == f"{hour:02}:00:00" if hour is not None else found != ""
        )
