"""Whatever a stranger's text is, a reader of it raises ValueError and nothing else, on every Python."""

import ast
import warnings
from contextlib import suppress

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.text.foreign_text import MAX_DEPTH, read_expression, read_json, read_literal, read_python

NO_PYTHON = (
    "a(",
    "x = 1\0",
    "\0",
    "\ud800",
    "(" * 5_000,
    "-" * 15_000 + "1",
    "1" + "+1" * 9_000,
    "a" + ".b" * 9_000,
    "f(" + "[" * 3_000 + "]" * 3_000 + ")",
    "x = " + "9" * 5_000,
    "1" + "+1" * MAX_DEPTH,
)


@cases("code", NO_PYTHON)
def test_what_is_no_program_is_a_value_error(code):
    with pytest.raises(ValueError, match=r"."):
        read_python(code)
    with pytest.raises(ValueError, match=r"."):
        read_expression(code)


@cases("text", ("", "{", "[" * 100_000, "9" * 5_000, "\0", '{"a": ' * 100_000, b"\xff"))
def test_what_is_no_json_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"."):
        read_json(text)


@given(st.text(max_size=60) | st.text("ab.()[]{}'\"\\ 1+:\n\0", max_size=40))
def test_no_text_raises_anything_else(text):
    for read in (read_json, read_python, read_expression):
        with suppress(ValueError):
            read(text)


@cases("code", ("{[]: 1}", "{[1]}", "f()", "a", "-'x'"))
def test_what_is_no_literal_is_a_value_error(code):
    with pytest.raises(ValueError, match=r"."):
        read_literal(read_expression(code))


def test_what_can_be_read_is_read_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_literal(read_expression(r"{'a': [1, '\d']}")) == {"a": [1, r"\d"]}
    assert ast.unparse(read_python("x=1;y( 2 )")) == "x = 1\ny(2)"
    assert read_json('{"a": [1e2]}') == {"a": [100.0]}
    read_expression("1" + "+1" * (MAX_DEPTH - 3))
