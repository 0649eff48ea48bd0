"""The tables of content: JSON files that are part of the package."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any


@cache
def table(name: str) -> Any:
    """What is in a table, such as "albums"."""
    return json.loads((Path(__file__).parent / "data" / f"{name}.json").read_text(encoding="utf-8"))
