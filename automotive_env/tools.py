"""What an agent can do as tools with names and JSON schemas: its actions, and each vehicle API that its face may call.

>>> [name for name in tools("calls") if name in ACTION_TYPES]
['wait', 'answer', 'status']
>>> action_of("hazardLight__switch", {"switch": True})
Call(action_type='call', api='hazardLight.switch', arguments={'switch': True})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from automotive_env.action import ACTION_TYPES, Action, ActionError, action_from_json, action_parameters, action_type, actions
from automotive_env.docstrings import docstring
from automotive_env.errors import UsageError
from automotive_env.faces import FACES, Face
from automotive_env.headless import agent_apis
from automotive_env.world.catalogue import api_name, mcp_tools
from automotive_env.world.errors import StateError, suggest
from automotive_env.world.look_ups import ALIASES
from automotive_env.world.world import MODULES

CALL = "call"
"""The action that is no tool: every API that may be called is one of its own."""


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """Something that an agent can do.

    Attributes:
        name: an action such as "click", or an API as `automotive_env.world.catalogue.tool_name` calls it.
        description: what it does.
        parameters: JSON schema of its arguments.
        reads_only: whether it leaves the car as it is.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    reads_only: bool = False


@cache
def tools(face: Face) -> Mapping[str, OfferedTool]:
    """Name -> tool, of everything that an agent can do on a face: its actions first, then the APIs that it may call.

    Raises:
        UsageError: there is no such face.
    """
    if face not in FACES:
        raise UsageError(f"there is no face {face!r:.60}; there are: {', '.join(FACES)}")
    kinds = [kind for kind in actions(face=face) if action_type(kind) != CALL]
    offered = [
        OfferedTool(name, docstring(kind), action_parameters(name, points=True))
        for kind in kinds
        for name in (action_type(kind),)
    ]
    for tool in mcp_tools(MODULES):
        api = api_name(tool["name"])
        if agent_may_call(face, api):
            reads_only = tool["annotations"]["readOnlyHint"]
            offered.append(OfferedTool(tool["name"], tool["description"], tool["inputSchema"], reads_only))
    return {tool.name: tool for tool in offered}


def not_offered(name: str, offered: Iterable[str]) -> ActionError:
    """What is said of a tool that is not on offer: the one that was meant, or the actions that there are."""
    known = list(offered)
    acts = ", ".join(one for one in known if one in ACTION_TYPES)
    return ActionError(f"the tool {name!r:.60} is not offered here{suggest(name, known) or f'; there are: {acts}'}")


def agent_may_call(face: Face, api: str) -> bool:
    """Whether an agent on a face may call an API by its full name; older names of others are not offered."""
    return api in agent_apis() if face == "screen" else api.rpartition(".")[2] not in ALIASES


def action_of(name: str, arguments: Mapping[str, Any]) -> Action:
    """The action that a tool with its arguments stands for; arguments that are None count as left out.

    Raises:
        ActionError: there is no such tool, or its arguments do not fit; those of an API are checked when it is called.
    """
    if name in ACTION_TYPES and name != CALL:
        given = {field: value for field, value in arguments.items() if value is not None}
        return action_from_json({**given, "action_type": name})
    try:
        return action_from_json({"action_type": CALL, "api": api_name(name), "arguments": dict(arguments)})
    except StateError as error:
        raise ActionError(str(error)) from None
