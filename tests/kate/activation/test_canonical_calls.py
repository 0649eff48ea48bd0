"""Calls that mean the same are equal texts, and no others are: by the order and form of arguments, by schema, by program."""

import json
from contextlib import suppress

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.kate.activation.canonical import MAX_DEPTH, UnreadableReplyPart, canonical, canonical_call
from automotive_env.kate.activation.programs import MAX_CODE_CHARACTERS, done_by
from automotive_env.models.model import Tool

NUMBERS = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(max_size=5)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
)
NAMES = st.sampled_from(["value", "switch", "position", "degree"])
ARGUMENTS = st.dictionaries(NAMES, VALUES, max_size=4)
SCHEMA = {
    "properties": {
        "value": {"type": "integer"},
        "switch": {"type": "boolean"},
        "position": {"type": "array", "items": {"type": "object", "properties": {"row": {"type": "integer", "default": 1}}}},
        "degree": {"anyOf": [{"type": "string", "default": "little"}, {"type": "null"}]},
    },
    "required": ["value"],
}


def other_form(value):
    """The same value as another model might write it: keys in another order, whole numbers with a point."""
    if isinstance(value, dict):
        return {name: other_form(value[name]) for name in reversed(value)}
    if isinstance(value, list):
        return [other_form(item) for item in value]
    return float(value) if type(value) is int else value


def strict(value):
    """A value that is equal to another one where both mean the same: numbers by their value, true apart from 1."""
    if isinstance(value, dict):
        return "object", frozenset((name, strict(item)) for name, item in value.items())
    if isinstance(value, list):
        return "list", tuple(map(strict, value))
    if isinstance(value, bool) or value is None:
        return "word", str(value)
    return ("number", value) if isinstance(value, int | float) else ("text", value)


@given(arguments=ARGUMENTS)
def test_order_and_form_of_arguments_make_no_difference(arguments):
    assert canonical_call("a.b", arguments, SCHEMA) == canonical_call("a.b", other_form(arguments), SCHEMA)


@given(one=ARGUMENTS, other=ARGUMENTS)
def test_without_a_schema_calls_are_equal_where_their_values_are_and_only_there(one, other):
    assert (canonical_call("a.b", one) == canonical_call("a.b", other)) == (strict(one) == strict(other))


@given(value=VALUES)
def test_what_is_canonical_stays_so(value):
    once = canonical(value, {})
    assert canonical(json.loads(json.dumps(once)), {}) == once


@cases(
    ("one", "other"),
    (
        ({"value": 1}, {"value": True}),
        ({"value": 1}, {"value": "one"}),
        ({"value": 1, "switch": True}, {"value": 1, "switch": 2}),
        ({"value": 1, "position": [1, 2]}, {"value": 1, "position": [2, 1]}),
        ({"value": 1, "position": [[1], 2]}, {"value": 1, "position": [1, [2]]}),
        ({"value": 1, "degree": None}, {"value": 1}),
        ({"value": None}, {}),
        ({"value": 2**60}, {"value": 2**60 + 1}),
    ),
)
def test_what_differs_in_kind_differs(one, other):
    assert canonical_call("a.b", one, SCHEMA) != canonical_call("a.b", other, SCHEMA)


@cases(
    ("one", "other"),
    (
        ({"value": 1}, {"value": 1.0}),
        ({"value": 1}, {"Value": "1"}),
        ({"value": 1, "switch": True}, {"value": 1, "switch": "on"}),
        ({"value": 0}, {"value": -0.0}),
        ({"value": 1, "switch": None}, {"value": 1}),
        ({"value": 1, "position": [{"row": 1.0}]}, {"value": 1, "position": [{}]}),
    ),
)
def test_what_is_left_out_or_is_the_default_is_the_same(one, other):
    assert canonical_call("a.b", one, SCHEMA) == canonical_call("a.b", other, SCHEMA)


def test_what_is_too_deep_or_no_json_cannot_be_read():
    deep = []
    for _ in range(MAX_DEPTH):
        deep = [deep]
    for value in (deep, {1}, object(), b"x", 10**5000):
        with pytest.raises(UnreadableReplyPart):
            canonical_call("a.b", {"value": value})


TOOLS = {"radio.tune": Tool("radio.tune", "", {"properties": {"value": {"type": "number"}, "seat": {"type": "array"}}})}


@cases(
    "code",
    (
        "vw.radio.tune(value=5, seat=['a'])",
        "vw.radio.tune(5.0, ['a'])  # by position",
        "seat = ('a',)\n\nresult = vw.radio.tune(seat=seat, value=5)",
        "print(vw.radio.tune(seat = [\"a\"], value = 5))\nprint('done', 1)",
        "'''What I do'''\nvw.radio.tune(5, seat=['a'])\npass",
    ),
)
def test_programs_that_make_the_same_calls_are_the_same(code):
    assert done_by(code, TOOLS) == ('radio.tune(seat=["a"], value=5)',)


@cases(
    "code",
    (
        "vw.radio.tune(value=5, seat=['a'])\nvw.radio.tune(value=5, seat=['a'])",
        "for seat in ['a']:\n    vw.radio.tune(value=5, seat=[seat])",
        "vw.radio.tune(value=2 + 3, seat=['a'])",
        "vw.radio.tune(**{'value': 5, 'seat': ['a']})",
        "if True:\n    vw.radio.tune(value=5, seat=['a'])",
        "seat = vw.radio.now()\nvw.radio.tune(value=5, seat=seat)",
        "vw.radio.tune(value=True, seat=['a'])",
    ),
)
def test_programs_that_are_more_or_other_than_that_are_not(code):
    assert done_by(code, TOOLS) != ('radio.tune(seat=["a"], value=5)',)


def test_calls_keep_their_order_and_writes_of_state_need_none():
    assert done_by("vw.a.x()\nvw.b.y()", {}) != done_by("vw.b.y()\nvw.a.x()", {})
    one, other = "vw['a']['x'] = 1\nvw['b']['y'] = True", "vw['b']['y'] = False\nvw['b']['y'] = True\nvw['a']['x'] = 1.0"
    assert done_by(one, {}) == done_by(other, {}) == ("a.x = 1", "b.y = true")
    assert done_by("vw['a']['x'] += 1", {}) != done_by("vw['a']['x'] = 1", {})


def test_comments_and_spaces_of_any_program_make_no_difference():
    assert done_by("for i in (1,2):\n  vw.a.x(i) # go", {}) == done_by("for i in (1, 2):\n    vw.a.x(i)\n", {})


@cases(
    "code",
    (
        "vw.a.x(",
        "no python",
        "(" * 5_000,
        "-" * 15_000 + "1",
        "a" + ".b" * 9_000 + "()",
        "x = 1\0",
        "x = " + "9" * 5_000,
        "vw.a.x(value=" + "9" * 4_400 + ")",
        " " * (MAX_CODE_CHARACTERS + 1),
        "vw.a.x(" + "[" * 90 + "]" * 90 + ")",
    ),
)
def test_what_is_no_program_cannot_be_read(code):
    with pytest.raises(UnreadableReplyPart):
        done_by(code, {})


@given(code=st.text(max_size=200) | st.text("vw.ax()[]='1 \n:+*", max_size=80))
def test_no_text_makes_it_raise_anything_else(code):
    with suppress(UnreadableReplyPart):
        assert all(isinstance(one, str) for one in done_by(code, {}))
