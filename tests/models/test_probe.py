"""A probe finds out whether a model answers, and whether its replies can be held to a schema."""

import pytest
from model_server import GEMINI, LEGACY, OPENAI, Loopback, Reply, Vendor, leaves, probed

from automotive_env.errors import ModelFault
from automotive_env.models.model import Abilities, Sampling

BOTH = pytest.mark.parametrize("vendor", [OPENAI, GEMINI], ids=["openai", "gemini"])
HELD = '{"word": "OK"}'


def probe(vendor: Vendor, loopback: Loopback, *replies: Reply) -> Abilities:
    loopback.says(*replies)
    return probed(vendor.model(loopback))


def cut_off(vendor: Vendor) -> Reply:
    return Reply(vendor.says("", finish="length" if vendor is OPENAI else "MAX_TOKENS"))


@BOTH
def test_a_reply_that_follows_the_schema(vendor: Vendor, loopback: Loopback):
    assert probe(vendor, loopback, Reply(vendor.says(HELD))) == Abilities(schema=True)
    assert "enum" in str(loopback.asked[0])


@BOTH
@pytest.mark.parametrize("said", ["OK", "OK.", "", '{"word": "Sure"}', '"OK"', '{"word": "OK", "more": 1}', "[" * 50_000])
def test_a_server_that_ignores_the_schema(vendor: Vendor, loopback: Loopback, said: str):
    assert probe(vendor, loopback, Reply(vendor.says(said))) == Abilities(schema=False)


@BOTH
@pytest.mark.parametrize("status", [400, 422, 501])
@pytest.mark.parametrize("why", ["response_format / response_schema is unknown", "grammars are not compiled in", ""])
def test_a_server_that_refuses_the_schema(vendor: Vendor, loopback: Loopback, status: int, why: str):
    refusal = Reply({"error": {"message": why, "code": status}}, status)
    assert probe(vendor, loopback, refusal, Reply(vendor.says(HELD))) == Abilities(schema=False)
    assert ["enum" in str(body) for body in loopback.asked] == [True, False]


@BOTH
def test_a_server_that_refuses_everything(vendor: Vendor, loopback: Loopback):
    with pytest.raises(ModelFault, match="this is closed"):
        probe(vendor, loopback, Reply({"error": {"message": "this is closed", "code": 400}}, 400))
    assert len(loopback.asked) == 2


@BOTH
def test_a_model_that_thinks_first_gets_more_room_once(vendor: Vendor, loopback: Loopback):
    assert probe(vendor, loopback, cut_off(vendor), Reply(vendor.says(HELD))) == Abilities(schema=True)
    first, second = (max(leaf for leaf in leaves(body) if type(leaf) is int) for body in loopback.asked)
    assert second > 10 * first


@BOTH
def test_a_model_that_never_comes_to_a_word_answers_all_the_same(vendor: Vendor, loopback: Loopback):
    assert probe(vendor, loopback, cut_off(vendor)) == Abilities(schema=False)
    assert len(loopback.asked) == 2


def test_the_former_google_sdk_holds_nothing_to_a_schema(loopback: Loopback):
    assert probe(LEGACY, loopback, Reply(LEGACY.says("OK"))) == Abilities(schema=False)
    assert "enum" not in str(loopback.asked[0])


def test_a_probe_is_drawn_as_the_run_draws_but_short_and_once(loopback: Loopback):
    loopback.says(Reply(OPENAI.says(HELD)))
    extra = {"chat_template_kwargs": {"enable_thinking": False}}
    sampling = Sampling(n=4, temperature=0.7, top_p=0.9, max_tokens=5_000, stop=("END",), seed=3, extra=extra)
    assert probed(OPENAI.model(loopback), sampling) == Abilities(schema=True)
    (body,) = loopback.asked
    assert {name: body[name] for name in ("temperature", "top_p", "stop", "seed", *extra)} == {
        "temperature": 0.7,
        "top_p": 0.9,
        "stop": ["END"],
        "seed": 3,
        **extra,
    }
    assert (body["max_tokens"], "n" in body) == (64, False)


def test_a_server_without_log_probabilities_is_known_before_the_run(loopback: Loopback):
    loopback.says(Reply(OPENAI.says(HELD)))
    with pytest.raises(ModelFault, match="sends no log probabilities"):
        probed(OPENAI.model(loopback), Sampling(logprobs=2))
