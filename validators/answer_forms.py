"""Facts that are told in several forms: times of the day, and amounts that a task measures.

>>> from automotive_env.validators.answers import said
>>> said("You leave at quarter past seven.", TimeOfDay(7, 15)).met, said("At 7:15 pm.", TimeOfDay(7, 15)).met
(True, False)
"""

from __future__ import annotations

from dataclasses import dataclass

from automotive_env.validators.answers import Amount, only
from automotive_env.validators.clock import clock_times
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.numerals import in_digits
from automotive_env.validators.units import QuantityReading


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of the day, on a clock of 12 or 24 hours. A text with another time is no answer.

    Attributes:
        hour: 0 to 23.
        minute: 0 to 59.
        tolerance: minutes that the answer may be off.
        beside: minutes of the day of other times that an honest answer may contain.
    """

    hour: int
    minute: int = 0
    tolerance: int = 0
    beside: tuple[int, ...] = ()

    def criterion(self, text: str) -> Criterion:
        """The time is said, and no other."""
        shown = f"{self.hour:02}:{self.minute:02}"
        told, minutes = in_digits(text), 60 * self.hour + self.minute
        return only(told, clock_times(told), self._fits, minutes, self.beside, shown, "time")

    def _fits(self, reading: QuantityReading, wanted: float) -> bool:
        return min((reading[0] - wanted) % 1440, (wanted - reading[0]) % 1440) <= self.tolerance


def measured(value: float, unit: str, tolerance: float = 0.5, *beside: float, only: bool = True) -> Amount:
    """An amount; `only` has no effect, since every amount refuses a second candidate."""
    return Amount(value, unit, tolerance, beside)
