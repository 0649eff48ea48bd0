"""`content query`: settings, and what the phone knows (calls, messages, contacts), as tables of texts.

Only user 10 has a phone connected; the tables of user 0 are empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TypeAlias

from automotive_env.car.content.content import content_for
from automotive_env.car.core.world import World
from automotive_env.car.devices.conversation import CallRecord, ConnectedPhone, Contact, Message
from automotive_env.car.driving.environment import CLOCK
from automotive_env.emulator.virtual.process import ShellProcess, command
from automotive_env.emulator.virtual.service import DRIVER, SYSTEM, UsageFault, user_of, valid
from automotive_env.emulator.virtual.services.settings import NAMESPACES

ContentRow: TypeAlias = dict[str, str | None]

INCOMING, OUTGOING, MISSED = "1", "2", "3"
"""CallLog.Calls.TYPE"""
INBOX, SENT = "1", "2"
"""Telephony.Sms.TYPE"""
PHONE_TYPE = "vnd.android.cursor.item/phone_v2"
OPTIONS = ("--uri", "--user", "--projection", "--where")
_WHERE = re.compile(r"\s*(\w+)\s*=\s*(?:'([^']*)'|\"([^\"]*)\"|([-+\w.]+))\s*", re.ASCII)
MAX_CONDITION_CHARACTERS = 2_000


class ContentFault(Exception):
    """A provider cannot do it; the text is the exception that Android prints."""


@command("content")
async def content(process: ShellProcess) -> int:
    """`content query --uri URI [--user N] [--projection NAME:NAME...] [--where NAME=VALUE]`; the user is 0 where none is said."""
    verb, *words = valid(process.args) or [""]
    uri = ""
    try:
        if verb != "query":
            raise UsageFault(f"[ERROR] Unsupported operation: {verb}: this device knows query alone")
        args, user = user_of(words, SYSTEM)
        given = _options(args)
        uri = given["--uri"]
        rows = _where(_rows(process, uri, user), given.get("--where", ""))
        columns = given["--projection"].split(":") if "--projection" in given else None
        return await process.print(*_shown(rows, columns))
    except UsageFault as fault:
        return await process.fail(str(fault), "usage: adb shell content [subcommand] [options]")
    except ContentFault as fault:
        authority = uri.partition("://")[2].partition("/")[0]
        return await process.fail(f"Error while accessing provider:{authority}", str(fault))


def _options(args: list[str]) -> dict[str, str]:
    for option in args[::2]:
        if option not in OPTIONS:
            raise UsageFault(f"[ERROR] Unsupported argument: {option}")
    if len(args) % 2:
        raise UsageFault(f"[ERROR] No value for: {args[-1]}")
    given = dict(zip(args[::2], args[1::2], strict=True))
    if not given.get("--uri"):
        raise UsageFault("[ERROR] Content provider URI not specified. Did you specify --uri argument?")
    return given


def _shown(rows: list[ContentRow], columns: list[str] | None) -> list[str]:
    for column in columns or ():
        if rows and column not in rows[0]:
            raise ContentFault(f"java.lang.IllegalArgumentException: Invalid column {column}")
    lines = []
    for number, row in enumerate(rows):
        cells = (f"{column}={'NULL' if row[column] is None else row[column]}" for column in columns or row)
        lines.append(f"Row: {number} {', '.join(cells)}")
    return lines or ["No result found."]


def _where(rows: list[ContentRow], condition: str) -> list[ContentRow]:
    """The rows that meet `COLUMN=VALUE`."""
    if not condition:
        return rows
    term = _WHERE.fullmatch(condition) if len(condition) <= MAX_CONDITION_CHARACTERS else None
    if term is None or (rows and term[1] not in rows[0]):
        raise ContentFault(f'android.database.sqlite.SQLiteException: near "{condition[:40]}": syntax error')
    wanted = next(text for text in term.groups()[1:] if text is not None)
    return [row for row in rows if row[term[1]] == wanted]


def _rows(process: ShellProcess, uri: str, user: int) -> list[ContentRow]:
    """The table of a URI such as "content://call_log/calls", as a user sees it.

    Raises:
        ContentFault: there is none.
    """
    scheme, _, rest = uri.partition("://")
    authority, _, path = rest.partition("/")
    if scheme == "content" and authority == "settings":
        return _settings(process, path, user)
    known = [place for place in _PHONE if place.partition("/")[0] == authority]
    if scheme != "content" or not known:
        raise ContentFault(f"java.lang.IllegalStateException: Could not find provider: {authority}")
    if rest.rstrip("/") not in known:
        raise ContentFault(f"java.lang.IllegalArgumentException: Unknown URI {uri}")
    if user != DRIVER:
        return []
    world, place = process.device.world, rest.rstrip("/")
    rows = _PHONE[place](world.conversation)
    return _with_further_numbers(world, rows) if place == PHONES else rows


def _with_further_numbers(world: World, rows: list[ContentRow]) -> list[ContentRow]:
    """The usual number of each contact, and the others that their entry has."""
    people = content_for(world.system.content_seed, world.road.country, world.road.city)
    found: list[ContentRow] = []
    for row in rows:
        person = people.person(str(row["display_name"]))
        lines = person.numbers if person and person.numbers[0][1] == row["data1"] else (("Mobile", str(row["data1"])),)
        found.extend({**row, "data1": number, "data2": PHONE_KINDS[kind]} for kind, number in lines)
    return [{**row, "_id": str(place)} for place, row in enumerate(found, 1)]


def _settings(process: ShellProcess, path: str, user: int) -> list[ContentRow]:
    namespace, _, key = path.partition("/")
    if namespace not in NAMESPACES:
        raise ContentFault(f"java.lang.IllegalArgumentException: Bad root path: {namespace}")
    held = process.device.settings.list(namespace, user).items()
    rows: list[ContentRow] = [{"_id": str(row), "name": name, "value": value} for row, (name, value) in enumerate(held, 1)]
    return [row for row in rows if key in ("", row["name"])]


def _call(phone: ConnectedPhone, number: int, record: CallRecord) -> ContentRow:
    return {
        "_id": str(number),
        "number": _number(phone, record.contact),
        "date": _milliseconds(record.timestamp),
        "duration": str(record.duration),
        "type": MISSED if record.missed else INCOMING if record.incoming else OUTGOING,
        "name": record.contact,
        "new": str(int(record.missed)),
    }


def _message(phone: ConnectedPhone, number: int, record: Message) -> ContentRow:
    return {
        "_id": str(number),
        "address": _number(phone, record.contact),
        "person": None,
        "date": _milliseconds(record.timestamp),
        "read": str(int(record.read)),
        "type": INBOX if record.incoming else SENT,
        "body": record.content,
    }


def _messages(phone: ConnectedPhone, kinds: tuple[str, ...] = (INBOX, SENT)) -> list[ContentRow]:
    """Newest first."""
    rows = [_message(phone, number, record) for number, record in enumerate(phone.messages, 1)]
    return [row for row in reversed(rows) if row["type"] in kinds]


def _contact(number: int, record: Contact) -> ContentRow:
    return {"_id": str(number), "display_name": record.name, "has_phone_number": str(int(bool(record.phone_number)))}


def _phone_number(number: int, record: Contact) -> ContentRow:
    link = dict.fromkeys(("_id", "contact_id", "raw_contact_id"), str(number))
    return {**link, "display_name": record.name, "mimetype": PHONE_TYPE, "data1": record.phone_number}


PHONES = "com.android.contacts/data/phones"
PHONE_KINDS = {"Home": "1", "Mobile": "2", "Work": "3"}
"""As `ContactsContract.CommonDataKinds.Phone` numbers them."""
_PHONE: Mapping[str, Callable[[ConnectedPhone], list[ContentRow]]] = {
    "call_log/calls": lambda phone: [_call(phone, number, record) for number, record in enumerate(phone.call_records, 1)],
    "sms": _messages,
    "sms/inbox": lambda phone: _messages(phone, (INBOX,)),
    "sms/sent": lambda phone: _messages(phone, (SENT,)),
    "com.android.contacts/contacts": lambda phone: [_contact(*pair) for pair in enumerate(phone.contacts, 1)],
    PHONES: lambda phone: [
        _phone_number(number, record) for number, record in enumerate(phone.contacts, 1) if record.phone_number
    ],
}
"""Authority and path -> the rows, in the order of the lists of the phone; the id of a row is its place from 1."""


def _number(phone: ConnectedPhone, name: str) -> str:
    """The number of a contact, without blanks; the name where it is not known."""
    found = next((contact.phone_number for contact in phone.contacts if contact.name == name), "")
    return found.replace(" ", "") or name


def _milliseconds(timestamp: str) -> str | None:
    """Local date and time as milliseconds since 1970: the device is in UTC; None where it is not known."""
    if not timestamp:
        return None
    return str(round(datetime.strptime(timestamp, CLOCK).replace(tzinfo=UTC).timestamp() * 1000))
