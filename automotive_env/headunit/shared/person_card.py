"""A person of the phone: who it is, their numbers, how to reach them, and what was last."""

from __future__ import annotations

from automotive_env.car.devices.conversation import CallRecord, Contact, Message
from automotive_env.car.systems.handset import DialledCall, FavoriteContact
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import PRIMARY
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import go, toggled
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.shared.call_controls import AcceptCallButton, dial
from automotive_env.headunit.shared.person import Avatar, when
from automotive_env.headunit.shared.player import offered

FAVORITES = "handset.favorites"
DIALLED = "handset.dialled"
MAX_NUMBERS = 3


def contacts_of(car: BuildContext) -> list[Contact]:
    """The phone book by name."""
    return sorted(car.records("conversation.contacts", Contact), key=lambda contact: contact.name.casefold())


def calls_of(car: BuildContext) -> list[CallRecord]:
    """The call log, latest first: the calls that came in, and those that were made."""
    log = reversed(car.records("conversation.call_records", CallRecord))
    made = [CallRecord(one.contact, one.timestamp, one.duration, False, False) for one in car.records(DIALLED, DialledCall)]
    return sorted((*reversed(made), *log), key=lambda call: call.timestamp, reverse=True)


def favorites_of(car: BuildContext) -> set[str]:
    """The names of the favourites."""
    return {favorite.name for favorite in car.records(FAVORITES, FavoriteContact)}


def number_of(car: BuildContext, name: str) -> str:
    """The usual number of a person, empty where it is not known."""
    return next((contact.phone_number for contact in contacts_of(car) if contact.name == name), "")


def numbers_of(car: BuildContext, name: str) -> tuple[tuple[str, str], ...]:
    """Kind and number of each line of a person, the usual one first."""
    number, person = number_of(car, name), offered(car).person(name)
    if person and person.numbers[0][1] == number:
        return person.numbers[:MAX_NUMBERS]
    return (("Mobile", number),) if number else ()


def person_card(car: BuildContext, name: str) -> Card:
    """A person: who it is, how to reach them on each number, what was last."""
    call = AcceptCallButton(
        dial(name), id="call_button", icon="call", text="Call", wide=True, size=PRIMARY, grow=1.0, height=92, radius=46
    )
    write = Button(
        go("phone", "messages", name), id="message_button", icon="chat", text="Message", wide=True, size=PRIMARY,
        grow=1.0, height=92, radius=46,
    )  # fmt: skip
    listed, numbers = name in [contact.name for contact in contacts_of(car)], numbers_of(car, name)
    words = Column(
        Text(VerbatimText(name), id="contact_name", size=44, weight="medium"),
        Text(numbers[0][1] if numbers else "No number", id="phone_number", ink="quiet"),
        gap=2,
        grow=1.0,
        height=96,
    )
    face = Avatar(name, 96)
    who = Row(face, words, *(_about(name, name in favorites_of(car)) if listed else ()), gap=20, height=96)
    who.optional, who.breaks = ((face,),), True
    reach = Row(call, write if listed or numbers else None, height=92)
    lines = Row(*(_line(name, kind, number) for kind, number in numbers[1:]), gap=16, height=96) if len(numbers) > 1 else None
    if lines:
        lines.breaks = True
    last = Row(_last_call(car, name), _last_message(car, name), height=96)
    last.breaks = True
    return Card(who, reach, lines, last, gap=14, padding=(28, 20), grow=1.0)


def _about(name: str, liked: bool) -> tuple[LayoutNode, LayoutNode]:
    """Favourite or not, and the way to delete."""
    says = f"Remove {name} from favorites" if liked else f"Add {name} to favorites"
    keep = Button(
        toggled(FAVORITES, FavoriteContact(name)), id="favorite_contact_button", icon="star", description=says, selected=liked,
        look="plain", width=92, height=92,
    )  # fmt: skip
    delete = Button(
        go("delete_contact", name), id="delete_contact_button", icon="delete", description=f"Delete {name}", look="plain",
        width=92, height=92,
    )  # fmt: skip
    return keep, delete


def _line(name: str, kind: str, number: str) -> ListItem:
    icon = {"Home": "home", "Work": "work"}.get(kind, "call")
    return ListItem(kind, VerbatimText(number), id="number_item", icon=icon, on_tap=dial(name, kind), grow=1.0, height=96)


def _last_call(car: BuildContext, name: str) -> LayoutNode:
    calls = [call for call in calls_of(car) if call.contact == name]
    if not calls:
        return ListItem("No calls", "with this person", id="last_call", icon="call", grow=1.0, height=96)
    words, icon = way(calls[0])
    return ListItem(words, when(calls[0].timestamp), id="last_call", icon=icon, grow=1.0, height=96)


def way(call: CallRecord) -> tuple[str, str]:
    """Direction of a call (incoming, outgoing, missed) as words and as an icon."""
    if call.missed:
        return "Missed call", "call_missed"
    return ("Incoming call", "call_received") if call.incoming else ("Outgoing call", "call_made")


def _last_message(car: BuildContext, name: str) -> LayoutNode:
    messages = [message for message in car.records("conversation.messages", Message) if message.contact == name]
    if not messages:
        return ListItem("No messages", "with this person", id="last_message", icon="chat", grow=1.0, height=96)
    last = messages[-1]
    return ListItem(
        "Their message" if last.incoming else "Your message", when(last.timestamp), id="last_message", icon="chat", grow=1.0,
        height=96,
    )  # fmt: skip
