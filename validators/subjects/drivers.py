"""Who drives, and what they have stored."""

from __future__ import annotations

from automotive_env.car.content.spelling import spellings
from automotive_env.car.core.values import Scalar
from automotive_env.validators import signals as s
from automotive_env.validators.criteria_builder import CriteriaBuilder, shown
from automotive_env.validators.criterion import Criterion


class DriverCriteria(CriteriaBuilder):
    """Sentences about who drives, and what the profiles hold."""

    def at_the_wheel(self, name: str) -> Criterion:
        """The car is set up for a driver."""
        return self.is_(s.ACTIVE_DRIVER, name)

    def known(self, name: str) -> Criterion:
        """There is a profile of a name, in whatever script and letters it was typed."""
        names = [str(self.read(profile["name"])) for profile in s.DRIVERS[: round(self.number(s.DRIVER_COUNT))]]
        wanted = {one.casefold() for one in spellings(name)}
        met = any(one.casefold() in wanted for one in names)
        return Criterion("driver_known", f"a profile of {name}", ", ".join(names), met)

    def more(self, by: int) -> Criterion:
        """There are so many more profiles than when the turn began, or fewer where the number is negative."""
        return self.near(s.DRIVER_COUNT, self.number_at_start(s.DRIVER_COUNT) + by, 0.5)

    def stored(self, name: str, field: str, value: Scalar) -> Criterion:
        """The profile of a driver holds a value."""
        profile = next((one for one in s.DRIVERS if self.read(one["name"]) in spellings(name)), None)
        found = self.read(profile[field]) if profile else "no profile"
        return Criterion(f"stored_{field}", f"{field} of {name} {shown(value)}", shown(found), bool(profile) and found == value)
