"""Phone: people, calls, numbers, messages; a call that comes in over any app."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, named, tap

from automotive_env.car.core.world import World
from automotive_env.car.devices.conversation import CallRecord, Message
from automotive_env.car.owner.events import happen
from automotive_env.headunit.apps.messages.messages import QUICK_REPLIES
from automotive_env.headunit.head_unit import HeadUnit

ALERT = {"kind": "ice", "message": "The road may be frozen."}


@pytest.fixture
def phone(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("Phone")
    return head_unit


def choose(unit: HeadUnit, name: str, label: str) -> None:
    """Touch the line with a label, scrolling to it."""
    for _ in range(4):
        for element in named(unit, name):
            if element.text == label and element.box.height >= 40:
                assert unit.tap(*element.box.center) == ""
                return
        unit.scroll("down")
    raise AssertionError(f"no {name} says {label!r}")


def press(unit: HeadUnit, *keys: str) -> None:
    for key in keys:
        tap(unit, key)


@pytest.mark.parametrize("name", ["Amara Okafor", "Workshop Brenner"])
def test_a_contact_is_called(phone: HeadUnit, world: World, name: str) -> None:
    changes = heard(world)
    choose(phone, "contact_item", name)
    assert find(phone, "contact_name").text == name
    tap(phone, "call_button")
    assert ("conversation.call_state", "active", "touch") in changes
    assert (world.conversation.current_contact, world.environment.sound_channel) == (name, "conversation")
    assert find(phone, "call_status").text == "On the line"


def test_each_number_of_a_person_is_called(phone: HeadUnit, world: World) -> None:
    choose(phone, "contact_item", "Diego Fuentes")
    lines = named(phone, "number_item")
    assert lines
    assert phone.tap(*lines[0].box.center) == ""
    assert (world.conversation.current_contact, world.handset.line) == ("Diego Fuentes", lines[0].text)
    assert find(phone, "phone_number").text == f"{lines[0].text} · {lines[0].description}"


def test_nobody_is_called_without_a_phone(phone: HeadUnit, world: World) -> None:
    world.call("bluetooth.carcontrol_connection_bluetooth_switch", {"switch": False})
    assert "no phone is connected" in phone.tap(*find(phone, "call_button").box.center)
    tap(phone, "phone_recents")
    assert "no phone is connected" in phone.tap(*find(phone, "redial_button").box.center)
    assert world.conversation.call_state == "idle"


def test_a_favorite_is_marked_and_no_longer(phone: HeadUnit, world: World) -> None:
    choose(phone, "contact_item", "Diego Fuentes")
    before = world.handset.favorites
    tap(phone, "favorite_contact_button")
    assert {one.name for one in world.handset.favorites} == {"Diego Fuentes", *(one.name for one in before)}
    tap(phone, "favorite_contact_button")
    assert world.handset.favorites == before


def test_a_call_is_held_timed_and_answers_by_tones(phone: HeadUnit, world: World) -> None:
    world.call("conversation.conversation_phone_call", {"contact": "Mum"})
    happen(world, "time passes", seconds=65)
    assert find(phone, "call_status").text == "On the line · 1:05"
    tap(phone, "hold_button")
    assert find(phone, "call_status").text == "On hold"
    tap(phone, "keypad_button")
    press(phone, "four", "two", "pound")
    assert find(phone, "tones_text").text == "42#"
    tap(phone, "end_call_button")
    assert (world.handset.on_hold, world.handset.microphone_muted, world.handset.call_began) == (False, False, "")


def test_an_unknown_number_is_called_after_a_question(phone: HeadUnit, world: World) -> None:
    tap(phone, "phone_dialpad")
    press(phone, "five", "five", "five", "zero", "one")
    tap(phone, "call_button")
    tap(phone, "cancel_call_button")
    assert world.conversation.call_state == "idle"
    tap(phone, "call_button")
    tap(phone, "confirm_call_button")
    assert (world.conversation.call_state, world.conversation.current_contact) == ("active", "55501")


def test_a_call_is_led_and_ended(phone: HeadUnit, world: World) -> None:
    world.call("conversation.conversation_phone_call", {"contact": "Mum"})
    assert not named(phone, "contact_item")
    tap(phone, "hands_free_button")
    assert world.conversation.hands_free
    assert find(phone, "hands_free_button").checked
    tap(phone, "mute_button")
    assert world.handset.microphone_muted
    assert not world.system.muted
    box = find(phone, "volume_seek_bar").box
    assert phone.tap(box.right - 1, box.center[1]) == ""
    assert world.environment.volume == 100
    tap(phone, "end_call_button")
    assert (world.conversation.call_state, world.conversation.hands_free) == ("idle", False)
    assert named(phone, "contact_item")


@pytest.mark.parametrize("app", ["home", "maps", "media", "climate", "settings"])
def test_an_incoming_call_lies_over_every_app(head_unit: HeadUnit, world: World, app: str) -> None:
    drives(world)
    head_unit.open_app(app)
    world.conversation.ring("Sofia Marino")
    assert find(head_unit, "caller_name").text == "Sofia Marino"
    changes = heard(world)
    tap(head_unit, "decline_button")
    assert ("conversation.call_state", "idle", "touch") in changes
    assert world.conversation.call_records[-1].missed
    assert not named(head_unit, "answer_button")


def test_an_answered_call_is_shown(head_unit: HeadUnit, world: World) -> None:
    world.conversation.ring("Kenji Morita")
    tap(head_unit, "answer_button")
    assert world.conversation.call_state == "active"
    assert (world.system.foreground_app, find(head_unit, "contact_name").text) == ("phone", "Kenji Morita")
    assert not named(head_unit, "caller_name")


def test_the_phone_itself_shows_the_call_once(phone: HeadUnit, world: World) -> None:
    world.conversation.ring("Mum")
    assert find(phone, "answer_button")
    assert not named(phone, "caller_name")
    tap(phone, "decline_button")
    assert world.conversation.call_state == "idle"


def test_a_warning_and_a_call_do_not_cover_each_other(head_unit: HeadUnit, world: World) -> None:
    world.call("system.safety_alert", ALERT)
    world.conversation.ring("Mum")
    warning, call = find(head_unit, "alert_dismiss").box, find(head_unit, "answer_button").box
    assert warning.bottom <= call.top
    tap(head_unit, "answer_button")
    assert world.conversation.call_state == "active"


def test_recents_lead_to_who_called(phone: HeadUnit, world: World) -> None:
    tap(phone, "phone_recents")
    lines = named(phone, "recent_item")
    assert [line.text for line in lines] == [call.contact for call in reversed(world.conversation.call_records)]
    assert lines[0].description == "10:55 · Missed call"
    choose(phone, "recent_item", "Mum")
    tap(phone, "call_button")
    assert world.conversation.current_contact == "Mum"


def test_a_call_from_nowhere_cannot_be_returned(phone: HeadUnit, world: World) -> None:
    world.conversation.call_records = (CallRecord("Withheld", "", 0, incoming=True, missed=True),)
    tap(phone, "phone_recents")
    assert not named(phone, "message_button")
    assert phone.tap(*find(phone, "call_button").box.center) == "there is no number of Withheld"
    assert world.conversation.call_state == "idle"


def test_a_known_number_calls_the_contact(phone: HeadUnit, world: World) -> None:
    tap(phone, "phone_dialpad")
    assert not find(phone, "call_button").enabled
    press(phone, *["four", "six", "five"])
    assert find(phone, "dialled_number").text == "465"
    choose(phone, "suggestion_item", "Hannah Lindqvist")
    assert find(phone, "dialled_number").text == "+46555010047"
    tap(phone, "call_button")
    assert world.conversation.current_contact == "Hannah Lindqvist"


def test_an_unknown_number_is_called(phone: HeadUnit, world: World) -> None:
    tap(phone, "phone_dialpad")
    press(phone, "star", "one", "pound", "zero", "nine", "delete_button")
    assert find(phone, "dialled_number").text == "*1#0"
    changes = heard(world)
    tap(phone, "call_button")
    assert ("conversation.current_contact", "*1#0", "touch") in changes
    assert world.conversation.call_state == "active"
    tap(phone, "end_call_button")
    assert world.conversation.call_state == "idle"


def test_every_key_of_the_dial_pad(phone: HeadUnit) -> None:
    tap(phone, "phone_dialpad")
    assert phone.long_press(*find(phone, "zero").box.center) == ""
    press(phone, *["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "zero"])
    assert find(phone, "dialled_number").text == "+1234567890"
    assert phone.long_press(*find(phone, "delete_button").box.center) == ""
    assert find(phone, "dialled_number").text == "Enter a number"


@pytest.mark.parametrize("text", QUICK_REPLIES)
def test_quick_replies_to_a_contact(phone: HeadUnit, world: World, text: str) -> None:
    drives(world)
    choose(phone, "contact_item", "Mum")
    tap(phone, "message_button")
    assert find(phone, "empty_text").text == "No messages yet"
    changes = heard(world)
    choose(phone, "quick_reply", text)
    sent = world.conversation.messages[-1]
    assert (sent.contact, sent.content, sent.incoming) == ("Mum", text, False)
    assert [(path, kind) for path, _, kind in changes] == [("conversation.messages", "touch")]
    assert find(phone, "message_text").text == text
    assert phone.back() == ""
    assert find(phone, "contact_name").text == "Mum"


def test_a_message_that_is_opened_is_read(phone: HeadUnit, world: World) -> None:
    tap(phone, "phone_messages")
    assert not world.conversation.messages[-1].read
    choose(phone, "message_item", "Hannah Lindqvist")
    assert all(message.read for message in world.conversation.messages)
    choose(phone, "message_item", "Sofia Marino")
    assert [bubble.description for bubble in named(phone, "message_text")] == [
        "12 Apr · Sofia Marino wrote",
        "12 Apr · You wrote",
    ]


def test_messages_are_typed_only_when_parked(phone: HeadUnit, world: World) -> None:
    tap(phone, "phone_messages")
    tap(phone, "message_edit_text")
    assert phone.type_text("See you at six.") == ""
    assert phone.enter() == ""
    now = world.environment.timestamp
    assert world.conversation.messages[-1] == Message("Hannah Lindqvist", "See you at six.", now, incoming=False, read=True)
    assert find(phone, "message_edit_text").text == ""
    tap(phone, "message_edit_text")
    assert phone.enter() == "an empty message is not sent"
    drives(world)
    assert phone.tap(*find(phone, "message_edit_text").box.center) != ""


def test_the_newest_messages_are_seen(phone: HeadUnit) -> None:
    tap(phone, "phone_messages")
    for text in QUICK_REPLIES:
        choose(phone, "quick_reply", text)
    shown = [bubble.text for bubble in named(phone, "message_text")]
    assert shown == list(QUICK_REPLIES)[-len(shown) :]
    tap(phone, "earlier_button")
    assert named(phone, "message_text")[0].text == "Could you pick me up at the north exit?"
    choose(phone, "quick_reply", "No.")
    assert find(phone, "earlier_button")
    assert named(phone, "message_text")[-1].text == "No."


def test_an_empty_phone(phone: HeadUnit, world: World) -> None:
    world.conversation.contacts = world.conversation.call_records = world.conversation.messages = ()
    for tab, text in {
        "phone_contacts": "The phone book is empty.",
        "phone_recents": "No calls yet.",
        "phone_messages": "There are no messages.",
    }.items():
        tap(phone, tab)
        assert find(phone, "empty_text").text == text


def test_a_contact_is_deleted_after_a_question(phone: HeadUnit, world: World) -> None:
    choose(phone, "contact_item", "Kenji Morita")
    tap(phone, "delete_contact_button")
    tap(phone, "keep_contact_button")
    assert "Kenji Morita" in [contact.name for contact in world.conversation.contacts]
    tap(phone, "delete_contact_button")
    changes = heard(world)
    tap(phone, "confirm_delete_button")
    assert [(path, cause) for path, _, cause in changes] == [("conversation.contacts", "touch")]
    assert "Kenji Morita" not in [contact.name for contact in world.conversation.contacts]
    assert world.system.foreground_screen == "phone"


def test_missed_calls_alone(phone: HeadUnit, world: World) -> None:
    tap(phone, "phone_recents")
    assert len(named(phone, "recent_item")) == len(world.conversation.call_records)
    tap(phone, "recents_missed")
    assert [call.text for call in named(phone, "recent_item")] == ["Amara Okafor"]
    world.set("conversation.call_records", ())
    assert find(phone, "recents_missed").selected


def test_who_was_called_last_is_called_again(phone: HeadUnit, world: World) -> None:
    tap(phone, "phone_recents")
    assert find(phone, "redial_button").description == "Call Diego Fuentes again"
    tap(phone, "redial_button")
    assert (world.conversation.call_state, world.conversation.current_contact) == ("active", "Diego Fuentes")


def test_all_messages_are_marked_read(phone: HeadUnit, world: World) -> None:
    tap(phone, "phone_messages")
    tap(phone, "mark_read_button")
    assert all(message.read for message in world.conversation.messages)
    assert not named(phone, "mark_read_button")


def test_the_messages_have_an_app_of_their_own(phone: HeadUnit, world: World) -> None:
    assert phone.open_app("messages")
    choose(phone, "message_item", "Kenji Morita")
    assert find(phone, "thread_title").text == "Kenji Morita"
    reply = named(phone, "quick_reply")[0]
    assert phone.tap(*reply.box.center) == ""
    assert world.conversation.messages[-1].contact == "Kenji Morita"


def test_a_conversation_is_deleted_after_a_question(phone: HeadUnit, world: World) -> None:
    tap(phone, "phone_messages")
    choose(phone, "message_item", "Sofia Marino")
    tap(phone, "delete_thread_button")
    tap(phone, "keep_thread_button")
    assert "Sofia Marino" in {message.contact for message in world.conversation.messages}
    tap(phone, "delete_thread_button")
    tap(phone, "confirm_delete_thread_button")
    assert "Sofia Marino" not in {message.contact for message in world.conversation.messages}
    assert "Sofia Marino" in {contact.name for contact in world.conversation.contacts}
    assert "Sofia Marino" not in {item.text for item in named(phone, "message_item")}
    assert find(phone, "thread_title").text != "Sofia Marino"


@pytest.mark.parametrize("app", ["phone", "messages"])
def test_a_new_message_goes_to_whom_is_chosen(head_unit: HeadUnit, world: World, app: str) -> None:
    head_unit.open_app(app)
    if app == "phone":
        tap(head_unit, "phone_messages")
    tap(head_unit, "new_message_button")
    choose(head_unit, "recipient_item", "Elif Kaya")
    assert find(head_unit, "thread_title").text == "Elif Kaya"
    assert head_unit.tap(*named(head_unit, "quick_reply")[0].box.center) == ""
    assert world.conversation.messages[-1].contact == "Elif Kaya"


def test_the_card_of_home_leads_to_who_wrote(head_unit: HeadUnit, world: World) -> None:
    head_unit.open_app("home")
    tap(head_unit, "phone_card")
    assert find(head_unit, "thread_title").text == world.conversation.messages[-1].contact


def test_calls_that_were_made_are_in_the_log(phone: HeadUnit, world: World) -> None:
    before = world.conversation.call_records
    choose(phone, "contact_item", "Mum")
    tap(phone, "call_button")
    world.environment.advance(95)
    tap(phone, "end_call_button")
    assert world.conversation.call_records == before
    (made,) = world.handset.dialled
    assert (made.contact, made.duration) == ("Mum", 95)
    tap(phone, "phone_recents")
    first = named(phone, "recent_item")[0]
    assert (first.text, first.description) == ("Mum", "12:00 · Outgoing call")
