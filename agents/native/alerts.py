"""The vehicle APIs that agents on the screen may call, such as warnings, as functions of a native agent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automotive_env.agents.agent import EpisodeContext
from automotive_env.car.calls.catalogue import api_name
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.world import all_apis
from automotive_env.episode.tools import tool_of
from automotive_env.models.model import Tool


def api_tools(context: EpisodeContext) -> Sequence[Tool]:
    """A function for each API."""
    return tuple(Tool(tool_of(api), about, all_apis()[api].schema()) for api, about in context.apis.items())


def api_call(name: str, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
    """The action that calls an API by the name of its function; None where there is none."""
    try:
        return {"action_type": "call", "api": api_name(name), "arguments": dict(arguments)}
    except StateError:
        return None
