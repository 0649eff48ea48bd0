"""The phone: calls, call log, messages, contacts."""

import pytest

from automotive_env.car.core.errors import StateError
from automotive_env.car.core.schema import MAX_RECORDS
from automotive_env.car.core.world import World


@pytest.fixture
def world():
    return World()


def refused(world, api, **arguments):
    before = world.snapshot()
    result = world.call(f"conversation.{api}", arguments)
    assert not result.success
    assert world.snapshot() == before
    return result.message


def done(world, api, **arguments):
    result = world.call(f"conversation.{api}", arguments)
    assert result.success, result.message
    return result.data


def test_the_default_start_gives_a_phone_something_to_show(world):
    phone = world.conversation
    names = {contact.name for contact in phone.contacts}
    assert len(names) == len(phone.contacts) >= 6
    assert {call.contact for call in phone.call_records} | {message.contact for message in phone.messages} <= names
    assert phone.last_called_contact in names
    assert [call.missed for call in phone.call_records].count(True) == 1
    assert [message.read for message in phone.messages].count(False) == 1
    for log in (phone.call_records, phone.messages):
        times = [entry.timestamp for entry in log]
        assert times == sorted(times)
        assert times[-1] < world.environment.timestamp


def test_calling_a_contact_and_hanging_up(world):
    done(world, "conversation_phone_call", contact="Mum")
    phone = world.conversation
    assert (phone.call_state, phone.current_contact, phone.last_called_contact) == ("active", "Mum", "Mum")
    assert world.environment.sound_channel == "conversation"
    done(world, "conversation_call_handsFree_switch", switch=True)
    assert "with Mum is under way" in refused(world, "conversation_phone_call", contact="Kenji Morita")
    done(world, "conversation_phone_hangup")
    assert (phone.call_state, phone.current_contact, phone.hands_free) == ("idle", None, False)
    done(world, "conversation_phone_redial")
    assert phone.current_contact == "Mum"


def test_strangers_cannot_be_called_or_written_to(world):
    assert "the contacts are: Amara Okafor, Chloé Garnier" in refused(world, "conversation_phone_call", contact="Nobody")
    refused(world, "conversation_message_send", contact="Nobody", content="Hello")
    refused(world, "conversation_contact_view", contact="Nobody")
    refused(world, "conversation_contact_delete", contact="Nobody")


def test_redialling_someone_who_was_deleted_or_never_called(world):
    done(world, "conversation_contact_delete", contact="Diego Fuentes")
    assert "no contact 'Diego Fuentes'" in refused(world, "conversation_phone_redial")
    world.set("conversation.last_called_contact", None)
    assert "nobody has been called" in refused(world, "conversation_phone_redial")


def test_answering_a_call_logs_it_once(world):
    world.conversation.ring("Sofia Marino")
    assert world.conversation.call_state == "ringing"
    assert world.environment.sound_channel == "conversation"
    refused(world, "conversation_call_handsFree_switch", switch=True)
    refused(world, "conversation_phone_call", contact="Mum")
    done(world, "conversation_phone_answer")
    done(world, "conversation_phone_answer")
    assert world.conversation.call_state == "active"
    logged = world.conversation.call_records[len(World().conversation.call_records) :]
    assert [(call.contact, call.incoming, call.missed, call.timestamp) for call in logged] == [
        ("Sofia Marino", True, False, world.environment.timestamp)
    ]


def test_declining_a_call_logs_it_as_missed(world):
    world.conversation.ring("Sofia Marino")
    done(world, "conversation_phone_hangup")
    assert world.conversation.call_state == "idle"
    missed = done(world, "conversation_call_miss_view")
    assert [call["contact"] for call in missed["calls"]] == ["Amara Okafor", "Sofia Marino"]


def test_nobody_can_ring_during_a_call(world):
    done(world, "conversation_phone_call", contact="Mum")
    before = world.snapshot()
    with pytest.raises(StateError, match="with Mum is under way"):
        world.conversation.ring("Sofia Marino")
    assert world.snapshot() == before


def test_without_a_call_there_is_nothing_to_answer_or_end(world):
    for api in ("conversation_phone_answer", "conversation_phone_hangup"):
        refused(world, api)
    refused(world, "conversation_call_handsFree_switch", switch=True)


def test_sent_messages_are_kept_with_the_time_of_the_car(world):
    world.set("environment.timestamp", "2025-04-13 13:00:00")
    done(world, "conversation_message_send", contact="Mum", content="Nearly there")
    sent = world.conversation.messages[-1]
    assert (sent.contact, sent.content, sent.timestamp) == ("Mum", "Nearly there", "2025-04-13 13:00:00")
    assert sent.read
    assert not sent.incoming


def test_reading_marks_the_unread_or_those_of_a_contact(world):
    unread = done(world, "conversation_message_view")
    assert [message["contact"] for message in unread["messages"]] == ["Hannah Lindqvist"]
    assert all(message.read for message in world.conversation.messages)
    assert done(world, "conversation_message_view") == {"count": 0, "messages": []}
    assert done(world, "conversation_message_view", contact="Sofia Marino")["count"] == 2


def test_a_full_log_forgets_its_oldest_line(world):
    first = world.conversation.messages[0]
    for number in range(MAX_RECORDS):
        done(world, "conversation_message_send", contact="Mum", content=str(number))
    messages = world.conversation.messages
    assert len(messages) == MAX_RECORDS
    assert first not in messages
    assert messages[-1].content == str(MAX_RECORDS - 1)


def test_looking_up_and_deleting_contacts(world):
    assert done(world, "conversation_contact_view", contact="Mum")["phone_number"].startswith("+44")
    before = done(world, "conversation_contact_hag_view")["count"]
    done(world, "conversation_contact_delete", contact="Mum")
    assert done(world, "conversation_contact_hag_view")["count"] == before - 1
    assert done(world, "conversation_call_record_view")["count"] == 4


def test_a_running_call_of_a_start_can_be_ended():
    world = World({"conversation": "init1"})
    done(world, "conversation_phone_hangup")
    assert world.conversation.current_contact is None
    assert len(world.conversation.call_records) == 1
