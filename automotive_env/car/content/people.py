"""The people in a phone: names and numbers, calls of the last days, and conversations."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Generic, NamedTuple, TypeVar

from automotive_env.car.content.table import table
from automotive_env.car.devices.conversation import CallRecord, ConnectedPhone, Contact, Message

MOBILE, HOME, WORK = "Mobile", "Home", "Work"
ACQUAINTANCES = 10
"""People beside the parents, the workshop and the doctor."""
NATIONAL = "0555"
"""How a number begins for those who call from the same country."""
UNKNOWN_CALLERS = 0.12
"""Share of the calls that come in from numbers that the phone book does not have."""

R = TypeVar("R", CallRecord, Message)


class PastEvent(NamedTuple, Generic[R]):
    """A call or message and how long ago it was.

    Attributes:
        minutes: waking ones, at least 1 (`automotive_env.car.content.waking`).
        record: what it was, without its time.
    """

    minutes: int
    record: R


@dataclass(frozen=True, slots=True)
class PhoneBookPerson:
    """Somebody in the phone book.

    Attributes:
        numbers: kind ("Mobile", "Home" or "Work") and number, the usual one first.
        favorite: whether the driver keeps them at hand.
    """

    name: str
    numbers: tuple[tuple[str, str], ...]
    favorite: bool = False

    @property
    def is_firm(self) -> bool:
        """Whether it is a workshop or a practice, which is called at work."""
        return self.numbers[0][0] == WORK

    @property
    def contact(self) -> Contact:
        """What the phone book holds of them."""
        return Contact(self.name, self.numbers[0][1])


def usual_people(rng: Random) -> tuple[PhoneBookPerson, ...]:
    """The people of the car's own phone book, with further numbers of theirs."""
    favorites = rng.sample(range(len(ConnectedPhone.contacts.start)), 4)
    return tuple(
        PhoneBookPerson(contact.name, _numbers(rng, contact.phone_number, firm="Workshop" in contact.name), place in favorites)
        for place, contact in enumerate(ConnectedPhone.contacts.start)
    )


def draw_people(rng: Random, culture: str, owner: str = "") -> tuple[PhoneBookPerson, ...]:
    """People with names of a culture: parents, workshop, doctor, and acquaintances with different names, not the owner's."""
    row = table("names")[culture]
    surnames = rng.sample(row["family"], len(row["family"]))
    given = rng.sample(row["given"], ACQUAINTANCES)
    if owner in given:
        given[given.index(owner)] = next(name for name in row["given"] if name not in given)
    acquaintances = [f"{name} {surname}" for name, surname in zip(given, surnames[2:], strict=False)]
    mother, firms = row["mother"], [row["workshop"].format(surnames[0]), row["doctor"].format(surnames[1])]
    names = [mother, row["father"], *firms, *acquaintances]
    favorites = {mother, *rng.sample(acquaintances, 3)}
    return tuple(PhoneBookPerson(name, _numbers(rng, _number(rng), firm=name in firms), name in favorites) for name in names)


def draw_calls(rng: Random, people: tuple[PhoneBookPerson, ...]) -> tuple[PastEvent[CallRecord], ...]:
    """A call log of the last days, oldest first; some calls come from numbers that the phone book does not have."""
    minutes, calls = 0, []
    for _ in range(rng.randint(9, 14)):
        minutes += rng.randint(25, 400)
        way = rng.choice(("incoming", "outgoing", "missed"))
        lasts = 0 if way == "missed" else rng.randint(20, 1_500)
        who = _number(rng) if way != "outgoing" and rng.random() < UNKNOWN_CALLERS else rng.choice(people).name
        calls.append(PastEvent(minutes, CallRecord(who, "", lasts, incoming=way != "outgoing", missed=way == "missed")))
    return tuple(reversed(calls))


def draw_messages(rng: Random, people: tuple[PhoneBookPerson, ...], language: str) -> tuple[PastEvent[Message], ...]:
    """Conversations of the last days, oldest message first; the newest that came in may be unread."""
    _, _, workshop, doctor, *others = people
    friends = iter(rng.sample(others, len(others)))
    messages: list[PastEvent[Message]] = []
    for place, thread in enumerate(table("threads")[language]):
        who = workshop if place == 1 else doctor if place == 6 else next(friends)
        minutes = rng.randint(20, 3_500)
        for left, line in enumerate(reversed(thread)):
            unread = left == 0 and line[0] == "<" and rng.random() < 0.35
            messages.append(PastEvent(minutes, Message(who.name, line[1:], "", incoming=line[0] == "<", read=not unread)))
            minutes += rng.randint(2, 90)
    return tuple(sorted(messages, key=lambda message: -message.minutes))


def written_language(culture: str) -> str:
    """The language in which people of a culture write; English where there are no conversations in theirs."""
    return culture if culture in table("threads") else "en"


def _number(rng: Random, start: str = NATIONAL) -> str:
    """A number of the range that is kept free for stories, as people write it at home: without the prefix of the country."""
    return f"{start} 01{rng.randrange(100):02d} {rng.randrange(1_000):03d}"


def _numbers(rng: Random, first: str, *, firm: bool) -> tuple[tuple[str, str], ...]:
    """The numbers of somebody whose usual one is `first`: a firm has one more line, a person up to two."""
    start, *_ = first.rsplit(" ", 2)
    if firm:
        return (WORK, first), (MOBILE, _number(rng, start))
    others = rng.choice(((HOME,), (WORK,), (HOME, WORK), (HOME, WORK)))
    return (MOBILE, first), *((kind, _number(rng, start)) for kind in others)
