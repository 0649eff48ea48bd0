"""The agents that can be named on the command line."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from automotive_env.errors import UsageError

if TYPE_CHECKING:
    from automotive_env.agent import Agent
    from automotive_env.geo.context import ContextProvider
    from automotive_env.model import Model


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent that can be made.

    Attributes:
        description: what it is, one line.
        needs_model: whether it asks a model.
        build: makes one; modules of agents are imported only then.
    """

    description: str
    needs_model: bool
    build: Callable[[Model | None, ContextProvider | None], Agent]

    def make(self, model: Model | None = None, provider: ContextProvider | None = None) -> Agent:
        """A new agent.

        Raises:
            UsageError: it needs a model and got none.
        """
        if self.needs_model and model is None:
            raise UsageError("this agent asks a model; name one, such as the built-in one: --model builtin")
        return self.build(model, provider)


def find_agent(name: str) -> AgentSpec:
    """The agent of that name.

    Raises:
        UsageError: there is none; the message names those that are.
    """
    if name in AGENTS:
        return AGENTS[name]
    near = difflib.get_close_matches(name.lower(), AGENTS, n=1)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    raise UsageError(f"no agent {name[:60]!r}{guess} There are: {', '.join(AGENTS)}")


def _load(where: str) -> Any:
    module, name = where.split(":")
    return getattr(import_module(f"automotive_env.agents.{module}"), name)


def _asks_model(where: str, description: str) -> AgentSpec:
    return AgentSpec(description, True, lambda model, provider: _load(where)(model, provider))


def _plain(where: str, description: str) -> AgentSpec:
    return AgentSpec(description, False, lambda model, provider: _load(where)())


AGENTS: Mapping[str, AgentSpec] = {
    "t3a": _asks_model("t3a:t3a", "reads the accessibility elements, sums up each step"),
    "m3a": _asks_model("m3a:m3a", "sees elements and the marked screen, reflects on each step"),
    "asurada": _asks_model("asurada:asurada", "M3A that also knows the position, asks about the place and remembers"),
    "oracle": _plain("oracle:OracleAgent", "plays the declared solution; shown the task, never a contestant"),
    "noop": _plain("noop:NoopAgent", "ends at once; the floor of every task"),
    "random": _plain("random_agent:RandomAgent", "draws lots; chance level"),
    "human": _plain("human:HumanAgent", "asks a person at the terminal"),
}
"""Name -> agent."""
