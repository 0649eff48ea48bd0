"""Pages of the settings about the time and about privacy."""

from __future__ import annotations

from datetime import date
from typing import Any

from automotive_env.headunit.apps.settings.settings_page import SettingsPage, choice, on_off, option, switch
from automotive_env.headunit.kit.bind import LiveValue, bind
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row, Spacer
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.wording import clock
from automotive_env.headunit.shared.care_words import day

TIME = "environment.time_display_format"
NOW = "environment.timestamp"
BLUETOOTH = "bluetooth.is_enabled"


def _day(timestamp: str) -> str:
    today = date.fromisoformat(timestamp[:10])
    return f"{today:%A}, {day(today)}"


def time_choice(line: LiveValue[str]) -> Row:
    """The choice of how times are written."""
    api = "centerInformationDisplay.carcontrol_centerInformationDisplay_timeDisplayFormat_set"
    return choice(
        "Time of day", line, "schedule",
        option(TIME, "12-hour format", "12 hours", "time_12h", api=api),
        option(TIME, "24-hour format", "24 hours", "time_24h", api=api),
    )  # fmt: skip


class DatePage(SettingsPage):
    """The clock, and how it is written."""

    name = "settings_date"
    title = "Date & time"
    key = "date"
    icon = "schedule"
    line = bind(NOW, TIME, to=clock)

    def content(self) -> tuple[LayoutNode, ...]:
        formats = time_choice("On all displays")
        formats.grow, formats.height = 0.0, 96
        return (
            Spacer(),
            Text(bind(NOW, TIME, to=clock), id="clock_text", description="Time of day", size=96, weight="medium", align="center",
                 grow=0.0),
            Text(bind(NOW, to=_day), id="date_text", ink="quiet", align="center", grow=0.0),
            Spacer(),
            formats,
        )  # fmt: skip


class PrivacyPage(SettingsPage):
    """What apps may know."""

    name = "settings_privacy"
    title = "Privacy"
    key = "privacy"
    icon = "security"
    line = on_off("system.location", "Location is on", "Location is off")

    def content(self) -> tuple[LayoutNode, ...]:
        def shared(path: str, noun: str) -> Any:
            return bind(BLUETOOTH, path, to=lambda on, items: f"{len(items)} {noun}, {'shared' if on else 'kept in the car'}")

        return (
            switch("system.location", "Location", "Apps may know where the car is", "location", "place"),
            switch("system.mobile_data", "Mobile data", "Apps may use the internet", "mobile_data", "signal_cellular_alt"),
            ListItem("Contacts", shared("conversation.contacts", "persons"), id="contacts_shared", icon="contacts", grow=1.0),
            ListItem("Messages", shared("conversation.messages", "texts"), id="messages_shared", icon="chat", grow=1.0),
        )


__all__ = ["NOW", "TIME", "DatePage", "PrivacyPage", "time_choice"]
