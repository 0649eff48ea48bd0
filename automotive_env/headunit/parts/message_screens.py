"""Screens around conversations: to whom a new message goes, and the question before a conversation is deleted."""

from __future__ import annotations

from automotive_env.headunit.parts.person import PersonItem
from automotive_env.headunit.parts.person_card import contacts_of
from automotive_env.headunit.rendering.node import Node
from automotive_env.headunit.screen import Screen, View
from automotive_env.headunit.touch import Handler, Touch, back
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.list_view import ListView
from automotive_env.headunit.widgets.page import dialog, page


def _write_to(name: str) -> Handler:
    def act(touch: Touch) -> str | None:
        touch.back()
        return touch.open("phone", "phone", "messages", name)

    return act


class NewMessage(Screen):
    """The phone book, to choose whom to write to."""

    name = "new_message"
    title = "New message"

    def build(self, car: View) -> Node:
        rows = [
            PersonItem(one.name, one.phone_number, id="recipient_item", on_tap=_write_to(one.name), height=96)
            for one in contacts_of(car)
            if one.phone_number
        ]
        return page("New message", ListView(*rows, id="recipient_list", columns=2, row_height=96), nested=True)


class DeleteThread(Screen):
    """Asks for confirmation before all messages with somebody are deleted."""

    name = "delete_thread"
    title = "Delete conversation"
    dialog = True
    ink = None
    samples = (("Sofia Marino",),)

    def build(self, car: View) -> Node:
        name = str(car.args[0])

        def delete(touch: Touch) -> None:
            touch.back()
            touch.remember("thread", None)
            kept = tuple(message for message in touch.get("conversation.messages") if message.contact != name)
            touch.set("conversation.messages", kept)

        keep = Button(back, id="keep_thread_button", text="Keep", size=28, width=200)
        go = Button(delete, id="confirm_delete_thread_button", text="Delete", look="danger", size=28, width=200)
        return dialog("Delete this conversation?", f"All messages with {name} go; the contact stays.", keep, go)


__all__ = ["DeleteThread", "NewMessage"]
