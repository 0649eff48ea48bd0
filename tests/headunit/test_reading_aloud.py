"""Messages that are read aloud: begun and stopped by hand, over when all is said or a call comes, also while driving."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, tap

from automotive_env.car.core.world import World
from automotive_env.car.devices.conversation import Message
from automotive_env.car.owner.events import happen
from automotive_env.car.systems.reading_aloud import CALL, read_aloud, seconds_to_read, waiting
from automotive_env.headunit.head_unit import HeadUnit

PERSON = "Kenji Morita"


@pytest.fixture
def thread(head_unit: HeadUnit, world: World) -> HeadUnit:
    happen(world, "message", contact=PERSON, content="I wait at the entrance of the station, beside the flower shop.")
    head_unit.open_app("messages")
    return head_unit


def shows(unit: HeadUnit, name: str) -> bool:
    return any(element.name == name for element in unit.elements())


def test_a_message_is_read_aloud_while_driving_until_all_is_said(thread: HeadUnit, world: World) -> None:
    drives(world)
    tap(thread, "read_aloud_button")
    assert world.handset.read_aloud == PERSON
    assert all(message.read for message in world.conversation.messages if message.contact == PERSON)
    takes = seconds_to_read(message.content for message in waiting(world.conversation.messages, PERSON))
    happen(world, "time passes", seconds=takes - 1)
    assert shows(thread, "stop_reading_button")
    happen(world, "time passes", seconds=1)
    assert (world.handset.read_aloud, world.handset.read_until) == ("", "")
    assert shows(thread, "read_aloud_button")


def test_stop_ends_the_reading(thread: HeadUnit, world: World) -> None:
    tap(thread, "read_aloud_button")
    assert find(thread, "stop_reading_button").text == "Stop"
    tap(thread, "stop_reading_button")
    assert world.handset.read_aloud == ""


@pytest.mark.parametrize("begins", ["rings", "is made"])
def test_a_call_ends_the_reading_and_keeps_it_from_beginning(world: World, begins: str) -> None:
    assert read_aloud(world, PERSON) == ""
    if begins == "rings":
        happen(world, "incoming call")
    else:
        world.call("conversation.conversation_phone_call", {"contact": "Mum"})
    assert world.conversation.call_state != "idle"
    assert world.handset.read_aloud == ""
    assert read_aloud(world, PERSON) == CALL


def test_what_is_read_is_what_waits_for_an_answer() -> None:
    def said(text: str, incoming: bool, contact: str = PERSON) -> Message:
        return Message(contact, text, "", incoming, read=not incoming)

    first, second, third = said("one", True), said("two", True), said("three", True)
    assert waiting((first, said("yes", False), second, said("no", False, "Mum"), third), PERSON) == (second, third)
    assert waiting((first, second, said("yes", False)), PERSON) == (second,)
    assert waiting((said("yes", False),), PERSON) == ()


def test_longer_texts_take_longer() -> None:
    assert seconds_to_read(["On my way."]) < seconds_to_read(["On my way.", "I come with two friends, is that all right?"]) < 10
    assert seconds_to_read(["你什么时候到？"]) > seconds_to_read(["a" * 7])
