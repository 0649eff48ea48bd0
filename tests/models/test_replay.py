import json
import multiprocessing
import tracemalloc
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import anyio
import numpy as np
import pytest
from conversation import CALLS, CONVERSATION, TOOL

from automotive_env.errors import EnvironmentFault, ModelFault, UsageError
from automotive_env.models import RecordingModel, make_model
from automotive_env.models.model import (
    Abilities,
    Choice,
    Completion,
    ModelMessage,
    ModelRequest,
    Sampling,
    TokenLogprob,
    ToolCall,
    Usage,
)
from automotive_env.models.recording import MAX_LINE_BYTES, request_key

ASK = ModelRequest.of("act", "Which way?")


class Counting:
    """Says one, two, three ..."""

    name = "counting"

    def __init__(self) -> None:
        self.said = 0
        self.probed = self.closed = False

    async def complete(self, request: ModelRequest) -> Completion:
        self.said += 1
        return Completion.of(f"{request.text} {self.said}", Usage(5, self.said, 1), "length")

    async def probe(self, sampling: Sampling) -> Abilities:
        self.probed = True
        return Abilities(pictures=False)

    async def close(self) -> None:
        self.closed = True


def picture(value: int) -> np.ndarray:
    return np.full((4, 6, 3), value, np.uint8)


def replayed(path, *requests: ModelRequest) -> list[Completion]:
    model = make_model(f"replay:{path}")
    return [anyio.run(model.complete, request) for request in requests]


def record(path, *requests: ModelRequest) -> list[Completion]:
    model = RecordingModel(Counting(), path)
    return [anyio.run(model.complete, request) for request in requests]


def test_what_was_said_is_said_again(tmp_path):
    other = ModelRequest.of("reflect", "Well?", images=[picture(1)])
    said = record(tmp_path / "said.jsonl", ASK, other, ASK)
    assert replayed(tmp_path / "said.jsonl", ASK, ASK, other) == [said[0], said[2], said[1]]


def test_an_answer_that_is_missing(tmp_path):
    record(tmp_path / "said.jsonl", ASK)
    with pytest.raises(ModelFault, match="holds no answer to this reflect request"):
        replayed(tmp_path / "said.jsonl", ModelRequest.of("reflect", "Which way?"))


def test_answers_that_are_used_up(tmp_path):
    record(tmp_path / "said.jsonl", ASK, ASK)
    with pytest.raises(ModelFault, match="all 2 answers"):
        replayed(tmp_path / "said.jsonl", ASK, ASK, ASK)


@pytest.mark.parametrize(
    "other",
    [
        ModelRequest.of("reflect", "Which way?"),
        ModelRequest.of("act", "Which way now?"),
        ModelRequest.of("act", "Which way?", sampling=Sampling(temperature=0.1)),
        ModelRequest.of("act", "Which way?", sampling=Sampling(max_tokens=5)),
        ModelRequest.of("act", "Which way?", sampling=Sampling(seed=0)),
        ModelRequest.of("act", "Which way?", schema={"type": "object"}),
        ModelRequest.of("act", "Which way?", images=[picture(1)]),
        ModelRequest.of("act", "Which way?", sampling=Sampling(extra={"top_k": 5})),
        ModelRequest.of("act", "Which way?", sampling=Sampling(n=2)),
        ModelRequest.of("act", "Which way?", sampling=Sampling(stop=("END",))),
        ModelRequest.of("act", "Which way?", sampling=Sampling(logprobs=0)),
        ModelRequest("act", (ModelMessage("system", "Which way?"),)),
        ModelRequest("act", (ModelMessage("user", "Which"), ModelMessage("user", "way?"))),
        ModelRequest("act", (ModelMessage("user", "Which way?", tool_call_id="a"),)),
        ModelRequest("act", (ModelMessage("user", "Which way?", tool_calls=CALLS),)),
        replace(ASK, tools=(TOOL,)),
    ],
)
def test_requests_that_differ_in_anything_differ(other: ModelRequest):
    assert request_key(other) != request_key(ASK)


def test_pictures_are_told_apart_by_pixels_shape_and_order():
    pictures = [[picture(1)], [picture(2)], [picture(1).reshape(6, 4, 3)], [picture(1), picture(2)], [picture(2), picture(1)]]
    assert len({request_key(ModelRequest.of("act", "?", images=images)) for images in pictures}) == 5


def test_the_mapping_that_holds_a_schema_or_options_makes_no_difference():
    one = ModelRequest.of("act", "?", schema={"a": 1, "b": {}}, sampling=Sampling(extra={"a": {"b": 1}}))
    other = replace(one, schema=MappingProxyType({"b": MappingProxyType({}), "a": 1}))
    assert request_key(replace(other, sampling=Sampling(extra=MappingProxyType({"a": {"b": 1}})))) == request_key(one)


def test_a_key_is_the_same_in_every_process():
    request = ModelRequest.of("act", "Wohin? 左", images=[picture(3)], schema={"b": 1, "a": [2]}, sampling=Sampling(seed=4))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(request_key, (request,)) == request_key(request)


def test_a_recording_holds_neither_prompt_nor_picture(tmp_path):
    record(tmp_path / "said.jsonl", ModelRequest.of("act", "secret words", images=[picture(1)]))
    line = json.loads((tmp_path / "said.jsonl").read_text())
    assert line["choices"].pop() == {"text": "secret words 1", "finish": "length"}  # this model says again what it was asked
    assert set(line) == {"request", "purpose", "model", "schema", "choices", "usage"}
    assert "secret" not in str(line)


def test_a_recording_is_appended_to(tmp_path):
    record(tmp_path / "said.jsonl", ASK)
    record(tmp_path / "said.jsonl", ASK)
    assert len((tmp_path / "said.jsonl").read_text().splitlines()) == 2


def test_the_recorder_is_the_model_otherwise(tmp_path):
    inner = Counting()
    model = RecordingModel(inner, tmp_path / "said.jsonl")
    assert anyio.run(model.probe, Sampling()) == Abilities(pictures=True)  # it tells requests apart by their pictures
    anyio.run(model.close)
    assert (model.name, inner.probed, inner.closed) == ("counting", True, True)
    assert not (tmp_path / "said.jsonl").exists()


def test_a_recording_that_cannot_be_written(tmp_path):
    with pytest.raises(EnvironmentFault, match="cannot write the recording"):
        record(tmp_path / "nowhere" / "said.jsonl", ASK)


def test_an_empty_recording_fails_the_probe(tmp_path):
    (tmp_path / "said.jsonl").write_text("")
    with pytest.raises(ModelFault, match="record a run first"):
        anyio.run(make_model(f"replay:{tmp_path}/said.jsonl").probe, Sampling())


def test_a_recording_passes_the_probe(tmp_path):
    record(tmp_path / "said.jsonl", ASK)
    model = make_model(f"replay:{tmp_path}/said.jsonl")
    anyio.run(model.probe, Sampling())
    assert model.name == "replay:said.jsonl"


def test_all_of_a_completion_is_said_again(tmp_path):
    first = Choice("Left.", "Hm.", (ToolCall("a", "set_fan", '{"level": 3', "c2ln"),), "tool_calls", dropped=3)
    second = Choice(logprobs=(TokenLogprob("Le", -0.5, (("Ri", -1.25), ("\n", -9999.0))), TokenLogprob("ft", 0.0)))
    said = Completion((first, second), Usage(10, 4, 2, 8, 3))

    class Full(Counting):
        async def complete(self, request: ModelRequest) -> Completion:
            return said

    ask = replace(CONVERSATION, schema={"type": "object"})
    anyio.run(RecordingModel(Full(), tmp_path / "said.jsonl").complete, ask)
    assert replayed(tmp_path / "said.jsonl", ask) == [said]


def test_requests_are_held_to_a_schema_where_the_recorded_ones_were(tmp_path):
    record(tmp_path / "said.jsonl", ASK)
    assert anyio.run(make_model(f"replay:{tmp_path}/said.jsonl").probe, Sampling()) == Abilities(schema=False)
    record(tmp_path / "said.jsonl", replace(ASK, schema={"type": "object"}))
    assert anyio.run(make_model(f"replay:{tmp_path}/said.jsonl").probe, Sampling()) == Abilities(schema=True)


def test_a_recording_is_asked_for_where_a_model_is_named(tmp_path):
    model = make_model(f"record:{tmp_path}/said.jsonl:builtin")
    said = anyio.run(model.complete, ASK)
    assert (model.name, replayed(tmp_path / "said.jsonl", ASK)) == ("builtin", [said])


@pytest.mark.parametrize("rest", ["said.jsonl", "said.jsonl:", ":builtin", "a:replay:b", "a:record:b:builtin"])
def test_a_recording_that_is_asked_for_in_a_wrong_way(rest: str):
    with pytest.raises(UsageError, match=r"such as record:said\.jsonl:openai:NAME"):
        make_model(f"record:{rest}")


@pytest.mark.parametrize("file", ["", "nowhere/said.jsonl"])
def test_a_recording_that_has_no_place(tmp_path, file: str):
    with pytest.raises(UsageError, match="name a file in an existing folder"):
        make_model(f"record:{tmp_path}/{file}:builtin")


@pytest.mark.sweep
def test_an_answer_that_no_line_can_hold(tmp_path):
    class Long(Counting):
        async def complete(self, request: ModelRequest) -> Completion:
            return Completion((Choice("\x7f\u20ac" * 30_000),) * 128)

    long = RecordingModel(Long(), tmp_path / "said.jsonl")
    with pytest.raises(EnvironmentFault, match="an answer is longer than the 16 MB"):
        anyio.run(long.complete, ModelRequest.of("act", "?", sampling=Sampling(n=128)))
    assert not (tmp_path / "said.jsonl").exists()


@pytest.mark.parametrize("line", ["{", "[]", "5", '{"request": "x"}', '{"request": ["x"], "text": "", "finish": ""}', "\xff"])
def test_a_damaged_recording(tmp_path, line: str):
    record(tmp_path / "said.jsonl", ASK)
    with (tmp_path / "said.jsonl").open("ab") as file:
        file.write(line.encode("latin-1") + b"\n")
    with pytest.raises(UsageError, match=r"line 2 of|not UTF-8"):
        make_model(f"replay:{tmp_path}/said.jsonl")


USAGE = '"prompt_tokens": 1, "completion_tokens": 1, "calls": 1'
NONSENSE = {
    "a number beyond all floats": ('"prompt_tokens": 1', '"prompt_tokens": 1e309'),
    "4,299 digits": ('"prompt_tokens": 1', f'"prompt_tokens": {"9" * 4_299}'),
    "5,000 digits": ('"prompt_tokens": 1', f'"prompt_tokens": {"9" * 5_000}'),
    "more tokens than a run can have": ('"prompt_tokens": 1', '"prompt_tokens": 1000000000000001'),
    "less than none": ('"prompt_tokens": 1', '"prompt_tokens": -1'),
    "a truth": ('"prompt_tokens": 1', '"prompt_tokens": true'),
    "a word": ('"prompt_tokens": 1', '"prompt_tokens": "5"'),
    "half a number": ('"prompt_tokens": 1', '"prompt_tokens": 0.5'),
    "brackets": ('"prompt_tokens": 1', f'"prompt_tokens": {"[" * 200_000}'),
    "brackets that close": ('"prompt_tokens": 1', f'"prompt_tokens": {"[" * 200_000}{"]" * 200_000}'),
    "brackets beside": ('"calls": 1', f'"calls": 1, "more": {"[" * 200_000}{"]" * 200_000}'),
    "a text that is a number": ('"text": ""', '"text": 5'),
    "a surrogate": ('"text": ""', r'"text": "\ud800"'),
    "no reply": ('[{"text": ""}]', "[]"),
    "too many replies": ('[{"text": ""}]', "[" + ", ".join(['{"text": ""}'] * 129) + "]"),
    "a tool call without a name": ('"text": ""', '"tool_calls": [{"id": "a", "arguments": ""}]'),
    "a log probability that is none": ('"text": ""', '"logprobs": [["a", "b", []]]'),
    "an infinite log probability": ('"text": ""', '"logprobs": [["a", -1e400, []]]'),
    "a log probability of half a pair": ('"text": ""', '"logprobs": [["a", -1, [["b"]]]]'),
}
SOUND = f'{{"request": "x", "schema": false, "choices": [{{"text": ""}}], "usage": {{{USAGE}}}}}\n'


@pytest.mark.parametrize("case", NONSENSE)
def test_a_line_with_nonsense(tmp_path, case: str):
    sound, nonsense = NONSENSE[case]
    assert sound in SOUND
    (tmp_path / "said.jsonl").write_text(SOUND)
    make_model(f"replay:{tmp_path}/said.jsonl")
    (tmp_path / "said.jsonl").write_text(SOUND + SOUND.replace(sound, nonsense))
    with pytest.raises(UsageError, match=r"^line 2 of \S+ is not a recorded completion; record the run again$"):
        make_model(f"replay:{tmp_path}/said.jsonl")


def test_a_line_without_an_end_is_not_held_in_memory(tmp_path):
    with (tmp_path / "said.jsonl").open("wb") as file:
        file.truncate(2**28)
    tracemalloc.start()
    try:
        with pytest.raises(UsageError, match="line 1 of"):
            make_model(f"replay:{tmp_path}/said.jsonl")
        assert tracemalloc.get_traced_memory()[1] < 3 * MAX_LINE_BYTES < 2**26
    finally:
        tracemalloc.stop()


def test_a_recording_that_is_a_folder(tmp_path):
    with pytest.raises(UsageError, match=r"cannot read the recording .*Is a directory"):
        make_model(f"replay:{tmp_path}")


def test_a_reply_that_is_too_long_is_recorded_and_replayed_as_it_was_kept(tmp_path):
    ask = ModelRequest.of("act", "é\x1b" * 40_000)  # this model says again what it was asked
    [said] = record(tmp_path / "said.jsonl", ask)
    assert (said.text, said.choice.dropped) == ("é" * 32_768, 40_000 + len(" 1") - 32_768)
    assert replayed(tmp_path / "said.jsonl", ask) == [said]


def test_a_disk_that_is_full(tmp_path):
    with pytest.raises(EnvironmentFault, match="cannot write the recording /dev/full: No space left"):
        record(Path("/dev/full"), ASK)
