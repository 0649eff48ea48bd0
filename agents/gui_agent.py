"""The one loop of all agents that look at the head unit and ask a model what to do; an agent is a design of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Flag, auto
from typing import TYPE_CHECKING, Any, Protocol

from automotive_env.action import Action, Answer, Status
from automotive_env.agent import AgentSpec, Decision, EpisodeContext
from automotive_env.agents.facts import difference, result_of, vehicle_of
from automotive_env.agents.history import History, describe
from automotive_env.agents.memory import Memory
from automotive_env.agents.prompting import ACT, REFLECT, render
from automotive_env.agents.replies import dropped_of, read_action, reasoning_of, thought_of
from automotive_env.controller import Outcome
from automotive_env.model import Completion, Facts, Model, ModelRequest, Purpose, Usage
from automotive_env.observation import Image, Observation

if TYPE_CHECKING:
    from automotive_env.geo.context import ContextProvider


class Sees(Flag):
    """What of an observation an agent is shown, besides the vehicle facts."""

    ELEMENTS = auto()
    SCREENSHOT = auto()
    MARKS = auto()
    GPS = auto()


ELEMENTS, SCREENSHOT, MARKS, GPS = Sees.ELEMENTS, Sees.SCREENSHOT, Sees.MARKS, Sees.GPS


@dataclass(frozen=True, slots=True)
class Asked:
    """What it took to find out about a place: usage of the model, and what to record."""

    usage: Usage = Usage()
    notes: dict[str, Any] = field(default_factory=dict)


class Inquiry(Protocol):
    """Finds out what the car's own sensors do not tell; made anew for each episode."""

    @property
    def statements(self) -> Mapping[str, str]:
        """What is known: topic -> statement."""
        ...

    async def ask(self, model: Model, observation: Observation, facts: Facts) -> Asked:
        """Ask, if there is something new to ask about."""
        ...


@dataclass(frozen=True, slots=True)
class Design:
    """What makes an agent: what it sees and what it does after a step; see `gui_agent`."""

    name: str
    sees: Sees
    summarises: bool = False
    reflects: bool = False
    remembers: bool = False
    asks: Callable[[ContextProvider], Inquiry] | None = None


def gui_agent(
    name: str,
    description: str,
    *,
    sees: Sees,
    summarises: bool = False,
    reflects: bool = False,
    remembers: bool = False,
    asks: Callable[[ContextProvider], Inquiry] | None = None,
) -> AgentSpec:
    """Declare an agent.

    Args:
        name: what the command line and records call it.
        description: what it is, one line.
        sees: what it is shown.
        summarises: after a step, it sums up from the element lists what happened.
        reflects: after a step, it judges from the pictures before and after what happened.
        remembers: it keeps what worked and what did not beyond the bounded history.
        asks: how it finds out about the place; without a context provider it does not.
    """
    design = Design(name, sees, summarises, reflects, remembers, asks)

    def build(model: Model | None, provider: ContextProvider | None) -> GuiAgent:
        assert model is not None, "AgentSpec.make has checked it"
        return GuiAgent(design, model, provider)

    return AgentSpec(name, description, build, needs_model=True)


class GuiAgent:
    """An agent of some design at work; see `automotive_env.agent.Agent`."""

    def __init__(self, design: Design, model: Model, provider: ContextProvider | None = None) -> None:
        self._design = design
        self._model = model
        self._provider = provider
        self._marked: tuple[Observation, Image] | None = None
        self.reset("", EpisodeContext(seed=0, apps=()))

    @property
    def name(self) -> str:
        """What records call it."""
        return self._design.name

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode; everything remembered from the last one is gone."""
        self._goal, self._context = goal, context
        self._history, self._memory = History(), Memory()
        self._seen: Observation | None = None
        self._marked = None
        asks, provider = self._design.asks, self._provider
        self._inquiry = asks(provider) if asks and provider else None

    async def act(self, observation: Observation) -> Decision:
        """Decide on the next action.

        Raises:
            ModelFault: the model could not be asked.
        """
        self._seen = observation
        asked = Asked()
        if self._inquiry:
            asked = await self._inquiry.ask(self._model, observation, self._facts(observation))
        facts = self._facts(observation)
        pictures, marked = self._pictures(observation)
        text = render(ACT, facts, pictures=tuple(pictures))
        request = ModelRequest.of("act", text, tuple(pictures.values()), facts)
        completion = await self._model.complete(request)
        action, error = read_action(completion, observation)
        if error:
            self._history.add(f"no action, the reply was not usable: {error}", failed=True)
        usage = asked.usage + completion.usage
        notes = {**asked.notes, **dropped_of(completion, "reply")}
        return Decision(action, reasoning_of(completion.text), completion.text, error, usage, notes, marked)

    async def reflect(self, decision: Decision, outcome: Outcome, after: Observation) -> Decision:
        """Learn what became of the action; returns the decision with what was thought of it and what that cost.

        Raises:
            ModelFault: the model could not be asked.
        """
        action, before = decision.action, self._seen
        if action is None or before is None:
            return decision  # the history holds it already
        what, came = describe(action, before.elements), result_of(outcome)
        self._remember(what, outcome, before, after)
        if not outcome.done or isinstance(action, Status | Answer) or not (self._design.reflects or self._design.summarises):
            self._history.add(f"{what} -> {came}", failed=not outcome.done)
            return decision
        completion = await self._ask_back(action, came, before, after, decision.marked)
        thought, lesson = thought_of(completion.text)
        if lesson and self._design.remembers:
            self._memory.add(f"lesson: {lesson}")
        self._history.add(f"{what} -> {came}" + (f" | {thought}" if thought else ""))
        kind = "reflection" if self._design.reflects else "summary"
        notes = {**decision.notes, kind: completion.text, **dropped_of(completion, kind)}
        return replace(decision, usage=decision.usage + completion.usage, notes=notes)

    def _facts(self, observation: Observation) -> Facts:
        gps, sees = observation.gps, self._design.sees
        return Facts(
            goal=self._goal,
            elements=observation.elements if ELEMENTS in sees else (),
            history=self._history.lines,
            vehicle=vehicle_of(observation),
            gps=f"{gps.latitude:.5f}, {gps.longitude:.5f}" if GPS in sees else "",
            context=dict(self._inquiry.statements) if self._inquiry else {},
            apis=self._context.apis,
            apps=self._context.apps,
            memory=self._memory.lines if self._design.remembers else (),
            steps_left=max(1, self._context.max_steps - self._history.steps),
        )

    def _pictures(self, observation: Observation) -> tuple[dict[str, Image], Image | None]:
        """What to attach, caption -> image, and the one with marks."""
        pictures: dict[str, Image] = {}
        if SCREENSHOT in self._design.sees:
            pictures["the screen"] = observation.screenshot
        marked = self._mark(observation)
        if marked is not None:
            pictures["the screen with a box around each element that can be touched and its index as a number"] = marked
        return pictures, marked

    def _mark(self, observation: Observation) -> Image | None:
        """The screenshot with marks; what was drawn after a step serves again before the next."""
        if MARKS not in self._design.sees:
            return None
        if self._marked is None or self._marked[0] is not observation:
            from automotive_env.set_of_mark import draw_marks

            self._marked = observation, draw_marks(observation.screenshot, observation.elements)
        return self._marked[1]

    def _remember(self, what: str, outcome: Outcome, before: Observation, after: Observation) -> None:
        """Keep what failed, what did nothing and what worked."""
        if not outcome.done:
            self._memory.add(f"failed: {what} ({outcome.message or 'no cause given'})")
        elif outcome.message or before.elements != after.elements or vehicle_of(before) != vehicle_of(after):
            self._memory.add(f"worked: {what}")
        else:
            self._memory.add(f"changed nothing that shows: {what}")

    async def _ask_back(
        self, action: Action, came: str, before: Observation, after: Observation, marked: Image | None
    ) -> Completion:
        """Ask the model what a step brought about."""
        facts = Facts(
            goal=self._goal,
            elements=after.elements if ELEMENTS in self._design.sees else (),
            vehicle=vehicle_of(after),
            before=before.elements if ELEMENTS in self._design.sees else (),
            action=action.to_json(),
            outcome=came,
        )
        pictures: dict[str, Image] = {}
        if self._design.reflects and marked is not None and (now := self._mark(after)) is not None:
            pictures = {"the screen before the action, with numbers": marked, "the screen after it, with numbers": now}
        text = render(
            REFLECT,
            facts,
            pictures=tuple(pictures),
            remembers=self._design.remembers,
            **difference(facts),
        )
        purpose: Purpose = "reflect" if self._design.reflects else "summarise"
        return await self._model.complete(ModelRequest.of(purpose, text, tuple(pictures.values()), facts))
