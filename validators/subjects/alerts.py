"""Safety alerts that the agent raises."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from automotive_env.car.systems.system import URGENCIES
from automotive_env.validators.answers import Fact, said
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.sentences import Sentences


class AlertSentences(Sentences):
    """Sentences about warnings to the driver."""

    def raised(
        self,
        *kinds: str,
        urgency: Sequence[str] = URGENCIES,
        says: Sequence[Fact] = (),
        since: float = 0,
        within: float = inf,
    ) -> Criterion:
        """A safety alert of one of these kinds was raised.

        Args:
            kinds: of `automotive_env.car.systems.system.ALERT_KINDS`.
            urgency: those that will do.
            says: what its text must say.
            since: seconds after the start before which it does not count: nobody warns of what is to come yet.
            within: seconds after that in which it must come; a reaction is prompt within `check.PROMPT`.
        """
        in_time = [alert for alert in self._log.alerts if since <= alert.seconds <= since + within]
        fit = [alert for alert in in_time if alert.kind in kinds]
        said_so = [alert for alert in fit if alert.urgency in urgency]
        met = any(said(alert.message, *says).met for alert in said_so) if says else bool(said_so)
        wanted = f"an alert of {' or '.join(kinds)}"
        wanted += f" as {' or '.join(urgency)}" if tuple(urgency) != URGENCIES else ""
        wanted += f", {since:g} s after the start or later" if since else ""
        wanted += f", at most {within:g} s later" if within < inf else ""
        wanted += "".join(f", {fact.criterion('').wanted}" for fact in says)
        found = [f"{one.kind} {one.urgency} at {one.seconds:g} s: {one.message}" for one in self._log.alerts]
        return Criterion("alert_raised", wanted, "; ".join(found) or "none", met)

    def once(
        self,
        *kinds: str,
        urgency: Sequence[str] = URGENCIES,
        says: Sequence[Fact] = (),
        since: float = 0,
        within: float = inf,
    ) -> Criterion:
        """Such an alert was raised, and no other; see `raised`."""
        number = len(self._log.alerts)
        one = Criterion("one_alert", "one alert", f"{number} alerts", number == 1)
        return self.raised(*kinds, urgency=urgency, says=says, since=since, within=within) & one

    def none(self) -> Criterion:
        """No alert was raised."""
        found = [alert.kind for alert in self._log.alerts]
        return Criterion("no_alert", "no alert", ", ".join(found) or "none", not found)

    def warned(self, kinds: Sequence[str], *facts: Fact) -> Criterion:
        """The driver was warned: by an alert of one of these kinds, or by an answer that says these facts."""
        return self.raised(*kinds) | said(" ".join(self._log.answers), *facts)
