"""Any model with tool calling: our own actions as functions, which touch points, elements, or either.

It touches points of the picture by itself, elements with `--see elements`, and either with `--see elements,screenshot`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.native.agent import layered_agent, native_agent
from automotive_env.agents.native.alerts import api_call, api_tools
from automotive_env.agents.native.family import Fields, NativeFamily, NativeReply, actions_of
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.native.points import read_point
from automotive_env.agents.native.tool_calls import FunctionCall, function_calls, prose_of
from automotive_env.agents.templates import to_json
from automotive_env.episode.action import ACTION_TYPES, ActionError, Aim, Call, action_parameters, action_type, actions, described
from automotive_env.models.model import Choice, Tool
from automotive_env.text.spelling import find_spelling

_AXES = {"x": 0, "to_x": 0, "y": 1, "to_y": 1}


def tools(sent: SentPicture, context: EpisodeContext, aim: Aim) -> Sequence[Tool]:
    """A function for each action, and one for each API."""
    kinds = [kind for kind in actions(shortcuts=context.shortcuts, aim=aim) if kind is not Call]
    own = [Tool(action_type(kind), described(kind, aim)[0], _parameters(action_type(kind), sent, aim)) for kind in kinds]
    return (*own, *api_tools(context))


def _parameters(name: str, sent: SentPicture, aim: Aim) -> dict[str, Any]:
    """The arguments of an action, with the bounds of points in the model's numbers."""
    schema = action_parameters(name, aim=aim)
    number = "number" if sent.space == "0..1" else "integer"
    bounded = {
        field: {"type": number, "minimum": 0, "maximum": sent.top[_AXES[field]]} if field in _AXES else value
        for field, value in schema["properties"].items()
    }
    return schema | {"properties": bounded}


def read(choice: Choice, sent: SentPicture) -> NativeReply:
    """The actions of a reply.

    Raises:
        ActionError: there is none.
    """
    calls = function_calls(choice)
    if not calls:
        raise ActionError("no function is called; call one, and end with status")
    found = [(f"{call.name} {to_json(dict(call.arguments))}", call.id, partial(_read, call)) for call in calls]
    return NativeReply(actions_of(found), prose_of(choice))


def _read(call: FunctionCall) -> Fields:
    if call.fault:
        raise ActionError(f"{call.name}: {call.fault}")
    name = find_spelling(call.name, ACTION_TYPES)
    if name is None:
        if called := api_call(call.name, call.arguments):
            return called
        raise ActionError(f"there is no function {call.name[:60]!r}; there are: {', '.join(ACTION_TYPES)}")
    fields = {key: value for key, value in call.arguments.items() if value is not None}
    if isinstance(fields.get("x"), list) and "y" not in fields:
        fields["x"], fields["y"] = read_point(fields["x"])
    return {**fields, "action_type": name}


FAMILY = NativeFamily(
    "tools",
    "any model with tool calling: our actions are functions that take points or elements",
    read,
    "pixels",
    longest=1_280,
    pictures=3,
    history="turns",
    tools=tools,
    tool_calls="always",
    always_sees=False,
)
tools_agent = native_agent(FAMILY)
asurada_tools = layered_agent(FAMILY)
