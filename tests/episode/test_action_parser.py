"""Replies as models write them: every dialect reads back as the same action, the right one of several counts, and no reply
makes the parser raise anything else or work long."""

import json
import sys

import pytest
from cases import cases
from contracts.actions import actions
from hypothesis import example, given
from hypothesis import strategies as st

from automotive_env.episode.action import Action, ActionError, Answer, Click, InputText, Status, Swipe, Wait, action_fields
from automotive_env.episode.action_parser import MAX_REPLY, parse_action, reasoning_of

CLICK, DONE = '{"action_type": "click", "index": 1}', '{"action_type": "status", "goal_status": "complete"}'


def numbers_quoted(data):
    """Its declared numbers as text."""
    fields = action_fields(data["action_type"])
    numeric = ("integer", "number")
    return {name: str(value) if fields[name].get("type") in numeric else value for name, value in data.items()}


def whole_numbers_as_decimals(data):
    return {name: float(value) if type(value) is int else value for name, value in data.items()}


def shouted(data):
    """Its declared words in upper case."""
    fields = action_fields(data["action_type"])
    return {name: value.upper() if "enum" in fields[name] else value for name, value in data.items()}


def bare_keys(data):
    return "{" + ", ".join(f"{name}: {json.dumps(value)}" for name, value in data.items()) + "}"


DIALECTS = {
    "JSON": json.dumps,
    "JSON in other letters": lambda data: json.dumps(data, ensure_ascii=False),
    "indented": lambda data: json.dumps(data, indent=2),
    "quoted numbers": lambda data: json.dumps(numbers_quoted(data)),
    "11.0": lambda data: json.dumps(whole_numbers_as_decimals(data)),
    "single quotes": repr,
    "upper case": lambda data: json.dumps(shouted(data)),
    "bare keys": bare_keys,
    "trailing comma": lambda data: json.dumps(data)[:-1] + ", }",
    "null for what is left out": lambda data: json.dumps(
        dict.fromkeys(action_fields(data["action_type"])) | data if data["action_type"] != "click" else data
    ),
    "comment": lambda data: "{ // what I do\n" + json.dumps(data)[1:-1] + " // done\n}",
}
FRAMES = {
    "alone": "{}",
    "the form of the prompt": "Reason: the fan {{is}} off.\nAction: {}",
    "fenced": "I do this:\n```json\n{}\n```\nThat will help.",
    "bold": "**Reason**: so\n\n**Action**: {}",
    "wrapped": '{{"reason": "say \\"no\\"", "action": {}}}',
    "in a list": "[{}]",
    "in a list of actions": '{{"actions": [{}, ' + DONE.replace("{", "{{").replace("}", "}}") + "]}}",
    "before another": "{}\n" + DONE.replace("{", "{{").replace("}", "}}"),
    "after an example": 'Such as {{"action_type": "wait"}} I could wait.\nAction: {}',
}


@pytest.mark.parametrize("dialect", DIALECTS)
@given(action=actions(), frame=st.sampled_from(sorted(FRAMES)))
def test_an_action_in_any_dialect_is_that_action(dialect: str, action: Action, frame: str) -> None:
    written = DIALECTS[dialect](action.to_json())
    assert parse_action(FRAMES[frame].format(written)) == action


@cases(
    ("reply", "action"),
    [
        (f"[{CLICK}, {DONE}]", Click(index=1)),
        (f"{CLICK}\n{DONE}", Click(index=1)),
        (f"1. {CLICK}\n2. {DONE}", Click(index=1)),
        (f"```json\n{CLICK}\n// and then\n{DONE}\n```", Click(index=1)),
        (f"Action: {CLICK}\nThen I would end it: {DONE}", Click(index=1)),
        (f"Reason: {DONE} would be too early.\nAction: {CLICK}", Click(index=1)),
        (f"{DONE} would be too early, so {CLICK}", Click(index=1)),
        (f"```json\n{DONE}\n```\nis too early.\n```json\n{CLICK}\n```", Click(index=1)),
        (f"Reason: first\nAction: {DONE}\nNo, that is too early.\nAction: {CLICK}", Click(index=1)),
        (f'{CLICK}\nAction: {{"thought": "that was it"}}', Click(index=1)),
        ('{"action_type": "answer", "text": "Action: {\\"action_type\\": \\"wait\\"}"}',
         Answer(text='Action: {"action_type": "wait"}')),
        ('First {"action_type": "wait"}, or rather: {"action_type": "input_text", "index": 3, "text": "a } b {"} ',
         InputText(index=3, text="a } b {")),
        ('{"action_type": "Long-Press", "index": 1}', None),
        ('{"action_type": "click", "index": "0011"}', Click(index=11)),
        ('{"action_type": "swipe", "direction": "Left", "amount": "0.3"}', Swipe(direction="left", amount=0.3)),
        ("{'action_type': 'status', 'goal_status': 'Infeasible', 'reason': 'It\\'s locked'}",
         Status(goal_status="infeasible", reason="It's locked")),
        ('{"action_type": "answer", "text": "two\nlines \\ud83d\\ude00"}', Answer(text="two\nlines 😀")),
    ],
)  # fmt: skip
def test_the_action_that_counts(reply: str, action: Action | None) -> None:
    parsed = parse_action(reply)
    assert parsed == action if action else parsed.action_type == "long_press"


@cases(
    ("reply", "says"),
    [
        ('{"action_type": "click", "index": 11.5}', "click: index"),
        ('{"action_type": "click", "index": "11.5"}', "click: index"),
        ('{"action_type": "click", "index": "eleven"}', "click: index"),
        ('{"action_type": "click", "index": "١١"}', "click: index"),
        ('{"action_type": "click", "index": true}', "click: index"),
        ('{"action_type": "wait", "seconds": true}', "wait: seconds"),
        ('{"action_type": "swipe", "direction": "up", "amount": true}', "swipe: amount"),
        ('{"action_type": "swipe", "direction": "up", "amount": "much"}', "swipe: amount"),
        ('{"action_type": "swipe", "direction": "upwards"}', "swipe: direction"),
        ('{"action_type": "click", "index": 1, "x": 2, "y": 3}', "give either index, or both x and y"),
        ('{"action_type": "click", "index": 1, "target": "fan"}', "click: target"),
        ('{"action_type": "click", "index": null}', "give either index, or both x and y"),
        ('{"action_type": ["click"], "index": 1}', "action_type must be one of"),
        ('{"action_type": "click", "index": 1, "index": 2}', "no action found"),
        ('{"action_type": "click", "index": 1e999}', "no action found"),
        ("{'action_type': __import__('os')}", "no action found"),
        ('{"action": "click"}', "no action found"),
        ("", "no action found"),
        ("x" * 20_001, "no action found in the last 20000 characters"),
    ],
)
def test_what_is_wrong_or_ambiguous_is_refused_with_its_sentence(reply: str, says: str) -> None:
    with pytest.raises(ActionError, match=says):
        parse_action(reply)


def test_a_key_that_is_given_twice_with_one_value_is_no_doubt() -> None:
    assert parse_action('{"action_type": "click", "index": 1, "index": 1}') == Click(index=1)


PIECES = ['{"action_type": "click", "index": 1}', "Action:", "```", "{", "}", "[", "]", '"', "'", ":", ",", "\\", "//", "\n", "a"]


@given(st.text(max_size=400) | st.lists(st.sampled_from(PIECES), max_size=80).map("".join))
@example("{" * 400)
@example('{"action_type": "answer", "text": "\\ud800"}')
@example('{"action_type": "answer", "text": "\\U99999999"}')
def test_any_text_is_an_action_or_an_action_error(reply: str) -> None:
    said = ""
    try:
        said = parse_action(reply).action_type
    except ActionError as error:
        said = str(error)
    assert said


@pytest.mark.parametrize("longest", [MAX_REPLY // 8, pytest.param(MAX_REPLY, marks=pytest.mark.sweep)])
@cases(
    "piece",
    ["{", '{"', "{'", '{"a":', '{"a":[', '{"a":{"b":[', "[", "{a", "{//", "{ ", '{"\\', '{"a":1,', "{\"a\":'", "Action:", "```{",
     "{}", '{"action_type":"wait"}', '{"action":[', '{"a":"\\"{', "{\\'", '{"a":1e', '{"a":' + "9" * 50, "\\u"],
)  # fmt: skip
def test_the_work_grows_with_the_length_of_a_reply(piece: str, longest: int) -> None:
    """Counted in calls of functions, Python's own included, which need no clock."""

    def work(length: int) -> int:
        reply, calls = (piece * length)[:length], 0

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        sys.setprofile(count)
        try:
            parse_action(reply)
        except ActionError:
            pass
        finally:
            sys.setprofile(None)
        return calls

    half, whole = work(longest // 2), work(longest)
    assert whole <= 2.2 * half + 200
    assert whole <= 100 * longest


def test_only_the_end_of_a_reply_is_read() -> None:
    assert parse_action("{" * 10**6 + '{"action_type": "wait"}') == Wait()
    with pytest.raises(ActionError, match="no action found"):
        parse_action('{"action_type": "wait"}' + " " * MAX_REPLY)


CLICK = '{"action_type": "click", "index": 3}'


@pytest.mark.parametrize(
    "reply",
    [
        f'<think>maybe {{"action_type": "navigate_home"}}</think>{CLICK}',
        f'Action: {{"action_type": "wait"}} first?</think>\nAction: {CLICK}',
        '{"action_type": "click", "index": 3, "reason": "it is the fan"}',
        '{"action_type": "Click", "index": 3 # the fan\n}',
        "{action_type: click, index: 3}",
    ],
)
def test_what_models_write_around_an_action_does_not_hide_it(reply):
    assert parse_action(reply).to_json() == {"action_type": "click", "index": 3}


@pytest.mark.parametrize("reply", ["<think>{0}", "<THINK>{0}</think> I do not know.", "I see.</think><think>{0}"])
def test_thoughts_are_not_carried_out(reply):
    with pytest.raises(ActionError, match="no action found"):
        parse_action(reply.replace("{0}", CLICK))


def test_names_of_actions_are_taken_in_any_case():
    for name in ("OpenApp", "openApp", "open app", "OPEN_APP"):
        assert parse_action(f'{{"action_type": "{name}", "app_name": "climate"}}').to_json()["action_type"] == "open_app"


def test_the_reason_within_an_action_is_its_reason():
    assert reasoning_of('{"action_type": "wait", "reason": "it loads"}') == "it loads"
    assert reasoning_of(f"<think>The fan is off.</think>{CLICK}") == "The fan is off."
    status = '{"action_type": "status", "goal_status": "infeasible", "reason": "no sunroof"}'
    assert parse_action(status).to_json()["reason"] == "no sunroof"
    assert reasoning_of(f"I looked.\n{status}") == "I looked."
