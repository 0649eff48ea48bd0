"""Reading replies in the form of OpenAI's chat completions, as OpenAI, vLLM, llama.cpp, Ollama and gateways send them."""

from __future__ import annotations

import json
from typing import Any

from automotive_env.models.endings import REFUSED, ended
from automotive_env.models.model import Choice, Completion, TokenLogprob, ToolCall, Usage
from automotive_env.models.reply import UnreadableReply, count, logprob
from automotive_env.text.foreign_text import read_json

_THINK, _THOUGHT = "<think>", "</think>"


def read_completion(text: str) -> Completion:
    """The completion in the body of a response.

    Raises:
        UnreadableReply: it holds none.
        BrokenOff: the server broke it off.
    """
    try:
        reply = read_json(text)
        choices = tuple(_choice(choice) for choice in reply["choices"])
        usage = _usage(reply.get("usage"))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise UnreadableReply(text) from None
    if not choices:
        raise UnreadableReply(text)
    return Completion(choices, usage)


def _choice(choice: Any) -> Choice:
    message = choice["message"]
    reasoning = next((said for name in ("reasoning_content", "reasoning") if isinstance(said := message.get(name), str)), "")
    thought, text = _split(_text(message.get("content")))
    said = Choice(
        text=text,
        reasoning=reasoning or thought,
        tool_calls=tuple(_call(call) for call in message.get("tool_calls") or ()),
        logprobs=_logprobs(choice.get("logprobs")),
    )
    return ended(said, REFUSED if message.get("refusal") else choice.get("finish_reason"))


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    if not isinstance(content, str | None):
        raise TypeError
    return content or ""


def _split(content: str) -> tuple[str, str]:
    """What a model thought, in front of what it says; some chat templates end the prompt with the opening mark."""
    before, opened, after = content.partition(_THINK)
    if opened and not before.strip():
        thought, _, text = after.partition(_THOUGHT)
    else:
        thought, closed, text = content.partition(_THOUGHT)
        if not closed or _THINK in thought:
            return "", content
    return thought.strip(), text.lstrip()


def _call(call: Any) -> ToolCall:
    id, function = call.get("id"), call["function"]
    name, arguments = function["name"], function.get("arguments")
    if not isinstance(name, str):
        raise TypeError
    if not isinstance(arguments, str):  # some servers send the object itself
        arguments = json.dumps({} if arguments is None else arguments)
    return ToolCall(id if isinstance(id, str) else "", name, arguments)


def _logprobs(told: Any) -> tuple[TokenLogprob, ...]:
    return tuple(
        TokenLogprob(
            str(token["token"]),
            logprob(token["logprob"]),
            tuple((str(other["token"]), logprob(other["logprob"])) for other in token.get("top_logprobs") or ()),
        )
        for token in (told or {}).get("content") or ()
    )


def _usage(told: Any) -> Usage:
    """The tokens that the server counted; zeros where it counts none."""
    prompt, completion = _count(told, "prompt_tokens"), _count(told, "completion_tokens")
    cached = _count(_member(told, "prompt_tokens_details"), "cached_tokens") or _count(told, "prompt_cache_hit_tokens")
    reasoning = _count(_member(told, "completion_tokens_details"), "reasoning_tokens")
    return Usage(prompt, completion, 1, min(cached, prompt), min(reasoning, completion))


def _count(told: Any, name: str) -> int:
    return count(_member(told, name))


def _member(told: Any, name: str) -> Any:
    return told.get(name) if isinstance(told, dict) else None
