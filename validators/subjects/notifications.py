"""The entries of the notification centre."""

from __future__ import annotations

from automotive_env.car.core.values import StateValue
from automotive_env.car.systems.system import Notification, SilencedSender
from automotive_env.validators import signals as s
from automotive_env.validators.criteria_builder import CriteriaBuilder
from automotive_env.validators.criterion import Criterion

ENTRIES, SILENCED = "system.notifications", "system.silenced"


def _entries(value: StateValue) -> list[Notification]:
    return [one for one in value if isinstance(one, Notification)] if isinstance(value, tuple) else []


class NotificationCriteria(CriteriaBuilder):
    """Sentences about the entries of the notification centre, by their titles; the newest ten are looked at."""

    def _newest(self) -> dict[str, bool]:
        """Title of each entry -> whether it was opened; of several with one title, the newest counts."""
        found = [(self.read(entry["title"]), self.read(entry["read"])) for entry in s.NOTIFICATIONS]
        return {str(title): opened is True for title, opened in reversed(found) if title is not None}

    def _titles(self) -> list[str]:
        return [str(title) for entry in s.NOTIFICATIONS if (title := self.read(entry["title"])) is not None]

    def present(self, title: str) -> Criterion:
        """An entry is there."""
        titles = self._titles()
        return Criterion("notification_present", f"a notification {title!r}", ", ".join(titles) or "none", title in titles)

    def cleared(self, title: str) -> Criterion:
        """An entry is not there any more."""
        titles = self._titles()
        return Criterion("notification_cleared", f"no notification {title!r}", ", ".join(titles) or "none", title not in titles)

    def kept(self, *but: str) -> Criterion:
        """The agent has cleared no entry, or has taken that back; those with some titles aside."""
        made = [one for one in self._log.changes if one.change.path == ENTRIES]
        there = {one.id for one in _entries(made[-1].change.after)} if made else set[int]()
        gone = [one for each in made if each.by == "agent" for one in _entries(each.change.before) if one.id not in there]
        lost = dict.fromkeys(one.title for one in gone if one.title not in but)
        return Criterion("notifications_kept", "no other notification cleared", ", ".join(lost) or "all kept", not lost)

    def silenced(self, *apps: str) -> Criterion:
        """These apps, and no others, may not notify."""
        names = {str(self.read(one)) for one in s.SILENCED[: round(self.number(s.SILENCED_COUNT))]}
        wanted, found = ", ".join(sorted(apps)) or "none", ", ".join(sorted(names)) or "none"
        return Criterion("apps_silenced", f"silenced: {wanted}", found, names == set(apps))

    def opened(self, title: str) -> Criterion:
        """An entry is there and was opened."""
        opened = [one for one, read in self._newest().items() if read]
        return Criterion(
            "notification_opened", f"the notification {title!r} opened", ", ".join(opened) or "none", title in opened
        )

    def hushed(self, app: str) -> Criterion:
        """The agent has silenced an app; the log tells so, since a stock image has no such signal."""
        _, now = self._log.moved().get(SILENCED, ((), ()))
        found = [one.name for one in now if isinstance(one, SilencedSender)] if isinstance(now, tuple) else []
        return Criterion("app_hushed", f"{app} silenced", ", ".join(found) or "nothing silenced", app in found)
