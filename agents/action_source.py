"""Where the next action of a GUI agent comes from: the model is asked in some form, and its reply is read."""

from __future__ import annotations

from typing import Protocol

from automotive_env.agents.agent import Decision, EpisodeContext
from automotive_env.agents.looked_up import LookUpResults
from automotive_env.agents.observation_filter import ObservationFilter
from automotive_env.agents.prompting import PromptedModel
from automotive_env.agents.replies import read_action
from automotive_env.episode.action import ActionSpaceOptions, action_schema, describe_actions
from automotive_env.episode.action_parser import reasoning_of
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.models.model import PromptFacts


class ActionSource(Protocol):
    """Asks for the next action."""

    @property
    def has_more(self) -> bool:
        """Whether the last reply holds a further action, so that nothing needs to be asked."""
        ...

    def begin(self, context: EpisodeContext, sight: ObservationFilter, looked_up: LookUpResults) -> None:
        """Begin an episode."""
        ...

    def hear(self, opening: TurnOpening) -> None:
        """Begin a later turn."""
        ...

    async def decide(self, observation: Observation, facts: PromptFacts) -> Decision:
        """Ask for the next action.

        Raises:
            ModelFault: the model could not be asked.
        """
        ...

    def words(self, decision: Decision) -> str:
        """The action of a decision in the words of the model, for the history; empty where our own words do."""
        ...

    def learn(self, outcome: ActionOutcome) -> None:
        """Learn what became of the action."""
        ...


class PromptedActionSource:
    """Asks by the prompt `act`, which lists our actions; see `ActionSource`."""

    has_more = False

    def __init__(self, model: PromptedModel, *, tells_place: bool) -> None:
        self._model = model
        self._tells_place = tells_place

    def begin(self, context: EpisodeContext, sight: ObservationFilter, looked_up: LookUpResults) -> None:
        """Begin an episode."""
        self._context, self._sight, self._looked_up = context, sight, looked_up

    def hear(self, opening: TurnOpening) -> None:
        """The facts of the prompt tell it."""

    async def decide(self, observation: Observation, facts: PromptFacts) -> Decision:
        """Ask for the next action."""
        images = self._sight.pictures(observation)
        offered: ActionSpaceOptions = {"shortcuts": self._context.shortcuts, "face": self._context.face, "aim": self._sight.aim}
        told = {"place": self._tells_place, "looked_up": self._looked_up, "actions": describe_actions(**offered)}
        completion = await self._model.ask("act", "act", facts, action_schema(**offered), images, **told)
        action, error = read_action(completion, observation)
        reasoning, marked = reasoning_of(completion.text), self._sight.marked(observation)
        view = self._sight.windscreen(observation)
        return Decision(action, reasoning, completion.text, error, marked=marked, windscreen=view)

    def words(self, decision: Decision) -> str:
        """None of the model's."""
        return ""

    def learn(self, outcome: ActionOutcome) -> None:
        """The history of the prompt tells it."""
