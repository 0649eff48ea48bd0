"""Requests in the form of OpenAI's Responses API."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.models.model import ComputerTool, ModelMessage, ModelRequest, ToolCall
from automotive_env.models.opaque import from_opaque
from automotive_env.models.openai_request import RequestBody
from automotive_env.models.options import ModelOption
from automotive_env.text.lenient_json import read_arguments

FORM = "responses"
"""Name of this form in opaque texts."""
COMPUTER = "computer"
"""What a call of the computer tool is called."""
PREVIEW = "computer_use_preview"
"""The first version of the computer tool, which states the size of the display."""
VERSIONS = (COMPUTER, PREVIEW)
BLANK = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
"""One grey pixel for screenshots that are no longer kept: the API takes no result of the computer tool without a picture."""
ResponseItem: TypeAlias = dict[str, Any]


def check_responses(request: ModelRequest) -> None:
    """Refuse what the API has no form for.

    Raises:
        UsageError: the request holds such a thing; the message names it.
    """
    sampling, computer = request.sampling, request.computer
    if sampling.stop or sampling.logprobs is not None:
        raise UsageError("the Responses API supports neither stop texts nor log probabilities; omit them")
    if computer and computer.excluded:
        raise UsageError("the computer tool of OpenAI offers all its actions; exclude none")


def responses_body(
    model: str, request: ModelRequest, pngs: Sequence[Sequence[bytes]], without: frozenset[ModelOption]
) -> RequestBody:
    """The members of a request, but for the extra ones; see `openai_request.chat_body`. The server stores nothing."""
    sampling = request.sampling
    body: RequestBody = {
        "model": model,
        "input": [*_items(request, pngs)],
        "store": False,
        "max_output_tokens": sampling.max_tokens,
    }
    if "thoughts" not in without:
        body |= {"include": ["reasoning.encrypted_content"], "reasoning": {"summary": "auto"}}
    if sampling.temperature is not None and "temperature" not in without:
        body["temperature"] = sampling.temperature
    if sampling.top_p is not None:
        body["top_p"] = sampling.top_p
    if tools := [*_tools(request)]:
        body["tools"] = tools
    if request.computer and request.computer.version == PREVIEW:
        body["truncation"] = "auto"  # that model works with nothing else
    if "schema" not in without and request.schema is not None:
        body["text"] = {"format": {"type": "json_schema", "name": "reply", "schema": dict(request.schema), "strict": False}}
    return body


def _tools(request: ModelRequest) -> Iterator[RequestBody]:
    if request.computer:
        yield _computer_tool(request.computer)
    for tool in request.tools:
        yield {
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
            "strict": False,
        }


def _computer_tool(computer: ComputerTool) -> RequestBody:
    if computer.version != PREVIEW:
        return {"type": COMPUTER}
    return {"type": PREVIEW, "display_width": computer.width, "display_height": computer.height, "environment": "browser"}


def _items(request: ModelRequest, pngs: Sequence[Sequence[bytes]]) -> Iterator[ResponseItem]:
    ours = {call.id for message in request.messages for call in message.tool_calls if _is_computer(call, request)}
    further: list[RequestBody] = []  # words and pictures that a result of the computer tool has no member for
    for message, pictures in zip(request.messages, pngs, strict=True):
        if message.role == "tool":
            if message.tool_call_id in ours:
                yield _screenshot(message, pictures)
                further += _parts(message.text, pictures[1:])
            else:
                output = _parts(message.text, pictures) if pictures else message.text
                yield {"type": "function_call_output", "call_id": message.tool_call_id, "output": output}
            continue
        if further:
            yield {"role": "user", "content": further}
            further = []
        yield from _message(message, pictures, request)
    if further:
        yield {"role": "user", "content": further}


def _message(message: ModelMessage, pictures: Sequence[bytes], request: ModelRequest) -> Iterator[ResponseItem]:
    if returned := from_opaque(FORM, message.opaque):
        yield from returned
        return
    if message.text or pictures or not message.tool_calls:
        yield {"role": message.role, "content": _parts(message.text, pictures) if pictures else message.text}
    for call in message.tool_calls:
        yield _computer_call(call) if _is_computer(call, request) else _function_call(call)


def _is_computer(call: ToolCall, request: ModelRequest) -> bool:
    return request.computer is not None and call.name == COMPUTER


def _function_call(call: ToolCall) -> ResponseItem:
    return {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments}


def _computer_call(call: ToolCall) -> ResponseItem:
    """A call of the computer tool as its parts tell it, for a reply whose own form is not known."""
    try:
        told = read_arguments(call.arguments)
    except ValueError:
        told = {}
    actions: ResponseItem = {name: told[name] for name in ("action", "actions") if name in told} or {"actions": []}
    return {
        "type": "computer_call",
        "id": call.id,
        "call_id": call.id,
        **actions,
        "pending_safety_checks": [asdict(check) for check in call.checks],
        "status": "completed",
    }


def _screenshot(message: ModelMessage, pictures: Sequence[bytes]) -> ResponseItem:
    return {
        "type": "computer_call_output",
        "call_id": message.tool_call_id,
        "output": {"type": "computer_screenshot", "image_url": _url(pictures[0]) if pictures else BLANK},
        "acknowledged_safety_checks": [asdict(check) for check in message.acknowledged],
    }


def _parts(text: str, pictures: Sequence[bytes]) -> list[RequestBody]:
    """A text and its pictures, in full size: coordinates are those of the picture that was sent."""
    parts: list[RequestBody] = [{"type": "input_text", "text": text}] if text else []
    return parts + [{"type": "input_image", "image_url": _url(data), "detail": "auto"} for data in pictures]


def _url(png: bytes) -> str:
    return "data:image/png;base64," + b64encode(png).decode()
