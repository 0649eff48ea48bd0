"""An extension of griffe for the documentation site: examples in docstrings are blocks of code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension

EXAMPLE = re.compile(r"^>{3} .*\n?(?:^(?!\s*$).*\n?)*", re.MULTILINE)
"""A doctest: from the first prompt to an empty line."""


class Examples(Extension):
    """Fences doctests, which Markdown would take for quotations."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Rewrite the docstring of whatever is read."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value)
