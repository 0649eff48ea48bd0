"""The shipped tables, read from beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal


def load(name: Literal["cultures", "places", "countries", "inland", "words"]) -> Any:
    """A shipped table as JSON; callers keep what they make of it."""
    import json

    return json.loads((Path(__file__).parent / "data" / f"{name}.json").read_text(encoding="utf-8"))
