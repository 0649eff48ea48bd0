"""Phone: people, the call log, a dial pad and messages; during a call, the call."""

from __future__ import annotations

from automotive_env.car.devices.conversation import CallRecord, Contact
from automotive_env.headunit.apps.messages.message_screens import DeleteThreadDialog, NewMessageScreen
from automotive_env.headunit.apps.messages.messages import messages_tab
from automotive_env.headunit.apps.phone.call_page import call_page
from automotive_env.headunit.apps.phone.confirm_unknown_number import CallNumberDialog
from automotive_env.headunit.apps.phone.delete_contact import DeleteContactDialog
from automotive_env.headunit.apps.phone.recents import recents_head
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import PRIMARY, SECONDARY, TARGET
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import go, remember
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.shared.call_controls import AcceptCallButton, dial, digits
from automotive_env.headunit.shared.dial_pad import KEYS_HEIGHT, KEYS_WIDTH, delete, dial_keys
from automotive_env.headunit.shared.person import PersonItem, when
from automotive_env.headunit.shared.person_card import (
    calls_of,
    contacts_of,
    favorites_of,
    number_of,
    numbers_of,
    person_card,
    way,
)

MAX_SHORT_DIGITS = 4
"""Digits of numbers that are called without a question, such as those for emergencies."""
LIST = 460
"""Width of the lists at the left."""
ROW = 80
"""Height of their lines: the next one peeps out where there are more than fit."""
TABS = (
    ("contacts", "Contacts", "phone_contacts"),
    ("recents", "Recents", "phone_recents"),
    ("dialpad", "Dial pad", "phone_dialpad"),
    ("messages", "Messages", "phone_messages"),
)


class PhoneScreen(Screen):
    """The whole app; opened with a tab, and a person where it is about one."""

    name = "phone"
    title = "Phone"
    samples = ((), ("recents",), ("dialpad",), ("messages",), ("messages", "Sofia Marino"))

    def build(self, car: BuildContext) -> LayoutNode:
        state = car.text("conversation.call_state")
        if state != "idle":
            who = car.text("conversation.current_contact") or "Unknown caller"
            lines = dict(numbers_of(car, who))
            number = lines.get(car.text("handset.line")) or number_of(car, who)
            return call_page(who, number, state, bool(car.local("keypad", False)), str(car.local("tones", "")))
        tab = car.local("tab", car.args[0] if car.args else "contacts")
        nested = len(car.args) > 1
        return page("Phone", _tab(car, tab), actions=(pills(*choices("tab", tab, TABS), width=880),), nested=nested)


def _tab(car: BuildContext, tab: str) -> LayoutNode:
    if tab == "messages":
        return messages_tab(car, LIST)
    return {"contacts": contacts_tab, "recents": recents_tab, "dialpad": dialpad_tab}[tab](car)


def contacts_tab(car: BuildContext) -> LayoutNode:
    """The phone book, and the person chosen in it."""
    people = contacts_of(car)
    if not people:
        return empty_card("contacts", "The phone book is empty.")
    names = [contact.name for contact in people]
    chosen = car.local("person")
    chosen = chosen if chosen in names else names[0]
    liked = favorites_of(car)
    rows = [
        PersonItem(
            name, id="contact_item", trailing_icon="star" if name in liked else "", selected=name == chosen,
            on_tap=remember("person", name), height=ROW,
        )
        for name in names
    ]  # fmt: skip
    return Row(Column(ListView(*rows, id="contact_list"), width=LIST), person_card(car, chosen), grow=1.0)


def recents_tab(car: BuildContext) -> LayoutNode:
    """The call log, newest first, and the person of the line chosen in it."""
    missed = bool(car.local("missed", False))
    calls = [call for call in calls_of(car) if call.missed or not missed]
    chosen = min(car.local("call", 0), max(0, len(calls) - 1))
    rows = [_call_row(call, place, place == chosen) for place, call in enumerate(calls)]
    head = recents_head(car, missed)
    if not rows:
        nobody = "No missed calls" if missed else "No calls yet."
        return Row(Column(head, Spacer(), width=LIST), empty_card("history", nobody), grow=1.0)
    calls_list = Column(head, ListView(*rows, id="recent_list"), width=LIST)
    return Row(calls_list, person_card(car, calls[chosen].contact), grow=1.0)


def _call_row(call: CallRecord, place: int, chosen: bool) -> LayoutNode:
    words, icon = way(call)
    return PersonItem(
        call.contact, when(call.timestamp, words), id="recent_item", trailing_icon=icon, selected=chosen,
        on_tap=remember("call", place), height=ROW,
    )  # fmt: skip


def _matches(car: BuildContext, number: str) -> list[Contact]:
    wanted = digits(number)
    return [contact for contact in contacts_of(car) if contact.phone_number and wanted in digits(contact.phone_number)]


def dialpad_tab(car: BuildContext) -> LayoutNode:
    """The keys; what was dialled, and whose number it may become."""
    number = str(car.local("number", ""))
    found = _matches(car, number)[:2]
    known = any(digits(one.phone_number) == digits(number) for one in found)
    shown = Row(
        Text(number or "Enter a number", id="dialled_number", size=48 if number else 40, weight="medium" if number else "regular",
             ink="text" if number else "quiet", grow=1.0),
        Button(delete, id="delete_button", icon="backspace", description="Delete", look="plain", enabled=bool(number),
               on_long_press=remember("number", ""), width=96, height=TARGET),
        height=TARGET,
    )  # fmt: skip
    rows = [
        PersonItem(
            one.name, one.phone_number, id="suggestion_item", on_tap=remember("number", _compact(one.phone_number)), height=84
        )
        for one in found
    ]
    label = Text("Suggestions" if found else "No contact has this number", size=SECONDARY, ink="quiet")
    call = AcceptCallButton(
        dial(number) if known or len(digits(number)) <= MAX_SHORT_DIGITS else go("call_number", number),
        id="call_button", icon="call", text="Call", wide=True, size=PRIMARY, enabled=bool(number), height=88,
        radius=44,
    )  # fmt: skip
    side = Card(shown, label, *rows, Spacer(), call, gap=10, padding=(28, 20), grow=1.0)
    if car.width < car.height:
        return Column(side, Card(dial_keys(), padding=20, height=KEYS_HEIGHT), grow=1.0)
    return Row(Card(dial_keys(), padding=20, width=KEYS_WIDTH), side, grow=1.0)


def _compact(number: str) -> str:
    return number.replace(" ", "")


APP = App(
    name="phone",
    title="Phone",
    icon="call",
    package="com.android.car.dialer",
    screens=(PhoneScreen, DeleteContactDialog, CallNumberDialog, NewMessageScreen, DeleteThreadDialog),
    aliases=("dialer", "contacts", "calls", "com.android.car.dialer"),
    order=15,
)

__all__ = ["APP", "PhoneScreen"]
