import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from result_fakes import HOSTILE, episode, observation, step

from automotive_env.action import Click
from automotive_env.agent import Decision
from automotive_env.controller import Outcome
from automotive_env.model import Usage
from automotive_env.observation import Box, Element, GpsFix, Network, Observation
from automotive_env.results.records import MAX_CHARACTERS, MAX_COUNT, OUTCOMES, EpisodeRecord, StepRecord, step_record
from automotive_env.results.summary import summarise
from automotive_env.validators.criterion import Criterion, every
from automotive_env.world.change import Cause, Change

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_an_episode_line_has_these_keys_in_this_order():
    assert list(json.loads(episode().line())) == [
        "id",
        "suite",
        "task",
        "instance",
        "seed",
        "agent",
        "model",
        "backend",
        "category",
        "dimension",
        "goal",
        "place",
        "outcome",
        "success",
        "steps",
        "tokens",
        "prompt_tokens",
        "completion_tokens",
        "model_calls",
        "seconds",
        "error",
        "ending",
        "pair",
        "verdict",
        "harm",
        "side_effects",
        "attempts",
    ]


UNMET = Criterion("screen.brightness", "screen.brightness <= 50 %", "82 %", met=False)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"outcome": "pass"}, ""),
        ({"outcome": "fail", "verdict": every(UNMET).to_json()}, "wanted screen.brightness <= 50 %, found 82 %"),
        ({"outcome": "step_limit", "error": "not ended", "verdict": every(UNMET).to_json()}, every(UNMET).explanation()),
        ({"outcome": "agent_error", "error": "a bug", "verdict": every(UNMET).to_json()}, f"a bug; {every(UNMET).explanation()}"),
        ({"outcome": "env_error", "error": "device offline"}, "device offline"),
        ({"outcome": "env_error", "error": "x" * 500}, "x" * 159 + "…"),
        ({"outcome": "fail", "side_effects": ("a.b",)}, "changed besides: a.b"),
    ],
)
def test_a_record_says_why_it_did_not_pass(fields, says):
    record = EpisodeRecord.model_validate_json(episode(**fields).line())
    assert record.why == says


def test_a_step_line_has_these_keys_in_this_order():
    line = json.loads(step().line())
    assert list(line) == ["step", "observation", "action", "reasoning", "reply", "error", "outcome", "changes", "notes", "usage"]
    assert list(line["observation"]) == ["id", "app", "driving_state", "time", "gps", "elements", "screenshot", "marked"]
    assert list(line["outcome"]) == ["done", "message", "data"]
    assert list(line["changes"][0]) == ["path", "before", "after", "cause"]


@given(st.sampled_from(OUTCOMES), st.text(), st.lists(st.text(), max_size=3))
def test_episodes_survive_the_file(outcome, goal, paths):
    record = episode(outcome=outcome, goal=goal, side_effects=tuple(paths))
    assert "\n" not in record.line()
    assert EpisodeRecord.model_validate_json(record.line()) == record


@given(st.text(), json_values, st.dictionaries(st.text(), json_values, max_size=3))
def test_steps_survive_the_file(reply, data, notes):
    record = step(reply=reply, outcome={"done": True, "data": data}, notes=notes)
    assert "\n" not in record.line()
    assert StepRecord.model_validate_json(record.line()) == record


def test_equal_notes_have_equal_bytes():
    one = step(notes={"a": 1, "b": {"x": 1, "y": 2}})
    assert one.line() == step(notes={"b": {"y": 2, "x": 1}, "a": 1}).line()


def test_what_json_cannot_hold_is_kept_as_text():
    notes = {"half": "\ud83d", "nan": float("nan"), "box": Box(1, 2, 3, 4), 5: {1}, "kind": Click(index=1)}
    kept = json.loads(step(reply="cut \ud83d", notes=notes).line())
    assert kept["reply"] == "cut ?"
    assert kept["notes"] == {"half": "?", "nan": "nan", "box": [1, 2, 3, 4], "5": "{1}", "kind": str(Click(index=1))}


def test_texts_are_bounded_and_say_how_much_was_left_out():
    record = step(reply="x" * 8_000_000, notes={"reflection": "y" * 8_000_000})
    assert len(record.reply) <= MAX_CHARACTERS
    assert record.reply.endswith(f"x… [{8_000_000 - MAX_CHARACTERS + 40} more characters]")
    assert len(record.line()) < 3 * MAX_CHARACTERS
    assert StepRecord.model_validate_json(record.line()) == record


def test_numbers_are_bounded():
    absurd = 10**5000
    usage = {"prompt_tokens": absurd, "completion_tokens": absurd, "calls": 1}
    record = step(usage=usage, action={"action_type": "click", "index": -absurd}, notes={"n": 2**63 - 1})
    assert record.usage.prompt_tokens == record.usage.completion_tokens == MAX_COUNT
    assert record.action["index"].startswith("-0x")
    assert record.notes == {"n": 2**63 - 1}
    assert StepRecord.model_validate_json(record.line()) == record


def test_a_record_with_a_number_of_4299_digits_is_read_and_summed_up():
    line = episode().line().replace('"tokens":1200', f'"tokens":{"9" * 4299}')
    summary = summarise([EpisodeRecord.model_validate_json(line), episode("b")])
    assert json.loads(summary.model_dump_json())["agents"]["t3a"]["tokens"] == MAX_COUNT + 1200


@pytest.mark.parametrize(
    "fields",
    [
        {"seconds": float("inf")},
        {"outcome": "skipped"},
        {"steps": -1},
        {"seconds": -0.1},
        {"extra": 1},
        {"success": False},
        {"outcome": "fail", "success": True},
        {"id": "../../etc/passwd"},
        {"id": ".hidden"},
        {"id": ""},
        {"id": "a/b"},
        {"id": "a\n"},
    ],
)
def test_wrong_episodes_are_refused(fields):
    with pytest.raises(ValidationError):
        episode(**fields)


def test_images_are_named_by_digests():
    with pytest.raises(ValidationError):
        step(observation=observation(screenshot="../secret"))


def test_records_are_frozen():
    with pytest.raises(ValidationError):
        episode().success = False


def test_hostile_text_is_data():
    assert json.loads(episode(goal=HOSTILE).line())["goal"] == HOSTILE


def seen():
    element = Element(0, "android.widget.Button", "Power", box=Box(0, 0, 100, 80), clickable=True)
    pixels = np.zeros((4, 4, 3), np.uint8)
    place, network = GpsFix(48.8566, 2.3522), Network(True, True, False, True)
    return Observation(
        id=3,
        elements=(element,),
        vehicle={},
        gps=place,
        network=network,
        driving_state="moving",
        time="2025-04-13 12:00:00",
        app="climate",
        screen=(1408, 792),
        capture=lambda: pixels,
    )


def test_a_step_is_recorded_from_what_happened():
    decision = Decision(Click(index=0), "off", "reply", usage=Usage(10, 2, 1), notes={"reflection": "works"})
    change = Change("airConditioner.is_on", False, True, Cause("touch", "power"))
    record = step_record(1, seen(), decision, Outcome(True, "", {"b": 1}), [change], screenshot="0" * 64)
    assert record.action == {"action_type": "click", "index": 0}
    assert record.observation.elements == ('0 Button "Power" (50,40)',)
    assert record.observation.gps == "48.856600, 2.352200"
    assert (record.observation.screenshot, record.observation.marked) == ("0" * 64, None)
    assert record.changes[0].cause == "touch power"
    assert (record.outcome.done, record.outcome.data) == (True, {"b": 1})
    assert (record.usage.prompt_tokens, record.usage.completion_tokens, record.usage.calls) == (10, 2, 1)


def test_a_step_without_an_action_has_no_outcome():
    record = step_record(2, seen(), Decision(None, error="no action"), None)
    assert (record.action, record.outcome, record.error, record.changes) == (None, None, "no action", ())


def test_recording_a_step_does_not_draw_the_screen():
    def never():
        raise AssertionError("the screen was drawn")

    unseen = seen()
    object.__setattr__(unseen, "capture", never)
    step_record(1, unseen, Decision(None), None)
