"""The one loop of all agents that look at the head unit and ask a model what to do; an agent is a design of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Flag, auto
from typing import TYPE_CHECKING

from automotive_env.action import Action, Answer, Status
from automotive_env.agent import AgentKit, AgentOptions, AgentSpec, Decision, EpisodeContext, Geo
from automotive_env.agents.facts import difference, result_of, vehicle_of
from automotive_env.agents.geo_context import Asked, GeoContext
from automotive_env.agents.history import History, describe
from automotive_env.agents.memory import Memory
from automotive_env.agents.prompting import ACT, REFLECT, render
from automotive_env.agents.replies import dropped_of, read_action, reasoning_of, thought_of
from automotive_env.controller import Outcome
from automotive_env.model import Completion, Facts, Model, ModelRequest, Purpose
from automotive_env.observation import Image, Observation

if TYPE_CHECKING:
    from automotive_env.geo.context import ContextProvider


class Sees(Flag):
    """What of an observation an agent is shown, besides the other vehicle facts."""

    ELEMENTS = auto()
    SCREENSHOT = auto()
    MARKS = auto()
    SENSORS = auto()


ELEMENTS, SCREENSHOT, MARKS, SENSORS = Sees.ELEMENTS, Sees.SCREENSHOT, Sees.MARKS, Sees.SENSORS


@dataclass(frozen=True, slots=True)
class Design:
    """What makes an agent: what it sees and what it does after a step; see `gui_agent`."""

    name: str
    sees: Sees
    geo: Geo = "off"
    summarises: bool = False
    reflects: bool = False
    remembers: bool = False

    @property
    def takes(self) -> frozenset[str]:
        """Names of the options that change something about it."""
        thinks = {"reflection"} if self.summarises or self.reflects else set()
        keeps = {"memory"} if self.remembers else set()
        return frozenset({"see", "geo"} | thinks | keeps)

    def with_options(self, options: AgentOptions) -> Design:
        """The design as a run wants it."""
        sees = self.sees if options.see is None else Sees(0)
        for modality in options.see or ():
            sees |= Sees[modality.upper()]
        return replace(
            self,
            sees=sees,
            geo=self.geo if options.geo is None else options.geo,
            summarises=self.summarises and options.reflection,
            reflects=self.reflects and options.reflection,
            remembers=self.remembers and options.memory,
        )


def gui_agent(
    name: str,
    description: str,
    *,
    sees: Sees,
    geo: Geo = "off",
    summarises: bool = False,
    reflects: bool = False,
    remembers: bool = False,
) -> AgentSpec:
    """Declare an agent.

    Args:
        name: what the command line and records call it.
        description: what it is, one line.
        sees: what it is shown.
        geo: what it knows of the place: nothing, the position, or also what a context provider, if there is one, says of it.
        summarises: after a step, it sums up from the element lists what happened.
        reflects: after a step, it judges from the pictures before and after what happened.
        remembers: it keeps what worked and what did not beyond the bounded history.
    """
    design = Design(name, sees, geo, summarises, reflects, remembers)

    def build(kit: AgentKit) -> GuiAgent:
        assert kit.model is not None, "AgentSpec.make has checked it"
        return GuiAgent(design.with_options(kit.options), kit.model, kit.provider)

    return AgentSpec(name, description, build, needs_model=True, takes=design.takes)


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
        self._place = GeoContext(self._provider) if self._design.geo == "context" and self._provider else None

    async def act(self, observation: Observation) -> Decision:
        """Decide on the next action.

        Raises:
            ModelFault: the model could not be asked.
        """
        self._seen = observation
        asked = Asked()
        if self._place:
            asked = await self._place.ask(self._model, observation, self._facts(observation))
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
            vehicle=self._vehicle(observation),
            gps=f"{gps.latitude:.5f}, {gps.longitude:.5f}" if self._design.geo != "off" else "",
            context=dict(self._place.statements) if self._place else {},
            apis=self._context.apis,
            apps=self._context.apps,
            memory=self._memory.lines if self._design.remembers else (),
            steps_left=max(1, self._context.max_steps - self._history.steps),
        )

    def _vehicle(self, observation: Observation) -> dict[str, str]:
        """The vehicle facts that the agent is shown."""
        facts = vehicle_of(observation)
        if SENSORS not in self._design.sees:
            facts.pop("sensors", None)
        return facts

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
        elif outcome.message or before.elements != after.elements or self._vehicle(before) != self._vehicle(after):
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
            vehicle=self._vehicle(after),
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
