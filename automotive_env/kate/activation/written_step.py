"""The step that a model writes in view of several candidates, after Prompts 1 and 2 of KATE (arXiv 2606.10875).

A step of tool calls is written as one plan and one call, which is checked against the tools. Any other step, such as a program or
an action on the screen, is written in the form that the agent asks for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from automotive_env.agents.prompting import one_line
from automotive_env.kate.activation.candidates import MAX_THOUGHT_CHARACTERS, candidate_of, tools_of
from automotive_env.models.model import Choice, ModelRequest, ToolCall
from automotive_env.models.sanitise import without_controls
from automotive_env.text.argument_values import fitted_object
from automotive_env.text.lenient_json import find_objects
from automotive_env.text.spelling import find_spelling

PLAN, CALL, RESPOND = "optimal_plan", "optimal_tool_call", "response_to_user"
"""Names in the reply: its two members, and the call that says something to the user and calls no tool."""


def writes_call(request: ModelRequest) -> bool:
    """Whether the step is one of tool calls."""
    car = request.facts.car
    return bool(request.tools) or (car is not None and car.wants == "tools")


def step_schema(request: ModelRequest) -> dict[str, Any] | None:
    """JSON schema of a written call; None for a step in another form."""
    if not writes_call(request):
        return None
    names = {"type": "string", "enum": [tool.name for tool in request.tools] + [RESPOND]}
    call = {"type": "object", "properties": {"name": names, "parameters": {"type": "object"}}, "required": ["name", "parameters"]}
    return {"type": "object", "properties": {PLAN: {"type": "string"}, CALL: call}, "required": [PLAN, CALL]}


def step_in(reply: Choice, request: ModelRequest) -> Choice:
    """The step that a model has written, as a reply to the request of the step.

    Raises:
        ValueError: it cannot be carried out; the message says why.
    """
    step = Choice(reply.text, finish=reply.finish)
    found = candidate_of(step, request)
    if writes_call(request) and found.kind not in ("calls", "action"):
        step = _call_in(reply.text, request)
        found = candidate_of(step, request)
    if found.kind == "unreadable":
        raise ValueError(str(found))
    return step


def _call_in(text: str, request: ModelRequest) -> Choice:
    found = [one.data for one in find_objects(text) if isinstance(one.data, dict) and isinstance(one.data.get(CALL), dict)]
    if not found:
        raise ValueError(f'it holds no JSON object with the member "{CALL}"')
    call = found[-1][CALL]
    name, given = call.get("name"), call.get("parameters", {})
    if not isinstance(name, str) or not isinstance(given, dict):
        raise ValueError(f'"{CALL}" needs a "name" and an object "parameters"')
    plan = one_line(str(found[-1].get(PLAN, "")), MAX_THOUGHT_CHARACTERS)
    if name == RESPOND:
        said = given.get("content")
        if not isinstance(said, str) or not said.strip():
            raise ValueError(f'{RESPOND} needs the text "content"')
        return Choice(without_controls(said), reasoning=plan)
    return Choice(plan, tool_calls=(_checked(name, given, request),), finish="tool_calls")


def _checked(name: str, given: Mapping[str, Any], request: ModelRequest) -> ToolCall:
    """A call of a tool that is there, with arguments that it takes.

    Raises:
        ValueError: there is no such tool, or the arguments are others.
    """
    offered = {tool.name: tool for tool in request.tools} or tools_of(request)
    tool = offered.get(find_spelling(name, offered) or name)
    if tool is None:
        raise ValueError(f"there is no tool {name[:80]!r}")
    properties = tool.parameters.get("properties")
    if not isinstance(properties, Mapping):
        properties = {}
    arguments = fitted_object(given, tool.parameters) if properties else dict(given)
    if lacking := [one for one in tool.parameters.get("required", ()) if one not in arguments]:
        raise ValueError(f"{tool.name} needs {', '.join(map(str, lacking))[:200]}")
    if strange := [one for one in arguments if one not in properties]:
        raise ValueError(f"{tool.name} takes no {', '.join(map(str, strange))[:200]}")
    id = f"written_{len(request.messages)}"  # unique within the conversation, which grows with each step
    return ToolCall(id, tool.name, without_controls(json.dumps(arguments, ensure_ascii=False)))
