"""Reading replies in the form of OpenAI's Responses API."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from automotive_env.models.endings import REFUSED, ended
from automotive_env.models.model import Choice, Completion, SafetyCheck, ToolCall, Usage
from automotive_env.models.opaque import to_opaque
from automotive_env.models.reply import UnreadableReply, count
from automotive_env.models.responses_request import COMPUTER, FORM
from automotive_env.text.foreign_text import read_json


def read_response(text: str, returned: bool = False) -> Completion:
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
        items = [item for item in reply["output"] if isinstance(item["type"], str)]
        said = Choice(
            text="".join(_texts(items, "message", "output_text")),
            reasoning="\n\n".join(_texts(items, "reasoning", "summary_text", "reasoning_text")),
            tool_calls=tuple(_calls(items)),
            opaque=to_opaque(FORM, items, ("reasoning",)) if returned else "",
        )
        refused = any(_texts(items, "message", "refusal"))
        usage = _usage(reply.get("usage"))
        finish = _finish(reply)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise UnreadableReply(text) from None
    return Completion((ended(said, REFUSED if refused else finish),), usage)


def _finish(reply: Any) -> str:
    if (reply.get("status") or "completed") == "completed":
        return "stop"
    details = reply.get("incomplete_details") or {}
    return str(details.get("reason") or reply["status"])


def _texts(items: Sequence[Any], kind: str, *parts: str) -> Iterator[str]:
    """The texts of some parts of the items of a kind."""
    for item in items:
        if item["type"] == kind:
            for part in (*(item.get("summary") or ()), *(item.get("content") or ())):
                if part.get("type") in parts:
                    yield str(part.get("text") or part.get("refusal") or "")


def _calls(items: Sequence[Any]) -> Iterator[ToolCall]:
    for item in items:
        if item["type"] == "function_call":
            name, arguments = item["name"], item.get("arguments")
            if not isinstance(name, str):
                raise TypeError
            yield ToolCall(_id(item), name, arguments if isinstance(arguments, str) else json.dumps(arguments or {}))
        elif item["type"] == "computer_call":
            wanted = {name: item[name] for name in ("action", "actions") if item.get(name) is not None}
            yield ToolCall(_id(item), COMPUTER, json.dumps(wanted), checks=tuple(_checks(item)))


def _id(item: Any) -> str:
    id = item.get("call_id")
    return id if isinstance(id, str) else ""


def _checks(item: Any) -> Iterator[SafetyCheck]:
    for check in item.get("pending_safety_checks") or ():
        yield SafetyCheck(*(str(check.get(name) or "") for name in ("id", "code", "message")))


def _usage(told: Any) -> Usage:
    """The tokens that the server counted; zeros where it counts none."""
    told = told if isinstance(told, dict) else {}
    prompt, completion = count(told.get("input_tokens")), count(told.get("output_tokens"))
    cached = count((told.get("input_tokens_details") or {}).get("cached_tokens"))
    reasoning = count((told.get("output_tokens_details") or {}).get("reasoning_tokens"))
    return Usage(prompt, completion, 1, min(cached, prompt), min(reasoning, completion))
