"""Requests to OpenAI's Responses API, and the replies that it may send."""

from dataclasses import replace

import pytest
from conversation import CONVERSATION, TOOL
from model_server import ASK, OPENAI, Loopback, Reply, Vendor, ask, fault

from automotive_env.models.kinds import openai_responses
from automotive_env.models.model import Choice, ComputerTool, ModelMessage, ModelRequest, SafetyCheck, Sampling, ToolCall, Usage

VENDOR = Vendor(openai_responses.KIND)
PLAIN = Sampling(temperature=None, max_tokens=50)
COMPUTER = ModelRequest("act", (ModelMessage("user", "Raise the fan."),), sampling=PLAIN, computer=ComputerTool(100, 60))


def response(*output: dict, status: str = "completed", **more) -> Reply:
    return Reply({"object": "response", "status": status, "output": list(output), "usage": {}, **more})


def cut(text: str, reason: str) -> Reply:
    return response(message(text), status="incomplete", incomplete_details={"reason": reason})


def message(text: str, kind: str = "output_text") -> dict:
    return {"type": "message", "role": "assistant", "content": [{"type": kind, "refusal" if kind == "refusal" else "text": text}]}


def test_a_conversation_goes_as_items(loopback: Loopback):
    loopback.says(response(message("Fine.")))
    sampling = Sampling(temperature=0.5, top_p=0.9, max_tokens=50, extra={"reasoning": {"effort": "low"}})
    ask(VENDOR.model(loopback), replace(CONVERSATION, sampling=sampling, schema={"type": "object"}))
    [body] = loopback.asked
    system, user, said, first, second, result, other, assistant, last = body.pop("input")
    assert (system, said, last) == (
        {"role": "system", "content": "You drive."},
        {"role": "assistant", "content": "Wait."},
        {"role": "user", "content": "Go on."},
    )
    assert [part["type"] for part in user["content"]] == ["input_text", "input_image"]
    assert first == {"type": "function_call", "call_id": "a", "name": "set_fan", "arguments": '{"level": 3}'}
    assert second["call_id"] == "b"
    assert [part["type"] for part in result["output"]] == ["input_text", "input_image", "input_image"]
    assert other == {"type": "function_call_output", "call_id": "b", "output": "no"}
    assert assistant["content"] == "Better?"
    function = {"name": "set_fan", "description": "Sets the fan.", "parameters": TOOL.parameters, "strict": False}
    assert body == {
        "model": "m-1",
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "max_output_tokens": 50,
        "temperature": 0.5,
        "top_p": 0.9,
        "tools": [{"type": "function", **function}],
        "text": {"format": {"type": "json_schema", "name": "reply", "schema": {"type": "object"}, "strict": False}},
        "reasoning": {"effort": "low"},
    }


def test_a_model_that_does_not_reason(loopback: Loopback):
    complaint = "Encrypted content is not supported with this model."
    loopback.says(Reply({"error": {"message": complaint, "param": "include"}}, 400), response(message("Left.")))
    model = VENDOR.model(loopback)
    assert ask(model).text == ask(model).text == "Left."
    assert ["include" in body for body in loopback.asked] == [True, False, False]


@pytest.mark.parametrize("sampling", [Sampling(stop=("END",)), Sampling(logprobs=1)])
@pytest.mark.parametrize("vendor", [VENDOR, OPENAI], ids=["responses", "chat"])
def test_options_that_the_api_lacks(loopback: Loopback, vendor: Vendor, sampling: Sampling):
    assert "support" in fault(vendor.model(loopback), replace(COMPUTER, sampling=sampling))
    assert loopback.asked == []


def test_several_replies_are_asked_for_one_by_one(loopback: Loopback):
    loopback.says(response(message("a")), response(message("b")))
    completion = ask(VENDOR.model(loopback), replace(ASK, sampling=Sampling(n=2)))
    assert [choice.text for choice in completion.choices] == ["a", "b"]


@pytest.mark.parametrize("vendor", [VENDOR, OPENAI], ids=["responses", "chat"])
def test_the_computer_tool_is_asked_for_over_responses(loopback: Loopback, vendor: Vendor):
    loopback.says(response(message("Done.")))
    ask(vendor.model(loopback), COMPUTER)
    assert loopback.paths == [f"{vendor.base}/responses"]
    assert loopback.asked[0]["tools"] == [{"type": "computer"}]


def test_the_first_version_of_the_computer_tool(loopback: Loopback):
    loopback.says(response(message("Done.")))
    ask(VENDOR.model(loopback), replace(COMPUTER, computer=ComputerTool(100, 60, "computer_use_preview")))
    tool = {"type": "computer_use_preview", "display_width": 100, "display_height": 60, "environment": "browser"}
    assert (loopback.asked[0]["tools"], loopback.asked[0]["truncation"]) == ([tool], "auto")


def test_no_action_of_the_computer_tool_can_be_left_out(loopback: Loopback):
    computer = ComputerTool(100, 60, excluded=("drag",))
    assert "offers all its actions" in fault(VENDOR.model(loopback), replace(COMPUTER, computer=computer))


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (response(message("Left.")), Choice("Left.")),
        (response(message("Le"), message("ft.")), Choice("Left.")),
        (response(message("No.", "refusal")), Choice(finish="refused")),
        (cut("Le", "max_output_tokens"), Choice("Le", finish="length")),
        (cut("Le", "content_filter"), Choice(finish="refused")),
        (response(message("Le"), status="incomplete", incomplete_details=None), Choice("Le", finish="incomplete")),
        (
            response({"type": "reasoning", "summary": [], "content": [{"type": "reasoning_text", "text": "Hm."}]}),
            Choice(reasoning="Hm."),
        ),
        (response({"type": "something_new"}, message("Left.")), Choice("Left.")),
        (
            response({"type": "function_call", "name": "set_fan", "arguments": {"level": 3}}),
            Choice(tool_calls=(ToolCall("call_0", "set_fan", '{"level": 3}'),), finish="tool_calls"),
        ),
        (
            response(
                {"type": "computer_call", "call_id": "c1", "action": {"type": "wait"}, "pending_safety_checks": [{"id": "s"}]}
            ),
            Choice(
                tool_calls=(ToolCall("c1", "computer", '{"action": {"type": "wait"}}', checks=(SafetyCheck("s"),)),),
                finish="tool_calls",
            ),
        ),
    ],
)
def test_a_reply(loopback: Loopback, reply: Reply, expected: Choice):
    loopback.says(reply)
    completion = ask(VENDOR.model(loopback))
    assert completion.choice == expected
    assert completion.usage == Usage(0, 0, 1)


@pytest.mark.parametrize("output", ["Left.", [{"type": "function_call"}], [1], [{"type": "message", "content": [1]}]])
def test_a_body_that_is_no_response(loopback: Loopback, output: object):
    loopback.says(Reply({"object": "response", "output": output}))
    assert "sent an invalid reply" in fault(VENDOR.model(loopback))


def test_a_response_that_failed(loopback: Loopback):
    loopback.says(response(status="failed", error={"code": "server_error", "message": "The model crashed."}))
    assert "The model crashed." in fault(VENDOR.model(loopback, total_timeout=0.1))
