"""The action table: prompt text, schema, parser and kinds agree; any reply is an action or a clear error."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.action import (
    ACTION_TYPES,
    ACTIONS,
    Action,
    ActionError,
    Click,
    InputText,
    Status,
    action_from_json,
    action_type,
    describe_actions,
    parse_action,
)

LINES = dict(zip(ACTION_TYPES, describe_actions().splitlines(), strict=True))


def refusal_of(parse: Callable[[], Action]) -> str | None:
    """What an `ActionError` says, or None where there is an action."""
    try:
        parse()
    except ActionError as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", ACTION_TYPES)
def test_prompt_and_parser_agree(name: str) -> None:
    example = json.loads(LINES[name].split("Example: ")[1])
    action = parse_action(f"I think so.\n{json.dumps(example)}")
    assert action.action_type == name
    assert action_from_json(action.to_json()) == action


def test_every_kind_is_in_the_table_once() -> None:
    assert [action_type(kind) for kind in ACTIONS] == list(ACTION_TYPES)
    assert len(set(ACTION_TYPES)) == len(ACTION_TYPES)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"action_type": "tap", "index": 1}, "action_type must be one of click"),
        ({"action_type": "click"}, "give either index, or both x and y"),
        ({"action_type": "click", "index": 1, "x": 1, "y": 2}, "give either index, or both x and y"),
        ({"action_type": "click", "x": 1}, "give either index, or both x and y"),
        ({"action_type": "click", "index": "one"}, "index"),
        ({"action_type": "click", "index": -1}, "index"),
        ({"action_type": "scroll", "direction": "sideways"}, "direction"),
        ({"action_type": "status", "goal_status": "done"}, "goal_status"),
        ({"action_type": "open_app"}, "app_name"),
        ({"action_type": "wait", "seconds": 61}, "seconds"),
        ({"action_type": "wait", "seconds": 0}, "seconds"),
        ({"action_type": "call", "api": "x", "arguments": [1]}, "arguments"),
        ([], "JSON object"),
        (None, "JSON object"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(data: object, says: str) -> None:
    with pytest.raises(ActionError, match=says.replace("(", r"\(")):
        action_from_json(data)


def test_the_last_action_counts_and_braces_in_text_do_no_harm() -> None:
    reply = 'First {"action_type": "wait"}, or rather: {"action_type": "input_text", "index": 3, "text": "a } b {"} '
    assert parse_action(reply) == InputText(index=3, text="a } b {")


def test_an_action_may_be_wrapped_or_fenced() -> None:
    assert parse_action('```json\n{"reason": "x", "action": {"action_type": "click", "index": 0}}\n```') == Click(index=0)


def test_index_zero_is_an_index() -> None:
    assert Click(index=0).to_json() == {"action_type": "click", "index": 0}


@given(st.text(max_size=400))
def test_any_text_is_an_action_or_an_error(reply: str) -> None:
    assert refusal_of(lambda: parse_action(reply)) != ""


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=9), lambda inner: st.lists(inner, max_size=3)))
def test_any_argument_of_a_known_action_is_taken_or_refused(value: object) -> None:
    for name in ACTION_TYPES:
        for field in ("index", "text", "direction", "arguments", "app_name", "goal_status"):
            refusal = refusal_of(lambda data={"action_type": name, field: value}: action_from_json(data))
            assert refusal is None or name in refusal


def test_deep_nesting_is_no_crash() -> None:
    with pytest.raises(ActionError):
        parse_action("{" * 15_000)
    with pytest.raises(ActionError):
        parse_action('{"a":' * 5_000)


def test_actions_are_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Status(goal_status="complete").goal_status = "infeasible"  # type: ignore[misc]
