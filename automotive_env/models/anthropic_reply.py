"""Reading replies in the form of Anthropic's Messages API."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from automotive_env.models.anthropic_request import FORM
from automotive_env.models.endings import ended
from automotive_env.models.model import Choice, Completion, ToolCall, Usage
from automotive_env.models.opaque import to_opaque
from automotive_env.models.reply import UnreadableReply, count
from automotive_env.text.foreign_text import read_json


def read_message(text: str, returned: bool = False) -> Completion:
    """The completion in the body of a response.

    Args:
        text: the body.
        returned: whether the conversation may go on, so that the server needs the reply back as it came.

    Raises:
        UnreadableReply: it holds none.
        BrokenOff: the server broke it off.
    """
    try:
        reply = read_json(text)
        blocks = [block for block in reply["content"] if isinstance(block["type"], str)]
        said = Choice(
            text="".join(_texts(blocks, "text")),
            reasoning="\n\n".join(_texts(blocks, "thinking")),
            tool_calls=tuple(_calls(blocks)),
            opaque=to_opaque(FORM, blocks, ("thinking", "redacted_thinking")) if returned else "",
        )
        usage = _usage(reply.get("usage"))
        finish = reply.get("stop_reason")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise UnreadableReply(text) from None
    return Completion((ended(said, finish),), usage)


def _texts(blocks: Sequence[Any], kind: str) -> Iterator[str]:
    """What the blocks of a kind say; its member is named like the kind."""
    return (str(block.get(kind) or "") for block in blocks if block["type"] == kind)


def _calls(blocks: Sequence[Any]) -> Iterator[ToolCall]:
    for block in blocks:
        if block["type"] == "tool_use":
            id, name = block.get("id"), block["name"]
            if not isinstance(name, str):
                raise TypeError
            yield ToolCall(id if isinstance(id, str) else "", name, json.dumps(block.get("input") or {}))


def _usage(told: Any) -> Usage:
    """The tokens that the server counted, read from its cache or not; zeros where it counts none."""
    told = told if isinstance(told, dict) else {}
    fresh, written, cached, said = (
        count(told.get(f"{name}_tokens")) for name in ("input", "cache_creation_input", "cache_read_input", "output")
    )
    thought = count((told.get("output_tokens_details") or {}).get("thinking_tokens"))
    return Usage(fresh + written + cached, said, 1, cached, min(thought, said))
