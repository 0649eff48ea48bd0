"""The agents that can be named on the command line: every `AgentSpec` at the top level of a module of this folder."""

from __future__ import annotations

import difflib
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from automotive_env import agents as package
from automotive_env.agent import AgentSpec
from automotive_env.errors import UsageError


@cache
def all_agents() -> Mapping[str, AgentSpec]:
    """Name -> agent, in alphabetical order."""
    modules = [import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)]
    specs = {value.name: value for module in modules for value in vars(module).values() if isinstance(value, AgentSpec)}
    return MappingProxyType(dict(sorted(specs.items())))


def find_agent(name: str) -> AgentSpec:
    """The agent of that name.

    Raises:
        UsageError: there is none; the message names those that are.
    """
    if name in all_agents():
        return all_agents()[name]
    near = difflib.get_close_matches(name.lower(), all_agents(), n=1)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    raise UsageError(f"no agent {name[:60]!r}{guess} There are: {', '.join(all_agents())}")
