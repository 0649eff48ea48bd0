"""What an agent can do as tools with names and JSON schemas: its actions, and each vehicle API that its face may call.

>>> [name for name in tools("calls") if name in ACTION_TYPES]
['wait', 'answer', 'status']
>>> action_of("hazardLight__switch", {"switch": True})
Call(action_type='call', api='hazardLight.switch', arguments={'switch': True})
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from automotive_env.car.calls.catalogue import api_name, find_api, mcp_tools, tool_name
from automotive_env.car.calls.look_ups import UNLISTED
from automotive_env.car.core.errors import StateError, suggest
from automotive_env.car.core.world import MODULES, all_apis
from automotive_env.episode.action import (
    ACTION_TYPES,
    Action,
    ActionError,
    action_from_json,
    action_parameters,
    action_type,
    actions,
    described,
)
from automotive_env.episode.faces import FACES, Face
from automotive_env.episode.headless import agent_apis
from automotive_env.errors import UsageError
from automotive_env.text.spelling import find_spelling

CALL, CALL_API = "call", "call_api"
"""The action that calls an API by its name, and the tool that is this action where the APIs are not listed."""


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """Something that an agent can do.

    Attributes:
        name: an action such as "click", or an API as `automotive_env.car.calls.catalogue.tool_name` calls it.
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
        raise UsageError(f"unknown face {face!r:.60}; choose from {', '.join(FACES)}")
    kinds = [kind for kind in actions(face=face, aim="both") if action_type(kind) != CALL]
    named = ((action_type(kind), described(kind, "both")[0]) for kind in kinds)
    offered = [OfferedTool(name, about, action_parameters(name, aim="both")) for name, about in named]
    for tool in mcp_tools(MODULES):
        api = api_name(tool["name"])
        if agent_may_call(face, api):
            reads_only = tool["annotations"]["readOnlyHint"]
            offered.append(OfferedTool(tool["name"], tool["description"], tool["inputSchema"], reads_only))
    return {tool.name: tool for tool in offered}


def few_tools(face: Face) -> Mapping[str, OfferedTool]:
    """The tools of a face without the hundreds of APIs: these are found with look-ups, and called by their names.

    Raises:
        UsageError: there is no such face.
    """
    everything = tools(face)
    if face == "screen":
        return everything
    told = ("search_module", "search_api", *map(tool_of, agent_apis()))
    caller = OfferedTool(CALL_API, _CALLS_APIS, action_parameters(CALL))
    few = [tool for name, tool in everything.items() if name in ACTION_TYPES or name in told]
    return {tool.name: tool for tool in (*few, caller)}


_CALLS_APIS = (
    "Call a vehicle API by its full name, such as airConditioner.switch. search_module lists the devices; search_api describes "
    "the APIs of devices, and those of system and assistance."
)


def tool_of(api: str) -> str:
    """The tool that stands for an API of this full name."""
    return tool_name(all_apis()[api])


def find_tool(name: str, listed: Mapping[str, OfferedTool], face: Face) -> OfferedTool | None:
    """The tool that a name in any spelling means on a face, whether it is listed or an API; None where it means none."""
    if found := find_spelling(name, listed):
        return listed[found]
    api = find_api(name)
    return tools(face).get(tool_name(api)) if api else None


def tool_hint(error: ActionError, *, calls_by: str = CALL) -> str:
    """What is wrong with a call of a tool, with an example of one: its name and its arguments.

    Args:
        error: as it is told to who writes actions as JSON.
        calls_by: the tool that calls an API by its name.
    """
    if not error.example:
        return str(error)
    arguments = json.loads(error.example)
    action = arguments.pop("action_type")
    tool = calls_by if action == CALL else action
    return f"{tool}{error.why.removeprefix(action)}; for example {tool} {json.dumps(arguments)}"


def not_offered(name: str, offered: Iterable[str]) -> ActionError:
    """What is said of a tool that is not on offer: the one that was meant, or the actions that there are."""
    known = list(offered)
    api = find_api(name)
    if api and tool_name(api) in known:
        return ActionError(f"the tool {name!r:.60} is not offered here; did you mean {tool_name(api)!r}?")
    acts = ", ".join(one for one in known if one in ACTION_TYPES)
    return ActionError(f"the tool {name!r:.60} is not offered here{suggest(name, known) or f'; there are: {acts}'}")


def agent_may_call(face: Face, api: str) -> bool:
    """Whether an agent on a face may call an API by its full name; older names of others are not offered."""
    return api in agent_apis() if face == "screen" else api.rpartition(".")[2] not in UNLISTED


def action_of(name: str, arguments: Mapping[str, Any]) -> Action:
    """The action that a tool with its arguments stands for; arguments that are None count as left out.

    Args:
        name: of an action or an API in any spelling, or "call_api".
        arguments: those of an API are checked when it is called.

    Raises:
        ActionError: there is no such tool, or its arguments do not fit.
    """
    action = CALL if name == CALL_API else find_spelling(name, ACTION_TYPES)
    if action and name != CALL:
        return action_from_json({**arguments, "action_type": action})
    try:
        return action_from_json({"action_type": CALL, "api": api_name(name), "arguments": dict(arguments)})
    except StateError as error:
        raise ActionError(str(error)) from None
