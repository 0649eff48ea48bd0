"""The form of steps on the disk: everything comes back, what repeats stands once, and nothing from outside does harm."""

import json

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from result_fakes import call, manifest, observation, step, steps_path, write_steps

from automotive_env.errors import UsageError
from automotive_env.runs.records import coding
from automotive_env.runs.records.coding import DamagedSteps, StepDecoder, StepEncoder
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import StepRecord

LOOK_ALIKES = (
    "7",
    "[1,2]",
    '{"lines": [0]}',
    "a" * 17,
    "a" * 18,
    "a" * 40,
    'a "quoted" word \\ \x01 or two',
    '{"reason": "a \\"quoted\\" word \\\\ \\u0001 or two"}',
    "b" * 60,
    "",
    "k: v",
    "k",
    ": ",
    "0" * 64,
    "é\u2028",
    "1 a",
    "2 a",
    "3 a",
    "2 b",
    "02 b",
    "9 ",
    "Reason: " + "a" * 40,
    "b" * 60 + " then " + "a" * 40 + ".",
)
lines = st.sampled_from(LOOK_ALIKES)
texts = st.lists(lines, max_size=4).map("\n".join)
scalars = st.none() | st.booleans() | st.integers(-9, 9) | st.just(0.5) | texts
keys = st.sampled_from([*sorted(coding.FORMS), "k"])
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=2), max_leaves=5)
objects = st.dictionaries(keys, values, max_size=2)


@st.composite
def a_step(draw):
    one, other, some = draw(texts), draw(texts), draw(objects)
    messages = [{"role": role, "text": text} for role, text in zip(("system", "user", "system"), (one, other, one), strict=True)]
    tools = [{"name": one, "description": other, "parameters": some}] * draw(st.integers(0, 2))
    asked = call(draw(texts), messages=messages, tools=tools, reply_schema=draw(st.none() | st.just(some)), sampling=some)
    vehicle = draw(st.dictionaries(lines | texts, lines | texts, max_size=2))
    seen = observation(elements=draw(st.lists(lines | texts, max_size=4)), vehicle=vehicle)
    by, at = draw(st.sampled_from(["agent", "event"])), draw(st.none() | st.integers(0, 9))
    changes = [{"path": "p", "before": draw(values), "after": some, "at": at, "cause": other, "by": by}]
    data = {"action": draw(st.none() | st.just(some)), "notes": draw(objects), "outcome": {"done": True, "data": draw(values)}}
    return step(observation=seen, calls=[asked] * draw(st.integers(0, 2)), changes=changes, **data)


def written(steps):
    encoder = StepEncoder()
    return [encoder.line(step) for step in steps], encoder.parts


def read(lines, parts):
    decoder = StepDecoder(lambda name: (json.loads(parts[name]), len(parts[name])))
    return [decoder.step(line) for line in lines]


@given(st.lists(a_step(), max_size=3))
def test_any_steps_come_back_as_they_were(steps):
    lines, parts = written(steps)
    assert all(line.count(b"\n") == 1 for line in lines)
    again = read(lines, parts)
    assert again == steps
    assert [step.line() for step in again] == [step.line() for step in steps]
    assert (lines, parts) == written(steps)


def test_a_line_of_text_stands_once_in_the_file_and_can_be_read_there():
    lines = [f'{number} Button "Climate {number}" #climate (60,{number})' for number in range(30)]
    seen = observation(elements=lines, vehicle={"speed": "52 km/h", "light outside": "day"})
    prompt = "\n".join(["Elements:", *lines, "Speed: 52 km/h", "What do you do?"])
    asked = call("I tap\nthe first.", messages=[{"role": "user", "text": prompt}])
    steps = [step(number, observation=seen, calls=[asked], notes={"thought": "I tap\nthe first."}) for number in range(5)]
    coded, parts = written(steps)
    text = b"".join(coded).decode()
    for line in [*lines, "I tap", "Elements:", "- speed: 52 km/h"]:
        assert text.count(json.dumps(line)) == 1
    assert all(len(line) < 800 for line in coded[1:])
    assert read(coded, parts) == steps


def test_what_is_said_again_within_a_line_or_a_reply_stands_once():
    reason = 'The cabin shows "27 °C" and is to be cooler.'
    reply = json.dumps({"reason": reason, "action": {"action_type": "wait"}}, ensure_ascii=False)
    history = {"role": "user", "text": f"Goal\n{reason}\nStep 1: wait -> done | {reason}"}
    steps = [step(reasoning=reason, calls=[call(reply, messages=[history])])]
    coded, parts = written(steps)
    assert coded[0].decode().count("is to be cooler") == 1
    assert read(coded, parts) == steps


def test_references_are_bounded_whatever_they_stand_for(monkeypatch):
    monkeypatch.setattr(coding, "MAX_DECODED_CHARACTERS", 1_000_000)
    empty = {"lines": [*[""] * 1_000, *[[0, 999]] * 1_000]}
    quoted = {"lines": ["\\" * 1_000, *[["", [number]] for number in range(30)]]}
    for value in (empty, quoted):
        with pytest.raises(DamagedSteps, match="more than 1000000 characters"):
            read([line_of(reasoning=value)], {})


def test_parts_stand_once_in_the_run_and_before_the_steps_that_name_them(tmp_path):
    folder = RunFolder.create(tmp_path / "run", manifest())
    for name in "ab":
        write_steps(folder, name, [step(1), step(2)])
    parts = sorted(path.name for path in (folder.path / "parts").iterdir())
    assert len(parts) == 1
    text = steps_path(folder.path, "a").read_text()
    assert all(text.count(part.removesuffix(".json")) == 1 for part in parts)
    assert "You operate a car." not in text
    assert RunFolder.open(folder.path).steps("b") == [step(1), step(2)]


def line_of(**fields):
    seen = observation(time="12:00", elements=())
    return json.dumps({"step": 1, "action": None, "observation": seen, **fields}).encode()


@cases(
    "value",
    [
        {"lines": [0]},
        {"lines": [-1]},
        {"lines": [True]},
        {"lines": [[0, 5]]},
        {"lines": ["a", "b", [1, 0]]},
        {"lines": ["a", "b", [0, 1, 2, 3]]},
        {"lines": [None]},
        {"lines": ["a", [0, 0, 1]]},
        {"lines": ["1 a", [0, 1, 1]]},
        {"lines": ["1 a", [0, 0, -1]]},
        {"lines": [1.0]},
        {"lines": [["a", 1]]},
        {"lines": ["a", ["a", True]]},
        {"lines": ["a", ["a", [0, 0]]]},
        {"lines": ["a", ["a", [1]]]},
        {"lines": ["a", ["a", [True]]]},
        {"lines": "abc"},
        {"texts": ["a"]},
        {"pairs": ["no pair"]},
        {"part": 0},
        {"part": True},
        {"part": None},
        {"object": []},
        5,
    ],
)
def test_references_to_nothing_are_told(value):
    with pytest.raises(DamagedSteps):
        read([line_of(reasoning=value)], {})


@cases(
    "call",
    [
        {},
        5,
        {"shared": {"part": 0}, "messages": []},
        {"shared": {}, "messages": []},
        {"shared": {"messages": 5}, "messages": []},
        {"shared": {"messages": []}},
        {"shared": {"messages": []}, "messages": []},
    ],
)
def test_damaged_calls_are_told(call):
    with pytest.raises(DamagedSteps):
        read([line_of(calls=[call])], {})


@cases("line", [b"", b"{", b"\xff", b"[]", b"{}\n", b"[" * 100_000, b"1e999", b'{"step": 1}'])
def test_what_is_no_step_is_told(line):
    with pytest.raises(DamagedSteps):
        read([line], {})


def test_little_cannot_become_much(monkeypatch):
    monkeypatch.setattr(coding, "MAX_DECODED_CHARACTERS", 1_000_000)
    many = {"lines": [*[f"{number}" for number in range(2_000)], *[[0, 1_999]] * 2_000]}
    with pytest.raises(DamagedSteps, match="more than 1000000 characters"):
        read([line_of(reasoning=many)], {})
    parts = {"0" * 64: json.dumps("x" * 10_000)}
    with pytest.raises(DamagedSteps, match="more than 1000000 characters"):
        read([line_of(notes={"a": [{"part": "0" * 64}, *[{"part": 0}] * 200]})], parts)


@cases(
    "fields",
    [
        {"changes": [[]] * 9},
        {"changes": [["p", 1, 2, "touch a", "agent", None, 7, 8]]},
        {"usage": [1] * 6},
        {"usage": ["x"]},
        {"calls": [{"shared": {"messages": []}, "messages": [[]] * 9}]},
        {"observation": observation(elements=[5] * 9)},
        {"observation": observation(network={"pairs": ["- wifi: maybe"]})},
    ],
)
def test_the_first_wrong_item_of_many_is_told_and_no_other(fields):
    with pytest.raises(DamagedSteps) as told:
        read([line_of(**fields)], {})
    assert len(str(told.value)) < 200
    with pytest.raises(ValidationError) as error:
        StepRecord.model_validate({"step": 1, "action": None, "observation": observation(elements=[5] * 9)})
    assert error.value.error_count() == 1


def test_damaged_steps_and_parts_are_named(tmp_path, monkeypatch):
    folder = RunFolder.create(tmp_path / "run", manifest())
    write_steps(folder, "a", [step(1), step(2)])
    file = steps_path(folder.path, "a")
    whole = file.read_bytes()
    file.write_bytes(whole[:-30])
    with pytest.raises(UsageError, match=r"a.jsonl line 2 is damaged"):
        folder.steps("a")
    file.write_bytes(whole)
    part = min((folder.path / "parts").iterdir())
    part.write_bytes(b'"another text"\n')
    with pytest.raises(UsageError, match=r"line 1 is damaged: part '\w+' does not match its name"):
        RunFolder.open(folder.path).steps("a")
    part.unlink()
    with pytest.raises(UsageError, match=r"line 1 is damaged: part '\w+' is missing"):
        RunFolder.open(folder.path).steps("a")
    monkeypatch.setattr("automotive_env.runs.records.folder.MAX_STEPS_BYTES", 10)
    with pytest.raises(UsageError, match="is larger than the limit of 10 bytes"):
        folder.steps("a")


@pytest.mark.parametrize("name", ["../../../etc/passwd", "a" * 31, "A" * 32, "a" * 32 + "\n"])
def test_no_other_file_is_read_as_a_part(tmp_path, name):
    folder = RunFolder.create(tmp_path / "run", manifest())
    (folder.path / "steps" / "a.jsonl").write_bytes(line_of(reasoning={"part": name}) + b"\n")
    with pytest.raises(UsageError, match="is missing"):
        folder.steps("a")
