"""The display of the head unit."""

from __future__ import annotations

from automotive_env.validators import signals as s
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.sentences import Sentences, shown


class ScreenSentences(Sentences):
    """Sentences about the centre display."""

    def brightness_at(self, percentage: float) -> Criterion:
        """The screen is at a percentage, give or take two."""
        return self.near(s.SCREEN_BRIGHTNESS, percentage, 2)

    def brighter(self) -> Criterion:
        """The screen is noticeably brighter than it was, or sees to it by itself."""
        return self.rises(s.SCREEN_BRIGHTNESS, 10) | self.on(s.AUTO_BRIGHTNESS)

    def darker(self) -> Criterion:
        """The screen is noticeably darker than it was, sees to it by itself, or shows its night picture."""
        return self.falls(s.SCREEN_BRIGHTNESS, 15) | self.on(s.AUTO_BRIGHTNESS) | self.night()

    def night(self) -> Criterion:
        """The display shows its night picture."""
        dark = self.read(s.LIGHT) in ("night", "dusk", "tunnel")
        by_itself = Criterion("dark_outside", "dark outside", shown(self.read(s.LIGHT)), dark)
        return self.is_(s.NIGHT_MODE, "night") | self.is_(s.NIGHT_MODE, "auto") & by_itself
