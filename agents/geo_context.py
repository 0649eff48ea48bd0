"""What an agent asks a context provider about the place where the car is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from anyio import to_thread

from automotive_env.action_parser import MAX_REPLY
from automotive_env.agents.prompting import CONTEXT, render
from automotive_env.agents.replies import dropped_of
from automotive_env.geo.context import ContextProvider, Moment, Statement, Topic
from automotive_env.geo.places import distance
from automotive_env.lenient_json import find_objects
from automotive_env.model import Facts, Model, ModelRequest, Usage
from automotive_env.observation import GpsFix, Observation

ELSEWHERE_M = 5_000
"""How far the car has moved when the place is asked about again, and how wrong a position may be to count as known, in metres."""

TOPICS: Mapping[Topic, str] = {
    Topic.SPEED_LIMITS: "how fast one may drive on this and on other roads",
    Topic.LIGHT_RULES: "which lights must or must not be on",
    Topic.WEATHER: "weather, visibility and light right now",
    Topic.CLIMATE: "what temperatures are usual, and the altitude",
    Topic.UNITS: "units of speed and temperature",
    Topic.EMERGENCY: "emergency numbers",
    Topic.TRAFFIC_CUSTOMS: "driving side, turning, horn, phone, idling",
    Topic.SEASON: "season and winter equipment",
}
"""What the model may choose to ask; the location is looked up first, without being asked for."""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"topics": {"type": "array", "items": {"type": "string", "enum": [str(topic) for topic in TOPICS]}}},
    "required": ["topics"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What it took to find out about a place: usage of the model, and what to record."""

    usage: Usage = Usage()
    notes: dict[str, Any] = field(default_factory=dict)


class GeoContext:
    """Lets the model choose what to ask about the place, once where the position is known and again elsewhere, and asks it."""

    def __init__(self, provider: ContextProvider) -> None:
        self._provider = provider
        self._asked_at: GpsFix | None = None
        self._statements: dict[str, str] = {}

    @property
    def statements(self) -> Mapping[str, str]:
        """What is known of the place: topic -> statement."""
        return self._statements

    async def ask(self, model: Model, observation: Observation, facts: Facts) -> Asked:
        """Ask about the place if it is a new one.

        Raises:
            ModelFault: the model could not be asked what to ask.
            EnvironmentFault: the context provider could not be asked.
        """
        fix = observation.gps
        if not self._is_new(fix):
            return Asked()
        self._asked_at = fix
        found = await self._look_up(observation, [Topic.LOCATION])
        topics = {str(topic): about for topic, about in TOPICS.items()}
        facts = Facts(facts.goal, vehicle=facts.vehicle, gps=facts.gps, context=_texts(found), topics=topics)
        request = ModelRequest.of("context", render(CONTEXT, facts), facts=facts, schema=SCHEMA)
        completion = await model.complete(request)
        chosen = chosen_topics(completion.text)
        asked = list(TOPICS) if chosen is None else chosen
        found += await self._look_up(observation, asked)
        self._statements = _texts(found)
        note = {"reply": completion.text, "asked": [str(topic) for topic in asked], "answers": [s.to_json() for s in found]}
        return Asked(completion.usage, {"context": {**note, **dropped_of(completion, "reply")}})

    def _is_new(self, fix: GpsFix) -> bool:
        known = abs(fix.latitude) <= 90 and abs(fix.longitude) <= 180 and fix.accuracy <= ELSEWHERE_M
        last = self._asked_at
        return known and (last is None or distance(last.latitude, last.longitude, fix.latitude, fix.longitude) > ELSEWHERE_M)

    async def _look_up(self, observation: Observation, topics: Sequence[Topic]) -> list[Statement]:
        """What the provider knows; asked in a thread, since it may use the network."""
        moment = Moment(time=observation.time)  # all the agent knows; the harness tells its provider the rest

        def ask() -> list[Statement]:
            answers = (self._provider.ask(observation.gps, topic, moment) for topic in topics)
            return [answer for answer in answers if answer]

        return await to_thread.run_sync(ask)


def chosen_topics(reply: str) -> list[Topic] | None:
    """The topics a reply chooses, those it made up left out; None where it holds no JSON object that lists topics."""
    named = [one.data["topics"] for one in find_objects(reply[-MAX_REPLY:]) if isinstance(one.data.get("topics"), list)]
    return [topic for topic in TOPICS if topic in named[-1]] if named else None


def _texts(statements: Sequence[Statement]) -> dict[str, str]:
    return {str(statement.topic): statement.text for statement in statements}
