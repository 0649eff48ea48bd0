"""Conversation: calls, the call log, messages and contacts of the connected phone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.car.calls.api import ApiAnswer, api
from automotive_env.car.calls.parameters import SwitchParameter, TextParameter
from automotive_env.car.core.change import DIRECT
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused, StateError
from automotive_env.car.core.schema import MAX_RECORDS, ChoiceProperty, FlagProperty, OptionalTextProperty, RecordsProperty
from automotive_env.car.core.values import StateRecord, about, record_to_json
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.car.systems.handset import Handset
from automotive_env.car.systems.sound import volumes

CALL_STATES = ("idle", "ringing", "active")
MAX_NAME_CHARACTERS = 120
"""Characters of a contact's name."""
CALL = "follows from calls: their state counts, and whom one calls is judged at once"


class Contact(StateRecord):
    """A person in the phone book."""

    name: str = about("what the phone book calls them")
    phone_number: str = about("their number, empty where it is not known")


class CallRecord(StateRecord):
    """One line of the call log."""

    contact: str = about("who called or was called")
    timestamp: str = about("when, local date and time; empty where it is not known", time=True)
    duration: int = about("seconds it lasted")
    incoming: bool = about("whether they called")
    missed: bool = about("whether nobody answered")


class Message(StateRecord):
    """One text message."""

    contact: str = about("who sent or gets it")
    content: str = about("what it says")
    timestamp: str = about("when, local date and time; empty where it is not known", time=True)
    incoming: bool = about("whether they sent it")
    read: bool = about("whether it was read")


FIRST_CONTACTS = (
    Contact("Roadside Help", ""),
    Contact("Marek Novotny", "+420 555 010 138"),
    Contact("Lena Fischer", "+49 555 0101 39"),
    Contact("Owen Price", "+44 555 010 137"),
)


def _listed(records: Iterable[StateRecord]) -> list[dict[str, Any]]:
    return [record_to_json(record) for record in records]


def _known(phone: ConnectedPhone, name: str) -> Contact:
    """The contact of a name."""
    for contact in phone.contacts:
        if contact.name == name:
            return contact
    names = ", ".join(contact.name for contact in phone.contacts) or "none"
    raise CallRefused(f"there is no contact {name!r}; the contacts are: {names}")


def _latest(records: tuple[Any, ...], one: StateRecord) -> tuple[Any, ...]:
    """A log with one more line at its end; the oldest goes where it is full."""
    return (*records[-(MAX_RECORDS - 1) :], one)


class ConnectedPhone(Device, module="conversation"):
    """The phone."""

    call_state = ChoiceProperty("state of the call", CALL_STATES, "idle")
    current_contact = OptionalTextProperty("who is on the line or rings", longest=MAX_NAME_CHARACTERS, trace=CALL)
    hands_free = FlagProperty("whether the call is heard over the loudspeakers")
    contacts = RecordsProperty(
        "phone book",
        Contact,
        (
            Contact("Amara Okafor", "+234 555 010 021"),
            Contact("Chloé Garnier", "+33 555 010 027"),
            Contact("Dad", "+44 555 010 069"),
            Contact("Diego Fuentes", "+52 555 010 034"),
            Contact("Elif Kaya", "+90 555 010 039"),
            Contact("Hannah Lindqvist", "+46 555 010 047"),
            Contact("Kenji Morita", "+81 555 010 052"),
            Contact("Mia Brandt", "+49 555 010 060"),
            Contact("Mum", "+44 555 010 068"),
            Contact("Ravi Menon", "+91 555 010 071"),
            Contact("Sofia Marino", "+39 555 010 075"),
            Contact("Tomasz Wolny", "+48 555 010 080"),
            Contact("Workshop Brenner", "+49 555 010 086"),
        ),
    )
    call_records = RecordsProperty(
        "call log, oldest first",
        CallRecord,
        (
            CallRecord("Workshop Brenner", "2025-04-11 16:20:00", 184, incoming=False, missed=False),
            CallRecord("Mum", "2025-04-12 19:05:00", 1260, incoming=True, missed=False),
            CallRecord("Diego Fuentes", "2025-04-13 08:40:00", 95, incoming=False, missed=False),
            CallRecord("Amara Okafor", "2025-04-13 10:55:00", 0, incoming=True, missed=True),
        ),
        trace=CALL,
    )
    last_called_contact = OptionalTextProperty("who was called last", "Diego Fuentes", longest=MAX_NAME_CHARACTERS, trace=CALL)
    messages = RecordsProperty(
        "text messages, oldest first",
        Message,
        (
            Message("Workshop Brenner", "Your winter tyres are ready to be fitted.", "2025-04-11 15:02:00", True, True),
            Message("Sofia Marino", "Dinner at eight? I found a table by the window.", "2025-04-12 17:31:00", True, True),
            Message("Sofia Marino", "Perfect, I will bring the maps.", "2025-04-12 17:36:00", False, True),
            Message("Kenji Morita", "The meeting moved to half past two, room 4.", "2025-04-13 09:12:00", True, True),
            Message("Hannah Lindqvist", "Could you pick me up at the north exit?", "2025-04-13 11:48:00", True, False),
        ),
        trace="reading marks them; whom one writes to is judged at once",
    )

    starts = {
        "init1": {
            "call_state": "active",
            "current_contact": "Marek Novotny",
            "environment.sound_channel": "conversation",
            "contacts": FIRST_CONTACTS,
            "call_records": (CallRecord("Roadside Help", "", 0, incoming=True, missed=False),),
            "last_called_contact": "Marek Novotny",
            "messages": (Message("Roadside Help", "We are here day and night.", "", incoming=True, read=False),),
        },
        "init2": {
            "contacts": FIRST_CONTACTS,
            "call_records": (
                CallRecord("Marek Novotny", "2025-04-13 11:00:00", 120, incoming=True, missed=False),
                CallRecord("Lena Fischer", "2025-04-13 10:00:00", 0, incoming=True, missed=True),
            ),
            "last_called_contact": "Marek Novotny",
            "messages": (
                Message("Marek Novotny", "Ring me when you are on the road.", "2025-04-13 11:30:00", True, False),
                Message("Lena Fischer", "The workshop is on Thursday instead.", "2025-04-13 11:00:00", True, True),
            ),
        },
    }

    def ring(self, contact: str) -> None:
        """Let a call come in; it is heard until it is answered or declined.

        Raises:
            StateError: another call is under way.
        """
        if self.call_state != "idle":
            raise StateError(f"a call with {self.current_contact} is under way; end it first")
        with self._store.changing(DIRECT):
            self.current_contact = contact
            self.call_state = "ringing"
            Handset.of(self).stop_reading()
            SharedEnvironment.of(self).claim_sound(self.module)

    def stop_ringing(self) -> None:
        """The caller gives up: a missed call."""
        self._log(missed=True)
        self.call_state, self.current_contact = "idle", None

    def lose(self) -> None:
        """The phone is gone: a call goes on there and ends in the car."""
        if self.call_state != "idle":
            self.call_state, self.current_contact, self.hands_free = "idle", None, False
            Handset.of(self).end()

    def _log(self, *, missed: bool) -> None:
        """Note the incoming call, once."""
        call = CallRecord(self.current_contact or "", SharedEnvironment.of(self).timestamp, 0, incoming=True, missed=missed)
        if call not in self.call_records[-1:]:
            self.call_records = _latest(self.call_records, call)

    def _dial(self, name: str) -> str:
        if self.call_state != "idle":
            raise CallRefused(f"a call with {self.current_contact} is under way; hang up first")
        contact = _known(self, name)
        self.call_state = "active"
        self.current_contact = contact.name
        self.last_called_contact = contact.name
        Handset.of(self).dial(contact.name)
        SharedEnvironment.of(self).claim_sound(self.module)
        return f"calling {contact.name}"

    conversation_soundVolume_increase, conversation_soundVolume_decrease, conversation_soundVolume_set = volumes()

    @api("Calls a contact.", contact=TextParameter("name of the contact", longest=MAX_NAME_CHARACTERS))
    def conversation_phone_call(self, contact: str) -> str:
        return self._dial(contact)

    @api("Calls again who was called last.")
    def conversation_phone_redial(self) -> str:
        if self.last_called_contact is None:
            raise CallRefused("nobody has been called yet")
        return self._dial(self.last_called_contact)

    @api("Answers the call that comes in.")
    def conversation_phone_answer(self) -> str:
        if self.call_state == "idle":
            raise CallRefused("no call comes in")
        self.call_state = "active"  # a running call may be answered too: start states of the public interface have no other
        self._log(missed=False)
        Handset.of(self).begin()
        SharedEnvironment.of(self).claim_sound(self.module)
        return f"on the line with {self.current_contact}"

    @api("Ends the call, or declines the one that comes in.")
    def conversation_phone_hangup(self) -> str:
        if self.call_state == "idle":
            raise CallRefused("there is no call to end")
        if self.call_state == "ringing":
            self._log(missed=True)
        other, self.call_state = self.current_contact, "idle"
        self.current_contact = None
        self.hands_free = False
        Handset.of(self).end()
        return f"the call with {other} has ended"

    @api(
        "Sends a text message to a contact.",
        contact=TextParameter("name of the contact", longest=MAX_NAME_CHARACTERS),
        content=TextParameter("what it says", "", longest=1_000, empty=True),
    )
    def conversation_message_send(self, contact: str, content: str) -> str:
        to = _known(self, contact).name
        sent = Message(to, content, SharedEnvironment.of(self).timestamp, incoming=False, read=True)
        self.messages = _latest(self.messages, sent)
        return f"sent to {to}: {content}"

    @api(
        "Reads messages and marks them read: those of a contact, or all unread ones.",
        contact=TextParameter("name of the contact", None, longest=MAX_NAME_CHARACTERS),
    )
    def conversation_message_view(self, contact: str | None) -> ApiAnswer:
        def asked(message: Message) -> bool:
            return message.contact == contact if contact else not message.read

        seen = [message.but(read=True) for message in self.messages if asked(message)]
        self.messages = tuple(message.but(read=True) if asked(message) else message for message in self.messages)
        return ApiAnswer(f"{len(seen)} messages", {"count": len(seen), "messages": _listed(seen)})

    @api(
        "Tells the number of a contact.",
        reads_only=True,
        contact=TextParameter("name of the contact", longest=MAX_NAME_CHARACTERS),
    )
    def conversation_contact_view(self, contact: str) -> ApiAnswer:
        found = _known(self, contact)
        return ApiAnswer(f"{found.name}: {found.phone_number or 'no number'}", record_to_json(found))

    @api("Lists the calls that were missed.", reads_only=True)
    def conversation_call_miss_view(self) -> ApiAnswer:
        missed = [call for call in self.call_records if call.missed]
        return ApiAnswer(f"{len(missed)} missed calls", {"count": len(missed), "calls": _listed(missed)})

    @api("Lists the call log.", reads_only=True)
    def conversation_call_record_view(self) -> ApiAnswer:
        calls = self.call_records
        return ApiAnswer(f"{len(calls)} calls", {"count": len(calls), "calls": _listed(calls)})

    @api("Lists the phone book.", reads_only=True)
    def conversation_contact_hag_view(self) -> ApiAnswer:
        contacts = self.contacts
        return ApiAnswer(f"{len(contacts)} contacts", {"count": len(contacts), "contacts": _listed(contacts)})

    @api("Lets the call be heard over the loudspeakers, or not.", switch=SwitchParameter("true for the loudspeakers"))
    def conversation_call_handsFree_switch(self, switch: bool) -> str:
        if self.call_state != "active":
            raise CallRefused("no call is under way")
        self.hands_free = switch
        return f"hands-free: {'on' if switch else 'off'}"

    @api("Removes a contact from the phone book.", contact=TextParameter("name of the contact", longest=MAX_NAME_CHARACTERS))
    def conversation_contact_delete(self, contact: str) -> str:
        gone = _known(self, contact)
        self.contacts = tuple(other for other in self.contacts if other.name != gone.name)
        return f"{gone.name} is no longer in the phone book"
