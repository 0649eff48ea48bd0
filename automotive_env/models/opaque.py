"""Replies in their vendor's own form, kept as a text that only the same vendor reads again.

Vendors sign or encrypt what a model thinks, and refuse a conversation in which it has changed. So a reply goes back as it came.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from automotive_env.text.foreign_text import read_json


def to_opaque(form: str, parts: Sequence[Any]) -> str:
    """The parts of a reply as one text.

    Args:
        form: name of the vendor's form, such as "responses".
        parts: the parts as plain JSON, in the order in which they came.
    """
    text = json.dumps({"form": form, "parts": list(parts)}, separators=(",", ":"), ensure_ascii=False)
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
