"""Text of strangers, read with one kind of exception: whatever a Python cannot read is a `ValueError`.

Pythons differ in what they raise for a null byte, a long expression or deep nesting: SyntaxError, ValueError, RecursionError or
MemoryError. They differ as well in how deep is too deep, so that syntax trees have a bound of their own.
"""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MAX_DEPTH = 100
"""Levels of a syntax tree; `a.b.c` and `a + b + c` have one for each operator."""


@contextmanager
def one_fault() -> Iterator[None]:
    """Turn what a parser may raise into a ValueError."""
    try:
        yield
    except (SyntaxError, RecursionError, MemoryError) as fault:
        raise ValueError(str(fault) or "it is nested too deeply") from None


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: it is no JSON, or is nested too deeply.
    """
    with one_fault():
        return json.loads(text)


def read_python(code: str) -> ast.Module:
    """The syntax tree of a program, which is not run.

    Raises:
        ValueError: it is no Python, or is nested too deeply.
    """
    tree = _parsed(code, "exec")
    assert isinstance(tree, ast.Module)
    return tree


def read_expression(code: str) -> ast.expr:
    """The syntax tree of an expression, which is not evaluated.

    Raises:
        ValueError: it is no expression, or is nested too deeply.
    """
    tree = _parsed(code, "eval")
    assert isinstance(tree, ast.Expression)
    return tree.body


def read_literal(node: ast.expr) -> Any:
    """The value of a literal.

    Raises:
        ValueError: it is none.
    """
    with one_fault():
        try:
            return ast.literal_eval(node)
        except TypeError as fault:  # such as a list in a set
            raise ValueError(str(fault)) from None


def _parsed(code: str, mode: str) -> ast.AST:
    with one_fault(), warnings.catch_warnings(action="ignore"):  # of odd escapes in a stranger's strings
        tree: ast.AST = ast.parse(code, mode=mode)
    if _is_deep(tree):
        raise ValueError("it is nested too deeply")
    return tree


def _is_deep(tree: ast.AST) -> bool:
    level = [tree]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True
