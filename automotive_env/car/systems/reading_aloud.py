"""Messages that the car reads aloud: what is read, how long that takes, what ends it. All of it by the clock of the car."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil

from automotive_env.car.core.world import World, slot_of
from automotive_env.car.devices.conversation import Message

CALL = "a call is under way; end it first"
NOTHING = "There are no messages."
LETTERS_PER_SECOND = 14
LETTERS_PER_SIGN = 3
"""How many letters take as long as one sign of Chinese or Japanese."""
FIRST_SIGN = "\u2e80"
_READS = slot_of("handset.read_aloud")
NAME_SECONDS = 2
"""How long it takes to say who wrote."""


def waiting(messages: Sequence[Message], contact: str) -> tuple[Message, ...]:
    """What somebody wrote since they were answered last, oldest first; their last message where all are answered."""
    thread = [message for message in messages if message.contact == contact]
    answered = max((place for place, message in enumerate(thread) if not message.incoming), default=-1)
    came_in = tuple(message for message in thread if message.incoming)
    return tuple(thread[answered + 1 :]) or came_in[-1:]


def seconds_to_read(texts: Iterable[str]) -> int:
    """How long it takes to say who wrote, and what."""
    letters = sum(LETTERS_PER_SIGN if sign >= FIRST_SIGN else 1 for text in texts for sign in text)
    return NAME_SECONDS + ceil(letters / LETTERS_PER_SECOND)


def read_aloud(world: World, contact: str) -> str:
    """Begin to read what somebody wrote, which counts as reading it; returns why not."""
    phone, handset = world.conversation, world.handset
    if phone.call_state != "idle":
        return CALL
    texts = [message.content for message in waiting(phone.messages, contact)]
    if not texts:
        return NOTHING
    phone.messages = tuple(one.but(read=True) if one.contact == contact else one for one in phone.messages)
    end = datetime.fromisoformat(world.environment.timestamp) + timedelta(seconds=seconds_to_read(texts))
    handset.read_aloud, handset.read_until = contact, end.isoformat(" ", "seconds")
    return ""


def reading_goes_on(world: World) -> None:
    """End the reading where all is said by now."""
    if world.values[_READS] and world.environment.timestamp >= world.handset.read_until:
        world.handset.stop_reading()
