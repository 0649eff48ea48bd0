"""Roles that a server refuses: the conversation is said by those that are left, and the run goes on with them."""

from dataclasses import replace

import pytest
from conversation import CONVERSATION
from model_server import GEMINI, LEGACY, OPENAI, Loopback, Reply, Vendor, ask, each_case, fault

from automotive_env.models.model import ModelMessage, ModelRequest, Sampling
from automotive_env.models.roles import in_turn, put_in_turn

ASKED = ModelRequest("act", (ModelMessage("system", "You drive."), ModelMessage("user", "Cooler.")), sampling=Sampling(seed=1))
TALK = replace(CONVERSATION, sampling=Sampling())

OF_THE_SYSTEM = [
    "System role not supported",
    "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    "This model does not support system messages.",
    "'system' is not one of ['user', 'assistant'] - 'messages.0.role'",
    'messages: Unexpected role "system". The API takes a top-level system parameter.',
    "Developer instruction is not enabled for models/small-it",
    "system_instruction is not supported",
    "systemInstruction: unknown field",
    "The system prompt is not supported by this model",
    "1 validation error: role must not be system",
]
OF_THE_ORDER = [
    "Conversation roles must alternate user/assistant/user/assistant/...",
    "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
    "Unexpected role 'user' after role 'tool'",
    "messages.0.role: Input should be 'user' or 'assistant'",
    'roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
    "tool role is not supported",
    "'tool' messages are not supported",
    "Invalid role: tool",
    "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
    "Only user and assistant roles are supported!",
]


def refusal(complaint: str, status: int = 400) -> Reply:
    return Reply({"error": {"message": complaint, "code": status}}, status)


@each_case(OF_THE_SYSTEM, (OPENAI, GEMINI, LEGACY))
def test_the_user_says_what_the_system_may_not(vendor: Vendor, loopback: Loopback, case: str):
    loopback.says(refusal(case), Reply(vendor.says("Left.")))
    model = vendor.model(loopback)
    assert [ask(model, ASKED).text, ask(model, ASKED).text] == ["Left.", "Left."]
    assert len(loopback.asked) == 3  # what worked is kept
    for body in loopback.asked[1:]:
        assert "system" not in str(body).lower()
        assert str(body).index("You drive.") < str(body).index("Cooler.")


@pytest.mark.parametrize("complaint", OF_THE_ORDER)
def test_user_and_assistant_speak_in_turn_where_they_must(loopback: Loopback, complaint: str):
    loopback.says(refusal(complaint), refusal(complaint), Reply(OPENAI.says("Left.")))
    if "system message" not in complaint:
        loopback.says(refusal(complaint), Reply(OPENAI.says("Left.")))
    assert ask(OPENAI.model(loopback), TALK).text == "Left."
    messages = loopback.asked[-1]["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant", "user", "assistant", "user"]
    assert not any("tool_calls" in message for message in messages)
    first, calls, results, *_ = messages
    assert [part.get("text") for part in first["content"]] == ["You drive.\n\nCooler, please.", None]
    assert calls["content"].startswith("Wait.\n\n<tool_call>\n")
    assert '"name": "set_fan", "arguments": {"level": 3}' in calls["content"]
    assert results["content"][0]["text"].startswith("<tool_response>\ndone\n</tool_response>\n\n<tool_response>\nno")
    assert len(results["content"]) == 3  # with the pictures of the results


def test_a_server_that_goes_on_refusing_is_told_of(loopback: Loopback):
    loopback.says(refusal("Invalid role"))
    assert "refuses the request (400: Invalid role)" in fault(OPENAI.model(loopback), ASKED)
    assert len(loopback.asked) == 2


def test_a_request_of_one_message_has_no_roles_to_change(loopback: Loopback):
    loopback.says(refusal("Invalid role"))
    fault(OPENAI.model(loopback))
    assert len(loopback.asked) == 1


@pytest.mark.parametrize("status", [400, 422, 501])
def test_roles_and_other_options_are_left_out_one_after_the_other(loopback: Loopback, status: int):
    loopback.says(
        refusal("System role not supported", status),
        refusal("seed: extra inputs are not permitted", status),
        Reply(OPENAI.says("Left.")),
    )
    assert ask(OPENAI.model(loopback), ASKED).text == "Left."
    assert loopback.asked[-1]["messages"][0] == {"role": "user", "content": "You drive."}
    assert "seed" not in loopback.asked[-1]


def test_a_conversation_in_turn_stays_as_it_is():
    plain = (ModelMessage("user", "a"), ModelMessage("assistant", "b"), ModelMessage("user", "c"))
    assert in_turn(plain)
    assert put_in_turn(plain, [[b"1"], [], []]) == (plain, [[b"1"], [], []])
    assert not in_turn((*plain, plain[-1]))
    assert not in_turn((ModelMessage("system", "s"), *plain))
