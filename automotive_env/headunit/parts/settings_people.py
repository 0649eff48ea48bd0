"""Pages of the settings about the phone, the time, notifications and privacy."""

from __future__ import annotations

from datetime import date
from typing import Any

from automotive_env.headunit.bind import bind
from automotive_env.headunit.parts.settings_page import Page, choice, on_off, option, switch
from automotive_env.headunit.rendering.node import Node, Row, Spacer
from automotive_env.headunit.touch import Handler, open_app
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.list_view import ListItem
from automotive_env.headunit.widgets.text import Text
from automotive_env.headunit.widgets.wording import clock

TIME = "environment.time_display_format"
NOW = "environment.timestamp"
BLUETOOTH = "bluetooth.is_enabled"


def _count(path: str, noun: str) -> Any:
    return bind(path, to=lambda items: f"{len(items)} {noun}" if len(items) != 1 else f"1 {noun.removesuffix('s')}")


def _button(on_tap: Handler, id: str, text: str, icon: str) -> Button:
    return Button(on_tap, id=id, text=text, icon=icon, wide=True, size=28, grow=1.0, height=88)


def _day(timestamp: str) -> str:
    return f"{date.fromisoformat(timestamp[:10]):%A, %d %B %Y}".replace(", 0", ", ")


class BluetoothPage(Page):
    """Bluetooth and the phone that it connects to."""

    name = "settings_bluetooth"
    title = "Bluetooth"
    key = "bluetooth"
    icon = "bluetooth"
    line = bind("bluetooth.connection_state", to=str.capitalize)

    def content(self) -> tuple[Node, ...]:
        state = bind(
            "bluetooth.connection_state", to=lambda now: "Connected" if now == "CONNECTED" else "Not connected"
        )  # fmt: skip
        icon = bind("bluetooth.connection_state", to=lambda now: f"bluetooth_{now.lower().replace('disconnected', 'disabled')}")
        return (
            switch(
                BLUETOOTH, "Bluetooth", on_off(BLUETOOTH), "bluetooth", "bluetooth",
                "bluetooth.carcontrol_connection_bluetooth_switch",
            ),
            ListItem("Driver's phone", state, id="connection_state", icon=icon, grow=1.0),
            ListItem("Phone book", _count("conversation.contacts", "contacts"), id="contact_count", icon="contacts", grow=1.0),
            Row(
                _button(open_app("phone"), "phone_button", "Phone", "call"),
                _button(open_app("messages"), "messages_button", "Messages", "chat"),
                height=88,
            ),
        )  # fmt: skip


class DatePage(Page):
    """The clock, and how it is written."""

    name = "settings_date"
    title = "Date & time"
    key = "date"
    icon = "schedule"
    line = bind(NOW, TIME, to=clock)

    def content(self) -> tuple[Node, ...]:
        api = "centerInformationDisplay.carcontrol_centerInformationDisplay_timeDisplayFormat_set"
        formats = choice(
            "Time of day", "On all displays", "schedule",
            option(TIME, "12-hour format", "12 hours", "time_12h", api=api),
            option(TIME, "24-hour format", "24 hours", "time_24h", api=api),
        )  # fmt: skip
        formats.grow, formats.height = 0.0, 96
        return (
            Spacer(),
            Text(bind(NOW, TIME, to=clock), id="clock_text", description="Time of day", size=96, weight="medium", align="center",
                 grow=0.0),
            Text(bind(NOW, to=_day), id="date_text", ink="quiet", align="center", grow=0.0),
            Spacer(),
            formats,
        )  # fmt: skip


class PrivacyPage(Page):
    """What apps may know."""

    name = "settings_privacy"
    title = "Privacy"
    key = "privacy"
    icon = "security"
    line = on_off("system.location", "Location is on", "Location is off")

    def content(self) -> tuple[Node, ...]:
        def shared(path: str, noun: str) -> Any:
            return bind(BLUETOOTH, path, to=lambda on, items: f"{len(items)} {noun}, {'shared' if on else 'kept in the car'}")

        return (
            switch("system.location", "Location", "Apps may know where the car is", "location", "place"),
            switch("system.mobile_data", "Mobile data", "Apps may use the internet", "mobile_data", "signal_cellular_alt"),
            ListItem("Contacts", shared("conversation.contacts", "persons"), id="contacts_shared", icon="contacts", grow=1.0),
            ListItem("Messages", shared("conversation.messages", "texts"), id="messages_shared", icon="chat", grow=1.0),
        )


__all__ = ["BluetoothPage", "DatePage", "PrivacyPage"]
