"""Reading Gemini's replies; both Google SDKs name their parts alike."""

from __future__ import annotations

from typing import Any

from automotive_env.model import Completion, Usage
from automotive_env.models.reply import UnreadableReply, count

REFUSALS = frozenset({"SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"})
"""Finish reasons by which the vendor withholds a reply."""
_FINISH = {"STOP": "stop", "MAX_TOKENS": "length", "FINISH_REASON_UNSPECIFIED": "stop", "None": "stop"}


def read_reply(reply: Any) -> Completion:
    """The completion in a GenerateContentResponse of either SDK.

    Raises:
        UnreadableReply: it holds neither a candidate nor a reason why there is none.
    """
    if not reply.candidates:
        if getattr(reply.prompt_feedback, "block_reason", None):
            return Completion.of("", _usage(reply.usage_metadata), "refused")
        raise UnreadableReply("a reply without candidates")
    candidate = reply.candidates[0]
    if not candidate.content and not candidate.finish_reason:  # what the SDK makes of anything at all
        raise UnreadableReply("a candidate without content")
    reason = str(getattr(candidate.finish_reason, "name", candidate.finish_reason))
    if reason in REFUSALS:
        return Completion.of("", _usage(reply.usage_metadata), "refused")
    parts = (candidate.content.parts if candidate.content else None) or ()
    text = "".join(part.text or "" for part in parts if not getattr(part, "thought", False))
    return Completion.of(text, _usage(reply.usage_metadata), _FINISH.get(reason, reason.lower()))


def _usage(counted: Any) -> Usage:
    """The tokens that the server counted, thoughts as part of the reply; zeros where it counts none."""
    prompt, reply, thoughts = (
        count(getattr(counted, name, None)) for name in ("prompt_token_count", "candidates_token_count", "thoughts_token_count")
    )
    return Usage(prompt, reply + thoughts, calls=1)
