"""How a reply ended: said, withheld or broken off. What any vendor calls it is sorted here, and nowhere else.

What was said is the agent's. What a vendor withholds is an empty reply of the agent. A reply that broke off is the failure of a
server, whatever came of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from itertools import islice
from typing import Any

from automotive_env.models.model import Choice
from automotive_env.models.reply import UnreadableReply, failure_in
from automotive_env.text.foreign_text import read_json

REFUSED = "refused"
MAX_STREAM_LINES = 1_000
"""Lines of a stream in which an error is looked for."""
_BROKEN = re.compile(r"error|abort|cancel|interrupt|time.?out|fail|overload|unavailable|insufficient|disconnect")
_WITHHELD = re.compile(r"filter|safety|refus|block|recitation|prohibited|policy|moderation|guardrail|sensitive|^spii$|^language$")
_KNOWN = re.compile(r"stop|eos|^end|complete|length|max|call|tool")
"""Ends after which nothing may have been said: the model chose to say nothing, had no room, or called an unknown tool."""
_SAME = {
    "length": ("max_tokens", "model_length", "max_output_tokens", "model_context_window_exceeded"),
    "tool_calls": ("tool_use", "function_call"),
    "stop": ("", "none", "null", "unknown", "finish_reason_unspecified", "eos", "eos_token", "end_turn", "stop_sequence"),
}
_NAMES = {other: name for name, others in _SAME.items() for other in others}
_STREAMED = UnreadableReply("a streamed reply, which was not requested", "turn off streaming at the server or gateway")


class ReplyCutOff(Exception):
    """The server broke off a reply; says what it said about it. Callers of a model see a `ModelUnavailable`."""


def ended(choice: Choice, reason: Any) -> Choice:
    """A reply with its end sorted; nothing is left of one that was withheld.

    Args:
        choice: what came.
        reason: why it ended, as the vendor calls it; None where it does not say.

    Raises:
        BrokenOff: it is not all that the model had to say.
        UnreadableReply: nothing came, for no reason that is known.
    """
    _check_whole(reason)
    given = reason if isinstance(reason, str) else ""
    word = given.strip().lower()
    if _WITHHELD.search(word):
        return Choice(reasoning=choice.reasoning, finish=REFUSED)
    if not (choice.text or choice.reasoning or choice.tool_calls or _KNOWN.search(word)):
        raise UnreadableReply(f"an empty reply with the finish reason {given or 'none'}", "try again later")
    finish = _NAMES.get(word, word if word in _SAME else given)
    return replace(choice, finish="tool_calls" if finish == "stop" and choice.tool_calls else finish)


def check_reply(text: str) -> None:
    """Look for failures in the body of a response that is said to be in order. What else it may be is left to its reader.

    Raises:
        HttpStatusError: it holds an error with an HTTP status of its own, or one by which the vendor withholds a reply.
        BrokenOff: it holds another error, or ends in one.
        UnreadableReply: it is a stream.
    """
    try:
        body = read_json(text)
    except ValueError:
        pieces = [*_pieces(text)]
        is_stream = bool(pieces) or text.lstrip().startswith("data:")
    else:
        pieces = [one for one in (body if isinstance(body, list) else [body]) if isinstance(one, dict)]
        is_stream = isinstance(body, list) and bool(pieces)
    for part in (part for piece in pieces for part in _parts(piece)):
        if failure := failure_in(part):
            raise failure if failure.status or failure.withholds else ReplyCutOff(failure.detail)
        _check_whole(part.get("finish_reason") or part.get("finishReason"))  # some SDKs drop words that they do not know
    if is_stream or any("delta" in one and "message" not in one for piece in pieces for one in _choices(piece)):
        raise _STREAMED


def _check_whole(reason: Any) -> None:
    if isinstance(reason, str) and _BROKEN.search(reason.lower()):
        raise ReplyCutOff(f"finish reason {reason}")


def _pieces(text: str) -> Iterator[dict[str, Any]]:
    """The objects of a stream, as events or as lines."""
    for line in islice(StringIO(text), MAX_STREAM_LINES):
        line = line.removeprefix("data:").strip()
        if line.startswith("{"):
            try:
                yield read_json(line)
            except ValueError:
                continue


def _parts(reply: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Where servers put errors: into the reply, a choice of it, or the message of a choice. Deeper is what the model said."""
    yield reply
    for choice in _choices(reply):
        yield choice
        yield from (part for name in ("message", "delta", "content") if isinstance(part := choice.get(name), dict))


def _choices(reply: dict[str, Any]) -> list[dict[str, Any]]:
    told = reply.get("choices") or reply.get("candidates")
    return [one for one in told if isinstance(one, dict)] if isinstance(told, list) else []
