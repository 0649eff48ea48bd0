"""The page of the settings about notifications: silence, and which apps may notify."""

from __future__ import annotations

from automotive_env.car.systems.senders import SILENCEABLE
from automotive_env.car.systems.system import SilencedSender
from automotive_env.headunit.apps.settings.settings_page import SettingsPage, on_off, switch
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent, toggled
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView, SwitchRow
from automotive_env.headunit.panels.notifications import open_center
from automotive_env.headunit.shared.confirm import ConfirmDialog

SILENCED = "system.silenced"


class SenderSwitchRow(SwitchRow):
    """Whether an app may notify."""

    def __init__(self, name: str) -> None:
        super().__init__(SILENCED, name, "May notify", id="app_notifications", icon="notifications",
                         on_tap=toggled(SILENCED, SilencedSender(name)))  # fmt: skip
        self.selected = bind(SILENCED, to=lambda silenced: all(one.name != name for one in silenced))


def silence_switch() -> SwitchRow:
    """The switch of "do not disturb"."""
    path = "system.do_not_disturb"
    return switch(path, "Do not disturb", "Notifications stay silent", "do_not_disturb", "do_not_disturb_on", f"{path}_switch")


def _clear(touch: TouchEvent) -> str | None:
    if not touch.get("system.notifications"):
        return "there are no notifications"
    touch.go("clear_notifications")
    return None


def _count(entries: tuple[object, ...]) -> str:
    return f"{len(entries)} notification" + "s" * (len(entries) != 1)


class NotificationsPage(SettingsPage):
    """What may interrupt."""

    name = "settings_notifications"
    title = "Notifications"
    key = "notifications"
    icon = "notifications"
    line = on_off("system.do_not_disturb", "Silent", "Allowed")

    def content(self) -> tuple[LayoutNode, ...]:
        alert = bind("system.last_alert", to=lambda kind: f"Last one: {kind}" if kind else "Always shown")
        rows = ListView(
            silence_switch(),
            ListItem("Waiting", bind("system.notifications", to=_count), id="notification_count", icon="notifications"),
            ListItem("Safety alerts", alert, id="safety_alerts", icon="warning"),
            *(SenderSwitchRow(name) for name in SILENCEABLE),
            id="sender_list",
        )  # fmt: skip
        show = Button(
            open_center, id="show_notifications_button", text="Show all", icon="expand_more", wide=True, size=28, grow=1.0
        )
        clear = Button(_clear, id="clear_notifications_button", text="Clear all", icon="delete", wide=True, size=28, grow=1.0)
        return Column(rows, grow=1.0), Row(show, clear, height=88)


class ClearNotificationsDialog(ConfirmDialog):
    """Asks for confirmation before all notifications are cleared."""

    name = "clear_notifications"
    title = "Clear notifications"
    keep_id = "keep_notifications_button"
    go_id = "confirm_clear_notifications_button"
    go = "Clear all"

    def question(self, car: BuildContext) -> tuple[str, str]:
        return "Clear all notifications?", "Messages and calls stay on the phone."

    def act(self, touch: TouchEvent) -> None:
        touch.world.system.clear_notifications()


__all__ = ["ClearNotificationsDialog", "NotificationsPage", "silence_switch"]
