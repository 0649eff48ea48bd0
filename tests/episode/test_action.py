"""The action table: prompt text, schema, parser and kinds agree; any reply is an action or a clear error."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest
from cases import cases
from contracts.actions import actions
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.episode.action import (
    ACTION_TYPES,
    ACTIONS,
    Action,
    ActionError,
    Click,
    Status,
    action_from_json,
    action_parameters,
    action_schema,
    action_type,
    describe_actions,
)
from automotive_env.episode.action_parser import parse_action
from automotive_env.headunit.kit.widgets.text_field import MAX_FIELD_CHARACTERS

LINES = dict(zip(ACTION_TYPES, describe_actions(aim="both").splitlines(), strict=True))
POINT_LINES = dict(zip(ACTION_TYPES, describe_actions(aim="points").splitlines(), strict=True))


def refusal_of(parse: Callable[[], Action]) -> str | None:
    """What an `ActionError` says, or None where there is an action."""
    try:
        parse()
    except ActionError as error:
        return str(error)
    return None


@cases("name", ACTION_TYPES)
def test_prompt_and_parser_agree(name: str) -> None:
    for lines in (LINES, POINT_LINES):
        example = json.loads(lines[name].split("Example: ")[1])
        action = parse_action(f"I think so.\n{json.dumps(example)}")
        assert action.action_type == name
        assert action_from_json(action.to_json()) == action


def test_it_is_told_how_much_a_field_takes() -> None:
    assert f"{MAX_FIELD_CHARACTERS} characters" in LINES["input_text"]


def test_every_kind_is_in_the_table_once() -> None:
    assert [action_type(kind) for kind in ACTIONS] == list(ACTION_TYPES)
    assert len(set(ACTION_TYPES)) == len(ACTION_TYPES)


@cases(
    ("data", "says"),
    [
        ({"action_type": "tap", "index": 1}, "action_type must be one of click"),
        ({"action_type": "click"}, "give either index, or both x and y"),
        ({"action_type": "click", "index": 1, "x": 1, "y": 2}, "give either index, or both x and y"),
        ({"action_type": "click", "x": 1}, "give either index, or both x and y"),
        ({"action_type": "click", "index": "one"}, "index"),
        ({"action_type": "click", "index": -1}, "index"),
        ({"action_type": "scroll", "direction": "sideways"}, "direction"),
        ({"action_type": "scroll", "direction": "up", "x": 3}, "give either index, or both x and y"),
        ({"action_type": "scroll", "direction": "up", "x": 3, "y": 3, "index": 3}, "give either index, or both x and y"),
        ({"action_type": "drag", "x": 3, "y": 3, "to_x": 9}, "to_y: Field required"),
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


def test_an_agent_that_sees_elements_is_not_offered_points_to_drag_or_to_scroll_at() -> None:
    assert "- drag: " not in describe_actions()
    assert "index" not in describe_actions(aim="points")
    plain, by_point = (str(action_schema(aim=aim)) for aim in ("elements", "points"))
    assert "to_x" not in plain
    assert "to_x" in by_point
    assert list(action_parameters("scroll")["properties"]) == ["direction", "index"]
    assert action_parameters("scroll", aim="points")["required"] == ["direction", "x", "y"]
    assert action_parameters("scroll", aim="both")["required"] == ["direction"]
    assert action_parameters("click", aim="points")["required"] == ["x", "y"]


def test_index_zero_is_an_index() -> None:
    assert Click(index=0).to_json() == {"action_type": "click", "index": 0}


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=9), lambda inner: st.lists(inner, max_size=3)))
def test_any_argument_of_a_known_action_is_taken_or_refused(value: object) -> None:
    for name in ACTION_TYPES:
        for field in ("index", "text", "direction", "arguments", "app_name", "goal_status"):
            refusal = refusal_of(lambda data={"action_type": name, field: value}: action_from_json(data))
            assert refusal is None or name in refusal


def test_actions_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Status(goal_status="complete").goal_status = "infeasible"  # type: ignore[misc]


def test_an_action_that_does_not_fit_cannot_be_made() -> None:
    with pytest.raises(ActionError, match="index: Input should be greater than or equal to 0; for example"):
        Click(index=-1)


def test_the_car_and_its_screens_need_no_library_that_checks_records() -> None:
    code = "import sys, automotive_env.episode.headless; sys.exit('pydantic' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_the_schema_asks_for_a_reason_and_then_one_action() -> None:
    schema = action_schema(aim="both")
    assert list(schema["properties"]) == schema["required"] == ["reason", "action"]
    shapes = schema["properties"]["action"]["anyOf"]
    assert {shape["properties"]["action_type"]["enum"][0] for shape in shapes} == set(ACTION_TYPES)
    for shape in (schema, *shapes):
        assert shape["additionalProperties"] is False
        assert set(shape["required"]) <= set(shape["properties"])
    assert all(next(iter(shape["properties"])) == shape["required"][0] == "action_type" for shape in shapes)


def fits(data: object, schema: dict[str, object]) -> bool:
    """Whether data follow a schema of the few words that `action_schema` uses."""
    kinds = {"object": dict, "string": str, "integer": int, "number": (int, float), "boolean": bool}
    for word, said in schema.items():
        match word:
            case "anyOf":
                good = any(fits(data, one) for one in said)
            case "type":
                good = isinstance(data, kinds[said]) and (said == "boolean" or not isinstance(data, bool))
            case "enum":
                good = data in said
            case "minimum":
                good = data >= said
            case "maximum":
                good = data <= said
            case "required":
                good = set(said) <= set(data)
            case "properties":
                good = all(fits(data[name], one) for name, one in said.items() if name in data)
            case "additionalProperties":
                good = set(data) <= set(schema["properties"])
            case _:
                raise AssertionError(f"{word} is no word that every server understands")
        if not good:
            return False
    return True


@given(actions())
def test_every_action_fits_the_schema(action: Action) -> None:
    assert fits({"reason": "so", "action": action.to_json()}, action_schema(aim="both"))
    assert not fits({"reason": "so", "action": action.to_json() | {"more": 1}}, action_schema(aim="both"))
