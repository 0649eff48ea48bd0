"""Safety alerts that the agent raises."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.validators.answers import Fact, said
from automotive_env.validators.criteria_builder import CriteriaBuilder
from automotive_env.validators.criterion import Criterion


class AlertCriteria(CriteriaBuilder):
    """Sentences about warnings to the driver."""

    def raised(self, *kinds: str, says: Sequence[Fact] = ()) -> Criterion:
        """A safety alert of one of these kinds was raised.

        Args:
            kinds: of `automotive_env.car.systems.system.ALERT_KINDS`.
            says: what its text must say.
        """
        texts = [alert.message for alert in self._log.alerts if alert.kind in kinds]
        met = any(said(text, *says).met for text in texts) if says else bool(texts)
        wanted = f"an alert of {' or '.join(kinds)}" + "".join(f", {fact.criterion('').wanted}" for fact in says)
        found = [f"{one.kind} {one.urgency} at {one.seconds:g} s: {one.message}" for one in self._log.alerts]
        return Criterion("alert_raised", wanted, "; ".join(found) or "none", met)

    def none(self) -> Criterion:
        """No alert was raised."""
        found = [alert.kind for alert in self._log.alerts]
        return Criterion("no_alert", "no alert", ", ".join(found) or "none", not found)

    def warned(self, kinds: Sequence[str], *facts: Fact) -> Criterion:
        """The driver was warned: by an alert of one of these kinds, or by an answer that says these facts."""
        return self.raised(*kinds) | said(" ".join(self._log.answers), *facts)
