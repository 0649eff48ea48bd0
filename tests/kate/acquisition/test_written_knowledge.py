"""What a model writes is checked before it is kept; clusters are of requests that are alike."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import anyio
import pytest
from cases import cases
from knowledge_fakes import Writing, entry

from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.building import build, check_kinds, kinds_of
from automotive_env.kate.acquisition.checking_words import repeated
from automotive_env.kate.acquisition.clusters import clusters
from automotive_env.kate.acquisition.writing import TRIES, KnowledgeWriter
from automotive_env.kate.knowledge.embedding import LexicalEmbedder
from automotive_env.kate.knowledge.store import KnowledgeStore

RADIO = [
    entry(f"radio louder {word}", toolset=("radio",), calls=("radio.volume(by=1)",), text=f"louder {word}")
    for word in ("please", "now", "today", "again")
]
INTENT = {
    "label": "make the radio louder",
    "steps": [{"call": "radio.volume", "arguments": "by"}],
    "summary": "Turn the radio up, with volume by 1.",
}


def intent_of(*replies: str):
    model = Writing(*replies)
    writer = KnowledgeWriter(model)
    return anyio.run(writer.intent, RADIO), writer, model


def test_an_intent_is_a_script_and_its_text_that_are_found_by_the_label():
    (script, text), writer, _ = intent_of(f"Here it is: {json.dumps(INTENT)}")
    assert (script.kind, text.kind) == ("sic", "tic")
    assert script.query == text.query == INTENT["label"]
    assert script.toolset == ("radio",)
    assert json.loads(script.text.partition("Script: ")[2]) == INTENT["steps"]
    assert text.text.endswith("with volume by 1.")
    assert not writer.refused


HOSTILE = (
    ("nothing", "it holds no JSON object"),
    ("{}", "label: Field required"),
    (json.dumps(INTENT | {"steps": []}), "steps"),
    (json.dumps(INTENT | {"steps": [{"call": "os.system", "arguments": "rm -rf /"}]}), "there is no call 'os.system'"),
    (json.dumps(INTENT | {"steps": [{"condition": "always"}]}), "a step must have a call or a note"),
    (json.dumps(INTENT | {"label": "word " * 30}), "the label has more than 20 words"),
    (json.dumps(INTENT | {"label": " \n"}), "query"),
    (json.dumps(INTENT | {"summary": "x" * 5_000}), "summary"),
    (json.dumps(INTENT | {"summary": "Do it well."}), "names none of the calls, such as radio.volume"),
    (json.dumps(INTENT | {"steps": [{"call": "radio.volume", "arguments": {"to": 1}}]}), "takes no argument 'to'"),
    (json.dumps(INTENT | {"steps": [{"note": "n" * 399}] * 20}), "the steps are too long"),
    (json.dumps(INTENT | {"api_key": "x"}), "api_key"),
)


@cases("reply, why", HOSTILE)
def test_a_reply_that_cannot_be_used_is_asked_for_again_with_the_reason_and_given_up(reply: str, why: str):
    found, writer, model = intent_of(reply)
    assert found == ()
    assert (writer.refused, len(model.asked)) == ({"sic": 1}, TRIES)
    assert "could not be used" not in model.asked[0].text
    assert why in model.asked[1].text.partition("could not be used: ")[2]
    assert len(intent_of(reply, json.dumps(INTENT))[0]) == 2


def test_what_is_written_can_be_kept_and_read_again(tmp_path: Path):
    half = {"call": "radio.volume", "arguments": {"by": "\udfff"}}
    found, _, _ = intent_of(json.dumps(INTENT | {"label": "louder \ud800", "steps": [half]}))
    assert KnowledgeStore(tmp_path).add(found) == 2
    assert KnowledgeStore.open(tmp_path).entries == list(found)


def summary_of(*replies: str):
    model = Writing(*replies)
    writer = KnowledgeWriter(model)
    return anyio.run(writer.summary, RADIO[0]), writer, model


def test_a_summary_is_one_line_after_the_request():
    found, writer, _ = summary_of("<think>Hm.</think>  The radio went\nup: volume by 1. ")
    assert found.kind == "es"
    assert found.text == "Request: radio louder please\nExperience: The radio went up: volume by 1."
    assert not writer.refused


@cases(
    ("reply", "says"),
    (
        ("  ", "it says nothing"),
        ("The radio volume goes up by 1. " * 5, "it repeats itself"),
        (" ".join(f"radio volume by 1 word{number}" for number in range(40)), "150 is the limit"),
        ("The car was a car and did what a car does.", "names none of the calls, such as radio.volume"),
        ("Use the radio volume call for it.", "names no argument of the calls, such as radio.volume(by=1)"),
    ),
)
def test_experience_in_words_is_refused_with_the_reason_and_counted(reply: str, says: str):
    found, writer, model = summary_of(reply)
    assert found is None
    assert (writer.refused, len(model.asked)) == ({"es": 1}, TRIES)
    assert says in model.asked[1].text.partition("could not be used: ")[2]
    assert summary_of(reply, "The radio volume went up by 1.")[0] is not None


def test_a_repetition_is_a_phrase_of_four_words_that_was_said_before():
    """Of six phrases, "the car was a", "car was a car" and so on, the last two have been said: 2 / 7 with nine words."""
    assert repeated(["the", "car", "was", "a", "car"]) == 0
    assert repeated(["the", "car", "was", "a", "car", "the", "car", "was", "a", "car"]) == pytest.approx(2 / 7)


def test_a_large_cluster_is_read_batch_by_batch_and_merged_level_by_level():
    """61 entries make 7 batches of 8 or 9; 7 scripts make 2 of 3 and 4, and these one: 7 + 2 + 1 requests."""
    many = [entry(f"radio {n}", toolset=("radio",), calls=("radio.volume(by=1)",), text=f"wish number {n}.") for n in range(61)]
    model = Writing(*[json.dumps(INTENT | {"label": f"script {n}"}) for n in range(10)])
    writer = KnowledgeWriter(model)
    script, _ = anyio.run(writer.intent, many)
    texts = [request.text for request in model.asked]
    assert [text.count("wish number") for text in texts] == [8, 9, 9, 8, 9, 9, 9, 0, 0, 0]
    assert all(any(f"wish number {n}." in text for text in texts) for n in range(61))
    assert [text.count("Intent: script") for text in texts[7:]] == [3, 4, 2]
    assert script.query == "script 9"
    assert len(intent_of(json.dumps(INTENT))[2].asked) == 1


def test_a_batch_without_a_usable_script_is_counted_and_the_others_are_kept():
    many = [entry(f"radio {n}", toolset=("radio",), calls=("radio.volume(by=1)",)) for n in range(20)]
    writer = KnowledgeWriter(Writing("nothing", "nothing", "nothing", json.dumps(INTENT)))
    assert len(anyio.run(writer.intent, many)) == 2
    assert writer.refused == {"sic": 1}


def test_alike_requests_of_a_toolset_are_clusters_where_scikit_learn_is_installed():
    lights = [entry(f"fog light off {word}", toolset=("fogLight",)) for word in ("please", "now", "today")]
    doors = [entry(f"{word} the door", toolset=("door",)) for word in ("open", "close")]
    colours = [entry(f"radio station {word} jazz rock", toolset=("radio",)) for word in ("one", "two", "three")]
    every = [*RADIO, *lights, *doors, *colours, entry("fly")]
    vectors = LexicalEmbedder().embed([one.query for one in every])
    if not find_spec("sklearn"):
        with pytest.raises(UsageError, match="need scikit-learn: pip install"):
            list(clusters(every, vectors))
        return
    found = [sorted(one.query for one in cluster) for cluster in clusters(every, vectors)]
    wanted = [lights, RADIO, colours]
    assert sorted(found) == sorted(sorted(one.query for one in group) for group in wanted)
    assert found == [sorted(one.query for one in cluster) for cluster in clusters(every, vectors)]


def test_summaries_that_are_there_are_not_paid_for_again(tmp_path: Path):
    store, model = KnowledgeStore(tmp_path / "kb"), Writing("The radio volume was turned up by 1.")

    async def make():
        return await build(store, RADIO[:1], ("st", "es"), LexicalEmbedder(), model)

    assert anyio.run(make).added == {"st": 1, "es": 1}
    assert str(anyio.run(make)) == "0 new st, 0 new es"
    assert len(model.asked) == 1


def test_what_was_refused_is_shown(tmp_path: Path):
    async def make():
        return await build(KnowledgeStore(tmp_path / "kb"), RADIO[:1], ("es",), LexicalEmbedder(), Writing("No."))

    assert str(anyio.run(make)) == "0 new es; refused what the model wrote: 1 es"


def test_kinds_that_need_a_model_say_so_before_anything_is_played():
    assert kinds_of("tic, st") == ("st", "tic")
    assert kinds_of("all") == ("st", "es", "sic", "tic")
    for text in ("", "st,sql", "everything"):
        with pytest.raises(UsageError, match="--kinds takes all, or one or more of st, es, sic and tic"):
            kinds_of(text)
    for model in ("", "builtin"):
        with pytest.raises(UsageError, match="cannot write es, sic"):
            check_kinds(("st", "es", "sic"), model)
    with pytest.raises(UsageError, match="omit --model"):
        check_kinds(("st",), "openai:x")
