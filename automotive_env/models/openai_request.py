"""Requests in the form of OpenAI's chat completions."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from automotive_env.models.model import ModelMessage, ModelRequest, Sampling
from automotive_env.models.options import ModelOption

RequestBody: TypeAlias = dict[str, Any]
PICTURES_OF_RESULTS = "Pictures of the results above:"
"""Before pictures of tool results: the API takes them from the user only."""


def chat_body(model: str, request: ModelRequest, pngs: Sequence[Sequence[bytes]], without: frozenset[ModelOption]) -> RequestBody:
    """The members of a request, but for the extra ones.

    Args:
        model: name at the server.
        request: what is asked.
        pngs: pictures of each message.
        without: options to leave out.
    """
    body: RequestBody = {
        "model": model,
        "messages": list(_messages(request.messages, pngs)),
        **_sampling(request.sampling, without),
    }
    if request.tools:
        body["tools"] = [openai_tool(tool.name, tool.description, tool.parameters) for tool in request.tools]
    if "schema" not in without and request.schema is not None:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "reply", "schema": dict(request.schema)}}
    return body


def _sampling(sampling: Sampling, without: frozenset[ModelOption]) -> RequestBody:
    """Only what was asked for: small servers refuse members that they do not know, even with their usual value."""
    body: RequestBody = {"max_completion_tokens" if "max_tokens" in without else "max_tokens": sampling.max_tokens}
    if sampling.n > 1 and "n" not in without:
        body["n"] = sampling.n
    if sampling.temperature is not None and "temperature" not in without:
        body["temperature"] = sampling.temperature
    if sampling.seed is not None and "seed" not in without:
        body["seed"] = sampling.seed
    if sampling.top_p is not None:
        body["top_p"] = sampling.top_p
    if sampling.stop:
        body["stop"] = list(sampling.stop)
    if sampling.logprobs is not None:
        body["logprobs"] = True
        if sampling.logprobs:
            body["top_logprobs"] = sampling.logprobs
    return body


def openai_tool(name: str, about: str, parameters: Mapping[str, Any]) -> RequestBody:
    """A tool in the form of the OpenAI API."""
    return {"type": "function", "function": {"name": name, "description": about, "parameters": dict(parameters)}}


def _messages(messages: Sequence[ModelMessage], pngs: Sequence[Sequence[bytes]]) -> Iterator[RequestBody]:
    held: list[bytes] = []  # pictures of results; all results of a turn come first
    for message, pictures in zip(messages, pngs, strict=True):
        if message.role == "tool":
            held += pictures
            yield {"role": "tool", "tool_call_id": message.tool_call_id, "content": message.text}
            continue
        if held:
            yield {"role": "user", "content": _content(PICTURES_OF_RESULTS, held)}
            held = []
        yield _message(message, pictures)
    if held:
        yield {"role": "user", "content": _content(PICTURES_OF_RESULTS, held)}


def _message(message: ModelMessage, pictures: Sequence[bytes]) -> RequestBody:
    content = _content(message.text, pictures)
    if not message.tool_calls:
        return {"role": message.role, "content": content}
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in message.tool_calls
    ]
    return {"role": message.role, "content": content or None, "tool_calls": calls}


def _content(text: str, pictures: Sequence[bytes]) -> str | list[RequestBody]:
    if not pictures:
        return text  # the form that the smallest servers know, too
    parts: list[RequestBody] = [{"type": "text", "text": text}] if text else []
    return parts + [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64," + b64encode(data).decode()}} for data in pictures
    ]
