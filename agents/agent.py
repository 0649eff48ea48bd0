"""The contract of an agent: it sees an observation and decides on an action. The loop belongs to `play`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Protocol, get_args, runtime_checkable

from automotive_env.agents.options import AS_DESIGNED, Modality
from automotive_env.agents.options import AgentOptions as AgentOptions
from automotive_env.agents.standing import CONTESTANT, AgentStanding
from automotive_env.episode.action import Action
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.faces import Face
from automotive_env.episode.observation import Image, Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.episode.picture import LazyPicture
from automotive_env.errors import AgentFault, UsageError
from automotive_env.models.model import Model, Usage
from automotive_env.plugins.lazy_module import numpy as np
from automotive_env.plugins.registry import calling
from automotive_env.text.option import check_use

if TYPE_CHECKING:
    from automotive_env.place.context_provider import ContextProvider
    from automotive_env.tasks.kit.task import Task, TaskInstance


@dataclass(frozen=True, slots=True)
class EpisodeContext:
    """What an agent is told in addition to the goal.

    Attributes:
        seed: for an agent that draws at random.
        apps: names of the apps that can be opened.
        apis: full name -> summary, of the vehicle APIs it may call; on another face than the screen it can look up all others.
        max_steps: decisions that it may make.
        shortcuts: whether it may open apps by name instead of through the launcher.
        face: how it reaches the car; without a screen, observations show neither elements nor pictures.
        opening: how the turn began: who spoke, and the conversation before.
    """

    seed: int
    apps: tuple[str, ...]
    apis: dict[str, str] = field(default_factory=dict)
    max_steps: int = 15
    shortcuts: bool = True
    face: Face = "screen"
    opening: TurnOpening = TurnOpening(1, "")


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent decided in one step.

    Attributes:
        action: what to do, or None where the model's reply held no action (see `error`).
        reasoning: why.
        reply: the model's whole reply, kept for the record; for an agent that brings its own model, as `usage` is.
        error: why the reply held no action; the step still counts, and the agent is told.
        usage: what the step's model calls cost, where the agent brings a model of its own; calls of the run's are counted.
        notes: further facts to record, such as a context query and its answer, or a reflection.
        marked: the screenshot with marks as the model saw it.
        windscreen: the view through the windscreen, where the model saw it.
        shown: the screen in the size in which the model saw it, if that is not its own.
    """

    action: Action | None
    reasoning: str = ""
    reply: str = ""
    error: str = ""
    usage: Usage = Usage()
    notes: dict[str, Any] = field(default_factory=dict)
    marked: Image | LazyPicture | None = field(default=None, repr=False, compare=False)
    windscreen: Image | LazyPicture | None = field(default=None, repr=False, compare=False)
    shown: Image | LazyPicture | None = field(default=None, repr=False, compare=False)


def check_decision(decision: object) -> Decision:
    """Make sure that an agent decided on something that can be carried out and recorded.

    Raises:
        AgentFault: it is no decision, or holds what none can hold; the message names it.
    """
    if not isinstance(decision, Decision):
        raise AgentFault(f"the agent returned {type(decision).__name__}, not a Decision")
    for name in _DECISION:
        if not _may_hold(name, value := getattr(decision, name)):
            raise AgentFault(f"the agent's decision has {type(value).__name__} as its {name}")
    counts = {name: getattr(decision.usage, name) for name in _COUNTS}
    if wrong := [name for name, count in counts.items() if type(count) is not int or count < 0]:
        raise AgentFault(f"the agent's decision counts {counts[wrong[0]]!r:.40} {wrong[0]}")
    return decision


_COUNTS = tuple(one.name for one in fields(Usage))
_DECISION: Mapping[str, tuple[type, ...]] = {
    "action": (*get_args(Action), type(None)),
    "reasoning": (str,),
    "reply": (str,),
    "error": (str,),
    "usage": (Usage,),
    "notes": (dict,),
    "marked": (LazyPicture, type(None)),
    "windscreen": (LazyPicture, type(None)),
    "shown": (LazyPicture, type(None)),
}
"""Field of a decision -> types that it may have; pictures may be arrays, too."""


def _may_hold(name: str, value: object) -> bool:
    kinds = _DECISION[name]
    return isinstance(value, kinds) or (LazyPicture in kinds and isinstance(value, np.ndarray))


class Agent(Protocol):
    """A program that plays an episode."""

    @property
    def name(self) -> str:
        """Its name in records, such as "asurada"."""
        ...

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode and forget the last one.

        An episode may have several turns. An agent without a method `hear` (`ConversingAgent`) is reset at each.
        """
        ...

    async def act(self, observation: Observation) -> Decision:
        """Decide on the next action.

        Raises:
            ModelFault: the model did not answer.
        """
        ...

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """Learn the outcome of the action; returns the decision with the agent's reflection."""
        ...


@runtime_checkable
class PrivilegedAgent(Protocol):
    """An agent of ours that is shown the task, such as the oracle.

    The method alone shows it nothing: `AgentSpec.standing` decides, see `automotive_env.agents.standing`.
    """

    def brief(self, task: Task, instance: TaskInstance) -> None:
        """See the task before the episode begins."""
        ...


@runtime_checkable
class ConversingAgent(Protocol):
    """An agent that remembers its earlier turns; other agents are reset for each turn, with the conversation in the context."""

    def hear(self, opening: TurnOpening) -> None:
        """Begin a later turn of the episode."""
        ...


def begin_turn(agent: Agent, opening: TurnOpening, context: EpisodeContext) -> None:
    """Begin a later turn of an episode; an agent that remembers nothing of the earlier ones is reset."""
    if isinstance(agent, ConversingAgent):
        agent.hear(opening)
    else:
        agent.reset(opening.text, replace(context, opening=opening))


@runtime_checkable
class BackgroundAgent(Protocol):
    """An agent of which something is at work between its decisions."""

    def leave(self) -> None:
        """End it: the episode is over, however it came to its end."""
        ...


@dataclass(frozen=True, slots=True)
class AgentKit:
    """The parts that an agent is made from.

    Attributes:
        model: the model it asks; None for agents without one.
        provider: source of facts about places, or None.
        options: changes to its design.
    """

    model: Model | None = None
    provider: ContextProvider | None = None
    options: AgentOptions = AS_DESIGNED


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent that can be named on the command line; one at the top level of a module in `agents/` is found by itself.

    Attributes:
        name: what the command line and records call it, such as "asurada".
        description: what it is, one line.
        build: makes an agent.
        needs_model: whether it asks a model.
        takes: names of the `AgentOptions` that its design uses.
        standing: how it stands in comparisons; agents of other packages are contestants.
        sees: what it is shown by design; None if it may look at anything. See `automotive_env.agents.comparison_tracks`.
        always_sees: the part of it that a run cannot take away.
        model_kinds: kinds of models that it can ask, of those of this package; empty for any.
        settings: options and size of the display -> what a run makes of the agent's design, for its manifest; None where the
            options say it all.
    """

    name: str
    description: str
    build: Callable[[AgentKit], Agent]
    needs_model: bool = False
    takes: frozenset[str] = frozenset()
    standing: AgentStanding = CONTESTANT
    sees: tuple[Modality, ...] | None = None
    always_sees: tuple[Modality, ...] = ()
    model_kinds: tuple[str, ...] = ()
    settings: Callable[[AgentOptions, tuple[int, int]], Mapping[str, Any]] | None = None

    def check(self, options: AgentOptions) -> None:
        """Check that the agent uses the options that are given.

        Raises:
            UsageError: it does not; the message names the options that it takes.
        """
        check_use(self.name, options, self.takes | {"shortcuts"})

    def check_model(self, model: str, options: AgentOptions = AS_DESIGNED) -> None:
        """Check that the agent can ask a model, before there is one.

        Args:
            model: its specification, such as "openai:NAME".
            options: changes to the agent's design.

        Raises:
            UsageError: it is of a kind that the agent cannot ask, or lacks that version of the computer tool.
        """
        from automotive_env.models.kind import check_computer_tool
        from automotive_env.models.kinds import find_kind, names

        kind = model.partition(":")[0]
        if self.model_kinds and kind in set(names()) - {*self.model_kinds, "replay"}:
            tool = f"{self.name} uses the computer tool of {' and '.join(self.model_kinds)}"
            raise UsageError(f"{tool}, which {model} lacks; use --model {self.model_kinds[0]}:NAME")
        if kind in self.model_kinds and (found := find_kind(kind)):
            check_computer_tool(kind, options.computer_tool, found.computer_tools)

    def check_faces(self, faces: Collection[Face]) -> None:
        """Check that the agent has something to act on.

        Raises:
            UsageError: it acts on pictures of the screen, and there is no screen.
        """
        if self.sees == ("screenshot",) and set(faces) == {"calls"}:
            raise UsageError(f"{self.name} acts on pictures, and --face calls has no screen; omit --face, or name another agent")

    def make(
        self, model: Model | None = None, provider: ContextProvider | None = None, options: AgentOptions = AS_DESIGNED
    ) -> Agent:
        """A new agent.

        Raises:
            UsageError: it needs a model and got none, does not use an option, or cannot be made.
        """
        self.check(options)
        if self.needs_model and model is None:
            raise UsageError(f"{self.name} needs a model; name one, such as --model builtin")
        if model is not None:
            self.check_model(model.name, options)
        with calling(f"the agent {self.name} cannot be made"):
            agent = self.build(AgentKit(model, provider, options))
        if not all(callable(getattr(agent, method, None)) for method in ("reset", "act", "reflect")):
            raise UsageError(f"{self.name} makes {type(agent).__name__}, which is not an agent: it lacks reset, act or reflect")
        if agent.name != self.name:
            raise UsageError(f"the agent {self.name} has the name {agent.name!r:.60}; give the agent and its spec the same name")
        return agent
