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
from automotive_env.kate.acquisition.clusters import clusters
from automotive_env.kate.acquisition.writing import TRIES, KnowledgeWriter
from automotive_env.kate.knowledge.embedding import LexicalEmbedder
from automotive_env.kate.knowledge.store import KnowledgeStore

RADIO = [
    entry(f"radio louder {word}", toolset=("radio",), calls=("radio.volume(by=1)",), text=f"louder {word}")
    for word in ("please", "now", "today", "again")
]
INTENT = {"label": "make the radio louder", "steps": [{"call": "radio.volume", "arguments": "by"}], "summary": "Turn it up."}


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
    assert text.text.endswith("Turn it up.")
    assert writer.refused == 0


HOSTILE = (
    ("nothing", "it holds no JSON object"),
    ("{}", "label: Field required"),
    (json.dumps(INTENT | {"steps": []}), "steps"),
    (json.dumps(INTENT | {"steps": [{"call": "os.system", "arguments": "rm -rf /"}]}), "there is no call 'os.system'"),
    (json.dumps(INTENT | {"steps": [{"condition": "always"}]}), "a step has a call or a note"),
    (json.dumps(INTENT | {"label": "word " * 30}), "the label has more than 20 words"),
    (json.dumps(INTENT | {"label": " \n"}), "query"),
    (json.dumps(INTENT | {"summary": "x" * 5_000}), "summary"),
    (json.dumps(INTENT | {"steps": [{"note": "n" * 399}] * 20}), "the steps are too long"),
    (json.dumps(INTENT | {"api_key": "x"}), "api_key"),
)


@cases("reply, why", HOSTILE)
def test_a_reply_that_cannot_be_used_is_asked_for_again_with_the_reason_and_given_up(reply: str, why: str):
    found, writer, model = intent_of(reply)
    assert found == ()
    assert (writer.refused, len(model.asked)) == (1, TRIES)
    assert "could not be used" not in model.asked[0].text
    assert why in model.asked[1].text.partition("could not be used: ")[2]
    assert len(intent_of(reply, json.dumps(INTENT))[0]) == 2


def test_what_is_written_can_be_kept_and_read_again(tmp_path: Path):
    half = {"call": "radio.volume", "arguments": {"\ud800": "\udfff"}}
    found, _, _ = intent_of(json.dumps(INTENT | {"label": "louder \ud800", "steps": [half]}))
    assert KnowledgeStore(tmp_path).add(found) == 2
    assert KnowledgeStore.open(tmp_path).entries == list(found)


def test_a_summary_is_one_bounded_line_after_the_request():
    writer = KnowledgeWriter(Writing("  Turned\nit up. " + "x" * 9_000, "  "))
    found = anyio.run(writer.summary, RADIO[0])
    assert found.kind == "es"
    assert found.text.startswith("Request: radio louder please\nExperience: Turned it up.")
    assert len(found.text) < 1_500
    assert anyio.run(writer.summary, RADIO[0]) is None
    assert writer.refused == 1


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
    store, model = KnowledgeStore(tmp_path / "kb"), Writing("It was turned up.")

    async def make():
        return await build(store, RADIO[:1], ("st", "es"), LexicalEmbedder(), model)

    assert anyio.run(make) == {"st": 1, "es": 1}
    assert anyio.run(make) == {"st": 0, "es": 0}
    assert len(model.asked) == 1


def test_kinds_that_need_a_model_say_so_before_anything_is_played():
    assert kinds_of("tic, st") == ("st", "tic")
    assert kinds_of("all") == ("st", "es", "sic", "tic")
    for text in ("", "st,sql", "everything"):
        with pytest.raises(UsageError, match="--kinds takes st, es, sic, tic or all"):
            kinds_of(text)
    for model in ("", "builtin"):
        with pytest.raises(UsageError, match="a model writes es, sic"):
            check_kinds(("st", "es", "sic"), model)
    with pytest.raises(UsageError, match="leave --model out"):
        check_kinds(("st",), "openai:x")
