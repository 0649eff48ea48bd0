"""Screens around conversations: to whom a new message goes, and the question before a conversation is deleted."""

from __future__ import annotations

from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, open_app
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.shared.confirm import ConfirmDialog
from automotive_env.headunit.shared.person import PersonItem
from automotive_env.headunit.shared.person_card import contacts_of


class NewMessageScreen(Screen):
    """The phone book, to choose whom to write to."""

    name = "new_message"
    title = "New message"

    def build(self, car: BuildContext) -> LayoutNode:
        rows = [
            PersonItem(one.name, one.phone_number, id="recipient_item", height=96,
                       on_tap=open_app("phone", "phone", "messages", one.name))
            for one in contacts_of(car)
            if one.phone_number
        ]  # fmt: skip
        return page("New message", ListView(*rows, id="recipient_list", columns=2, row_height=96), nested=True)


class DeleteThreadDialog(ConfirmDialog):
    """Asks for confirmation before all messages with somebody are deleted."""

    name = "delete_thread"
    title = "Delete conversation"
    keep_id = "keep_thread_button"
    go_id = "confirm_delete_thread_button"
    samples = (("Sofia Marino",),)

    def question(self, car: BuildContext) -> tuple[str, str]:
        return "Delete this conversation?", f"This deletes all messages with {car.args[0]} and keeps the contact."

    def act(self, touch: TouchEvent) -> None:
        name = str(touch.entry.args[0])
        kept = tuple(message for message in touch.get("conversation.messages") if message.contact != name)
        touch.set("conversation.messages", kept)
        if touch.get("handset.read_aloud") == name:
            touch.world.handset.stop_reading()


__all__ = ["DeleteThreadDialog", "NewMessageScreen"]
