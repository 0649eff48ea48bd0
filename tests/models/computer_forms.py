"""How the vendors of a computer tool are asked and reply, held to the types of their SDKs.

A request is valid if the SDK's type reads it and leaves nothing out. Replies are made of the SDK's types.
"""

import base64
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any, get_args

from model_server import Vendor
from pydantic import TypeAdapter

from automotive_env.models.kind import is_installed
from automotive_env.models.kinds import find_kind
from automotive_env.models.model import SafetyCheck

THOUGHT = "The fan is too low."
CHECK = SafetyCheck("cu_sc_1", "sensitive_domain", "The page asks for money.")
SIGNED = base64.b64encode(bytes(range(256))).decode()


@dataclass(frozen=True)
class ComputerForm:
    """A vendor's form of the computer tool.

    Attributes:
        vendor: the kind of model.
        click: name and arguments of a call that clicks at (30, 40), as `ToolCall` has them.
        reply: text, names and arguments of calls, safety check or None -> a reply that holds signed reasoning, too.
        invalid: a request -> what the SDK's types do not know of it.
        reasoning: a request -> the parts of earlier replies that hold reasoning.
        results: a request -> (id, PNG file, acknowledged checks, text) of the results of the tool's calls.
        final: a text -> the reply that ends a conversation.
    """

    vendor: Vendor
    click: tuple[str, str]
    reply: Callable[..., dict[str, Any]]
    invalid: Callable[[dict[str, Any]], list[str]]
    reasoning: Callable[[dict[str, Any]], list[Any]]
    results: Callable[[dict[str, Any]], list[tuple[str, bytes, list[str], str]]]
    final: Callable[[str], dict[str, Any]]


_numbers = count()


def new_id(kind: str) -> str:
    """An id that no other reply has."""
    return f"{kind}_{next(_numbers)}"


@cache
def adapter(type_: Any) -> TypeAdapter[Any]:
    """What reads a type of an SDK: the large ones take a tenth of a second to build."""
    return TypeAdapter(type_)


def unread(sent: Any, read: Any, path: str = "") -> list[str]:
    """The members of a value that its type left out."""
    if isinstance(sent, Mapping):
        lost = [f"{path}.{name}" for name in sent if name not in read]
        return lost + [one for name in sent if name in read for one in unread(sent[name], read[name], f"{path}.{name}")]
    if isinstance(sent, list) and not isinstance(read, str | bytes):
        return [one for at, pair in enumerate(zip(sent, read, strict=True)) for one in unread(*pair, f"{path}[{at}]")]
    return []


def invalid_for(type_: Any) -> Callable[[dict[str, Any]], list[str]]:
    """What a type does not know of a request; raises where the request breaks it."""
    return lambda body: unread(body, adapter(type_).validate_python(body))


def png_of(url: str) -> bytes:
    return base64.b64decode(url.removeprefix("data:image/png;base64,"))


def openai_form(kind: str = "openai") -> ComputerForm:
    from openai.types.responses import Response
    from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming

    made = {
        "id": "resp_1",
        "created_at": 0,
        "model": "m-1",
        "object": "response",
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "status": "completed",
        "usage": {
            "input_tokens": 20,
            "input_tokens_details": {"cached_tokens": 8, "cache_write_tokens": 0},
            "output_tokens": 9,
            "output_tokens_details": {"reasoning_tokens": 4},
            "total_tokens": 29,
        },
    }
    thought = {
        "id": "rs_1",
        "type": "reasoning",
        "summary": [{"type": "summary_text", "text": THOUGHT}],
        "encrypted_content": SIGNED,
    }

    def message(text: str) -> dict[str, Any]:
        content = [{"type": "output_text", "text": text, "annotations": []}]
        return {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": content}

    def item(name: str, arguments: Mapping[str, Any], checks: list[dict[str, str]]) -> dict[str, Any]:
        made = {"id": new_id("item"), "call_id": new_id("call"), "status": "completed"}
        if name != "computer":
            return made | {"type": "function_call", "name": name, "arguments": json.dumps(arguments)}
        return made | {"type": "computer_call", "pending_safety_checks": checks, **arguments}

    def valid(output: list[dict[str, Any]]) -> dict[str, Any]:
        body = made | {"output": output}
        adapter(Response).validate_python(body)
        return body

    def reply(text: str, calls: Iterable[tuple[str, Mapping[str, Any]]], check: SafetyCheck | None = None) -> dict[str, Any]:
        checks = [{"id": check.id, "code": check.code, "message": check.message}] if check else []
        items = [item(name, arguments, checks) for name, arguments in calls]
        return valid([thought, *([message(text)] if text else []), *items])

    def results(body: dict[str, Any]) -> list[tuple[str, bytes, list[str], str]]:
        outputs = [item for item in body["input"] if item.get("type") == "computer_call_output"]
        words = [
            part["text"]
            for item in body["input"]
            if item.get("role") == "user" and isinstance(item["content"], list)
            for part in item["content"]
            if part["type"] == "input_text"
        ]
        return [
            (
                one["call_id"],
                png_of(one["output"]["image_url"]),
                [check["message"] for check in one["acknowledged_safety_checks"]],
                words[-1],
            )
            for one in outputs
        ]

    return ComputerForm(
        vendor=named(kind),
        click=("computer", '{"actions": [{"type": "click", "button": "left", "x": 30, "y": 40}]}'),
        reply=reply,
        invalid=invalid_for(ResponseCreateParamsNonStreaming),
        reasoning=lambda body: [item for item in body["input"] if item.get("type") == "reasoning"],
        results=results,
        final=lambda text: valid([message(text)]),
    )


def anthropic_form() -> ComputerForm:
    from anthropic.types import ComputerMemberName, Message
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

    def valid(content: list[dict[str, Any]], stop_reason: str) -> dict[str, Any]:
        usage = {
            "input_tokens": 10,
            "output_tokens": 9,
            "cache_creation_input_tokens": 2,
            "cache_read_input_tokens": 8,
            "output_tokens_details": {"thinking_tokens": 4},
        }
        body = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "m-1",
            "content": content,
            "stop_reason": stop_reason,
            "stop_sequence": None,
            "usage": usage,
        }
        adapter(Message).validate_python(body)
        return body

    def reply(text: str, calls: Iterable[tuple[str, Mapping[str, Any]]], check: SafetyCheck | None = None) -> dict[str, Any]:
        members = get_args(ComputerMemberName)
        used = [
            {"type": "tool_use", "id": new_id("toolu"), "name": name, "input": arguments}
            | ({"toolset_name": "computer"} if name in members else {})
            for name, arguments in calls
        ]
        thought = {"type": "thinking", "thinking": THOUGHT, "signature": SIGNED}
        return valid([thought, *([{"type": "text", "text": text}] if text else []), *used], "tool_use")

    def blocks(body: dict[str, Any], kind: str) -> list[dict[str, Any]]:
        return [block for turn in body["messages"] for block in turn["content"] if block["type"] == kind]

    def results(body: dict[str, Any]) -> list[tuple[str, bytes, list[str], str]]:
        return [
            (
                one["tool_use_id"],
                base64.b64decode(one["content"][-1]["source"]["data"]),
                [],
                one["content"][0].get("text", ""),
            )
            for one in blocks(body, "tool_result")
            if one.get("toolset_name") == "computer"
        ]

    read_request = invalid_for(MessageCreateParamsNonStreaming)
    return ComputerForm(
        vendor=named("anthropic"),
        click=("left_click", '{"coordinate": [30, 40]}'),
        reply=reply,
        invalid=lambda body: read_request({name: value for name, value in body.items() if name not in ("temperature", "top_p")}),
        reasoning=lambda body: blocks(body, "thinking"),
        results=results,
        final=lambda text: valid([{"type": "text", "text": text}], "end_turn"),
    )


def gemini_form() -> ComputerForm:
    from google.genai.types import Content, GenerateContentResponse, Tool

    def valid(parts: list[dict[str, Any]]) -> dict[str, Any]:
        candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
        usage = {
            "promptTokenCount": 20,
            "candidatesTokenCount": 5,
            "thoughtsTokenCount": 4,
            "cachedContentTokenCount": 8,
        }
        body = {"candidates": [candidate], "usageMetadata": usage}
        GenerateContentResponse.model_validate(body)
        return body

    def reply(text: str, calls: Iterable[tuple[str, Mapping[str, Any]]], check: SafetyCheck | None = None) -> dict[str, Any]:
        decision = {"safety_decision": {"decision": check.code, "explanation": check.message}} if check else {}
        used: list[dict[str, Any]] = [
            {"functionCall": {"id": new_id("f"), "name": name, "args": {**arguments, **decision}}} for name, arguments in calls
        ]
        used[0]["thoughtSignature"] = SIGNED
        return valid([{"text": THOUGHT, "thought": True}, *([{"text": text}] if text else []), *used])

    def responses(body: dict[str, Any]) -> list[dict[str, Any]]:
        parts = (part for content in body["contents"] for part in content["parts"])
        return [part["functionResponse"] for part in parts if "functionResponse" in part]

    def results(body: dict[str, Any]) -> list[tuple[str, bytes, list[str], str]]:
        return [
            (
                one["id"],
                base64.urlsafe_b64decode(one["parts"][0]["inline_data"]["data"]),  # the SDK leaves this name as it is
                [CHECK.message] if one["response"].get("safety_acknowledgement") is True else [],
                one["response"]["output"],
            )
            for one in responses(body)
        ]

    def invalid(body: dict[str, Any]) -> list[str]:
        for content in body["contents"]:
            Content.model_validate(content)  # which forbids members that it does not know
        for tool in body["tools"]:
            Tool.model_validate(tool)
        return []

    return ComputerForm(
        vendor=named("gemini"),
        click=("click", '{"x": 30, "y": 40}'),
        reply=reply,
        invalid=invalid,
        reasoning=lambda body: [part for content in body["contents"] for part in content["parts"] if "thoughtSignature" in part],
        results=results,
        final=lambda text: valid([{"text": text}]),
    )


def named(kind: str) -> Vendor:
    found = find_kind(kind)
    assert found
    return Vendor(found)


MAKERS = {
    "openai": openai_form,
    "openai-responses": lambda: openai_form("openai-responses"),
    "anthropic": anthropic_form,
    "gemini": gemini_form,
}


def forms() -> list[str]:
    """Vendors whose SDK is installed."""
    return [name for name in MAKERS if name != "anthropic" or is_installed("anthropic")]
