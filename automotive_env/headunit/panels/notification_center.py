"""The notification centre: what matters first, newest on top, what one app said much of folded, what was not opened marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from automotive_env.car.core.values import StateValue
from automotive_env.car.systems.senders import sender_of
from automotive_env.car.systems.system import Notification
from automotive_env.headunit.kit.bind import now
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET, ColourRole
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, open_app, remember, switched
from automotive_env.headunit.kit.widgets.button import Button, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.empty_card import large_icon
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.panels.notifications import NEW_MESSAGE, icon_of
from automotive_env.headunit.shared.person import when

MAX_UNFOLDED = 2
"""Entries of one app that stand in the order of time among the others; more are folded until the driver unfolds them."""
NotificationGroup = tuple[str, Sequence[Notification]]


def groups(entries: Sequence[Notification], important: bool, shown: Collection[str] = ()) -> list[NotificationGroup]:
    """Notifications that are important, or those that are not, newest first; more than `MAX_UNFOLDED` of an app as one.

    Args:
        entries: all of them, newest first.
        important: whether those that matter are asked for.
        shown: names of the apps whose entries the driver has unfolded.
    """
    said = [one for one in entries if (one.is_alert or sender_of(one.kind).important) is important]
    count = Counter(sender_of(one.kind).name for one in said)
    found: list[NotificationGroup] = []
    for entry in said:
        sender = sender_of(entry.kind).name
        if count[sender] <= MAX_UNFOLDED or sender in shown:
            found.append((sender, [entry]))
        elif sender not in [name for name, _ in found]:
            found.append((sender, [one for one in said if sender_of(one.kind).name == sender]))
    return found


def show(number: int) -> TouchHandler:
    """Show the details of an entry, which counts as reading it."""

    def act(touch: TouchEvent) -> None:
        touch.world.system.read_notification(number)
        touch.set("system.notification_shown", number)

    return act


def clear(*numbers: int) -> TouchHandler:
    """Clear entries, all of them where none is named."""
    return lambda touch: touch.world.system.clear_notifications(*numbers)


class NotificationItem(ListItem):
    """An entry; one that was not opened is marked by a dot."""

    def __init__(self, entry: Notification, *, moving: bool) -> None:
        line = NEW_MESSAGE if entry.kind == "message" and moving else entry.text
        super().__init__(
            entry.title, line, id="notification_body_title", icon=icon_of(entry.kind), trailing=when(entry.time),
            on_tap=show(entry.id), grow=1.0,
        )  # fmt: skip
        self.unread = not entry.read

    def state(self, values: Sequence[StateValue], entry: ScreenEntry) -> WidgetState:
        state = super().state(values, entry)
        parts = ("Unread" if self.unread else "", now(self.subtitle, values), now(self.trailing, values))
        return state._replace(description=" · ".join(filter(None, parts)))

    def lead(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> int:
        if self.unread:
            brush.disc((16, brush.box.height // 2), 7, "accent")
        return super().lead(state, brush, ink)


class NotificationCenterPanel(Screen):
    """What happened, what matters first."""

    name = "notifications"
    window = "SystemUIOverlayWindow"

    def build(self, car: BuildContext) -> LayoutNode:
        entries = car.records("system.notifications", Notification)
        bar = self.actions(bool(entries), bool(car.get("system.cleared_notifications")))
        if not entries:
            return page("Notifications", _nothing(), actions=bar)
        rows: list[LayoutNode] = []
        shown = {sender_of(one.kind).name for one in entries if car.local(sender_of(one.kind).name, False)}
        both = [groups(entries, important, shown) for important in (True, False)]
        for title, found in zip(("Important", "Others"), both, strict=True):
            if found and all(both):
                rows.append(Text(title, size=SECONDARY, ink="quiet"))
            rows += [self.folded(sender, told) if len(told) > 1 else _row(told[0], moving=car.moving) for sender, told in found]
        return page("Notifications", ListView(*rows, id="notifications_list"), actions=bar)

    def actions(self, any_entries: bool, any_cleared: bool) -> tuple[LayoutNode, ...]:
        """Silence, settings, and clearing or taking that back."""
        quiet = ToggleButton(
            "system.do_not_disturb", id="do_not_disturb_toggle", icon="do_not_disturb_on", description="Do not disturb",
            on_tap=switched("system.do_not_disturb", "system.do_not_disturb_switch"), width=96, height=TARGET,
        )  # fmt: skip
        settings = Button(
            open_app("settings", "settings_notifications"), id="notification_settings_button", icon="settings",
            description="Notification settings", width=96, height=TARGET,
        )  # fmt: skip
        undo = Button(_undo, id="undo_clear_button", text="Undo", width=160, height=TARGET) if any_cleared else None
        everything = Button(clear(), id="clear_all_button", text="Clear all", width=180, height=TARGET) if any_entries else None
        return tuple(part for part in (quiet, settings, undo, everything) if part)

    def folded(self, sender: str, told: Sequence[Notification]) -> LayoutNode:
        """The line of an app that said much."""
        line = ListItem(
            sender, f"{len(told)} notifications", id="notification_group", icon=icon_of(told[0].kind),
            trailing=when(told[0].time), trailing_icon="expand_more", on_tap=remember(sender, True), grow=1.0,
        )  # fmt: skip
        return _dismissed(line, sender, clear(*(entry.id for entry in told)))


def _undo(touch: TouchEvent) -> None:
    touch.world.system.undo_clearing()


def _row(entry: Notification, *, moving: bool) -> LayoutNode:
    return _dismissed(NotificationItem(entry, moving=moving), entry.title, clear(entry.id))


def _dismissed(line: LayoutNode, title: str, act: TouchHandler) -> LayoutNode:
    dismiss = Button(act, id="dismiss_button", icon="close", description=f"Dismiss {title}"[:120], width=96, height=96)
    return Row(line, dismiss, gap=8, height=96)


def _nothing() -> LayoutNode:
    return Card(
        Spacer(),
        large_icon("notifications"),
        Text("No notifications", id="empty_notification_text", align="center", weight="medium", grow=0.0),
        Text("Calls, messages and warnings appear here.", ink="quiet", align="center", lines=2, grow=0.0),
        Spacer(),
        grow=1.0,
    )


__all__ = ["NotificationCenterPanel", "clear", "groups"]
