"""The contract of an agent: it sees an observation and decides on an action. The loop belongs to `play`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from automotive_env.action import Action
from automotive_env.controller import Outcome
from automotive_env.errors import UsageError
from automotive_env.model import Model, Usage
from automotive_env.observation import Image, Observation

if TYPE_CHECKING:
    from automotive_env.geo.context import ContextProvider
    from automotive_env.task import Task, TaskInstance


@dataclass(frozen=True, slots=True)
class EpisodeContext:
    """What an agent is told besides the goal.

    Attributes:
        seed: for an agent that draws lots.
        apps: names of the apps that can be opened.
        apis: full name -> summary, of the vehicle APIs it may call.
        max_steps: decisions it has.
    """

    seed: int
    apps: tuple[str, ...]
    apis: dict[str, str] = field(default_factory=dict)
    max_steps: int = 15


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent decided in one step.

    Attributes:
        action: what to do, or None where the model's reply held no action (see `error`).
        reasoning: why.
        reply: the model's whole reply, kept for the record.
        error: why the reply held no action; the step counts, the agent is told.
        usage: what the step's model calls cost.
        notes: further things worth recording, such as a context query and its answer, or a reflection.
        marked: the screenshot with marks as the model saw it.
    """

    action: Action | None
    reasoning: str = ""
    reply: str = ""
    error: str = ""
    usage: Usage = Usage()
    notes: dict[str, Any] = field(default_factory=dict)
    marked: Image | None = field(default=None, repr=False, compare=False)


class Agent(Protocol):
    """Something that plays an episode."""

    @property
    def name(self) -> str:
        """What records call it, such as "asurada"."""
        ...

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode; everything remembered from the last one is gone."""
        ...

    async def act(self, observation: Observation) -> Decision:
        """Decide on the next action.

        Raises:
            ModelFault: the model could not be asked.
        """
        ...

    async def reflect(self, decision: Decision, outcome: Outcome, after: Observation) -> Decision:
        """Learn what became of the action; returns the decision with what was thought of it and what that cost."""
        ...


@runtime_checkable
class PrivilegedAgent(Protocol):
    """An agent that is shown the task itself, such as the oracle; never one that is measured."""

    def brief(self, task: Task, instance: TaskInstance) -> None:
        """See the task before the episode begins."""
        ...


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent that can be named on the command line; one at the top level of a module in `agents/` is found by itself.

    Attributes:
        name: what the command line and records call it, such as "asurada".
        description: what it is, one line.
        build: makes one out of a model (None for agents that ask none) and a context provider.
        needs_model: whether it asks a model.
    """

    name: str
    description: str
    build: Callable[[Model | None, ContextProvider | None], Agent]
    needs_model: bool = False

    def make(self, model: Model | None = None, provider: ContextProvider | None = None) -> Agent:
        """A new agent.

        Raises:
            UsageError: it needs a model and got none.
        """
        if self.needs_model and model is None:
            raise UsageError(f"{self.name} asks a model; name one, such as the built-in one: --model builtin")
        return self.build(model, provider)
