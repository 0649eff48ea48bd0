"""What only OpenAI-compatible servers do."""

import pytest
from model_server import OPENAI, Loopback, Reply, ask, probed

from automotive_env.errors import ModelFault
from automotive_env.models.model import ModelRequest, Sampling, Usage

SCHEMA = {"type": "object", "properties": {"way": {"enum": ["left", "right"]}}}


def refusal(message: str, param: str | None = None) -> Reply:
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": None}
    return Reply({"error": error}, 400)


def test_text_alone_is_sent_in_the_plain_form(loopback: Loopback):
    loopback.says(Reply(OPENAI.says("Left.")))
    ask(OPENAI.model(loopback), ModelRequest.of("act", "Which way?"))
    assert loopback.asked[0] == {
        "model": "m-1",
        "messages": [{"role": "user", "content": "Which way?"}],
        "max_tokens": 1000,
        "temperature": 0.0,
    }


def test_a_schema_is_asked_for_as_response_format(loopback: Loopback):
    loopback.says(Reply(OPENAI.says('{"way": "left"}')))
    ask(OPENAI.model(loopback), ModelRequest.of("act", "Which way?", schema=SCHEMA))
    assert loopback.asked[0]["response_format"] == {"type": "json_schema", "json_schema": {"name": "reply", "schema": SCHEMA}}


def test_parameters_that_a_server_refuses_are_left_out_from_then_on(loopback: Loopback):
    loopback.says(
        refusal("Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.", "max_tokens"),
        refusal("'temperature' does not support 0 with this model. Only the default (1) is supported.", "temperature"),
        Reply(OPENAI.says("Left.")),
    )
    model = OPENAI.model(loopback)
    request = ModelRequest.of("act", "Which way?", sampling=Sampling(max_tokens=50, seed=3))
    assert ask(model, request).text == "Left."
    assert ask(model, request).text == "Left."
    assert len(loopback.asked) == 4
    for body in loopback.asked[2:]:
        assert body["max_completion_tokens"] == 50
        assert body["seed"] == 3
        assert not {"max_tokens", "temperature"} & set(body)


def test_a_refusal_that_remains_takes_nothing_from_later_requests(loopback: Loopback):
    too_long = refusal("The context is too long; shorten the messages or max_tokens.")
    loopback.says(too_long, too_long, Reply(OPENAI.says("Left.")))
    model = OPENAI.model(loopback)
    with pytest.raises(ModelFault, match="too long"):
        ask(model, ModelRequest.of("act", "Which way?"))
    ask(model, ModelRequest.of("act", "Which way?"))
    assert loopback.asked[2]["max_tokens"] == 1000


def test_the_list_of_complaints_that_fastapi_sends(loopback: Loopback):
    complaint = {"detail": [{"loc": ["body", "seed"], "msg": "extra inputs are not permitted", "input": 3}]}
    loopback.says(Reply(complaint, 422), Reply(OPENAI.says("Left.")))
    assert ask(OPENAI.model(loopback), ModelRequest.of("act", "?", sampling=Sampling(seed=3))).text == "Left."
    assert "seed" not in loopback.asked[1]


def test_an_empty_account_is_not_asked_again(loopback: Loopback):
    loopback.says(Reply({"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}}, 429))
    with pytest.raises(ModelFault, match="billing"):
        ask(OPENAI.model(loopback), ModelRequest.of("act", "?"))
    assert len(loopback.asked) == 1


def test_the_models_own_refusal(loopback: Loopback):
    body = OPENAI.says(None)
    body["choices"][0]["message"]["refusal"] = "I cannot help with that."
    loopback.says(Reply(body))
    completion = ask(OPENAI.model(loopback), ModelRequest.of("act", "?"))
    assert (completion.text, completion.choice.finish) == ("", "refused")


def test_content_in_parts(loopback: Loopback):
    body = OPENAI.says(None)
    body["choices"][0]["message"]["content"] = [{"type": "text", "text": "Le"}, {"type": "text", "text": "ft."}]
    loopback.says(Reply(body))
    assert ask(OPENAI.model(loopback), ModelRequest.of("act", "?")).text == "Left."


@pytest.mark.parametrize("usage", [None, 5, {"prompt_tokens": -4, "completion_tokens": "many"}, {"prompt_tokens": None}])
def test_usage_that_is_none(loopback: Loopback, usage):
    loopback.says(Reply(OPENAI.says("Left.") | {"usage": usage}))
    assert ask(OPENAI.model(loopback), ModelRequest.of("act", "?")).usage == Usage(0, 0, 1)


def test_a_url_without_its_version_is_explained(loopback: Loopback):
    loopback.says(Reply(b"404 page not found", 404))
    with pytest.raises(ModelFault, match="ends in /v1"):
        probed(OPENAI.at(loopback.url))
