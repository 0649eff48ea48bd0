"""The one loop of all agents that look at the head unit and ask a model what to do; an agent is a design of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypedDict

from automotive_env.agents.action_source import ActionSource, PromptedActionSource
from automotive_env.agents.agent import AgentKit, AgentOptions, AgentSpec, Decision, EpisodeContext
from automotive_env.agents.facts import difference, result_of
from automotive_env.agents.geo_context import GeoContext
from automotive_env.agents.history import StepHistory, describe
from automotive_env.agents.looked_up import LookUpResults
from automotive_env.agents.memory import Memory
from automotive_env.agents.observation_filter import (
    ELEMENTS,
    MARKS,
    SCREENSHOT,
    SENSORS,
    WINDSCREEN,
    FitScreen,
    ObservationFilter,
    ObservationModality,
    modalities_of,
)
from automotive_env.agents.options import Geo
from automotive_env.agents.preparation import TurnPreparation
from automotive_env.agents.prompting import PromptedModel, PromptRenderer, one_line
from automotive_env.agents.replies import MAX_THOUGHT_CHARACTERS, thought_of, thought_schema
from automotive_env.episode.action import Action, Answer, Call, Status, Wait
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.models.model import CarFacts, Model, PromptFacts

__all__ = [
    "ELEMENTS",
    "MARKS",
    "SCREENSHOT",
    "SENSORS",
    "WINDSCREEN",
    "Design",
    "DesignFeatures",
    "GuiAgent",
    "ObservationModality",
    "gui_agent",
]


@dataclass(frozen=True, slots=True)
class Design:
    """What makes an agent: what it sees and what it does after a step; see `gui_agent`."""

    name: str
    sees: ObservationModality
    geo: Geo = "off"
    summarises: bool = False
    reflects: bool = False
    remembers: bool = False
    plans: bool = False
    told_facts: bool = True

    @property
    def takes(self) -> frozenset[str]:
        """Names of the options that change something about it."""
        thinks = {"reflection"} if self.summarises or self.reflects else set()
        keeps = {"memory"} if self.remembers else set()
        return frozenset({"see", "geo", "prompts"} | thinks | keeps)

    def with_options(self, options: AgentOptions) -> Design:
        """The design as a run wants it."""
        sees = self.sees if options.see is None else ObservationModality(0)
        for modality in options.see or ():
            sees |= ObservationModality[modality.upper()]
        return replace(
            self,
            sees=sees,
            geo=self.geo if options.geo is None else options.geo,
            summarises=self.summarises and options.reflection,
            reflects=self.reflects and options.reflection,
            remembers=self.remembers and options.memory,
        )


class DesignFeatures(TypedDict, total=False):
    """What a design does besides seeing and acting."""

    geo: Geo
    summarises: bool
    reflects: bool
    remembers: bool
    plans: bool


def gui_agent(
    name: str,
    description: str,
    *,
    sees: ObservationModality,
    geo: Geo = "off",
    summarises: bool = False,
    reflects: bool = False,
    remembers: bool = False,
    plans: bool = False,
) -> AgentSpec:
    """Declare an agent.

    Args:
        name: what the command line and records call it.
        description: what it is, one line.
        sees: what it is shown.
        geo: what it knows of the place: nothing, the position, or also what a context provider, if there is one, says of it.
        summarises: after each step, it summarises from the element lists what happened.
        reflects: after each step, it judges what happened from the pictures before and after.
        remembers: it remembers what worked and what did not beyond the bounded history.
        plans: it plans steps at the beginning, and again when a step failed or something changed.
    """
    design = Design(name, sees, geo, summarises, reflects, remembers, plans)

    def build(kit: AgentKit) -> GuiAgent:
        own = design.with_options(kit.options)
        model = PromptedModel(_model_of(kit), PromptRenderer(kit.options.prompts))
        return GuiAgent(own, kit, PromptedActionSource(model, tells_place=own.geo != "off"), model)

    return AgentSpec(name, description, build, needs_model=True, takes=design.takes, sees=modalities_of(sees))


def _model_of(kit: AgentKit) -> Model:
    assert kit.model is not None, "AgentSpec.make has checked it"
    return kit.model


class GuiAgent:
    """An agent of some design at work.

    Raises:
        UsageError: a folder of prompts cannot be used.
    """

    def __init__(
        self, design: Design, kit: AgentKit, source: ActionSource, model: PromptedModel, fit: FitScreen | None = None
    ) -> None:
        """Make it.

        Args:
            design: what it sees and thinks about.
            kit: what it is made from.
            source: what asks for its actions.
            model: what plans and reflects.
            fit: the size in which it is shown screens, if not their own.
        """
        self._design = design
        self._source = source
        self._model = model
        self._fit = fit
        self._provider = kit.provider
        self.reset("", EpisodeContext(seed=0, apps=()))

    @property
    def name(self) -> str:
        """What records call it."""
        return self._design.name

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode; everything remembered from the last one is gone."""
        self._opening, self._context, self._before = context.opening, context, 0
        self._goal = goal
        self._history, self._memory = StepHistory(), Memory()
        self._looked_up = LookUpResults()
        sees = self._design.sees & ObservationModality.SENSORS if context.face == "calls" else self._design.sees
        self._sight = ObservationFilter(sees, self._fit, facts=self._design.told_facts)
        self._seen: Observation | None = None
        place = GeoContext(self._provider) if self._design.geo == "context" and self._provider else None
        self._preparation = TurnPreparation(self._model, place, plans=self._design.plans)
        self._source.begin(context, self._sight, self._looked_up)

    def hear(self, opening: TurnOpening) -> None:
        """Begin a later turn: history and memory go on, a plan is made for the new wish."""
        self._opening, self._goal = opening, opening.text
        self._history.add(f"status -> {opening.announcement}")  # where the turn before ended
        self._before = self._history.steps
        self._preparation.begin_turn()
        self._source.hear(opening)

    async def act(self, observation: Observation) -> Decision:
        """Decide on the next action.

        Raises:
            ModelFault: the model could not be asked.
        """
        self._seen = observation
        facts = self._facts(observation)
        if self._source.has_more:
            self._sight.hold(observation)
        notes = {} if self._source.has_more else await self._preparation.prepare(observation, facts)
        decision = await self._source.decide(observation, self._facts(observation) if notes else facts)
        if decision.error:
            self._history.add(f"no action, the reply was not usable: {decision.error}", failed=True)
        return replace(decision, notes={**notes, **decision.notes})

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """Learn what became of the action; returns the decision with what was thought of it.

        Raises:
            ModelFault: the model could not be asked.
        """
        action, before = decision.action, self._seen
        if action is None or before is None:
            return decision  # the history holds it already
        self._source.learn(outcome)
        what = self._source.words(decision) or describe(action, self._sight.elements(before))
        came = result_of(outcome)
        told = self._has_learnt(action, outcome)
        if told:
            came = "done: see what was looked up"
        self._remember(action, what, outcome, before, after)
        thinks = (self._design.reflects or self._design.summarises) and not told
        if not outcome.done or isinstance(action, Status | Answer) or not thinks:
            self._history.add(f"{what} -> {came}", failed=not outcome.done)
            return decision
        thought, lesson = thought_of(await self._ask_back(what, came, decision, before, after))
        self._history.add(f"{what} -> {came}" + (f" | {thought}" if thought else ""))
        notes = {**decision.notes, "reflection" if self._design.reflects else "summary": thought}
        if lesson and self._design.remembers:
            self._memory.add(f"lesson: {lesson}")
        return replace(decision, notes=notes)

    def _facts(self, observation: Observation) -> PromptFacts:
        gps = observation.gps
        return PromptFacts(
            goal=self._goal,
            elements=self._sight.elements(observation),
            history=self._history.lines,
            vehicle=self._sight.vehicle(observation),
            gps=f"{gps.latitude:.5f}, {gps.longitude:.5f}" if self._design.geo != "off" else "",
            context=self._preparation.statements,
            apis=self._context.apis,
            apps=self._context.apps,
            shortcuts=self._context.shortcuts,
            memory=self._memory.lines if self._design.remembers else (),
            plan=self._preparation.plan,
            steps_left=max(1, self._context.max_steps - self._history.steps + self._before),
            car=self._car_facts(),
            face=self._context.face,
            speaker=self._opening.speaker,
            conversation=self._opening.conversation,
        )

    def _has_learnt(self, action: Action, outcome: ActionOutcome) -> bool:
        """Take down what a call told, where calls are offered; returns whether it is kept."""
        if self._context.face == "screen" or not isinstance(action, Call) or not outcome.done:
            return False
        return self._looked_up.learn(action.api, action.arguments, outcome.data)

    def _car_facts(self) -> CarFacts | None:
        """What look-ups told; None where there are none."""
        if self._context.face == "screen":
            return None
        found = self._looked_up
        return CarFacts("action", found.modules, found.tools(self._context.apis), answers=found.answers)

    def _remember(self, action: Action, what: str, outcome: ActionOutcome, before: Observation, after: Observation) -> None:
        """Keep what failed, what did nothing and what worked; a plan that failed is made anew."""
        if not outcome.done:
            self._memory.add(f"failed: {what} ({outcome.message or 'no cause given'})")
            self._preparation.revise()
        elif outcome.message or isinstance(action, Answer | Wait) or self._sight.differ(before, after):
            self._memory.add(f"worked: {what}")
        else:
            self._memory.add(f"changed nothing that shows: {what}")

    async def _ask_back(self, what: str, came: str, decision: Decision, before: Observation, after: Observation) -> str:
        """What the model says that a step brought about."""
        sight, remembers = self._sight, self._design.remembers
        facts = PromptFacts(
            goal=self._goal,
            elements=sight.elements(after),
            vehicle=sight.vehicle(after),
            before=sight.elements(before),
            action=what,
            reason=one_line(decision.reasoning, MAX_THOUGHT_CHARACTERS),
            outcome=came,
            face=self._context.face,
        )
        images = sight.before_and_after(decision.marked, before, after) if self._design.reflects else {}
        completion = await self._model.ask(
            "reflect" if self._design.reflects else "summarise",
            "reflect",
            facts,
            thought_schema(lesson=remembers),
            images,
            remembers=remembers,
            **difference(facts.before, facts.elements),
        )
        return completion.text
