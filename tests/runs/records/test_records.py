import json

import numpy as np
import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from registered import THREE_TURNS
from result_fakes import HOSTILE, call, episode, observation, step

from automotive_env.agents.agent import Decision
from automotive_env.car.core.change import Change, ChangeCause
from automotive_env.car.systems.system import Notification
from automotive_env.episode.action import Click
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Box, Element, GpsFix, NetworkStatus, Observation
from automotive_env.models.metered import ModelExchange
from automotive_env.models.model import (
    Choice,
    Completion,
    ModelMessage,
    ModelRequest,
    Sampling,
    TokenLogprob,
    Tool,
    ToolCall,
    Usage,
)
from automotive_env.runs.records.calls import ModelCallRecord, call_record, usage_by_purpose
from automotive_env.runs.records.fields import MAX_CHARACTERS, MAX_COUNT, MAX_MESSAGE_CHARACTERS
from automotive_env.runs.records.records import OUTCOMES, EpisodeRecord, StepRecord, change_record, episode_id, step_record
from automotive_env.runs.tables.summary import summarise
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.episode_log import TimedChange

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
        "trial",
        "agent",
        "model",
        "backend",
        "category",
        "dimension",
        "level",
        "goal",
        "later",
        "place",
        "outcome",
        "success",
        "steps",
        "tokens",
        "prompt_tokens",
        "completion_tokens",
        "model_calls",
        "seconds",
        "model_seconds",
        "error",
        "ending",
        "pair",
        "face",
        "verdict",
        "harm",
        "side_effects",
        "attempts",
        "scores",
        "usage",
        "params",
        "scene",
        "price",
        "told",
        "steps_digest",
        "mended",
        "touches",
    ]


UNMET = Criterion("screen.brightness", "screen.brightness <= 50 %", "82 %", met=False)


@cases(
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
    assert " ".join(line) == "step observation calls action reasoning error outcome changes notes usage drawn"
    seen = "id app driving_state time gps vehicle network elements sizes screenshot marked windscreen"
    assert " ".join(line["observation"]) == seen
    assert list(line["outcome"]) == ["done", "message", "data"]
    assert list(line["changes"][0]) == ["path", "before", "after", "at", "cause", "by", "seconds"]
    call = "purpose messages tools reply_schema sampling seed choices usage"
    assert " ".join(line["calls"][0]) == call


@given(st.sampled_from(OUTCOMES), st.text(), st.lists(st.text(), max_size=3))
def test_episodes_survive_the_file(outcome, goal, paths):
    record = episode(outcome=outcome, goal=goal, side_effects=tuple(paths))
    assert "\n" not in record.line()
    assert EpisodeRecord.model_validate_json(record.line()) == record


@given(st.text(), json_values, st.dictionaries(st.text(), json_values, max_size=3))
def test_steps_survive_the_file(reply, data, notes):
    record = step(calls=[call(reply)], outcome={"done": True, "data": data}, notes=notes)
    assert "\n" not in record.line()
    assert StepRecord.model_validate_json(record.line()) == record


def test_equal_notes_have_equal_bytes():
    one = step(notes={"a": 1, "b": {"x": 1, "y": 2}})
    assert one.line() == step(notes={"b": {"y": 2, "x": 1}, "a": 1}).line()


def test_what_json_cannot_hold_is_kept_as_text():
    notes = {"half": "\ud83d", "nan": float("nan"), "box": Box(1, 2, 3, 4), 5: {1}, "kind": Click(index=1)}
    kept = json.loads(step(calls=[call("cut \ud83d")], notes=notes).line())
    assert kept["calls"][0]["choices"][0]["text"] == "cut ?"
    assert kept["notes"] == {"half": "?", "nan": "nan", "box": [1, 2, 3, 4], "5": "{1}", "kind": str(Click(index=1))}


def test_texts_are_bounded_and_say_how_much_was_left_out():
    record = step(calls=[call("x" * 8_000_000)], notes={"reflection": "y" * 8_000_000})
    assert len(record.reply) <= MAX_MESSAGE_CHARACTERS
    assert record.reply.endswith(f"x… [{8_000_000 - MAX_MESSAGE_CHARACTERS + 40} more characters]")
    assert len(record.notes["reflection"]) <= MAX_CHARACTERS
    assert len(record.line()) < 2 * MAX_MESSAGE_CHARACTERS
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


@cases(
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
    place, network = GpsFix(48.8566, 2.3522), NetworkStatus(True, True, False, True)
    return Observation(
        id=3,
        elements=(element,),
        vehicle={"speed": "52 km/h"},
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
    change = Change("airConditioner.is_on", False, True, ChangeCause("touch", "power"))
    timed = TimedChange(change, 1, "2025-04-13 12:00:00", "agent")
    record = step_record(1, seen(), decision, ActionOutcome(True, "", {"b": 1}), [timed], screenshot="0" * 64)
    assert record.action == {"action_type": "click", "index": 0}
    assert record.observation.elements == ('0 Button "Power" (50,40)',)
    assert record.observation.gps == "48.856600, 2.352200"
    assert (record.observation.screenshot, record.observation.marked) == ("0" * 64, None)
    assert (record.changes[0].cause, record.changes[0].by) == ("touch power", "agent")
    assert record.observation.vehicle == {"speed": "52 km/h"}
    assert record.observation.network == {"wifi": True, "mobile_data": True, "airplane_mode": False, "bluetooth": True}
    assert record.reply == "reply"
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


def exchange(**sampling):
    tool = Tool("look_up", "Looks something up.", {"type": "object", "properties": {"b": {}, "a": {}}})
    asked = ToolCall("1", "look_up", '{"a": 1}', "c2ln")
    messages = (
        ModelMessage("system", "You drive."),
        ModelMessage("user", "Where?", (np.zeros((2, 2, 3), np.uint8),)),
        ModelMessage("assistant", tool_calls=(asked,)),
        ModelMessage("tool", "There.", tool_call_id="1"),
    )
    request = ModelRequest("act", messages, tools=(tool,), schema={"z": 1, "a": 2}, sampling=Sampling(**sampling))
    likely = TokenLogprob("Go", float("-inf"), (("Go", -0.5), ("No", -1.5)))
    choices = (Choice("Go.", "I think.", (asked,), "length", (likely,), 3), Choice("No."))
    return ModelExchange(request, Completion(choices, Usage(10, 5, 1, 4, 2)), 1.5)


def test_an_exchange_is_recorded_whole():
    record = call_record(exchange(n=2, stop=("\n",), seed=7, extra={"b": 1, "a": 2}), lambda image: "a" * 64)
    assert [(message.role, message.text) for message in record.messages] == [
        ("system", "You drive."),
        ("user", "Where?"),
        ("assistant", ""),
        ("tool", "There."),
    ]
    assert record.messages[1].images == ("a" * 64,)
    assert record.messages[2].tool_calls[0].arguments == '{"a": 1}'
    assert record.messages[2].tool_calls[0].signature == record.choices[0].tool_calls[0].signature == "c2ln"
    assert record.messages[3].tool_call_id == "1"
    assert list(record.tools[0].parameters["properties"]) == ["b", "a"]
    assert list(record.reply_schema) == ["z", "a"]
    assert record.sampling == {"n": 2, "temperature": 0.0, "max_tokens": 1000, "stop": ["\n"], "extra": {"b": 1, "a": 2}}
    assert record.seed == 7
    first, second = record.choices
    assert (first.text, first.reasoning, first.finish, first.dropped) == ("Go.", "I think.", "length", 3)
    assert first.logprobs[0].logprob < -1e8
    assert first.logprobs[0].alternatives == (("Go", -0.5), ("No", -1.5))
    assert (second.text, second.finish) == ("No.", "stop")
    assert record.usage.model_dump() == {
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "calls": 1,
        "cached_tokens": 4,
        "reasoning_tokens": 2,
    }
    assert ModelCallRecord.model_validate_json(record.line()) == record


def test_a_picture_that_is_not_kept_is_counted():
    assert call_record(exchange()).messages[1].images == (None,)


def test_usage_is_summed_up_by_purpose():
    act = call_record(exchange())
    reflect = act.model_copy(update={"purpose": "reflect"})
    used = usage_by_purpose([reflect, act, act])
    assert list(used) == ["act", "reflect"]
    assert (used["act"].calls, used["act"].cached_tokens, used["reflect"].prompt_tokens) == (2, 8, 10)


def test_the_reply_is_what_the_agent_acted_on():
    context, short, whole = call("topics", purpose="context"), call("cut o"), call("whole")
    assert step(calls=[context, short, whole, call("well", purpose="reflect")]).reply == "whole"
    assert step(calls=[context]).reply == ""


names = st.text(min_size=1, max_size=120)


@given(names, st.text(max_size=120), names, st.integers(0, 10**9))
def test_ids_name_files(agent, model, task, trial):
    identity = episode_id(agent, model, task, "0123456789abcdef", trial)
    assert episode(identity).id == identity


@given(st.lists(st.tuples(names, names, names, st.integers(0, 3)), min_size=2, max_size=2, unique=True))
def test_different_episodes_have_different_ids(pair):
    (one, other) = (episode_id(agent, model, task, "0123456789abcdef", trial) for agent, model, task, trial in pair)
    assert one != other


def test_plain_names_are_read_in_ids():
    assert episode_id("t3a", "builtin", THREE_TURNS, "01ab", 2) == f"t3a--builtin--{THREE_TURNS}--01ab--2"
    assert episode_id("oracle", "", THREE_TURNS, "01ab") == f"oracle--{THREE_TURNS}--01ab--0"
    assert episode_id("a-b", "c", "t", "i") != episode_id("a", "b-c", "t", "i")


records_of_a_list = st.lists(st.sampled_from([Notification(i, "message", "t", "x") for i in range(3)]), max_size=5).map(tuple)


@given(records_of_a_list, records_of_a_list)
def test_a_change_of_a_list_is_exact(before, after):
    timed = TimedChange(Change("system.notifications", before, after, ChangeCause("road", "message")), 1, "", "event")
    record = change_record(timed)
    went, came = len(record.before), len(record.after)
    assert before[record.at : record.at + went] == tuple(Notification(**item) for item in record.before)
    assert before[: record.at] + after[record.at : record.at + came] + before[record.at + went :] == after
    assert record.by == "event"
