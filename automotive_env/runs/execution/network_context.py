"""What a car looks up on the network about here and now: a context provider told the surroundings of one car."""

from __future__ import annotations

from automotive_env.episode.controller import Controller
from automotive_env.episode.observation import GpsFix
from automotive_env.place.context_provider import ContextMoment, ContextProvider, ContextStatement, ContextTopic
from automotive_env.validators import signals as s


class NetworkContext:
    """Asks another provider about the moment that the car is in, whatever moment the agent believes in."""

    def __init__(self, controller: Controller, provider: ContextProvider) -> None:
        self._controller = controller
        self._provider = provider

    def ask(self, fix: GpsFix, topic: ContextTopic, moment: ContextMoment) -> ContextStatement | None:
        """What is known of a topic at a position, now."""
        return self._provider.ask(fix, topic, self.moment())

    def moment(self) -> ContextMoment:
        """What a weather and map service would say of the car's surroundings."""
        read = self._controller.read
        return ContextMoment(
            weather=str(read(s.WEATHER)),
            light=str(read(s.LIGHT)),
            visibility=float(read(s.VISIBILITY) or 0),
            road_type=str(read(s.ROAD_TYPE)),
            outside_temperature=float(read(s.OUTSIDE_TEMPERATURE) or 0),
            time=str(read(s.CLOCK)),
        )
