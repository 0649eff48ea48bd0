"""Calls as text, in the form of Hermes and Qwen: tools in the system message, `<tool_call>` and `<tool_response>` around JSON.

For trainers that take plain messages; chat templates of these models make the same text of tools and calls.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from automotive_env.training.rewards import MAX_CALLS, Calls
from automotive_env.training.row import ChatMessage, Function, Row

MAX_REPLY = 100_000
"""Characters of a reply that are read."""
_OPEN, _CLOSE = "<tool_call>", "</tool_call>"
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_HEAD = (
    "# Tools\n\nYou may call one or more functions to assist with the user query.\n\n"
    "You are provided with function signatures within <tools></tools> XML tags:\n<tools>"
)
_TAIL = (
    "\n</tools>\n\nFor each function call, return a json object with function name and arguments within "
    '<tool_call></tool_call> XML tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>'
)


def plain_messages(row: Row) -> list[dict[str, str]]:
    """The prompt of a row as plain messages of the roles system, user and assistant.

    Raises:
        UsageError: its tools cannot be read.
    """
    return plain(row.prompt, row.tool_list())


def plain(messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Messages as plain ones; results of calls that follow one another are one message of the user's."""
    told = [_message("system", told_tools(tools))] if tools and messages[0].role != "system" else []
    for is_result, group in groupby(messages, lambda message: message.role == "tool"):
        if is_result:
            told.append(_message("user", "\n".join(f"<tool_response>\n{one.content}\n</tool_response>" for one in group)))
            continue
        for message in group:
            text = reply_text(message) if message.role == "assistant" else message.content
            if tools and message is messages[0] and message.role == "system":
                text = f"{text}\n\n{told_tools(tools)}"
            told.append(_message(message.role, text))
    return told


def _message(role: str, text: str) -> dict[str, str]:
    return {"role": role, "content": text}


def told_tools(tools: Sequence[Mapping[str, Any]]) -> str:
    """Tools as a system message tells them."""
    return _HEAD + "".join(f"\n{json.dumps(tool, ensure_ascii=False)}" for tool in tools) + _TAIL


def reply_text(message: ChatMessage) -> str:
    """A reply with its calls as text."""
    made = [call_text(one.function) for one in message.tool_calls]
    return "\n".join([*([message.content] if message.content else []), *made])


def call_text(call: Function) -> str:
    """A call as text."""
    return f'{_OPEN}\n{{"name": "{call.name}", "arguments": {call.arguments}}}\n{_CLOSE}'


def calls_in(reply: str) -> Calls:
    """The calls in a reply; what was thought before it does not count."""
    found: list[Function] = []
    rest = _THOUGHT.sub("", reply[:MAX_REPLY])
    while _OPEN in rest:
        _, _, rest = rest.partition(_OPEN)
        text, closed, rest = rest.partition(_CLOSE)
        call = _call(text)
        if not closed or call is None or len(found) == MAX_CALLS:
            return Calls(tuple(found), unreadable=True)
        found.append(call)
    return Calls(tuple(found), unreadable=_CLOSE in rest)


def _call(text: str) -> Function | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        return None
    arguments = data.get("arguments", {})
    return Function(name=data["name"], arguments=arguments if isinstance(arguments, str) else json.dumps(arguments))
