"""Content providers: settings, and what the phone knows (calls, messages, contacts), as tables of texts.

Only user 10 has a phone connected; the tables of user 0 are empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.emulator.virtual.services.shell_text import whole
from automotive_env.emulator.virtual.settings import NAMESPACES
from automotive_env.emulator.virtual.users import DRIVER
from automotive_env.world.change import Cause
from automotive_env.world.devices.conversation import CallRecord, Contact, Conversation, Message
from automotive_env.world.environment import CLOCK
from automotive_env.world.errors import StateError
from automotive_env.world.schema import MAX_RECORDS
from automotive_env.world.values import Record

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

Row: TypeAlias = dict[str, str | None]
Values: TypeAlias = Mapping[str, str]

INCOMING, OUTGOING, MISSED = "1", "2", "3"
"""CallLog.Calls.TYPE"""
INBOX, SENT = "1", "2"
"""Telephony.Sms.TYPE"""
PHONE_TYPE = "vnd.android.cursor.item/phone_v2"


class ContentFault(Exception):
    """A provider cannot do it; the text is the exception that Android prints."""


class Provider:
    """One table, as one user sees it."""

    def __init__(self, device: VirtualDevice, path: str, user: int) -> None:
        self.device, self.path, self.user = device, path, user

    def rows(self) -> list[Row]:
        """All rows in the order of the provider, each with its columns in order."""
        raise NotImplementedError

    def insert(self, values: Values) -> None:
        """Add a row."""
        raise self._unsupported()

    def update(self, rows: list[Row], values: Values) -> None:
        """Change rows."""
        raise self._unsupported()

    def delete(self, rows: list[Row]) -> None:
        """Take rows away."""
        raise self._unsupported()

    def _unsupported(self) -> ContentFault:
        return ContentFault(f"java.lang.UnsupportedOperationException: Not supported for {self.path}")


class SettingsProvider(Provider):
    """content://settings/NAMESPACE[/KEY]; `settings` writes them."""

    def __init__(self, device: VirtualDevice, path: str, user: int) -> None:
        super().__init__(device, path, user)
        self._namespace, _, self._key = path.partition("/")
        if self._namespace not in NAMESPACES:
            raise ContentFault(f"java.lang.IllegalArgumentException: Bad root path: {self._namespace}")

    def rows(self) -> list[Row]:
        held = self.device.settings.list(self._namespace, self.user)
        rows: list[Row] = [{"_id": str(row), "name": key, "value": value} for row, (key, value) in enumerate(held.items(), 1)]
        return [row for row in rows if self._key in ("", row["name"])]


class PhoneProvider(Provider):
    """A list of the phone in the car, in the order of the list; the id of a row is its place from 1."""

    records = ""

    def rows(self) -> list[Row]:
        if self.user != DRIVER:
            return []
        return [self.row(number, record) for number, record in enumerate(getattr(self.phone, self.records), 1)]

    def row(self, number: int, record: Record) -> Row:
        """A record as a row."""
        raise NotImplementedError

    def insert(self, values: Values) -> None:
        try:
            self.add(values)
        except StateError as error:
            raise ContentFault(f"java.lang.IllegalArgumentException: {error}") from None

    def add(self, values: Values) -> None:
        """Add a record.

        Raises:
            StateError: the car takes no such record.
        """
        raise self._unsupported()

    @property
    def phone(self) -> Conversation:
        return self.device.world.conversation

    def keep(self, records: tuple[Record, ...]) -> None:
        """Write the list; the oldest goes where it is full."""
        if self.user != DRIVER:
            raise ContentFault(f"java.lang.IllegalStateException: user {self.user} has no phone")
        cause = Cause("setup", f"content {self.path}".strip())
        self.device.world.set(f"conversation.{self.records}", records[-MAX_RECORDS:], cause)

    def delete(self, rows: list[Row]) -> None:
        if not rows:
            return
        gone = {row["_id"] for row in rows}
        records = getattr(self.phone, self.records)
        self.keep(tuple(record for number, record in enumerate(records, 1) if str(number) not in gone))

    def number(self, name: str) -> str:
        """The number of a contact, without blanks; the name where it is not known."""
        found = next((contact.phone_number for contact in self.phone.contacts if contact.name == name), "")
        return found.replace(" ", "") or name

    def name(self, number: str) -> str:
        """Whose number it is; the number where nobody's."""
        plain = number.replace(" ", "")
        known = (contact.name for contact in self.phone.contacts if contact.phone_number.replace(" ", "") == plain and plain)
        return next(known, number)

    def when(self, values: Values) -> str:
        """The time that a row says; the present where it says none."""
        if not values.get("date"):
            return self.device.world.environment.timestamp
        try:
            return datetime.fromtimestamp(int(values["date"]) / 1000, UTC).strftime(CLOCK)
        except (ValueError, OverflowError, OSError):
            raise ContentFault(f"java.lang.IllegalArgumentException: bad date {values['date']}") from None


class CallLog(PhoneProvider):
    """content://call_log/calls"""

    records = "call_records"

    def row(self, number: int, record: Record) -> Row:
        assert isinstance(record, CallRecord)
        kind = MISSED if record.missed else INCOMING if record.incoming else OUTGOING
        return {
            "_id": str(number),
            "number": self.number(record.contact),
            "date": milliseconds(record.timestamp),
            "duration": str(record.duration),
            "type": kind,
            "name": record.contact,
            "new": str(int(record.missed)),
        }

    def add(self, values: Values) -> None:
        kind = values.get("type", INCOMING)
        who, seconds = self.name(values.get("number", "")), values.get("duration", "0")
        missed = kind == MISSED
        lasted = whole(seconds) or 0
        call = CallRecord(who, self.when(values), lasted, incoming=kind in (INCOMING, MISSED), missed=missed)
        self.keep((*self.phone.call_records, call))


class Messages(PhoneProvider):
    """content://sms, content://sms/inbox, content://sms/sent; newest first."""

    records = "messages"

    def rows(self) -> list[Row]:
        kind = {"inbox": INBOX, "sent": SENT}.get(self.path)
        return [row for row in reversed(super().rows()) if kind in (None, row["type"])]

    def row(self, number: int, record: Record) -> Row:
        assert isinstance(record, Message)
        people = list(dict.fromkeys(message.contact for message in self.phone.messages))
        return {
            "_id": str(number),
            "thread_id": str(1 + people.index(record.contact)),
            "address": self.number(record.contact),
            "person": None,
            "date": milliseconds(record.timestamp),
            "read": str(int(record.read)),
            "type": INBOX if record.incoming else SENT,
            "body": record.content,
        }

    def add(self, values: Values) -> None:
        incoming = values.get("type", SENT if self.path == "sent" else INBOX) == INBOX
        who, read = self.name(values.get("address", "")), values.get("read", "0") == "1" or not incoming
        self.keep((*self.phone.messages, Message(who, values.get("body", ""), self.when(values), incoming, read)))

    def update(self, rows: list[Row], values: Values) -> None:
        if set(values) != {"read"}:
            raise self._unsupported()
        read, changed = values["read"] == "1", {row["_id"] for row in rows}
        records = enumerate(self.phone.messages, 1)
        self.keep(tuple(record.but(read=read) if str(number) in changed else record for number, record in records))


class Contacts(PhoneProvider):
    """content://com.android.contacts/; the phone book of the car is read only."""

    records = "contacts"

    def row(self, number: int, record: Record) -> Row:
        assert isinstance(record, Contact)
        row: Row = {"_id": str(number), "display_name": record.name}
        if self.path.startswith("data"):
            link: Row = {"contact_id": str(number), "raw_contact_id": str(number), "mimetype": PHONE_TYPE}
            return row | link | {"data1": record.phone_number or None}
        return row | {"has_phone_number": str(int(bool(record.phone_number)))}

    def rows(self) -> list[Row]:
        return [row for row in super().rows() if row.get("data1", "") is not None]


def milliseconds(timestamp: str) -> str | None:
    """Local date and time as milliseconds since 1970: the device is in UTC; None where it is not known."""
    if not timestamp:
        return None
    return str(round(datetime.strptime(timestamp, CLOCK).replace(tzinfo=UTC).timestamp() * 1000))


_PROVIDERS: Mapping[str, tuple[Callable[[VirtualDevice, str, int], Provider], tuple[str, ...]]] = {
    "settings": (SettingsProvider, ()),
    "call_log": (CallLog, ("calls",)),
    "sms": (Messages, ("", "inbox", "sent")),
    "com.android.contacts": (Contacts, ("contacts", "raw_contacts", "data", "data/phones")),
}
"""Authority -> provider, and its paths where it does not judge them itself."""


def provider(device: VirtualDevice, uri: str, user: int) -> Provider:
    """The table of a URI such as "content://call_log/calls", as a user sees it.

    Raises:
        ContentFault: there is none.
    """
    scheme, _, rest = uri.partition("://")
    authority, _, path = rest.partition("/")
    if scheme != "content" or authority not in _PROVIDERS:
        raise ContentFault(f"java.lang.IllegalStateException: Could not find provider: {authority}")
    kind, paths = _PROVIDERS[authority]
    if paths and path not in paths:
        raise ContentFault(f"java.lang.IllegalArgumentException: Unknown URI {uri}")
    return kind(device, path, user)
