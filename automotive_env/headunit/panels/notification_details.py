"""One notification in full: what it says, where it leads, and a reply to a message."""

from __future__ import annotations

from automotive_env.car.systems.senders import sender_of
from automotive_env.car.systems.system import Notification
from automotive_env.headunit.apps.messages.messages import QUICK_REPLIES, send
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.language.translate import VerbatimText, translate
from automotive_env.headunit.panels.notification_center import clear
from automotive_env.headunit.panels.notifications import NEW_MESSAGE, icon_of, leads_to
from automotive_env.headunit.shared.person import Avatar, when


class NotificationDetailsPanel(Screen):
    """The entry that was opened in the notification centre."""

    name = "notification"
    window = "SystemUIOverlayWindow"

    def build(self, car: BuildContext) -> LayoutNode:
        number = car.get("system.notification_shown")
        entry = next((one for one in car.records("system.notifications", Notification) if one.id == number), None)
        if entry is None:
            gone = Text("This notification is gone.", id="empty_notification_text", ink="quiet", align="center")
            return page("Notification", Spacer(), gone, Spacer(), nested=True)
        is_message = entry.kind == "message"
        hidden = is_message and car.moving
        words = Column(
            Text(VerbatimText(entry.title) if is_message else entry.title, id="notification_title", size=40, weight="medium"),
            Text(when(entry.time, sender_of(entry.kind).name), id="notification_sender", size=SECONDARY, ink="quiet", grow=0.0),
            gap=4,
            grow=1.0,
            height=76,
        )
        face = Avatar(entry.title, 76) if is_message else Icon(icon_of(entry.kind), size=64, ink="accent")
        text = NEW_MESSAGE if hidden else entry.text[:120]
        body = Text(VerbatimText(text) if is_message and not hidden else text, id="notification_text", lines=2)
        replies = [_reply(entry, reply) for reply in QUICK_REPLIES] if is_message else []
        answers = Grid(*replies, columns=3, row_height=76, gap=8) if replies else None
        return page(
            sender_of(entry.kind).name,
            Card(
                Spacer(), Row(face, words, gap=24, height=76), body, Spacer(), answers, self.buttons(entry),
                gap=12, padding=(28, 14), grow=1.0,
            ),
            nested=True,
        )  # fmt: skip

    def buttons(self, entry: Notification) -> Row:
        """Where it leads, and away with it."""
        way = leads_to(entry)
        go = Button(way, id="notification_open_button", text="Open", icon="arrow_forward", look="filled", wide=True, size=28,
                    grow=1.0, height=80) if way else None  # fmt: skip
        dismiss = Button(_clear(entry), id="notification_clear_button", text="Clear", icon="close", wide=True, size=28, grow=1.0,
                         height=80)  # fmt: skip
        return Row(go, dismiss, height=80)


def _clear(entry: Notification) -> TouchHandler:
    def act(touch: TouchEvent) -> None:
        clear(entry.id)(touch)
        touch.set("system.notification_shown", 0)

    return act


def _reply(entry: Notification, text: str) -> Button:
    def act(touch: TouchEvent) -> str | None:
        refusal = send(touch, entry.title, translate(text, touch.get("environment.language")))
        if not refusal:
            touch.set("system.notification_shown", 0)
        return refusal

    return Button(act, id="quick_reply", text=text)


__all__ = ["NotificationDetailsPanel"]
