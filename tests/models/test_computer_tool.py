"""The vendors' own computer tools: requests and replies as the types of the SDKs say, and what goes back word for word."""

import json
from collections.abc import Callable
from dataclasses import replace

import anyio
import numpy as np
import pytest
from computer_forms import CHECK, MAKERS, SIGNED, THOUGHT, ComputerForm
from model_server import SECRET, Loopback, Reply, ask, fault

from automotive_env.episode.imaging import decode
from automotive_env.errors import ModelFault
from automotive_env.models.anthropic_reply import read_message
from automotive_env.models.kind import is_installed
from automotive_env.models.kinds.record import RecordingModel
from automotive_env.models.kinds.replay import ReplayModel
from automotive_env.models.model import Completion, ComputerTool, ModelMessage, ModelRequest, Sampling, Tool, ToolCall, Usage
from automotive_env.models.responses_reply import read_response
from automotive_env.models.specification import make_model

FIRST = np.full((60, 100, 3), 30, np.uint8)
NEXT = np.full((60, 100, 3), 90, np.uint8)
START = ModelRequest(
    "act",
    (ModelMessage("system", "You operate a car."), ModelMessage("user", "Raise the fan.", (FIRST,))),
    sampling=Sampling(temperature=None),
    computer=ComputerTool(100, 60),
)


@pytest.fixture(params=MAKERS)
def form(request) -> ComputerForm:
    if request.param == "anthropic" and not is_installed("anthropic"):
        pytest.skip("needs the extra: pip install '.[anthropic]'")
    return MAKERS[request.param]()


def a_click(form: ComputerForm) -> tuple[str, dict]:
    name, arguments = form.click
    return name, json.loads(arguments)


def following(request: ModelRequest, completion: Completion, text: str = "Done.") -> ModelRequest:
    """The request after a reply, all calls of which are answered with a picture, and all checks acknowledged."""
    choice = completion.choice
    told = [ModelMessage("tool", text, (NEXT,), tool_call_id=call.id, acknowledged=call.checks) for call in choice.tool_calls]
    said = ModelMessage("assistant", choice.text, tool_calls=choice.tool_calls, opaque=choice.opaque)
    return replace(request, messages=(*request.messages, said, *told))


def cut_response(followed: bool) -> Completion:
    said = [{"type": "message", "content": [{"type": "output_text", "text": "I"}]}] if followed else []
    cut = {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    return read_response(json.dumps({"output": [{"type": "reasoning", "id": "r1"}, *said], **cut}), returned=True)


def cut_message(followed: bool) -> Completion:
    said = [{"type": "text", "text": "I"}] if followed else []
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "s"}
    return read_message(json.dumps({"content": [thought, *said], "stop_reason": "max_tokens"}), returned=True)


def test_a_first_request_is_what_the_types_say(form: ComputerForm, loopback: Loopback):
    loopback.says(Reply(form.final("Nothing to do.")))
    ask(form.vendor.model(loopback), START)
    assert form.invalid(loopback.asked[0]) == []
    assert "computer" in json.dumps(loopback.asked[0]["tools"]).lower()


def test_a_reply_with_a_call_is_read(form: ComputerForm, loopback: Loopback):
    loopback.says(Reply(form.reply("I press it.", [a_click(form)], None)))
    completion = ask(form.vendor.model(loopback), START)
    [call] = completion.choice.tool_calls
    assert (call.name, json.loads(call.arguments)) == a_click(form)
    assert (completion.text, completion.choice.reasoning, completion.choice.finish) == ("I press it.", THOUGHT, "tool_calls")
    assert completion.usage == Usage(20, 9, 1, 8, 4)


def test_a_conversation_goes_back_word_for_word(form: ComputerForm, loopback: Loopback):
    loopback.says(Reply(form.reply("I press it.", [a_click(form)], CHECK)), Reply(form.final("It blows harder.")))
    model = form.vendor.model(loopback)
    first = ask(model, START)
    last = ask(model, following(START, first))
    body = loopback.asked[1]
    assert form.invalid(body) == []
    assert SIGNED in json.dumps(form.reasoning(body)).translate(str.maketrans("-_", "+/"))
    [(id, png, acknowledged, text)] = form.results(body)
    assert id == first.choice.tool_calls[0].id
    assert decode(png).tolist() == NEXT.tolist()
    assert text == "Done."
    assert acknowledged == [check.message for check in first.choice.tool_calls[0].checks]
    assert (last.text, last.choice.tool_calls) == ("It blows harder.", ())


def test_parallel_calls_are_answered_one_by_one(form: ComputerForm, loopback: Loopback):
    loopback.says(Reply(form.reply("", [a_click(form), a_click(form)], None)), Reply(form.final("Twice.")))
    model = form.vendor.model(loopback)
    first = ask(model, START)
    assert len({call.id for call in first.choice.tool_calls}) == 2
    ask(model, following(START, first))
    assert form.invalid(loopback.asked[1]) == []
    assert [one[0] for one in form.results(loopback.asked[1])] == [call.id for call in first.choice.tool_calls]


def test_a_reply_whose_own_form_is_lost_is_told_by_its_parts(form: ComputerForm, loopback: Loopback):
    loopback.says(Reply(form.reply("I press it.", [a_click(form)], CHECK)), Reply(form.final("Done.")))
    model = form.vendor.model(loopback)
    first = ask(model, START)
    second = following(START, first)
    told = tuple(replace(message, opaque="") for message in second.messages)
    ask(model, replace(second, messages=told))
    assert form.invalid(loopback.asked[1]) == []
    assert len(form.results(loopback.asked[1])) == 1
    assert "I press it." in json.dumps(loopback.asked[1])


@pytest.mark.parametrize("read", [cut_response, cut_message])
def test_a_thought_behind_which_nothing_came_does_not_go_back(read: Callable[..., Completion]):
    assert read(followed=True).choice.opaque
    assert (read(followed=False).choice.opaque, read(followed=False).choice.finish) == ("", "length")


@pytest.mark.parametrize("opaque", ["{", "[]", '{"form": "another", "parts": [{"type": "text"}]}', '{"form": 1}'])
@pytest.mark.at_once(4)
def test_a_form_that_cannot_be_read_is_left_out(form: ComputerForm, loopback: Loopback, opaque: str):
    loopback.says(Reply(form.final("Done.")))
    name, arguments = form.click
    said = ModelMessage("assistant", "I press it.", tool_calls=(ToolCall("c1", name, arguments),), opaque=opaque)
    told = ModelMessage("tool", "Done.", (NEXT,), tool_call_id="c1")
    ask(form.vendor.model(loopback), replace(START, messages=(*START.messages, said, told)))
    assert form.invalid(loopback.asked[0]) == []
    assert "I press it." in json.dumps(loopback.asked[0])


def test_a_result_whose_picture_is_no_longer_kept(form: ComputerForm, loopback: Loopback):
    loopback.says(Reply(form.reply("", [a_click(form)], None)), Reply(form.final("Done.")))
    model = form.vendor.model(loopback)
    second = following(START, ask(model, START))
    ask(model, replace(second, messages=tuple(replace(message, images=()) for message in second.messages)))
    assert form.invalid(loopback.asked[1]) == []


def test_a_server_that_gives_every_call_the_same_id(form: ComputerForm, loopback: Loopback):
    body = form.reply("", [a_click(form)], None)
    loopback.says(Reply(body), Reply(body), Reply(form.final("Done.")))
    model = form.vendor.model(loopback)
    second = following(START, ask(model, START))
    third = following(second, ask(model, second))
    ask(model, third)
    assert form.invalid(loopback.asked[2]) == []
    assert [one[0] for one in form.results(loopback.asked[2])] == [
        message.tool_call_id for message in third.messages if message.role == "tool"
    ]


def test_functions_of_ours_go_beside_the_tool(form: ComputerForm, loopback: Loopback):
    loopback.says(Reply(form.reply("", [a_click(form)], None)), Reply(form.final("Done.")))
    model = form.vendor.model(loopback)
    answer = Tool("answer", "Tells the driver something.", {"type": "object", "properties": {"text": {"type": "string"}}})
    request = replace(START, tools=(answer,))
    second = following(request, ask(model, request))
    called = ModelMessage("assistant", "", tool_calls=(ToolCall("own", "answer", '{"text": "Hi."}'),))
    ask(model, replace(second, messages=(*second.messages, called, ModelMessage("tool", "Told.", tool_call_id="own"))))
    for body in loopback.asked:
        assert form.invalid(body) == []
        assert "answer" in json.dumps(body["tools"])
    assert "Told." in json.dumps(loopback.asked[1])


def test_a_key_in_a_reply_is_neither_kept_nor_sent_again(form: ComputerForm, loopback: Loopback, monkeypatch):
    monkeypatch.setenv(form.vendor.key, SECRET)
    loopback.says(Reply(form.reply(f"Is it {SECRET}?", [a_click(form)], None)))
    choice = ask(form.vendor.model(loopback), START).choice
    assert choice.text == "Is it ***?"
    assert choice.opaque == ""


def test_a_reply_is_recorded_and_replayed(form: ComputerForm, loopback: Loopback, tmp_path):
    loopback.says(Reply(form.reply("I press it.", [a_click(form)], CHECK)), Reply(form.final("Done.")))
    path = tmp_path / "said.jsonl"
    recorded = RecordingModel(form.vendor.model(loopback), path)
    first = ask(recorded, START)
    second = following(START, first)
    last = ask(recorded, second)
    replayed = ReplayModel(path)
    assert ask(replayed, START) == first
    assert ask(replayed, second) == last
    assert "holds no answer" in fault(ReplayModel(path), replace(START, computer=ComputerTool(50, 60)))


def test_a_server_without_the_tool(form: ComputerForm, loopback: Loopback):
    loopback.says(Reply({"error": {"message": "Computer use (computer_use, computer) is not enabled for this model"}}, 400))
    assert "does not accept the option computer" in fault(form.vendor.model(loopback), START)
    assert len(loopback.asked) == 1


def test_a_version_that_the_vendor_lacks(form: ComputerForm, loopback: Loopback):
    message = fault(form.vendor.model(loopback), replace(START, computer=ComputerTool(100, 60, "abacus")))
    assert "has no computer tool 'abacus'; use " in message
    assert loopback.asked == []


@pytest.mark.parametrize("spec", ["local", "inspect:openai/m-1", "gemini-legacy:m-1@http://127.0.0.1:9"])
def test_a_model_without_the_tool_refuses_it(spec: str):
    model = make_model(spec)
    with pytest.raises(ModelFault, match=r"has no computer tool|do not support computer"):
        anyio.run(model.complete, START)
