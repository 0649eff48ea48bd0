"""The display of the head unit."""

from __future__ import annotations

from automotive_env.validators import signals as s
from automotive_env.validators.criteria_builder import CriteriaBuilder, shown
from automotive_env.validators.criterion import Criterion


class ScreenCriteria(CriteriaBuilder):
    """Sentences about the centre display."""

    def brightness_at(self, percentage: float) -> Criterion:
        """The screen is at a percentage, give or take two."""
        return self.near(s.SCREEN_BRIGHTNESS, percentage, 2)

    def brightness(self, least: float = 50) -> Criterion:
        """The screen is brighter than it was when the turn began, and at a percentage or more."""
        return self.rises(s.SCREEN_BRIGHTNESS, 5) & self.between(s.SCREEN_BRIGHTNESS, least, None)

    def night(self) -> Criterion:
        """The display shows its night picture."""
        dark = self.read(s.LIGHT) in ("night", "dusk", "tunnel")
        by_itself = Criterion("dark_outside", "dark outside", shown(self.read(s.LIGHT)), dark)
        return self.is_(s.NIGHT_MODE, "night") | self.is_(s.NIGHT_MODE, "auto") & by_itself
