"""Requests to Anthropic: what the Messages API asks for, and which version of the computer tool comes with which beta."""

from dataclasses import replace

import pytest
from conversation import CONVERSATION, PICTURE, TOOL
from model_server import ASK, Loopback, Reply, Vendor, ask, fault

from automotive_env.models.kind import is_installed
from automotive_env.models.kinds import anthropic
from automotive_env.models.model import Choice, ComputerTool, ModelMessage, ModelRequest, Sampling, ToolCall, Usage

pytestmark = pytest.mark.skipif(not is_installed("anthropic"), reason="needs the extra: pip install '.[anthropic]'")
VENDOR = Vendor(anthropic.KIND)
PLAIN = Sampling(temperature=None, max_tokens=50)
COMPUTER = ModelRequest("act", (ModelMessage("user", "Raise the fan."),), sampling=PLAIN, computer=ComputerTool(100, 60))


def asked_for(loopback: Loopback, request: ModelRequest) -> dict:
    loopback.says(Reply(VENDOR.says("Done.")))
    ask(VENDOR.model(loopback), request)
    return loopback.asked[-1]


def test_a_conversation_goes_as_turns(loopback: Loopback):
    sampling = Sampling(temperature=None, top_p=0.9, max_tokens=50, stop=("END",), extra={"thinking": {"type": "adaptive"}})
    body = asked_for(loopback, replace(CONVERSATION, sampling=sampling))
    user, calls, results, assistant, last = body.pop("messages")
    assert [block["type"] for block in user["content"]] == ["text", "image"]
    assert calls == {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Wait."},
            {"type": "tool_use", "id": "a", "name": "set_fan", "input": {"level": 3}},
            {"type": "tool_use", "id": "b", "name": "set_fan", "input": {"level": 4}},
        ],
    }
    assert [(block["tool_use_id"], [part["type"] for part in block["content"]]) for block in results["content"]] == [
        ("a", ["text", "image", "image"]),
        ("b", ["text"]),
    ]
    assert (assistant["role"], last["role"]) == ("assistant", "user")
    assert body == {
        "model": "m-1",
        "max_tokens": 50,
        "system": [{"type": "text", "text": "You drive."}],
        "top_p": 0.9,
        "stop_sequences": ["END"],
        "tools": [{"name": "set_fan", "description": "Sets the fan.", "input_schema": TOOL.parameters}],
        "thinking": {"type": "adaptive"},
    }


def test_a_schema_is_asked_for(loopback: Loopback):
    body = asked_for(loopback, replace(ASK, schema={"type": "object"}))
    assert body["output_config"] == {"format": {"type": "json_schema", "schema": {"type": "object"}}}


def test_a_model_that_takes_no_temperature(loopback: Loopback):
    refusal = {
        "type": "error",
        "error": {"type": "invalid_request_error", "message": "`temperature` is deprecated for this model."},
    }
    loopback.says(Reply(refusal, 400), Reply(VENDOR.says("Left.")))
    model = VENDOR.model(loopback)
    assert ask(model).text == ask(model).text == "Left."
    assert ["temperature" in body for body in loopback.asked] == [True, False, False]


def test_the_api_has_no_log_probabilities(loopback: Loopback):
    assert "do not support logprobs" in fault(VENDOR.model(loopback), replace(ASK, sampling=Sampling(logprobs=1)))


def test_a_system_message_in_the_midst(loopback: Loopback):
    told = (*ASK.messages, ModelMessage("system", "Be short."))
    assert "Anthropic takes messages of the role system only at the beginning" in fault(
        VENDOR.model(loopback), replace(ASK, messages=told)
    )


def test_an_empty_text_is_left_out(loopback: Loopback):
    told = (ModelMessage("user", "Go."), ModelMessage("assistant", ""), ModelMessage("user", "", (PICTURE,)))
    body = asked_for(loopback, ModelRequest("act", told, sampling=PLAIN))
    assert [(turn["role"], [block["type"] for block in turn["content"]]) for turn in body["messages"]] == [
        ("user", ["text", "image"])
    ]


def test_arguments_that_are_no_object_are_kept(loopback: Loopback):
    told = (ModelMessage("user", "Go."), ModelMessage("assistant", "", tool_calls=(ToolCall("a", "set_fan", "[3"),)))
    body = asked_for(loopback, ModelRequest("act", told, tools=(TOOL,), sampling=PLAIN))
    assert body["messages"][1]["content"][0]["input"] == {"arguments": "[3"}


@pytest.mark.parametrize(
    ("computer", "tool", "beta"),
    [
        (ComputerTool(100, 60), {"type": "computer_toolset_20260801"}, None),
        (
            ComputerTool(100, 60, "computer_toolset_20260801", ("zoom",)),
            {"type": "computer_toolset_20260801", "configs": {"zoom": {"enabled": False}}},
            None,
        ),
        (
            ComputerTool(100, 60, "computer_20251124"),
            {
                "type": "computer_20251124",
                "name": "computer",
                "display_width_px": 100,
                "display_height_px": 60,
                "enable_zoom": True,
            },
            "computer-use-2025-11-24",
        ),
        (
            ComputerTool(100, 60, "computer_20250124"),
            {"type": "computer_20250124", "name": "computer", "display_width_px": 100, "display_height_px": 60},
            "computer-use-2025-01-24",
        ),
    ],
    ids=["toolset", "toolset without zoom", "2025-11", "2025-01"],
)
@pytest.mark.at_once(1)
def test_a_version_of_the_computer_tool(loopback: Loopback, computer: ComputerTool, tool: dict, beta: str | None):
    from anthropic.types.beta.message_create_params import MessageCreateParamsNonStreaming
    from computer_forms import invalid_for

    body = asked_for(loopback, replace(COMPUTER, computer=computer))
    assert body["tools"] == [tool]
    assert loopback.headers[-1].get("anthropic-beta") == beta
    assert invalid_for(MessageCreateParamsNonStreaming)(body) == []


@pytest.mark.parametrize("version", ["computer_20251124", "computer_20250124"])
def test_an_earlier_version_offers_all_its_actions(loopback: Loopback, version: str):
    computer = ComputerTool(100, 60, version, ("right_click",))
    assert f"{version} offers all its actions" in fault(VENDOR.model(loopback), replace(COMPUTER, computer=computer))


def test_redacted_thinking_goes_back(loopback: Loopback):
    blocks = [
        {"type": "redacted_thinking", "data": "c2VjcmV0"},
        {"type": "text", "text": ""},
        {"type": "tool_use", "id": "t1", "name": "screenshot", "input": {}, "toolset_name": "computer"},
    ]
    loopback.says(
        Reply(
            {"type": "message", "content": blocks, "stop_reason": "tool_use", "usage": {"input_tokens": 3, "output_tokens": 2}}
        ),
        Reply(VENDOR.says("Done.")),
    )
    model = VENDOR.model(loopback)
    choice = ask(model, COMPUTER).choice
    assert (choice.reasoning, choice.tool_calls) == ("", (ToolCall("t1", "screenshot", "{}"),))
    said = ModelMessage("assistant", tool_calls=choice.tool_calls, opaque=choice.opaque)
    ask(model, replace(COMPUTER, messages=(*COMPUTER.messages, said, ModelMessage("tool", "", (PICTURE,), tool_call_id="t1"))))
    assert loopback.asked[1]["messages"][1]["content"] == [blocks[0], blocks[2]]


@pytest.mark.parametrize(
    ("content", "reason", "expected"),
    [
        ([], "end_turn", Choice("", finish="stop")),
        ([{"type": "text", "text": "Le"}], "max_tokens", Choice("Le", finish="length")),
        ([{"type": "text", "text": "Le"}], "model_context_window_exceeded", Choice("Le", finish="length")),
        ([{"type": "text", "text": "Le"}], "stop_sequence", Choice("Le", finish="stop")),
        ([{"type": "text", "text": "I will"}], "refusal", Choice("", finish="refused")),
        ([{"type": "text", "text": "Wait."}], "pause_turn", Choice("Wait.", finish="pause_turn")),
        ([{"type": "something_new", "text": "?"}, {"type": "text", "text": "Le"}], "end_turn", Choice("Le", finish="stop")),
        (
            [{"type": "tool_use", "name": "set_fan", "input": None}],
            "tool_use",
            Choice(tool_calls=(ToolCall("call_0", "set_fan", "{}"),), finish="tool_calls"),
        ),
    ],
)
def test_the_end_of_a_reply(loopback: Loopback, content: list, reason: str, expected: Choice):
    loopback.says(Reply({"type": "message", "content": content, "stop_reason": reason, "usage": {}}))
    completion = ask(VENDOR.model(loopback))
    assert completion.choice == expected
    assert completion.usage == Usage(0, 0, 1)


@pytest.mark.parametrize("body", [{"content": "Left."}, {"content": [{"type": "tool_use"}]}, {"content": [1]}, []])
def test_a_body_that_is_no_message(loopback: Loopback, body: object):
    loopback.says(Reply(body))
    assert "sent an invalid reply" in fault(VENDOR.model(loopback))


def test_a_key_of_the_environment_stays_with_its_server(loopback: Loopback, monkeypatch):
    """The SDK would look for other credentials where no key is set; a server of one's own must not get them."""
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "token-of-another-server")
    loopback.says(Reply(VENDOR.says("Left.")))
    ask(VENDOR.model(loopback))
    assert "token-of-another-server" not in str(loopback.headers)
