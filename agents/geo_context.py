"""What an agent asks a context provider about the place where the car is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from anyio import to_thread

from automotive_env.episode.observation import GpsFix, Observation
from automotive_env.errors import EnvironmentFault
from automotive_env.place.context_provider import ContextMoment, ContextProvider, ContextStatement, ContextTopic
from automotive_env.place.places import is_within
from automotive_env.plugins.registry import calling

ELSEWHERE_M = 5_000
"""How far the car has moved when the place is asked about again, and how wrong a position may be to count as known, in metres."""

TOPICS: Mapping[ContextTopic, str] = {
    ContextTopic.SPEED_LIMITS: "how fast one may drive on this and on other roads",
    ContextTopic.LIGHT_RULES: "which lights must or must not be on",
    ContextTopic.WEATHER: "weather, visibility and light right now",
    ContextTopic.CLIMATE: "what temperatures are usual, and the altitude",
    ContextTopic.UNITS: "units of speed, distance and temperature, and of the clock",
    ContextTopic.EMERGENCY: "emergency numbers",
    ContextTopic.TRAFFIC_CUSTOMS: "driving side, turning, horn, phone, idling, warnings of speed cameras",
    ContextTopic.SEASON: "season and winter equipment",
}
"""What the model may choose to ask; the location is looked up first, without being asked for."""

_SURROUNDINGS = ("weather", "road type", "light outside", "sensors")
"""Vehicle facts whose change may change what holds at a place, where the car and its agent know them."""


class GeoContext:
    """What a context provider says of the place; it is asked for each wish, and where the car has moved on."""

    def __init__(self, provider: ContextProvider) -> None:
        self._provider = provider
        self._asked_at: GpsFix | None = None
        self._surroundings: tuple[str | None, ...] = ()
        self._found: list[ContextStatement] = []
        self._wish_is_new = False

    def begin_turn(self) -> None:
        """A new wish may need to know more of the same place."""
        self._wish_is_new = True

    @property
    def topics(self) -> dict[str, str]:
        """What can be asked about and is not known yet: topic -> what it is about."""
        known = self.statements
        return {str(topic): about for topic, about in TOPICS.items() if str(topic) not in known}

    @property
    def statements(self) -> dict[str, str]:
        """What is known of the place: topic -> statement."""
        return {str(statement.topic): statement.text for statement in self._found}

    def is_due(self, fix: GpsFix, vehicle: Mapping[str, str]) -> bool:
        """Whether there is something new to ask about.

        Args:
            fix: where the car is.
            vehicle: the vehicle facts that the agent is shown.
        """
        known = abs(fix.latitude) <= 90 and abs(fix.longitude) <= 180 and fix.accuracy <= ELSEWHERE_M
        return known and (self._is_elsewhere(fix, vehicle) or (self._wish_is_new and bool(self.topics)))

    def _is_elsewhere(self, fix: GpsFix, vehicle: Mapping[str, str]) -> bool:
        """Whether what was said may no longer hold."""
        last = self._asked_at
        if last is None or not is_within(ELSEWHERE_M, last.latitude, last.longitude, fix.latitude, fix.longitude):
            return True
        return self._surroundings != _surroundings(vehicle)

    async def locate(self, observation: Observation, vehicle: Mapping[str, str]) -> None:
        """Ask where the car is, and forget what was said of another place.

        Raises:
            EnvironmentFault: the context provider could not be asked.
        """
        self._wish_is_new = False
        if self._is_elsewhere(observation.gps, vehicle):
            self._asked_at, self._surroundings = observation.gps, _surroundings(vehicle)
            self._found = await self._look_up(observation, [ContextTopic.LOCATION])

    async def look_up(self, observation: Observation, names: Sequence[str] | None) -> dict[str, Any]:
        """Ask about topics that are not known yet, about all of them without names; returns what is worth recording.

        Raises:
            EnvironmentFault: the context provider could not be asked.
        """
        topics = [topic for topic in TOPICS if str(topic) in self.topics and (names is None or topic in names)]
        self._found += await self._look_up(observation, topics)
        return {"asked": [str(topic) for topic in topics], "answers": [statement.to_json() for statement in self._found]}

    async def _look_up(self, observation: Observation, topics: Sequence[ContextTopic]) -> list[ContextStatement]:
        """What the provider knows; asked in a thread, since it may use the network."""
        moment = ContextMoment(time=observation.time)  # all the agent knows; the harness tells its provider the rest

        def ask() -> list[ContextStatement]:
            with calling("the context provider failed", EnvironmentFault):
                answers = [self._provider.ask(observation.gps, topic, moment) for topic in topics]
            if strange := next((one for one in answers if not isinstance(one, ContextStatement | None)), None):
                raise EnvironmentFault(f"the context provider returned {type(strange).__name__}, not a ContextStatement")
            return [answer for answer in answers if answer]

        return await to_thread.run_sync(ask)


def _surroundings(vehicle: Mapping[str, str]) -> tuple[str | None, ...]:
    return tuple(vehicle.get(name) for name in _SURROUNDINGS)
