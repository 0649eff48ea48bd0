"""Members that a user adds to the body of every request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from automotive_env.errors import UsageError

RESERVED = frozenset({"model", "messages", "contents", "systeminstruction", "stream"})
"""What a request is about, and how it is answered; compared without "_" and case, as google-genai does."""
MAX_EXTRA_CHARACTERS = 2**16


def check_extra(extra: Mapping[str, Any]) -> None:
    """Check members that are to be added to the body of requests; they win over members of the same name.

    Raises:
        UsageError: one is not to be set this way, or they are no JSON, or too long.
    """
    if taken := next((name for name in extra if name.replace("_", "").lower() in RESERVED), None):
        raise UsageError(f"the extra body cannot set {taken!r}, which every request sets itself; leave it out")
    try:
        text = json.dumps(extra, allow_nan=False, default=dict)
    except (TypeError, ValueError, RecursionError):
        raise UsageError("the extra body must be a JSON object") from None
    if len(text) > MAX_EXTRA_CHARACTERS:
        raise UsageError(f"the extra body has more than {MAX_EXTRA_CHARACTERS} characters")
