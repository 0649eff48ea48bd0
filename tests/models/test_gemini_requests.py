"""Everything that a request can say, and that a reply can hold, on Gemini's server; what the former SDK lacks is refused."""

import base64
import json
from dataclasses import replace

import pytest
from conversation import CALLS, CONVERSATION
from model_server import ASK, GEMINI, LEGACY, Loopback, Reply, Vendor, ask, fault

from automotive_env.models.model import Choice, ModelMessage, ModelRequest, Sampling, TokenLogprob, Tool, ToolCall, Usage

BOTH = pytest.mark.parametrize("vendor", [GEMINI, LEGACY], ids=["gemini", "gemini-legacy"])


def reply(*candidates: dict, **usage) -> Reply:
    counted = {"promptTokenCount": 10, "candidatesTokenCount": 4, **usage}
    return Reply({"candidates": [{"finishReason": "STOP"} | candidate for candidate in candidates], "usageMetadata": counted})


def said(*parts: dict, **more) -> dict:
    return {"content": {"role": "model", "parts": list(parts)}, **more}


LOGPROBS = {
    "chosenCandidates": [{"token": "Le", "logProbability": -0.5}],
    "topCandidates": [{"candidates": [{"token": "Le", "logProbability": -0.5}, {"token": "Ri", "logProbability": -1.5}]}],
}
TOLD = said({"text": "One."}, logprobsResult=LOGPROBS)
PLAIN = replace(CONVERSATION, sampling=replace(CONVERSATION.sampling, extra={}))


@BOTH
def test_a_conversation_goes_as_it_is(vendor: Vendor, loopback: Loopback):
    loopback.says(reply(TOLD, TOLD))
    ask(vendor.model(loopback), PLAIN)
    [body] = loopback.asked
    assert body["systemInstruction"]["parts"] == [{"text": "You drive."}]
    user, calls, results, assistant, last = body["contents"]
    assert [turn["role"] for turn in body["contents"]] == ["user", "model", "user", "model", "user"]
    assert [next(iter(part)) for part in user["parts"]] == ["text", "inlineData"]
    assert calls["parts"] == [
        {"text": "Wait."},
        {"functionCall": {"id": "a", "name": "set_fan", "args": {"level": 3}}},
        {"functionCall": {"id": "b", "name": "set_fan", "args": {"level": 4}}},
    ]
    first, *pictures, second = results["parts"]
    assert first == {"functionResponse": {"id": "a", "name": "set_fan", "response": {"output": "done"}}}
    assert second == {"functionResponse": {"id": "b", "name": "set_fan", "response": {"output": "no"}}}
    assert [next(iter(part)) for part in pictures] == ["inlineData", "inlineData"]
    assert (assistant["parts"], last["parts"]) == ([{"text": "Better?"}], [{"text": "Go on."}])
    config = body["generationConfig"]
    asked = {
        "candidateCount": 2,
        "topP": 0.9,
        "maxOutputTokens": 50,
        "stopSequences": ["END", "\n\n"],
        "responseLogprobs": True,
        "logprobs": 2,
    }
    assert {name: pytest.approx(config[name]) if name == "topP" else config[name] for name in asked} == asked
    assert "temperature" not in config
    [[declared]] = [tool["functionDeclarations"] for tool in body["tools"]]
    parameters = declared["parameters_json_schema" if vendor is GEMINI else "parameters"]
    assert declared["name"] == "set_fan"
    assert str(parameters["properties"]["level"]["type"]).lower() in ("integer", "3")  # the former SDK sends numbers of types
    assert parameters["required"] == ["level"]


@BOTH
def test_everything_in_a_reply_is_read(vendor: Vendor, loopback: Loopback):
    call = {"functionCall": {"name": "set_fan", "args": {"level": 3, "zones": ["left"], "more": {"by": 0.5}}}}
    loopback.says(reply(TOLD, said(call), cachedContentTokenCount=8))
    completion = ask(vendor.model(loopback), replace(ASK, sampling=Sampling(n=2, logprobs=2)))
    first, second = completion.choices
    assert first == Choice("One.", logprobs=(TokenLogprob("Le", -0.5, (("Le", -0.5), ("Ri", -1.5))),))
    assert (second.text, second.finish) == ("", "tool_calls")
    [called] = second.tool_calls
    assert (called.id, called.name) == ("call_0", "set_fan")
    assert json.loads(called.arguments) == {"level": 3, "zones": ["left"], "more": {"by": 0.5}}
    assert ".0" not in called.arguments
    assert completion.usage == Usage(10, 4, 1, 8)


@BOTH
@pytest.mark.parametrize("complaint", ["Multiple candidates is not enabled for this model", "candidateCount must be 1", ""])
def test_a_server_that_gives_one_candidate_at_a_time_is_asked_for_the_rest(vendor: Vendor, loopback: Loopback, complaint: str):
    refusal = [Reply({"error": {"message": complaint, "code": 400}}, 400)] if complaint else []
    loopback.says(*refusal, *(reply(said({"text": word})) for word in "abcd"))
    completion = ask(vendor.model(loopback), replace(ASK, sampling=Sampling(n=4, seed=1)))
    assert "".join(choice.text for choice in completion.choices) == "abcd"
    assert completion.usage.calls == 4


@BOTH
@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        ("tools", "Function calling is not enabled for this model"),
        ("logprobs", "Logprobs is not supported for the current model."),
        ("stop", "stopSequences: too many"),
        ("top_p", "Unable to use topP with this model"),
    ],
)
def test_an_option_that_changes_the_meaning_is_never_left_out(vendor: Vendor, loopback: Loopback, option: str, complaint: str):
    loopback.says(Reply({"error": {"message": complaint, "code": 400}}, 400))
    assert f"does not take the option {option} (400: " in fault(vendor.model(loopback), PLAIN)
    assert len(loopback.asked) == 1


USER = ModelMessage("user", "Hello.")


@BOTH
@pytest.mark.parametrize(
    ("messages", "why"),
    [
        ((ModelMessage("system", "Be."),), "add a message of the role user"),
        ((USER, ModelMessage("system", "Be.")), "at the beginning only"),
        ((USER, ModelMessage("tool", "done", tool_call_id="a")), "the tool result 'a' answers no call"),
    ],
)
def test_a_conversation_without_a_form(vendor: Vendor, loopback: Loopback, messages: tuple[ModelMessage, ...], why: str):
    assert why in fault(vendor.model(loopback), ModelRequest("act", messages))
    assert loopback.asked == []


def test_thoughts_are_asked_for_and_read(loopback: Loopback):
    loopback.says(reply(said({"text": "Hm.", "thought": True}, {"text": "Left."}), thoughtsTokenCount=30))
    completion = ask(GEMINI.model(loopback))
    assert loopback.asked[0]["generationConfig"]["thinkingConfig"] == {"include_thoughts": True}
    assert (completion.choice.reasoning, completion.text) == ("Hm.", "Left.")
    assert completion.usage == Usage(10, 34, 1, 0, 30)


def test_a_model_that_does_not_think_is_not_asked_to(loopback: Loopback):
    loopback.says(Reply({"error": {"message": "Thinking is not enabled for this model"}}, 400), reply(said({"text": "Left."})))
    model = GEMINI.model(loopback)
    assert [ask(model).text, ask(model).text] == ["Left.", "Left."]
    assert ["thinkingConfig" in body["generationConfig"] for body in loopback.asked] == [True, False, False]


def test_the_signature_of_a_call_goes_back_with_it(loopback: Loopback):
    signature = base64.b64encode(b"\x00\xffsigned").decode()
    call = {"functionCall": {"id": "7", "name": "set_fan", "args": {}}, "thoughtSignature": signature}
    loopback.says(reply(said(call)))
    model = GEMINI.model(loopback)
    calls = ask(model).choice.tool_calls
    assert calls == (ToolCall("7", "set_fan", "{}", signature),)
    ask(
        model,
        ModelRequest("act", (USER, ModelMessage("assistant", tool_calls=calls), ModelMessage("tool", "done", tool_call_id="7"))),
    )
    [part] = loopback.asked[1]["contents"][1]["parts"]
    assert base64.urlsafe_b64decode(part["thoughtSignature"]) == b"\x00\xffsigned"


def test_arguments_that_are_no_object_stay_as_they_are(loopback: Loopback):
    loopback.says(reply(said({"text": "Left."})))
    calls = (replace(CALLS[0], arguments="{"), replace(CALLS[1], arguments="[1]"))
    ask(GEMINI.model(loopback), ModelRequest("act", (USER, ModelMessage("assistant", tool_calls=calls))))
    parts = loopback.asked[0]["contents"][1]["parts"]
    assert [part["functionCall"]["args"] for part in parts] == [{"arguments": "{"}, {"arguments": "[1]"}]


@pytest.mark.parametrize("schema", [None, {"type": "object"}])
@pytest.mark.parametrize("name", ["generationConfig", "generation_config"])
def test_an_extra_body_is_merged(loopback: Loopback, schema: dict | None, name: str):
    loopback.says(reply(said({"text": "Left."})))
    extra = {name: {"topK": 20}, "safetySettings": []}
    ask(GEMINI.model(loopback), replace(ASK, schema=schema, sampling=Sampling(extra=extra)))
    [body] = loopback.asked
    held = {"responseJsonSchema": schema, "responseMimeType": "application/json"} if schema else {}
    assert body["generationConfig"].items() >= ({"topK": 20, "maxOutputTokens": 1000} | held).items()
    assert body["safetySettings"] == []


def test_what_the_former_sdk_cannot_carry_is_refused(loopback: Loopback):
    extra = replace(ASK, sampling=Sampling(extra={"a": 1}))
    assert "carries no extra body; use gemini:" in fault(LEGACY.model(loopback), extra)
    tool = Tool("f", "", {"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}})
    message = fault(LEGACY.model(loopback), replace(ASK, tools=(tool,)))
    assert "carries no 'anyOf' of the parameters of tool 'f'; use gemini:" in message
    assert loopback.asked == []
