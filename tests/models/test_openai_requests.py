"""Everything that a request can say, and that a reply can hold, on an OpenAI-compatible server."""

from dataclasses import replace

import pytest
from conversation import CONVERSATION, TOOL
from model_server import ASK, OPENAI, Loopback, Reply, ask, fault

from automotive_env.models.model import Choice, ModelRequest, Sampling, TokenLogprob, ToolCall, Usage


def reply(*choices: dict, **usage) -> Reply:
    told = {"prompt_tokens": 10, "completion_tokens": 4, **usage}
    return Reply({"choices": [{"index": i, "finish_reason": "stop"} | choice for i, choice in enumerate(choices)], "usage": told})


def said(content: str | None, **more) -> dict:
    return {"message": {"role": "assistant", "content": content, **more}}


LOGPROBS = {"content": [{"token": "Le", "logprob": -0.5, "bytes": [76], "top_logprobs": [{"token": "Ri", "logprob": -1.5}]}]}


def test_a_conversation_goes_as_it_is(loopback: Loopback):
    loopback.says(reply(said("One.") | {"logprobs": LOGPROBS}, said("Two.") | {"logprobs": LOGPROBS}))
    ask(OPENAI.model(loopback), CONVERSATION)
    [body] = loopback.asked
    system, user, calls, first, second, pictures, assistant, last = body.pop("messages")
    assert (system, assistant, last) == (
        {"role": "system", "content": "You drive."},
        {"role": "assistant", "content": "Better?"},
        {"role": "user", "content": "Go on."},
    )
    assert [part["type"] for part in user["content"]] == ["text", "image_url"]
    assert calls["content"] == "Wait."
    assert calls["tool_calls"][0] == {
        "id": "a",
        "type": "function",
        "function": {"name": "set_fan", "arguments": '{"level": 3}'},
    }
    assert first == {"role": "tool", "tool_call_id": "a", "content": "done"}
    assert second == {"role": "tool", "tool_call_id": "b", "content": "no"}
    assert (pictures["role"], [part["type"] for part in pictures["content"]]) == ("user", ["text", "image_url", "image_url"])
    function = {"name": "set_fan", "description": "Sets the fan.", "parameters": TOOL.parameters}
    assert body == {
        "model": "m-1",
        "max_tokens": 50,
        "n": 2,
        "top_p": 0.9,
        "stop": ["END", "\n\n"],
        "seed": 5,
        "logprobs": True,
        "top_logprobs": 2,
        "tools": [{"type": "function", "function": function}],
        "top_k": 20,
    }


def test_pictures_of_the_last_result_come_after_it(loopback: Loopback):
    loopback.says(reply(said("One.")))
    ask(OPENAI.model(loopback), ModelRequest("act", CONVERSATION.messages[:4]))
    assert [message["role"] for message in loopback.asked[0]["messages"]] == ["system", "user", "assistant", "tool", "user"]


def test_everything_in_a_reply_is_read(loopback: Loopback):
    call = {"id": "c1", "type": "function", "function": {"name": "set_fan", "arguments": '{"level": 3'}}
    loopback.says(
        reply(
            said("Left.", reasoning_content="Hm.") | {"logprobs": LOGPROBS},
            said(None, reasoning="Well.", tool_calls=[call]) | {"finish_reason": "tool_calls"},
            prompt_tokens_details={"cached_tokens": 8},
            completion_tokens_details={"reasoning_tokens": 3},
        )
    )
    completion = ask(OPENAI.model(loopback), replace(ASK, sampling=Sampling(n=2, logprobs=1)))
    assert completion.choices == (
        Choice("Left.", "Hm.", logprobs=(TokenLogprob("Le", -0.5, (("Ri", -1.5),)),)),
        Choice("", "Well.", (ToolCall("c1", "set_fan", '{"level": 3'),), "tool_calls"),
    )
    assert completion.usage == Usage(10, 4, 1, 8, 3)


def test_the_counts_that_only_some_servers_send(loopback: Loopback):
    loopback.says(reply(said("Left."), prompt_cache_hit_tokens=6))
    assert ask(OPENAI.model(loopback)).usage == Usage(10, 4, 1, 6)
    loopback.says(reply(said("Left."), prompt_tokens_details=None, completion_tokens_details={"reasoning_tokens": 99}))
    assert ask(OPENAI.model(loopback)).usage == Usage(10, 4, 1, 0, 4)


@pytest.mark.parametrize(
    ("content", "reasoning", "text"),
    [
        ("<think>\nHm.\n</think>\n\nLeft.", "Hm.", "Left."),
        ("\n<think></think>Left.", "", "Left."),
        ("Hm.</think>\nLeft.", "Hm.", "Left."),
        ("<think>Hm", "Hm", ""),
        ("Say <think> and </think>.", "", "Say <think> and </think>."),
        ("Left.", "", "Left."),
    ],
)
def test_thoughts_in_front_of_the_text(loopback: Loopback, content: str, reasoning: str, text: str):
    loopback.says(reply(said(content)))
    choice = ask(OPENAI.model(loopback)).choice
    assert (choice.reasoning, choice.text) == (reasoning, text)


def test_a_call_without_an_id_gets_one_that_the_conversation_lacks(loopback: Loopback):
    call = {"function": {"name": "set_fan", "arguments": {"level": 3}}}
    loopback.says(reply(said("", tool_calls=[call, call | {"id": "a"}, call | {"id": "z"}])))
    calls = ask(OPENAI.model(loopback), replace(CONVERSATION, sampling=Sampling())).choice.tool_calls
    assert len({"a", "b", *(call.id for call in calls)}) == 5
    assert calls[2].id == "z"
    assert {call.arguments for call in calls} == {'{"level": 3}'}


def seeds(loopback: Loopback) -> list[int]:
    return [body["seed"] for body in loopback.asked]


FOUR = replace(ASK, sampling=Sampling(n=4, seed=2**31 - 2))


def test_four_replies_in_one_request(loopback: Loopback):
    loopback.says(reply(*(said(word) for word in "abcd")))
    completion = ask(OPENAI.model(loopback), FOUR)
    assert "".join(choice.text for choice in completion.choices) == "abcd"
    assert completion.usage.calls == 1


@pytest.mark.parametrize(
    "complaint", ["n: Only one completion choice is allowed", "'n' must be 1", "Unsupported parameter: n is not supported", ""]
)
def test_a_server_that_gives_one_reply_at_a_time_is_asked_for_the_rest(loopback: Loopback, complaint: str):
    refusal = [Reply({"error": {"message": complaint}}, 400)] if complaint else []
    loopback.says(*refusal, *(reply(said(word)) for word in "abcdefgh"))
    model = OPENAI.model(loopback)
    completion = ask(model, FOUR)
    assert "".join(choice.text for choice in completion.choices) == "abcd"
    assert completion.usage == Usage(40, 16, 4)
    assert seeds(loopback)[-4:] == [2**31 - 2, 2**31 - 1, 0, 1]
    loopback.asked.clear()
    assert "".join(choice.text for choice in ask(model, FOUR).choices) == "efgh"
    assert not any("n" in body for body in loopback.asked)  # what it does not take is not tried again


def test_only_what_is_missing_is_asked_for(loopback: Loopback):
    loopback.says(reply(said("a"), said("b")), reply(said("c"), said("x")), reply(said("d")))
    assert "".join(choice.text for choice in ask(OPENAI.model(loopback), FOUR).choices) == "abcd"
    assert [body.get("n") for body in loopback.asked] == [4, None, None]


def test_more_replies_than_asked_for_are_not_kept(loopback: Loopback):
    loopback.says(reply(said("a"), said("b")))
    assert [choice.text for choice in ask(OPENAI.model(loopback)).choices] == ["a"]


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        ("tools", '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
        ("tools", "registry/some-model does not support tools"),
        ("logprobs", "logprobs are not supported by this model"),
        ("stop", "Unsupported parameter: 'stop' is not supported with this model."),
        ("top_p", "top_p must be 1 for this model"),
    ],
)
def test_an_option_that_changes_the_meaning_is_never_left_out(loopback: Loopback, option: str, complaint: str):
    loopback.says(Reply({"error": {"message": complaint}}, 400))
    message = fault(OPENAI.model(loopback), CONVERSATION)
    assert f"does not accept the option {option} (400: " in message
    assert message.endswith("omit it")
    assert len(loopback.asked) == 1


def test_a_complaint_about_what_was_not_asked_for_is_told_as_it_is(loopback: Loopback):
    loopback.says(Reply({"error": {"message": "the tools are broken; stop"}}, 400))
    assert "refuses the request (400: the tools are broken; stop)" in fault(OPENAI.model(loopback))


def test_log_probabilities_that_do_not_come(loopback: Loopback):
    loopback.says(reply(said("Left.")))
    assert "sends no log probabilities" in fault(OPENAI.model(loopback), replace(ASK, sampling=Sampling(logprobs=0)))
    assert "top_logprobs" not in loopback.asked[0]


def test_an_extra_member_wins(loopback: Loopback):
    loopback.says(reply(said("Left.")))
    extra = {"temperature": 2, "chat_template_kwargs": {"enable_thinking": False}}
    ask(OPENAI.model(loopback), replace(ASK, sampling=Sampling(extra=extra)))
    assert loopback.asked[0].items() >= extra.items()


@pytest.mark.parametrize("name", ["model", "messages", "stream", "contents", "system_instruction", "systemInstruction"])
def test_an_extra_member_that_is_the_request_itself(loopback: Loopback, name: str):
    message = fault(OPENAI.model(loopback), replace(ASK, sampling=Sampling(extra={name: 1})))
    assert f"the extra body cannot set {name!r}" in message
    assert loopback.asked == []


@pytest.mark.parametrize("extra", [{"a": {1}}, {"a": float("nan")}, {"a": "x" * 2**17}])
def test_an_extra_body_that_no_body_can_hold(loopback: Loopback, extra: dict):
    assert "the extra body" in fault(OPENAI.model(loopback), replace(ASK, sampling=Sampling(extra=extra)))
    assert loopback.asked == []


def test_a_response_may_be_as_long_as_what_was_asked_for(loopback: Loopback):
    told = {"content": [LOGPROBS["content"][0] | {"top_logprobs": [{"token": "x" * 40, "logprob": -1, "bytes": [0] * 40}] * 20}]}
    loopback.says(reply(said("x") | {"logprobs": {"content": told["content"] * 600}}))
    assert len(loopback.replies[0].data()) > 2 * 2**20
    wanted = Sampling(logprobs=20, max_tokens=600)
    assert len(ask(OPENAI.model(loopback), replace(ASK, sampling=wanted)).choice.logprobs) == 600
    assert "more than 2 MB" in fault(OPENAI.model(loopback))
