"""The notification centre, and the alert on top of everything."""

from __future__ import annotations

from automotive_env.headunit.rendering.node import Column, Node, Row, Spacer
from automotive_env.headunit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.screen import Screen, View
from automotive_env.headunit.touch import Touch
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.widgets.page import page
from automotive_env.headunit.widgets.text import Icon, Text
from automotive_env.world.system import Notification

HEADS_UP_WIDTH, HEADS_UP_HEIGHT = 920, 196

_ICONS = {
    "speed limit": "speed",
    "ice": "snowflake",
    "fog": "foggy",
    "low visibility": "visibility_off",
    "lane departure": "merge",
    "fatigue": "local_cafe",
    "tyre pressure": "tire_repair",
    "low fuel": "local_gas_station",
    "seat belt": "airline_seat_recline_normal",
    "emergency": "emergency",
    "message": "chat",
    "call": "phone_missed",
}


def icon_of(kind: str) -> str:
    """The icon of a kind of notification."""
    return _ICONS.get(kind, "info")


def _remove(touch: Touch, number: int) -> None:
    rest = tuple(entry for entry in touch.world.system.notifications if entry.id != number)
    touch.set("system.notifications", rest)
    if touch.get("system.alert_shown") == number:
        touch.set("system.alert_shown", 0)


def _clear(touch: Touch) -> None:
    touch.set("system.notifications", ())
    touch.set("system.alert_shown", 0)


def _row(entry: Notification) -> Node:
    return Row(
        ListItem(entry.title, entry.text, id="notification_body_title", icon=icon_of(entry.kind), grow=1.0),
        Button(
            lambda touch: _remove(touch, entry.id), id="dismiss_button", icon="close", description=f"Dismiss {entry.title}",
            width=96, height=96,
        ),
        gap=8,
        height=96,
    )  # fmt: skip


class NotificationCenter(Screen):
    """What happened, newest first."""

    name = "notifications"
    window = "SystemUIOverlayWindow"

    def build(self, car: View) -> Node:
        entries = car.records("system.notifications", Notification)
        if not entries:
            return page("Notifications", Spacer(), *_nothing(), Spacer())
        clear = Button(_clear, id="clear_all_button", text="Clear all", look="raised", width=180, height=TARGET)
        return page("Notifications", ListView(*map(_row, entries), id="notifications_list"), actions=(clear,))


def _nothing() -> tuple[Node, Node]:
    return (
        Row(Spacer(), Icon("notifications_off", size=72, ink="faint"), Spacer()),
        Text("No notifications", id="empty_notification_text", ink="quiet", align="center"),
    )


class HeadsUp(Screen):
    """A safety alert on top of everything."""

    name = "heads_up"
    window = "HeadsUpNotification"
    ink = None

    def build(self, car: View) -> Node:
        number = car.get("system.alert_shown")
        entries = [entry for entry in car.records("system.notifications", Notification) if entry.id == number]
        title, text, kind = (entries[0].title, entries[0].text, entries[0].kind) if entries else ("Alert", "", "")

        def dismiss(touch: Touch) -> str | None:
            return touch.call("system.safety_alert_dismiss", id=number)

        return Card(
            Row(
                Icon(icon_of(kind) if kind in _ICONS else "warning", size=80, ink="on_danger"),
                Column(
                    Text(title, id="notification_body_title", size=36, weight="medium", ink="on_danger"),
                    Text(text, id="notification_body_content", size=SECONDARY, ink="on_danger", lines=3, height=90),
                    gap=4,
                    grow=1.0,
                    height=139,
                ),
                Button(dismiss, id="dismiss_alert_button", text="Dismiss", look="raised", size=28, width=170, height=96),
                gap=28,
            ),
            padding=(32, 20),
            ink="danger",
            floats=True,
        )
