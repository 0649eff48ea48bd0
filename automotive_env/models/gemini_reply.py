"""Reading Gemini's replies; both Google SDKs name their parts alike."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from automotive_env.models.endings import REFUSED, ended
from automotive_env.models.model import Choice, Completion, TokenLogprob, ToolCall, Usage
from automotive_env.models.reply import UnreadableReply, count, logprob


def read_reply(reply: Any) -> Completion:
    """The completion in a GenerateContentResponse of either SDK.

    Raises:
        UnreadableReply: it holds neither a candidate nor a reason why there is none.
        BrokenOff: the server broke it off.
    """
    if not reply.candidates:
        if getattr(reply.prompt_feedback, "block_reason", None):
            return Completion.of("", _usage(reply.usage_metadata), REFUSED)
        raise UnreadableReply("a reply without candidates")
    try:
        return Completion(tuple(_choice(candidate) for candidate in reply.candidates), _usage(reply.usage_metadata))
    except TypeError:
        raise UnreadableReply("a candidate with an invalid part") from None


def _choice(candidate: Any) -> Choice:
    if not candidate.content and not candidate.finish_reason:  # what the SDK makes of anything at all
        raise UnreadableReply("a candidate without content")
    parts = list((candidate.content.parts if candidate.content else None) or ())
    said = Choice(
        text=_text(parts, thought=False),
        reasoning=_text(parts, thought=True),
        tool_calls=tuple(_calls(parts)),
        logprobs=tuple(_logprobs(getattr(candidate, "logprobs_result", None))),
    )
    return ended(said, getattr(candidate.finish_reason, "name", candidate.finish_reason))


def _text(parts: Sequence[Any], thought: bool) -> str:
    return "".join(part.text or "" for part in parts if bool(getattr(part, "thought", False)) is thought)


def _calls(parts: Sequence[Any]) -> Iterator[ToolCall]:
    for part in parts:
        call = getattr(part, "function_call", None)
        if call:
            signature = b64encode(getattr(part, "thought_signature", None) or b"").decode()
            yield ToolCall(getattr(call, "id", None) or "", call.name or "", json.dumps(_plain(call.args or {})), signature)


def _plain(value: Any) -> Any:
    """A value without the classes of Google's protocol buffers, which hold every number as a float."""
    if isinstance(value, Mapping):
        return {str(name): _plain(member) for name, member in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(member) for member in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _logprobs(told: Any) -> Iterator[TokenLogprob]:
    chosen = getattr(told, "chosen_candidates", None) or ()
    others = [_tokens(place.candidates or ()) for place in getattr(told, "top_candidates", None) or ()]
    for place, (token, number) in enumerate(_tokens(chosen)):
        yield TokenLogprob(token, number, others[place] if place < len(others) else ())


def _tokens(candidates: Sequence[Any]) -> tuple[tuple[str, float], ...]:
    return tuple((one.token or "", logprob(one.log_probability or 0.0)) for one in candidates)


def _usage(counted: Any) -> Usage:
    """The tokens that the server counted, thoughts as part of the reply; zeros where it counts none."""
    prompt, said, thought, cached = (
        count(getattr(counted, f"{name}_token_count", None)) for name in ("prompt", "candidates", "thoughts", "cached_content")
    )
    return Usage(prompt, said + thought, calls=1, cached_tokens=min(cached, prompt), reasoning_tokens=thought)
