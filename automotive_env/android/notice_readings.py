"""What the drive has posted as notifications: safety alerts that agents raise, and what events tell."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from automotive_env.android import dumpsys
from automotive_env.android.reading import ServiceReading
from automotive_env.car.core.values import Scalar

ALERT_TAG = "safety_alert:"
"""What the tag of a posted safety alert begins with; its kind follows."""
ALERT_OVER = "This alert is over."
"""The text of a safety alert that counts no more: the shell can post over a notification, but not take it away."""
NOTIFICATIONS = "dumpsys notification --noredact"
SHELL = "com.android.shell"
"""The package in whose name `cmd notification post` posts."""
PLACES = 10
"""Titles that are read."""


def standing_alerts(text: str) -> list[dumpsys.DumpedNotification] | None:
    """The safety alerts that are listed and not over, newest first; None where the text lists no notifications."""
    posted = dumpsys.notifications(text)
    if posted is None:
        return None
    newest: dict[str, dumpsys.DumpedNotification] = {}
    for entry in posted:
        if entry.tag.startswith(ALERT_TAG):
            newest.setdefault(entry.tag, entry)
    return [entry for entry in newest.values() if entry.text != ALERT_OVER]


def end_alert(tag: str) -> str:
    """The command that ends the alerts of a tag."""
    return f"cmd notification post -S bigtext -t {shlex.quote(ALERT_OVER)} {shlex.quote(tag)} {shlex.quote(ALERT_OVER)}"


def _last_alert(text: str) -> dumpsys.DumpedNotification | None:
    """The newest safety alert, an empty one where none stands."""
    alerts = standing_alerts(text)
    return None if alerts is None else (alerts or [dumpsys.DumpedNotification(ALERT_TAG, "", "")])[0]


def _alert_kind(text: str) -> Scalar:
    alert = _last_alert(text)
    return alert.tag[len(ALERT_TAG) :] if alert else None


def _alert_message(text: str) -> Scalar:
    alert = _last_alert(text)
    return alert.text if alert else None


def posted_titles(text: str) -> list[str] | None:
    """Titles of what events and alerts have posted, newest first: no other app posts as the shell."""
    posted = dumpsys.notifications(text)
    return None if posted is None else [entry.title for entry in posted if entry.package == SHELL and entry.text != ALERT_OVER]


def _count(text: str) -> Scalar:
    titles = posted_titles(text)
    return None if titles is None else len(titles)


def notice_readings() -> Mapping[str, ServiceReading]:
    """The readings of the notification service."""
    found = {
        "last_alert": ServiceReading(NOTIFICATIONS, _alert_kind),
        "last_alert_message": ServiceReading(NOTIFICATIONS, _alert_message),
        "notification_count": ServiceReading(NOTIFICATIONS, _count),
    }
    return found | {f"notification_title_{at}": ServiceReading(NOTIFICATIONS, posted_titles, entry=at) for at in range(PLACES)}
