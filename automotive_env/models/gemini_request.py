"""Requests in the form of Gemini's generateContent, as JSON objects with the names that both Google SDKs share."""

from __future__ import annotations

from base64 import b64decode, urlsafe_b64decode
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.models.model import ModelMessage, ModelRequest, Sampling
from automotive_env.models.opaque import from_opaque
from automotive_env.models.options import ModelOption
from automotive_env.models.roles import check_system_first
from automotive_env.text.lenient_json import read_arguments

FORM = "gemini"
"""Name of this form in opaque texts."""
GeminiPart: TypeAlias = dict[str, Any]


def check_conversation(request: ModelRequest) -> None:
    """Refuse a conversation that Gemini has no form for.

    Raises:
        UsageError: the system speaks in its midst, nobody else speaks, or a result answers no call.
    """
    check_system_first(request.messages, "Gemini")
    names = _names(request.messages)
    if lost := next((m for m in request.messages if m.role == "tool" and m.tool_call_id not in names), None):
        raise UsageError(
            f"the tool result {lost.tool_call_id[:40]!r} matches no call in the conversation; set tool_call_id to one"
        )


def system_parts(request: ModelRequest, pngs: Sequence[Sequence[bytes]]) -> list[GeminiPart]:
    """What the system says, empty where it says nothing."""
    spoken = zip(request.messages, pngs, strict=True)
    return [part for message, pictures in spoken if message.role == "system" for part in _content_parts(message.text, pictures)]


def contents(request: ModelRequest, pngs: Sequence[Sequence[bytes]]) -> list[dict[str, Any]]:
    """The conversation, what one side says in a row as one content: results must stand together as their calls do."""
    names = _names(request.messages)
    ours = _computer_calls(request)
    turns: list[dict[str, Any]] = []
    for message, pictures in zip(request.messages, pngs, strict=True):
        if message.role == "system":
            continue
        role = "model" if message.role == "assistant" else "user"
        if not turns or turns[-1]["role"] != role:
            turns.append({"role": role, "parts": []})
        turns[-1]["parts"] += (
            _result(message, pictures, names) if message.tool_call_id in ours else _parts(message, pictures, names)
        )
    return turns


def generation_config(sampling: Sampling, without: frozenset[ModelOption]) -> dict[str, Any]:
    """How replies are drawn, but for the seed, which the former SDK has no name for."""
    config = {
        "max_output_tokens": sampling.max_tokens,
        "temperature": None if "temperature" in without else sampling.temperature,
        "top_p": sampling.top_p,
        "candidate_count": sampling.n if sampling.n > 1 and "n" not in without else None,
        "stop_sequences": list(sampling.stop) or None,
        "response_logprobs": None if sampling.logprobs is None else True,
        "logprobs": sampling.logprobs or None,
    }
    return {name: value for name, value in config.items() if value is not None}


def _names(messages: Sequence[ModelMessage]) -> dict[str, str]:
    return {call.id: call.name for message in messages for call in message.tool_calls}


def _computer_calls(request: ModelRequest) -> frozenset[str]:
    """Ids of the calls of the computer tool, whose results hold their picture."""
    if request.computer is None:
        return frozenset()
    others = {tool.name for tool in request.tools}
    return frozenset(id for id, name in _names(request.messages).items() if name not in others)


def _result(message: ModelMessage, pictures: Sequence[bytes], names: dict[str, str]) -> Iterator[GeminiPart]:
    """The result of a call of the computer tool."""
    id = message.tool_call_id
    response = {"output": message.text} | ({"safety_acknowledgement": True} if message.acknowledged else {})
    parts = [{"inline_data": {"mime_type": "image/png", "data": data}} for data in pictures]
    yield {"function_response": {"id": id, "name": names[id], "response": response} | ({"parts": parts} if parts else {})}


def _parts(message: ModelMessage, pictures: Sequence[bytes], names: dict[str, str]) -> Iterator[GeminiPart]:
    if returned := _returned(message):
        yield from returned
        return
    if message.role == "tool":
        id = message.tool_call_id
        yield {"function_response": {"id": id, "name": names[id], "response": {"output": message.text}}}
        yield from _content_parts("", pictures)
        return
    yield from _content_parts(message.text, pictures, always=not message.tool_calls)
    for call in message.tool_calls:
        part: GeminiPart = {"function_call": {"id": call.id, "name": call.name, "args": _arguments(call.arguments)}}
        yield part | ({"thought_signature": b64decode(call.signature)} if call.signature else {})


def _returned(message: ModelMessage) -> list[GeminiPart]:
    """The parts of an earlier reply as they came, with their bytes in place of base64."""
    parts = from_opaque(FORM, message.opaque)
    for part in parts:
        if isinstance(signature := part.get("thought_signature"), str):
            try:
                part["thought_signature"] = urlsafe_b64decode(signature)
            except ValueError:
                return []
    return parts


def _content_parts(text: str, pictures: Sequence[bytes], always: bool = False) -> Iterator[GeminiPart]:
    if text or (always and not pictures):
        yield {"text": text}
    for data in pictures:
        yield {"inline_data": {"mime_type": "image/png", "data": data}}


def _arguments(text: str) -> dict[str, Any]:
    """Arguments as an object; what is none is kept as text."""
    try:
        return read_arguments(text)
    except ValueError:
        return {"arguments": text}
