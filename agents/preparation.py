"""What an agent does before it acts: it asks about the place and makes a plan, in one request where both are due."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from automotive_env.agents.geo_context import GeoContext
from automotive_env.agents.prompting import PromptedModel
from automotive_env.agents.replies import MAX_PLAN_STEPS, names_in, plan_of, preparation_schema
from automotive_env.episode.observation import Observation
from automotive_env.models.model import PromptFacts


class TurnPreparation:
    """Asks and plans when there is a reason to: when a turn begins, where something changed, and where a step failed."""

    def __init__(self, model: PromptedModel, place: GeoContext | None, *, plans: bool) -> None:
        self._model = model
        self._place = place
        self._plans = plans
        self._plan_is_due = plans
        self.plan: tuple[str, ...] = ()
        """The steps that are meant to be taken."""

    @property
    def statements(self) -> dict[str, str]:
        """What is known of the place: topic -> statement."""
        return self._place.statements if self._place else {}

    def revise(self) -> None:
        """Plan anew before the next step, because one failed."""
        self._plan_is_due = self._plans

    def begin_turn(self) -> None:
        """Plan for the new wish, and ask about the place what it needs to know."""
        self.revise()
        if self._place:
            self._place.begin_turn()

    async def prepare(self, observation: Observation, facts: PromptFacts) -> dict[str, Any]:
        """Ask and plan what is due; returns what is worth recording.

        Raises:
            ModelFault: the model could not be asked.
            EnvironmentFault: the context provider could not be asked.
        """
        place = self._place if self._place and self._place.is_due(observation.gps, facts.vehicle) else None
        plans = self._plan_is_due or (self._plans and place is not None)
        if not (place or plans):
            return {}
        if place:
            await place.locate(observation, facts.vehicle)
        asked = replace(
            facts,
            elements=(),
            apis={},
            steps_left=None,
            context=self.statements,
            topics=place.topics if place else {},
            max_plan_steps=MAX_PLAN_STEPS if plans else 0,
        )
        schema = preparation_schema(tuple(asked.topics), asked.max_plan_steps)
        completion = await self._model.ask("context" if place else "plan", "prepare", asked, schema)
        notes: dict[str, Any] = {}
        if place:
            notes["context"] = await place.look_up(observation, names_in(completion.text, "topics"))
        if plans:
            self._plan_is_due = False
            self.plan = plan_of(completion.text) or self.plan
            notes["plan"] = list(self.plan)
        return notes
