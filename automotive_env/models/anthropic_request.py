"""Requests in the form of Anthropic's Messages API."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.models.model import ComputerTool, ModelMessage, ModelRequest
from automotive_env.models.opaque import from_opaque
from automotive_env.models.options import ModelOption
from automotive_env.models.roles import check_system_first
from automotive_env.text.lenient_json import read_arguments

FORM = "anthropic"
"""Name of this form in opaque texts."""
TOOLSET = "computer_toolset_20260801"
"""The computer tool of today: one tool for each action."""
BETAS = {"computer_20251124": "computer-use-2025-11-24", "computer_20250124": "computer-use-2025-01-24"}
"""Versions before it, which are one tool for all actions, and the beta that each belongs to."""
VERSIONS = (TOOLSET, *BETAS)
ZOOMING = "computer_20251124"
"""The version whose zoom has a switch."""
AnthropicBlock: TypeAlias = dict[str, Any]


def check_messages(request: ModelRequest) -> None:
    """Refuse what the API has no form for.

    Raises:
        UsageError: the request holds such a thing; the message names it.
    """
    check_system_first(request.messages, "Anthropic")
    computer = request.computer
    if computer is None:
        return
    version = computer.version or TOOLSET
    if version != TOOLSET and not {*computer.excluded} <= ({"zoom"} if version == ZOOMING else set()):
        raise UsageError(f"{version} offers all its actions; exclude none, or use {TOOLSET}")


def beta_of(request: ModelRequest) -> str:
    """The beta that a request needs, or an empty text."""
    return BETAS.get(request.computer.version, "") if request.computer else ""


def messages_body(
    model: str, request: ModelRequest, pngs: Sequence[Sequence[bytes]], without: frozenset[ModelOption]
) -> dict[str, Any]:
    """The members of a request that the SDK names.

    Args:
        model: name at the server.
        request: what is asked.
        pngs: pictures of each message.
        without: options to leave out.
    """
    body: dict[str, Any] = {"model": model, "max_tokens": request.sampling.max_tokens, "messages": _turns(request, pngs)}
    if system := [{"type": "text", "text": one.text} for one in request.messages if one.role == "system" and one.text]:
        body["system"] = system
    if tools := [*_tools(request)]:
        body["tools"] = tools
    if request.sampling.stop:
        body["stop_sequences"] = [*request.sampling.stop]
    if "schema" not in without and request.schema is not None:
        body["output_config"] = {"format": {"type": "json_schema", "schema": dict(request.schema)}}
    return body


def further_members(request: ModelRequest, without: frozenset[ModelOption]) -> dict[str, Any]:
    """Members that the SDK no longer names, because the newest models do not take them, and those of the user."""
    sampling = request.sampling
    drawn = {
        "temperature": None if "temperature" in without else sampling.temperature,
        "top_p": sampling.top_p,
    }
    return {name: value for name, value in drawn.items() if value is not None} | dict(sampling.extra)


def _tools(request: ModelRequest) -> Iterator[dict[str, Any]]:
    if request.computer:
        yield _computer_tool(request.computer)
    for tool in request.tools:
        yield {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}


def _computer_tool(computer: ComputerTool) -> dict[str, Any]:
    version = computer.version or TOOLSET
    if version == TOOLSET:
        configs = {name: {"enabled": False} for name in computer.excluded}
        return {"type": TOOLSET, "configs": configs} if configs else {"type": TOOLSET}
    size = {"display_width_px": computer.width, "display_height_px": computer.height}
    zoom = {"enable_zoom": "zoom" not in computer.excluded} if version == ZOOMING else {}
    return {"type": version, "name": "computer", **size, **zoom}


def _turns(request: ModelRequest, pngs: Sequence[Sequence[bytes]]) -> list[dict[str, Any]]:
    """The conversation, what one side says in a row as one turn: the results of a turn's calls must stand together."""
    members = _members_called(request)
    turns: list[dict[str, Any]] = []
    for message, pictures in zip(request.messages, pngs, strict=True):
        if message.role == "system" or not (blocks := [*_blocks(message, pictures, members)]):
            continue
        role = "assistant" if message.role == "assistant" else "user"
        if not turns or turns[-1]["role"] != role:
            turns.append({"role": role, "content": []})
        turns[-1]["content"] += blocks
    return turns


def _members_called(request: ModelRequest) -> frozenset[str]:
    """Ids of the calls of the toolset, whose results name it."""
    if not request.computer or request.computer.version not in ("", TOOLSET):
        return frozenset()
    others = {tool.name for tool in request.tools}
    calls = (call for message in request.messages for call in message.tool_calls)
    return frozenset(call.id for call in calls if call.name not in others)


def _blocks(message: ModelMessage, pictures: Sequence[bytes], members: frozenset[str]) -> Iterator[AnthropicBlock]:
    if message.role == "tool":
        result = {"type": "tool_result", "tool_use_id": message.tool_call_id}
        content = [*_content(message.text, pictures)]
        yield result | ({"content": content} if content else {}) | _toolset(message.tool_call_id, members)
        return
    if returned := from_opaque(FORM, message.opaque):
        yield from (block for block in returned if block.get("type") != "text" or block.get("text"))
        return
    yield from _content(message.text, pictures)
    for call in message.tool_calls:
        use = {"type": "tool_use", "id": call.id, "name": call.name, "input": _arguments(call.arguments)}
        yield use | _toolset(call.id, members)


def _toolset(id: str, members: frozenset[str]) -> dict[str, str]:
    return {"toolset_name": "computer"} if id in members else {}


def _content(text: str, pictures: Sequence[bytes]) -> Iterator[AnthropicBlock]:
    """A text and its pictures. The API takes no empty text."""
    if text:
        yield {"type": "text", "text": text}
    for data in pictures:
        yield {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": b64encode(data).decode()}}


def _arguments(text: str) -> dict[str, Any]:
    """Arguments as an object; what is none is kept as text."""
    try:
        return read_arguments(text)
    except ValueError:
        return {"arguments": text}
