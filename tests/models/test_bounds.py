"""Whatever a server sends, a reply is bounded, clean and without keys, or it is a fault of the model."""

import json
import math
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from model_server import ASK, GEMINI, OPENAI, SECRET, Loopback, Reply, Vendor, ask, closing

from automotive_env.errors import ModelFault
from automotive_env.models.model import Choice, Completion, Model, ModelRequest, Sampling, TokenLogprob, ToolCall
from automotive_env.models.openai_reply import read_completion
from automotive_env.models.reply import LEAST_LOGPROB, UnreadableReply
from automotive_env.models.sanitise import (
    MAX_ALTERNATIVES,
    MAX_NAME_CHARACTERS,
    MAX_REPLY_BYTES,
    MAX_TOKEN_CHARACTERS,
    MAX_TOOL_CALLS,
    sanitise,
)

STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
LONG = st.sampled_from("xé").map(lambda letter: 70_000 * letter)
TEXT = st.text(max_size=40) | st.sampled_from([SECRET, f"x{SECRET}", "\x1b[31m", "\ud800", "<think>a</think>"]) | LONG
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def maybe(*usual: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.integers(0, 7).flatmap(lambda number: st.one_of(*usual) if number else JSON)


def members(**known: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return maybe(st.fixed_dictionaries({}, optional=known))


def several(one: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return maybe(st.lists(one, min_size=1, max_size=3))


NUMBER = maybe(st.floats(-20, 0))
TOKEN = members(token=maybe(TEXT), logprob=NUMBER)
CALL = members(id=maybe(TEXT), function=members(name=maybe(TEXT), arguments=maybe(TEXT)))
SPOKEN = members(content=maybe(TEXT), reasoning_content=TEXT, reasoning=JSON, tool_calls=several(CALL), refusal=JSON)
TOLD = members(content=several(members(token=maybe(TEXT), logprob=NUMBER, top_logprobs=several(TOKEN))))
CHOICE = members(message=SPOKEN, finish_reason=maybe(TEXT), logprobs=TOLD)
COUNTS = members(prompt_tokens=JSON, completion_tokens=JSON, prompt_tokens_details=JSON, completion_tokens_details=JSON)
CHAT = members(choices=several(CHOICE), usage=COUNTS)

ARGUMENTS = st.dictionaries(TEXT, JSON, max_size=2)
SOUND_CALL = st.fixed_dictionaries({"functionCall": st.fixed_dictionaries({"name": TEXT, "args": ARGUMENTS})})
SOUND_TEXT = st.fixed_dictionaries({"text": TEXT}, optional={"thought": st.booleans()})
SOUND_TOKEN = st.fixed_dictionaries({"token": TEXT, "logProbability": st.floats(-20, 5)})
SOUND_TOLD = st.fixed_dictionaries({"chosenCandidates": st.lists(SOUND_TOKEN, max_size=4)})
PARTS = several(SOUND_CALL | SOUND_TEXT)
CANDIDATE = members(
    content=st.fixed_dictionaries({"parts": PARTS}),
    finishReason=st.sampled_from(["STOP", "MAX_TOKENS", "\x1b"]) | TEXT,
    logprobsResult=maybe(SOUND_TOLD),
)
GENERATED = members(candidates=several(CANDIDATE), usageMetadata=COUNTS)


def texts(choice: Choice) -> list[str]:
    said = [choice.text, choice.reasoning, choice.finish]
    said += [text for call in choice.tool_calls for text in (call.id, call.name, call.arguments, call.signature)]
    said += [token.token for token in choice.logprobs]
    return said + [token for one in choice.logprobs for token, _ in one.alternatives]


def check_bounds(completion: Completion, asked: Sampling) -> None:
    assert 1 <= len(completion.choices) <= asked.n
    for choice in completion.choices:
        assert max(len(choice.text.encode()), len(choice.reasoning.encode())) <= MAX_REPLY_BYTES
        assert len(choice.tool_calls) <= MAX_TOOL_CALLS
        assert all(max(len(call.id), len(call.name)) <= MAX_NAME_CHARACTERS for call in choice.tool_calls)
        assert all(len(call.arguments.encode()) <= MAX_REPLY_BYTES for call in choice.tool_calls)
        assert len({call.id for call in choice.tool_calls}) == len(choice.tool_calls)
        assert len(choice.logprobs) <= asked.max_tokens
        assert all(len(token.alternatives) <= MAX_ALTERNATIVES for token in choice.logprobs)
        numbers = [n for token in choice.logprobs for n in (token.logprob, *(number for _, number in token.alternatives))]
        assert all(LEAST_LOGPROB <= number <= 0 and math.isfinite(number) for number in numbers)
        assert not [text for text in texts(choice) if STEERING.search(text) or SECRET in text]
        assert SECRET not in "".join(token.token for token in choice.logprobs)
        json.dumps([texts(choice), numbers], allow_nan=False).encode()


def as_sent(body: Any) -> bytes:
    """JSON as servers send it: lone surrogates escaped, and numbers that Python alone can read."""
    return json.dumps(body).encode()


@settings(max_examples=3 * settings().max_examples)
@given(CHAT)
def test_a_reply_of_any_shape_is_a_completion_or_none(body: Any) -> None:
    asked = Sampling(n=2, max_tokens=2)
    try:
        completion = read_completion(as_sent(body).decode())
    except UnreadableReply:
        return
    completion = sanitise(completion, [SECRET], asked)
    assert completion.usage.calls == 1
    assert completion.usage.cached_tokens <= completion.usage.prompt_tokens
    for choice in completion.choices:  # ids are made unique where the conversation is known
        unique = tuple(replace(call, id=str(number)) for number, call in enumerate(choice.tool_calls))
        check_bounds(Completion((replace(choice, tool_calls=unique),)), asked)


async def completion_or_fault(model: Model, request: ModelRequest) -> Completion | ModelFault:
    try:
        return await model.complete(request)
    except ModelFault as fault:
        return fault


@pytest.mark.parametrize(
    ("vendor", "shape"),
    [pytest.param(OPENAI, CHAT, id="openai"), pytest.param(GEMINI, GENERATED, id="gemini", marks=pytest.mark.sweep)],
)
def test_a_server_that_says_anything_is_answered_for_or_blamed(
    vendor: Vendor, shape: st.SearchStrategy[Any], loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(vendor.key, SECRET)
    model = vendor.model(loopback)
    outcomes: set[type] = set()
    request = ModelRequest.of("act", "Which way?", sampling=Sampling(n=2, max_tokens=3))

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
    @given(st.lists(shape, min_size=5, max_size=5))
    @example([vendor.says("Left."), {}])
    def answered(bodies: list[Any]) -> None:
        async def asked() -> None:
            for body in bodies:
                loopback.says(Reply(as_sent(body)))
                said = await completion_or_fault(model, request)
                outcomes.add(type(said))
                if isinstance(said, Completion):
                    check_bounds(said, request.sampling)
                assert SECRET not in str(said)

        closing(model, asked)

    answered()
    assert outcomes >= {Completion, ModelFault}


def test_what_is_dropped_is_counted_in_all_texts() -> None:
    long = "x" * (MAX_REPLY_BYTES + 10)
    whole = Completion((Choice(long, long, (ToolCall("a", "f", long),) * 70, dropped=5),))
    [choice] = sanitise(whole).choices
    assert (len(choice.tool_calls), choice.dropped) == (MAX_TOOL_CALLS, 5 + 10 + 10 + 10 * MAX_TOOL_CALLS)


@pytest.mark.parametrize("id", ["c", "c" * 300])
def test_a_reply_some_of_whose_calls_were_lost_cannot_go_back_as_it_came(id: str) -> None:
    calls = tuple(ToolCall(f"{id}{number}", "f", "{}") for number in range(MAX_TOOL_CALLS + (len(id) == 1)))
    [choice] = sanitise(Completion((Choice("", "", calls, opaque="{}"),))).choices
    assert choice.opaque == ""
    [kept] = sanitise(Completion((Choice("", "", (ToolCall("c1", "f", "{}"),), opaque="{}"),))).choices
    assert kept.opaque == "{}"


def test_no_more_tokens_and_alternatives_are_kept_than_were_asked_for() -> None:
    told = (TokenLogprob("t" * 200, -0.1, (("u" * 200, -math.inf),) * 30),) * 50
    [choice] = sanitise(Completion((Choice("x", logprobs=told),)), (), Sampling(max_tokens=20)).choices
    assert len(choice.logprobs) == 20
    assert choice.logprobs[0].alternatives == (("u" * MAX_TOKEN_CHARACTERS, LEAST_LOGPROB),) * MAX_ALTERNATIVES


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 5.0, -1e300])
def test_a_number_that_is_no_log_probability(number: float) -> None:
    [choice] = sanitise(Completion((Choice("x", logprobs=(TokenLogprob("x", number),)),))).choices
    assert choice.logprobs[0].logprob == (0.0 if number > 0 else LEAST_LOGPROB)


def tokens_of(text: str, size: int, rank: int) -> tuple[TokenLogprob, ...]:
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    if not rank:
        return tuple(TokenLogprob(piece, -1.0) for piece in pieces)
    return tuple(TokenLogprob("-", -1.0, (("-", -1.0),) * (rank - 1) + ((piece, -2.0),)) for piece in pieces)


@pytest.mark.parametrize("rank", [0, 1, 3])
@pytest.mark.parametrize("size", [1, 4, 100])
def test_tokens_that_spell_a_key_are_masked(size: int, rank: int) -> None:
    told = tokens_of(f"It is {SECRET}", size, rank)
    [choice] = sanitise(Completion((Choice("x", logprobs=told),)), [SECRET]).choices
    assert [token.logprob for token in choice.logprobs] == [-1.0] * len(told)
    assert {text for token in choice.logprobs for text in (token.token, *dict(token.alternatives))} == {"***"}


def test_keys_are_masked_in_calls_and_reasoning(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OPENAI.key, SECRET)
    body = OPENAI.says("Left.")
    call = {"id": SECRET, "function": {"name": SECRET, "arguments": json.dumps({"key": SECRET})}}
    body["choices"][0]["message"] |= {"reasoning": f"The key is {SECRET}", "tool_calls": [call]}
    loopback.says(Reply(body))
    choice = ask(OPENAI.model(loopback), ASK).choice
    assert choice.tool_calls == (ToolCall("***", "***", '{"key": "***"}'),)
    assert choice.reasoning == "The key is ***"
