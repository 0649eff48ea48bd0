"""Messages: conversations, the thread of one, quick replies."""

from __future__ import annotations

from automotive_env.car.devices.conversation import Message
from automotive_env.car.systems.reading_aloud import read_aloud, waiting
from automotive_env.headunit.apps.messages.bubble import MessageBubble
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, call, go, remember
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.kit.widgets.text_field import TextField
from automotive_env.headunit.language.translate import VerbatimText, translate
from automotive_env.headunit.shared.call_controls import PHONE
from automotive_env.headunit.shared.person import Avatar, PersonItem, when

QUICK_REPLIES = ("On my way.", "I will be late.", "Call you later.", "Yes.", "No.", "I am driving.")
FIELD = "message_edit_text"
NO_MESSAGES = "There are no messages."
REPLIES = 384
"""Width of the quick replies."""


def _newest_first(messages: tuple[Message, ...]) -> dict[str, Message]:
    """The last message with each person."""
    latest: dict[str, Message] = {}
    for message in messages:
        latest.pop(message.contact, None)
        latest[message.contact] = message
    return dict(reversed(latest.items()))


def _open(name: str) -> TouchHandler:
    """Show a thread; what is shown counts as read."""

    def act(touch: TouchEvent) -> str | None:
        touch.remember("thread", name)
        touch.remember("all", False)
        return touch.call(f"{PHONE}_message_view", contact=name)

    return act


def send(touch: TouchEvent, name: str, text: str) -> str | None:
    """Send a message that says something."""
    if not text.strip():
        return "an empty message is not sent"
    touch.remember("all", False)
    touch.call(f"{PHONE}_message_view", contact=name)  # who answers has read
    return touch.call(f"{PHONE}_message_send", contact=name, content=text.strip())


def messages_tab(car: BuildContext, width: int) -> LayoutNode:
    """The conversations in a list of a width, and the thread of the one chosen."""
    messages = car.records("conversation.messages", Message)
    latest = _newest_first(messages)
    sought = car.args[1] if len(car.args) > 1 else ""
    opened = car.local("thread", sought)
    asked = opened if opened in latest else sought  # what was deleted since is no conversation any more
    people = list(latest) if asked in latest or not asked else [asked, *latest]
    if not people:
        return empty_card("chat", NO_MESSAGES)
    chosen = asked or people[0]
    rows = [_conversation(name, latest.get(name), name == chosen, _unread(messages, name)) for name in people]
    thread = tuple(message for message in messages if message.contact == chosen)
    unread = any(not message.read for message in messages)
    read_all = Button(
        call(f"{PHONE}_message_view"), id="mark_read_button", icon="check", text="Mark all as read",
        wide=True, icon_size=36, height=TARGET,
    )  # fmt: skip
    new = Button(
        go("new_message"), id="new_message_button", icon="edit", description="New message", width=None if unread else width,
        text="" if unread else "New message", wide=True, icon_size=36, height=TARGET,
    )  # fmt: skip
    read_all.grow, new.width = 1.0, 96 if unread else width
    below = Row(read_all if unread else None, new, gap=12, height=TARGET)
    people_list = Column(ListView(*rows, id="message_list"), below, gap=12, width=width)
    return Row(people_list, _thread(car, chosen, thread), grow=1.0)


def _unread(messages: tuple[Message, ...], name: str) -> bool:
    return any(message.contact == name and not message.read for message in messages)


def _conversation(name: str, last: Message | None, chosen: bool, unread: bool) -> LayoutNode:
    line = when(last.timestamp, last.content) if last else NO_MESSAGES
    return PersonItem(
        name, line, id="message_item", trailing_icon="mark_chat_unread" if unread else "", selected=chosen, on_tap=_open(name),
        height=84,
    )  # fmt: skip


def _thread(car: BuildContext, name: str, messages: tuple[Message, ...]) -> Card:
    def submit(touch: TouchEvent, text: str) -> str | None:
        refusal = send(touch, name, text)
        if not refusal:
            touch.remember(FIELD, "")
        return refusal

    hint = "Park to write" if car.moving else "Write a message"
    field = TextField(id=FIELD, hint=hint, icon="edit", on_submit=submit, grow=1.0)
    title = Text(VerbatimText(name), id="thread_title", weight="medium", width=272)
    delete = Button(
        go("delete_thread", name), id="delete_thread_button", icon="delete", description="Delete the conversation", look="plain",
        width=TARGET + 4,
    )  # fmt: skip
    header = Row(Avatar(name, 64), title, field, delete if messages else None, gap=12, height=TARGET + 4)
    header.breaks = True
    replies = [_reply(name, text) for text in QUICK_REPLIES]
    play = _play(car, name) if waiting(messages, name) else None
    beside = Column(play, Grid(*replies, columns=2, gap=8, grow=1.0), gap=8, width=REPLIES)
    body = Row(_bubbles(car, messages), beside, gap=24, grow=1.0)
    body.breaks = True
    return Card(header, body, gap=12, grow=1.0)


def _play(car: BuildContext, name: str) -> Button:
    """Lets the car read aloud what somebody wrote, also while driving, or stops it."""
    if car.get("handset.read_aloud") == name:
        return Button(_stop, id="stop_reading_button", icon="stop", text="Stop", look="filled", wide=True, height=TARGET)
    return Button(
        lambda touch: read_aloud(touch.world, name), id="read_aloud_button", icon="play_arrow", text="Play", wide=True,
        height=TARGET,
    )  # fmt: skip


def _stop(touch: TouchEvent) -> None:
    touch.world.handset.stop_reading()


def _reply(name: str, text: str) -> Button:
    def reply(touch: TouchEvent) -> str | None:
        return send(touch, name, translate(text, touch.get("environment.language")))

    return Button(reply, id="quick_reply", text=text)


def _bubbles(car: BuildContext, messages: tuple[Message, ...]) -> LayoutNode:
    """The newest messages that fit; all of them, to be scrolled, when that was asked for."""
    if not messages:
        nobody = Text("No messages yet", id="empty_text", size=SECONDARY, ink="quiet", align="center")
        return Column(Spacer(), Row(Spacer(), Icon("chat", size=64, ink="faint"), Spacer()), nobody, Spacer(), grow=1.0)
    room, width, shown = 324, 400, 0
    bubbles = [_bubble(message) for message in messages]
    for bubble in reversed(bubbles):
        room -= bubble.natural(width)[1] + 12
        if room < (0 if shown + 1 == len(bubbles) else TARGET):
            break
        shown += 1
    if shown == len(bubbles):
        return Column(*bubbles, gap=12, grow=1.0)
    if car.local("all", False):
        return Column(ListView(*bubbles, id="thread_list", gap=12), grow=1.0)
    earlier = Button(
        remember("all", True), id="earlier_button", icon="history", text="Earlier", wide=True, height=TARGET,
        look="plain", icon_size=36,
    )  # fmt: skip
    return Column(earlier, *bubbles[len(bubbles) - max(1, shown) :], gap=12, grow=1.0)


def _bubble(message: Message) -> MessageBubble:
    text = message.content if len(message.content) <= 120 else message.content[:119] + "…"
    said = f"{message.contact} wrote" if message.incoming else "You wrote"
    return MessageBubble(text, id="message_text", incoming=message.incoming, description=when(message.timestamp, said))
