"""Members that a user adds to the body of every request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from automotive_env.errors import UsageError

RESERVED = frozenset({"model", "messages", "contents", "systeminstruction", "input", "instructions", "system", "stream"})
"""What a request is about, and how it is answered; compared without "_" and case, as google-genai does."""
MAX_EXTRA_CHARACTERS = 2**16
MAX_EXTRA_DEPTH = 32
"""Objects and lists in one another; records and servers have their bounds, too."""
MAX_EXTRA_INTEGER = 2**63 - 1


def check_extra(extra: Mapping[str, Any]) -> None:
    """Check members that are to be added to the body of requests; they win over members of the same name.

    Raises:
        UsageError: one is not to be set this way, or they are no JSON, or too long.
    """
    if taken := next((name for name in extra if name.replace("_", "").lower() in RESERVED), None):
        raise UsageError(f"the extra body cannot set {taken!r}, which every request sets; omit it")
    try:
        text = json.dumps(extra, allow_nan=False, default=dict)
    except (TypeError, ValueError, RecursionError):
        raise UsageError("the extra body must be a JSON object") from None
    if not _is_recordable(extra, MAX_EXTRA_DEPTH):
        raise UsageError(
            f"the extra body is nested more than {MAX_EXTRA_DEPTH} levels deep, or holds a value that JSON does not have"
        )
    if len(text) > MAX_EXTRA_CHARACTERS:
        raise UsageError(f"the extra body has more than {MAX_EXTRA_CHARACTERS} characters")


def _is_recordable(value: Any, depth: int) -> bool:
    """Whether a value can be sent and recorded as it is."""
    match value:
        case str():
            return value.encode("utf-8", "replace").decode() == value
        case bool() | float() | None:
            return True
        case int():
            return abs(value) <= MAX_EXTRA_INTEGER
        case Mapping():
            return depth > 0 and all(_is_recordable(one, depth - 1) for pair in value.items() for one in pair)
    return depth > 0 and all(_is_recordable(one, depth - 1) for one in value)
