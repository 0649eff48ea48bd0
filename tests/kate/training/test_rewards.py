"""Rewards: equal calls are equal however they are written, and every other reply is wrong."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.kate.training.plain import plain, reply_text
from automotive_env.kate.training.rewards import matching
from automotive_env.kate.training.row import ChatCall, ChatFunction, ChatMessage
from automotive_env.kate.training.verl import compute_score
from automotive_env.models.hermes import ParsedReply, read_reply, tool_call_text
from automotive_env.models.openai_request import openai_tool

SCHEMAS = {
    "seat": {
        "type": "object",
        "properties": {
            "level": {"type": "integer"},
            "angle": {"type": "number"},
            "on": {"type": "boolean"},
            "name": {"type": "string"},
            "rows": {"type": "array", "items": {"type": "integer"}},
        },
    },
    "stop": {"type": "object", "properties": {}},
}
ARGUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "level": st.integers(-9, 9),
        "angle": st.integers(-9, 9) | st.floats(-9, 9),
        "on": st.booleans(),
        "name": st.text(max_size=5),
        "rows": st.lists(st.integers(0, 3), max_size=3),
    },
)


def call(name: str, arguments) -> ChatFunction:
    return ChatFunction(name=name, arguments=json.dumps(arguments))


def as_float(value):
    if isinstance(value, list):
        return [as_float(one) for one in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


@given(ARGUMENTS)
def test_order_and_spelling_of_numbers_and_null_do_not_count(arguments: dict) -> None:
    spelled = {name: as_float(arguments[name]) for name in reversed(arguments)} | {
        name: None for name in SCHEMAS["seat"]["properties"] if name not in arguments
    }
    assert matching(ParsedReply(calls=(call("seat", spelled),)), [call("seat", arguments)], SCHEMAS) == 1.0


@given(ARGUMENTS, ARGUMENTS)
def test_other_values_count(one: dict, other: dict) -> None:
    same = {name: json.dumps(as_float(value)) for name, value in one.items()} == {
        name: json.dumps(as_float(value)) for name, value in other.items()
    }
    assert matching(ParsedReply(calls=(call("seat", one),)), [call("seat", other)], SCHEMAS) == float(same)


@pytest.mark.parametrize(
    "said",
    [
        ParsedReply(),
        ParsedReply(unreadable=True),
        ParsedReply(calls=(call("seat", {"level": 1}),), unreadable=True),
        ParsedReply(calls=(call("seat", {"level": True}),)),
        ParsedReply(calls=(call("seat", {"level": "one"}),)),
        ParsedReply(calls=(call("seat", {"level": 1}), call("stop", {}))),
        ParsedReply(calls=(call("stop", {}),)),
        ParsedReply(calls=(ChatFunction(name="seat", arguments="[1]"),)),
        ParsedReply(calls=(ChatFunction(name="seat", arguments='{"level": 1'),)),
        ParsedReply(calls=(ChatFunction(name="seat", arguments='{"level": NaN}'),)),
        ParsedReply(calls=(ChatFunction(name="seat", arguments=f'{{"level": {"9" * 10_000}}}'),)),
        ParsedReply(calls=(ChatFunction(name="strange", arguments="{}"),)),
        ParsedReply(calls=(ChatFunction(name="seat", arguments='{"level": ' + "[" * 50_000),)),
        ParsedReply(calls=(call("seat", {"level": 1}),) * 200),
    ],
    ids=lambda said: str(said)[:60],
)
def test_a_reply_that_is_not_right_earns_nothing(said: ParsedReply) -> None:
    assert matching(said, [call("seat", {"level": 1})], SCHEMAS) == 0.0


def test_calling_nothing_is_right_only_where_nothing_is_to_be_called() -> None:
    assert matching(ParsedReply("That cannot be done."), [], SCHEMAS) == 1.0
    for nothing in ("", " \n", "<think>\n</think>\n", "<think>That cannot be done.", "<tool_call>"):
        assert matching(read_reply(nothing), [], SCHEMAS) == 0.0


def test_calls_count_after_the_thought_and_in_it_never() -> None:
    right = tool_call_text("stop", "{}")
    for said, reward in ((f"Hm.</think>\n{right}", 1), (f"{right}\n</think>\n{right}", 1), (f"<think>{right}", 0)):
        assert matching(read_reply(said), [call("stop", {})], SCHEMAS) == reward


@given(st.lists(st.tuples(st.sampled_from(sorted(SCHEMAS)), ARGUMENTS), max_size=4), st.sampled_from(["", "I will.", "a < b"]))
def test_calls_as_text_are_read_again(calls, text: str) -> None:
    made = tuple(call(*one) for one in calls)
    message = ChatMessage(role="assistant", content=text, tool_calls=tuple(ChatCall(function=one) for one in made))
    said = read_reply(f"<think>\n<tool_call>\n</think>\n\n{reply_text(message)}")
    assert (said.text, said.thought, said.unreadable) == (text, "<tool_call>", False)
    assert [(one.name, json.loads(one.arguments)) for one in said.calls] == [(name, given) for name, given in calls]
    truth = json.dumps({"calls": [one.model_dump() for one in made], "schemas": SCHEMAS})
    assert compute_score("any", reply_text(message), truth) == float(bool(text or made))


PARTS = ["<tool_call>", "</tool_call>", "<think>", "</think>", '{"name": "a"}', "[[[[", "\ud800", "x\n"]


@given(st.lists(st.sampled_from(PARTS)))
def test_any_reply_can_be_read(parts: list[str]) -> None:
    said = read_reply("".join(parts))
    assert len(said.calls) <= parts.count("<tool_call>")
    assert said.unreadable or "tool_call>" not in said.text


def test_results_of_one_reply_are_one_plain_message() -> None:
    told = [ChatMessage(role="system", content="Be kind."), ChatMessage(role="user", content="Go")]
    told += [ChatMessage(role="assistant", tool_calls=(ChatCall(function=call("stop", {})),) * 2)]
    told += [ChatMessage(role="tool", content="one"), ChatMessage(role="tool", content="two")]
    found = plain(told, [openai_tool("stop", "Stops.", SCHEMAS["stop"])])
    assert [message["role"] for message in found] == ["system", "user", "assistant", "user"]
    assert '"name": "stop"' in found[0]["content"]
    assert found[2]["content"].count("<tool_call>") == found[3]["content"].count("<tool_response>") == 2
