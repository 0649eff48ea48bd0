"""Docstrings that models are told, such as those of actions and devices."""

from __future__ import annotations

import sys

from automotive_env.errors import UsageError


def docstring(kind: type) -> str:
    """The docstring of a class on one line; empty where it has none.

    Raises:
        UsageError: this Python removes docstrings.
    """
    check_docstrings()
    return " ".join((kind.__doc__ or "").split())


def first_line(kind: type) -> str:
    """The first line of a class's docstring without its full stop; empty where it has none.

    Raises:
        UsageError: this Python removes docstrings.
    """
    check_docstrings()
    return (kind.__doc__ or "").strip().split("\n")[0].rstrip(".")


def check_docstrings() -> None:
    """Make sure that docstrings are there.

    Raises:
        UsageError: this Python removes them.
    """
    if sys.flags.optimize > 1:
        raise UsageError("python -OO removes the docstrings that prompts need; run it without -OO and PYTHONOPTIMIZE=2")
