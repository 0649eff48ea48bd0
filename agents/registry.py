"""The agents that can be named on the command line.

Every `AgentSpec` at the top level of a module of this folder or of `native` is one, and those that other packages add.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from automotive_env import agents as package
from automotive_env.agents import native
from automotive_env.agents.agent import AgentSpec
from automotive_env.agents.standing import CONTESTANT
from automotive_env.errors import UsageError
from automotive_env.plugins.registry import Plugin, PluginGroup, WrongPluginType, is_name
from automotive_env.text.lists import any_of


@cache
def _ours() -> Mapping[str, AgentSpec]:
    modules = [
        import_module(f"{room.__name__}.{found.name}")
        for room in (package, native)
        for found in pkgutil.iter_modules(room.__path__)
    ]
    specs = {value.name: value for module in modules for value in vars(module).values() if isinstance(value, AgentSpec)}
    return MappingProxyType(dict(sorted(specs.items())))


def _read(label: str, value: object) -> Mapping[str, AgentSpec]:
    if not isinstance(value, AgentSpec) or not is_name(value.name):
        raise WrongPluginType("an AgentSpec with a name is needed")
    return {value.name: value}


AGENTS: PluginGroup[AgentSpec] = PluginGroup("agents", "agent", _read, _ours)
"""Agents of other packages."""


@cache
def all_agents() -> Mapping[str, AgentSpec]:
    """Name -> agent, in alphabetical order; with those that installed packages add."""
    others = {name: plugin.value for name, plugin in AGENTS.installed.items()}
    return MappingProxyType(dict(sorted({**_ours(), **others}.items())))


def as_named(text: str) -> str:
    """The name of an agent of this folder that was typed in any case, such as "ASURADA"; any other text as it is."""
    name = text.lower()
    return name if name.removeprefix("kate:") in _ours() else text


def find_agent(name: str, suite: str = "automotive") -> AgentSpec:
    """The agent of that name, or the one that `module:name` names.

    Args:
        name: as it was typed.
        suite: that it is to play, for messages.

    Raises:
        UsageError: there is none; the message names those that are.
    """
    plugin = agent_plugin(name, suite)
    return plugin.value if plugin else _ours()[name]


def agent_plugin(name: str, suite: str = "automotive") -> Plugin[AgentSpec] | None:
    """Where an agent of another package comes from; None for one of this folder.

    Args:
        name: as it was typed.
        suite: that it is to play, for messages.

    Raises:
        UsageError: there is no such agent, or it claims a standing that only ours have.
    """
    if name in _ours():
        return None
    layers, colon, family = name.partition(":")
    if colon and (families := [own.removeprefix(f"{layers}:") for own in _ours() if own.startswith(f"{layers}:")]):
        raise UsageError(f"{layers}:FAMILY takes a family of native agents: {any_of(families)}, not {family[:60]!r}")
    plugin = AGENTS.find(name, f" plays the suite {suite}")
    if plugin.value.standing != CONTESTANT and not plugin.is_ours:
        raise UsageError(
            f"the agent {plugin.name!r:.60} of {plugin.origin} has the standing {plugin.value.standing!r:.40}; "
            "only agents of this package may have one: remove it"
        )
    return plugin
