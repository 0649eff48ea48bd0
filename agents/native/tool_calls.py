"""Calls of functions in a reply: those of the model's interface, or those that are written in `<tool_call>` tags."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from automotive_env.episode.action import ActionError
from automotive_env.episode.action_parser import MAX_REPLY
from automotive_env.models.model import Choice
from automotive_env.text.lenient_json import find_objects, read_arguments

MAX_CALLS = 20
"""Calls of one reply that are read."""
_TAG = re.compile(r"<tool_call>(.*?)(?:</tool_call>|(?=<tool_call>)|\Z)", re.DOTALL)
_THOUGHTS = re.compile(r"<(think|thinking|thought)>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A call that a reply asks for.

    Attributes:
        name: of the function.
        arguments: by name.
        id: of a call of the model's interface.
        fault: why the arguments cannot be read.
    """

    name: str
    arguments: Mapping[str, Any]
    id: str = ""
    fault: str = ""


def function_calls(choice: Choice) -> tuple[FunctionCall, ...]:
    """The calls of a reply, in order; none where it holds none."""
    if choice.tool_calls:
        return tuple(_of_interface(call.name, call.arguments, call.id) for call in choice.tool_calls[:MAX_CALLS])
    text = _THOUGHTS.sub("", choice.text)[-MAX_REPLY:]
    tags = [found[1] for found in _TAG.finditer(text)] or [text]
    found = [call for tag in tags for one in find_objects(tag) if (call := _of_object(one.data)) is not None]
    return tuple(found[:MAX_CALLS])


def prose_of(choice: Choice) -> str:
    """What a reply says around its calls."""
    text = choice.text[-MAX_REPLY:]
    thoughts = " ".join(found[2] for found in _THOUGHTS.finditer(text))
    rest = _TAG.sub("", _THOUGHTS.sub("", text)).strip()
    return "\n".join(part for part in (choice.reasoning.strip(), thoughts.strip(), rest) if part)


def labelled_line(text: str, label: str) -> str:
    """What stands behind a label such as "Action:" on a line; the last of several."""
    found = re.findall(rf"^\W{{0,4}}{label}\W{{0,4}}[:：][ \t*]*(.+)$", text, re.IGNORECASE | re.MULTILINE)
    return found[-1].strip(" *\"'") if found else ""


def _of_interface(name: str, arguments: str, call_id: str) -> FunctionCall:
    try:
        return FunctionCall(name, read_arguments(arguments), call_id)
    except ValueError as error:
        return FunctionCall(name, {}, call_id, str(error))


def _of_object(data: Mapping[str, Any]) -> FunctionCall | None:
    """The call that an object of a text is; one without a name has the arguments alone."""
    inner = data.get("function", data)
    if isinstance(inner, dict) and "name" in inner:
        name, arguments = str(inner["name"])[:120], inner.get("arguments", inner.get("parameters", {}))
    elif "action_type" in data:
        name, arguments = str(data["action_type"])[:120], {key: value for key, value in data.items() if key != "action_type"}
    elif "action" in data:
        name, arguments = "", dict(data)
    else:
        return None
    if isinstance(arguments, str):
        try:
            arguments = read_arguments(arguments)
        except ValueError as error:
            return FunctionCall(name, {}, fault=str(error))
    if not isinstance(arguments, dict):
        return FunctionCall(name, {}, fault=f"the arguments are a JSON object, not {type(arguments).__name__}")
    return FunctionCall(name, arguments)


def required(arguments: Mapping[str, Any], *names: str) -> Any:
    """The argument of one of several names.

    Raises:
        ActionError: there is none.
    """
    found = next((arguments[name] for name in names if arguments.get(name) is not None), None)
    if found is None:
        raise ActionError(f"{names[0]} is missing")
    return found
