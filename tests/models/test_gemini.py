"""What only Gemini does, through the current SDK and the former one."""

import sys

import pytest
from model_server import GEMINI, LEGACY, Loopback, Reply, ask, probed

from automotive_env.errors import ModelFault
from automotive_env.models.model import ModelRequest, Usage

ASK = ModelRequest.of("act", "Which way?")


@pytest.mark.parametrize("reason", ["SAFETY", "PROHIBITED_CONTENT", "RECITATION"])
def test_a_reply_withheld_on_the_way(loopback: Loopback, reason: str):
    loopback.says(Reply(GEMINI.says("Something unsaf", finish=reason)))
    completion = ask(GEMINI.model(loopback), ASK)
    assert (completion.text, completion.choice.finish) == ("", "refused")


def test_a_reply_that_ended_in_thought(loopback: Loopback):
    usage = {"promptTokenCount": 7, "thoughtsTokenCount": 40}
    loopback.says(Reply({"candidates": [{"finishReason": "MAX_TOKENS"}], "usageMetadata": usage}))
    completion = ask(GEMINI.model(loopback), ASK)
    assert (completion.text, completion.choice.finish, completion.usage) == ("", "length", Usage(7, 40, 1, reasoning_tokens=40))


def test_thoughts_are_no_part_of_the_text(loopback: Loopback):
    body = GEMINI.says("Left.")
    body["candidates"][0]["content"]["parts"].insert(0, {"text": "Hm.", "thought": True})
    loopback.says(Reply(body))
    assert ask(GEMINI.model(loopback), ASK).text == "Left."


def test_a_schema_is_asked_for(loopback: Loopback):
    loopback.says(Reply(GEMINI.says("{}")))
    ask(GEMINI.model(loopback), ModelRequest.of("act", "JSON, please.", schema={"type": "object"}))
    config = loopback.asked[0]["generationConfig"]
    assert config["responseMimeType"] == "application/json"
    assert config["responseJsonSchema"] == {"type": "object"}


def test_a_bad_key_comes_as_a_bad_request(loopback: Loopback, monkeypatch):
    monkeypatch.setenv("GOOGLE_API_KEY", "AIza-wrong")
    error = {"code": 400, "message": "API key not valid. Please pass a valid API key.", "status": "INVALID_ARGUMENT"}
    loopback.says(Reply({"error": error}, 400))
    with pytest.raises(ModelFault, match="check the key in GEMINI_API_KEY or GOOGLE_API_KEY"):
        probed(GEMINI.model(loopback))


def test_the_wait_asked_for_in_the_body(loopback: Loopback):
    info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "86400s"}
    loopback.says(Reply({"error": {"code": 429, "message": "Quota exceeded.", "details": [info]}}, 429))
    with pytest.raises(ModelFault, match="Quota exceeded"):
        ask(GEMINI.model(loopback), ASK)
    assert len(loopback.asked) == 1


def test_the_former_sdk_is_an_extra(loopback: Loopback, monkeypatch):
    monkeypatch.setitem(sys.modules, "google.generativeai", None)
    model = LEGACY.model(loopback)
    assert model.name == f"gemini-legacy:m-1@{loopback.url}"
    with pytest.raises(ModelFault, match=r"pip install .*gemini-legacy"):
        probed(model)
