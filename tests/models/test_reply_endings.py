"""The three ends of a reply: said, withheld, broken off."""

from typing import Any

import anyio
import legacy_sdk
import pytest
from model_server import ASK, GEMINI, LEGACY, OPENAI, Loopback, Reply, Vendor, ask, each_case, fault

from automotive_env.errors import ModelFault, ModelUnavailable
from automotive_env.models.checked import CheckedModel
from automotive_env.models.endings import ReplyCutOff, ended
from automotive_env.models.model import Abilities, Choice, Completion, ModelRequest, Sampling, ToolCall, Usage
from automotive_env.models.reply import UnreadableReply

VENDORS = (OPENAI, GEMINI, LEGACY)
EVERY_ONE = pytest.mark.parametrize("vendor", VENDORS, ids=lambda vendor: vendor.kind.name)
ERROR = {"code": 502, "message": "the upstream provider broke off"}
NAMELESS = {"message": "the upstream provider broke off"}


def choice_of(body: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (body.get("choices") or body["candidates"])[0]
    return found


def in_choice(vendor: Vendor, error: Any, text: str = "Le") -> dict[str, Any]:
    body = vendor.says(text)
    choice_of(body)["error"] = error
    return body


def in_message(vendor: Vendor, error: Any) -> dict[str, Any]:
    body = vendor.says("Le")
    choice = choice_of(body)
    choice["message" if "message" in choice else "content"]["error"] = error
    return body


def with_reason(vendor: Vendor, reason: str, text: str = "Le") -> dict[str, Any]:
    return vendor.says(text, finish=reason)


BROKEN = {
    "an error in a choice": lambda vendor: in_choice(vendor, ERROR),
    "an error without a number": lambda vendor: in_choice(vendor, NAMELESS),
    "an error in an empty choice": lambda vendor: in_choice(vendor, ERROR, ""),
    "an error as text": lambda vendor: in_choice(vendor, "the upstream provider broke off"),
    "a code as text": lambda vendor: in_choice(vendor, {"code": "503", "message": "overloaded"}),
    "a code in words": lambda vendor: in_choice(vendor, {"code": "server_error", "message": "overloaded"}),
    "an error in the message": lambda vendor: in_message(vendor, NAMELESS),
    "an error beside choices": lambda vendor: vendor.says("Left.") | {"error": NAMELESS},
    "an error with a number beside choices": lambda vendor: vendor.says("Left.") | {"error": ERROR},
    "an error in place of choices": lambda vendor: {"error": NAMELESS},
    "an error and no choices": lambda vendor: {"choices": [], "candidates": [], "error": ERROR},
    "errors": lambda vendor: {"success": False, "errors": [NAMELESS], "result": None},
    "an object that is an error": lambda vendor: {"object": "error", "message": "out of memory", "code": 500},
    "a type that is an error": lambda vendor: {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
    "a list of errors": lambda vendor: [{"error": ERROR}],
    "an error within a stream": lambda vendor: b'data: {"error": {"message": "broken"}}\n\n',
    "too many requests": lambda vendor: {"error": {"code": 429, "message": "slow down"}},
    "reason error": lambda vendor: with_reason(vendor, "error"),
    "reason error, and nothing": lambda vendor: with_reason(vendor, "error", ""),
    "reason ERROR": lambda vendor: with_reason(vendor, "ERROR"),
    "reason abort": lambda vendor: with_reason(vendor, "abort"),
    "reason cancelled": lambda vendor: with_reason(vendor, "cancelled"),
    "reason network_error": lambda vendor: with_reason(vendor, "network_error"),
    "reason timeout": lambda vendor: with_reason(vendor, "timeout"),
    "reason insufficient_system_resource": lambda vendor: with_reason(vendor, "insufficient_system_resource"),
    "an error that is a number": lambda vendor: in_choice(vendor, 502),
    "an error that is true": lambda vendor: vendor.says("Left.") | {"error": True},
    "a list of words": lambda vendor: vendor.says("Left.") | {"errors": ["the upstream provider broke off"]},
    "errors by name": lambda vendor: vendor.says("Left.") | {"errors": {"message": "the upstream provider broke off"}},
    "a status in words": lambda vendor: in_choice(vendor, {"status": "UNAVAILABLE", "message": "overloaded"}),
    "a code with a point": lambda vendor: in_choice(vendor, {"code": 502.0, "message": "bad gateway"}),
    "an error without words": lambda vendor: in_choice(vendor, {"metadata": {"raw": "upstream"}}),
    "an error in the second choice": lambda vendor: with_second_choice(vendor, {"error": NAMELESS}),
    "a second choice that broke off": lambda vendor: with_second_choice(vendor, {"finish_reason": "error"}),
    "a stream of lines": lambda vendor: b'{"choices": [{"delta": {"content": "Le"}}]}\n{"error": {"message": "broken"}}\n',
    "reason upstream_failure": lambda vendor: with_reason(vendor, "upstream_failure"),
    "reason InternalServerError": lambda vendor: with_reason(vendor, "InternalServerError"),
    "reason with spaces": lambda vendor: with_reason(vendor, " Time out "),
    "reason interrupted": lambda vendor: with_reason(vendor, "interrupted"),
}


def with_second_choice(vendor: Vendor, more: dict[str, Any]) -> dict[str, Any]:
    body = vendor.says("Left.")
    name = "choices" if "choices" in body else "candidates"
    return body | {name: [*body[name], {**body[name][0], **more}]}


@pytest.mark.filterwarnings("ignore")  # the SDK's, of reasons that it does not know
@each_case(BROKEN, VENDORS)
def test_a_reply_that_broke_off_is_an_outage(vendor: Vendor, loopback: Loopback, case: str):
    loopback.says(Reply(BROKEN[case](vendor)))
    with pytest.raises(ModelUnavailable, match="gave up after 2 attempts"):
        ask(vendor.model(loopback, attempts=2))
    assert len(loopback.asked) == 2


@EVERY_ONE
def test_one_that_did_not_is_taken_after_one_that_did(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(in_choice(vendor, ERROR)), Reply(vendor.says("Left.")))
    assert ask(vendor.model(loopback)).text == "Left."


SAID = {
    "no error": lambda vendor: vendor.says("Left.") | {"error": None},
    "an empty error": lambda vendor: vendor.says("Left.") | {"error": {}},
    "an error that says there is none": lambda vendor: vendor.says("Left.") | {"error": {"code": 0, "message": ""}},
    "an error that is false": lambda vendor: vendor.says("Left.") | {"error": False, "errors": []},
    "a choice without an error": lambda vendor: in_choice(vendor, None, "Left."),
    "a filter that failed": lambda vendor: (
        vendor.says("Left.") | {"prompt_filter_results": [{"content_filter_results": {"error": 1}}]}
    ),
    "another reason": lambda vendor: with_reason(vendor, "banana", "Left."),
    "reason end_turn": lambda vendor: with_reason(vendor, "end_turn", "Left."),
    "reason eos": lambda vendor: with_reason(vendor, "eos", "Left."),
    "reason stop_sequence": lambda vendor: with_reason(vendor, "stop_sequence", "Left."),
    "words about errors": lambda vendor: vendor.says("Left."),
}


@pytest.mark.filterwarnings("ignore")
@each_case(SAID, VENDORS)
def test_a_reply_that_came_whole_is_the_agents(vendor: Vendor, loopback: Loopback, case: str):
    loopback.says(Reply(SAID[case](vendor)))
    assert ask(vendor.model(loopback)).text == "Left."
    assert len(loopback.asked) == 1


@EVERY_ONE
def test_errors_of_which_a_model_speaks_are_none(vendor: Vendor, loopback: Loopback):
    said = '{"error": {"code": 502}, "finish_reason": "error"}'
    loopback.says(Reply(vendor.says(said)))
    assert ask(vendor.model(loopback)).text == said


def test_nor_are_those_in_arguments_of_a_call(loopback: Loopback):
    body = OPENAI.says(None, finish="tool_calls")
    arguments = {"error": {"code": 502}}
    body["choices"][0]["message"]["tool_calls"] = [{"id": "a", "function": {"name": "f", "arguments": arguments}}]
    loopback.says(Reply(body))
    assert ask(OPENAI.model(loopback)).choice.tool_calls == (ToolCall("a", "f", '{"error": {"code": 502}}'),)
    part = {"functionCall": {"name": "f", "args": arguments}}
    body = GEMINI.says("")
    body["candidates"][0]["content"]["parts"] = [part]
    loopback.says(Reply(body))
    assert ask(GEMINI.model(loopback)).choice.tool_calls == (ToolCall("call_0", "f", '{"error": {"code": 502}}'),)


FOREIGN = ("content_filter", "safety", "refusal", "guardrail_intervened", "sensitive")
FILTERED = {"code": "content_filter", "message": "The prompt was filtered."}
WITHHELD = {
    "content_filter": lambda vendor: Reply(with_reason(vendor, "content_filter")),
    "SAFETY": lambda vendor: Reply(with_reason(vendor, "SAFETY")),
    "safety": lambda vendor: Reply(with_reason(vendor, "safety")),
    "refusal": lambda vendor: Reply(with_reason(vendor, "refusal")),
    "RECITATION": lambda vendor: Reply(with_reason(vendor, "RECITATION")),
    "LANGUAGE": lambda vendor: Reply(with_reason(vendor, "LANGUAGE")),
    "BLOCKLIST": lambda vendor: Reply(with_reason(vendor, "BLOCKLIST")),
    "PROHIBITED_CONTENT": lambda vendor: Reply(with_reason(vendor, "PROHIBITED_CONTENT")),
    "SPII": lambda vendor: Reply(with_reason(vendor, "SPII")),
    "guardrail_intervened": lambda vendor: Reply(with_reason(vendor, "guardrail_intervened")),
    "sensitive": lambda vendor: Reply(with_reason(vendor, "sensitive")),
    "content_filter with a code in a choice": lambda vendor: Reply(in_choice(vendor, FILTERED)),
    "content_filter in place of a reply": lambda vendor: Reply({"error": FILTERED}),
    "content_filter as a refusal": lambda vendor: Reply({"error": FILTERED}, 400),
    "a policy as a refusal": lambda vendor: Reply({"error": {"type": "content_policy_violation", "message": "No."}}, 403),
}


@pytest.mark.filterwarnings("ignore")
@each_case(WITHHELD, VENDORS)
def test_a_reply_that_is_withheld_is_empty(vendor: Vendor, loopback: Loopback, case: str):
    if vendor is LEGACY and legacy_sdk.IS_INSTALLED and case in FOREIGN:
        pytest.skip("the former SDK drops words that Google does not use")
    loopback.says(WITHHELD[case](vendor))
    completion = ask(vendor.model(loopback))
    assert completion.choices == (Choice(finish="refused"),)
    assert completion.usage.calls == 1
    assert len(loopback.asked) == 1


@EVERY_ONE
def test_an_error_in_place_of_a_reply_is_what_its_number_says(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply({"error": {"code": 401, "message": "who are you?"}}))
    assert f"set {vendor.key}" in fault(vendor.model(loopback))
    loopback.says(Reply({"error": {"code": 400, "message": "This model's maximum context length is 10."}}))
    with pytest.raises(ModelFault, match="longer than the model's context"):
        ask(vendor.model(loopback))


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("STOP", "stop"),
        (None, "stop"),
        ("", "stop"),
        ("FINISH_REASON_UNSPECIFIED", "stop"),
        ("eos_token", "stop"),
        ("MAX_TOKENS", "length"),
        ("max_output_tokens", "length"),
        ("model_length", "length"),
        ("tool_use", "tool_calls"),
        ("function_call", "tool_calls"),
        ("Banana", "Banana"),
        (5, "stop"),
    ],
)
def test_one_name_for_each_end(reason: object, finish: str):
    assert ended(Choice("Left."), reason) == Choice("Left.", finish=finish)


@pytest.mark.parametrize("reason", ["stop", "STOP", "length", "MAX_TOKENS", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])
def test_a_model_may_say_nothing(reason: str):
    assert ended(Choice(), reason).text == ""


@pytest.mark.parametrize("reason", [None, "", "OTHER", "banana", 5, "unknown"])
def test_nothing_for_no_known_reason_is_no_reply(reason: object):
    with pytest.raises(UnreadableReply, match="an empty reply with the finish reason"):
        ended(Choice(), reason)


def test_a_reply_withheld_keeps_what_was_thought():
    assert ended(Choice("No", "Hm."), "content_filter") == Choice(reasoning="Hm.", finish="refused")


class Breaking:
    """A model of another package, whose server breaks off."""

    name = "breaking"

    async def complete(self, request: ModelRequest) -> Completion:
        return Completion((Choice("Le", finish="error"),), Usage(1, 1, 1))

    async def probe(self, sampling: Sampling) -> Abilities:
        return Abilities()

    async def close(self) -> None:
        pass


def test_models_of_other_packages_are_sorted_alike():
    with pytest.raises(ModelUnavailable, match="breaking broke off its reply"):
        anyio.run(CheckedModel(Breaking()).complete, ASK)


def test_words_for_a_broken_reply_come_before_those_for_one_withheld():
    with pytest.raises(ReplyCutOff):
        ended(Choice("Le"), "content_filter_error")
