"""Playing instances, and fixed rows of actions that look at nothing."""

import asyncio
import json
from dataclasses import dataclass, field

from automotive_env.action import Action, Status, action_from_json
from automotive_env.agent import Decision, EpisodeContext
from automotive_env.agents.oracle import OracleAgent
from automotive_env.controller import Outcome
from automotive_env.episode import PlayedEpisode, play
from automotive_env.limits import Limits
from automotive_env.observation import Observation
from automotive_env.suite import instance_seed, instantiate
from automotive_env.task import Task, TaskInstance, Way

Touch = tuple[str, str, str]
"""Resource name and label of what is touched, and the action as JSON without its index."""


def instance(task: Task, number: int, ending: str | None = None) -> TaskInstance:
    drawn = instantiate(task, instance_seed(0, task.name, number), ending=ending)
    assert drawn is not None
    return drawn


LOOP = asyncio.new_event_loop()
"""One for all episodes: to make one, and to take over SIGINT with it, took as long as a short episode."""


def played(task: Task, drawn: TaskInstance, car: object, agent: object) -> PlayedEpisode:
    return LOOP.run_until_complete(play(task, drawn, car, agent, limits=Limits(steps=80)))


class Recorder(OracleAgent):
    """An oracle that notes what it touches."""

    def __init__(self, way: Way) -> None:
        super().__init__(way)
        self.touches: list[Touch] = []

    async def act(self, observation: Observation) -> Decision:
        decision = await super().act(observation)
        index = getattr(decision.action, "index", None)
        element = observation.elements[index] if index is not None else None
        action = decision.action.model_copy(update={"index": None}) if element else decision.action
        self.touches.append((element.name if element else "", element.label if element else "", action.model_dump_json()))
        return decision


def recorded(task: Task, drawn: TaskInstance, car: object, way: Way) -> tuple[Touch, ...]:
    """What a way touches, as a row that can be played blindly."""
    recorder = Recorder(way)
    played(task, drawn, car, recorder)
    return tuple(recorder.touches)


@dataclass
class FixedScript:
    """Touches what has the name, whatever else is seen; what is not there is left out."""

    script: tuple[Touch, ...]
    name: str = "fixed"
    _left: list[Touch] = field(default_factory=list)

    def reset(self, goal: str, context: EpisodeContext) -> None:
        self._left = list(self.script)

    async def act(self, observation: Observation) -> Decision:
        while self._left:
            name, label, data = self._left.pop(0)
            found = [e for e in observation.elements if name and e.name == name and (not label or e.label == label)]
            found = found or [e for e in observation.elements if name and e.name == name]
            if not name:
                return Decision(_action(data))
            if found:
                return Decision(_action(data, found[0].index))
        return Decision(Status(goal_status="complete"))

    async def reflect(self, decision: Decision, outcome: Outcome, after: Observation) -> Decision:
        return decision


def _action(data: str, index: int | None = None) -> Action:
    fields = {key: value for key, value in json.loads(data).items() if value is not None}
    return action_from_json(fields if index is None else fields | {"index": index})
