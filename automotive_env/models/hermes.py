"""Calls as text, in the form of Hermes and Qwen: tools in the system message, `<tool_call>` around JSON in a reply.

For models that are asked for text alone; the chat templates of these families make the same text of tools and calls.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from automotive_env.models.model import ToolCall
from automotive_env.text.lenient_json import is_strict, member_text, read_arguments

MAX_REPLY = 100_000
"""Characters of a reply that are read."""
MAX_CALLS = 100
"""Calls of a reply that are read."""
_OPEN, _CLOSE = "<tool_call>", "</tool_call>"
_THOUGHT = re.compile(r"\A\s*(?:<think>)?(.*?)</think>\s*", re.DOTALL)
"""Some templates begin it in the prompt."""
_OPEN_THOUGHT = re.compile(r"\A\s*<think>")
_HEAD = (
    "# Tools\n\nYou may call one or more functions to assist with the user query.\n\n"
    "You are provided with function signatures within <tools></tools> XML tags:\n<tools>"
)
_TAIL = (
    "\n</tools>\n\nFor each function call, return a json object with function name and arguments within "
    '<tool_call></tool_call> XML tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>'
)


@dataclass(frozen=True, slots=True)
class ParsedReply:
    """A reply that was read.

    Attributes:
        text: what it says beside calls.
        thought: what was thought before it.
        calls: in order; ids count from 1.
        unreadable: whether it tried to call and nobody can read what, or never ended its thought; that is never the same as
            calling nothing.
    """

    text: str = ""
    thought: str = ""
    calls: tuple[ToolCall, ...] = ()
    unreadable: bool = False


def tools_text(tools: Sequence[Mapping[str, Any]]) -> str:
    """Tools, in the form of the OpenAI API, as a system message tells them."""
    return _HEAD + "".join(f"\n{json.dumps(tool, ensure_ascii=False)}" for tool in tools) + _TAIL


def tool_call_text(name: str, arguments: str) -> str:
    """A call as text; the arguments are JSON text."""
    return f'{_OPEN}\n{{"name": "{name}", "arguments": {arguments}}}\n{_CLOSE}'


def response_text(result: str) -> str:
    """The result of a call as text."""
    return f"<tool_response>\n{result}\n</tool_response>"


def read_reply(reply: str) -> ParsedReply:
    """What a reply says and calls; never raises on what is in it."""
    rest = reply[:MAX_REPLY]
    thought = _THOUGHT.match(rest)
    if not thought and (opened := _OPEN_THOUGHT.match(rest)):
        return ParsedReply(thought=rest[opened.end() :].strip(), unreadable=True)
    rest = rest[thought.end() :] if thought else rest
    thoughts = thought.group(1).strip() if thought else ""
    text, calls = [], list[ToolCall]()
    while _OPEN in rest:
        before, _, rest = rest.partition(_OPEN)
        text.append(before)
        inner, closed, rest = rest.partition(_CLOSE)
        call = _call(inner, len(calls) + 1)
        if not closed or call is None or len(calls) == MAX_CALLS:
            return ParsedReply("".join(text).strip(), thoughts, tuple(calls), unreadable=True)
        calls.append(call)
    return ParsedReply("".join([*text, rest]).strip(), thoughts, tuple(calls), unreadable=_CLOSE in rest)


def _call(text: str, number: int) -> ToolCall | None:
    try:
        data = read_arguments(text)
    except ValueError:
        return None
    if not isinstance(data.get("name"), str):
        return None
    try:
        return ToolCall(f"call_{number}", data["name"], _arguments(text, data.get("arguments", {})))
    except ValueError:  # such as a whole number of thousands of digits
        return None


def _arguments(text: str, arguments: Any) -> str:
    """The arguments of a call as JSON, or as they are written where that had to be mended: so records show and count it."""
    if isinstance(arguments, str):
        return arguments
    return json.dumps(arguments, ensure_ascii=False) if is_strict(text) else member_text(text, "arguments")
