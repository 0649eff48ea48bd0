"""Replies in their vendor's own form, kept as a text that only the same vendor reads again.

Vendors sign or encrypt what a model thinks, and refuse a conversation in which it has changed. So a reply goes back as it came.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import dropwhile
from typing import Any

from automotive_env.text.foreign_text import read_json


def to_opaque(form: str, parts: Sequence[Any], thoughts: Sequence[str] = ()) -> str:
    """The parts of a reply as one text, empty where nothing is to go back.

    Args:
        form: name of the vendor's form, such as "responses".
        parts: the parts as plain JSON, in the order in which they came.
        thoughts: types of parts that the vendor refuses at the end; a reply ends with one where it was cut off.
    """
    said = [*dropwhile(lambda part: part["type"] in thoughts, reversed(parts))][::-1] if thoughts else parts
    if not said:
        return ""
    text = json.dumps({"form": form, "parts": list(said)}, separators=(",", ":"), ensure_ascii=False)
    return text if text.encode("utf-8", "replace").decode() == text else ""  # a lone surrogate cannot be sent again


def from_opaque(form: str, opaque: str) -> list[dict[str, Any]]:
    """The parts in a text, or nothing where it is empty, or has another form."""
    if not opaque:
        return []
    try:
        held = read_json(opaque)
    except ValueError:
        return []
    parts = held.get("parts") if isinstance(held, dict) and held.get("form") == form else None
    return [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
