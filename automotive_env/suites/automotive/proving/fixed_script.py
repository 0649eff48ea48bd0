"""Fixed sequences of actions that ignore the observation: a task that one of them passes needs no agent."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TypeAlias

from automotive_env.agents.agent import Decision, EpisodeContext
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.action import Action, Status, action_from_json
from automotive_env.episode.controller import ActionOutcome, Controller
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.suites.automotive.proving.playing import played
from automotive_env.tasks.kit.task import Task, TaskInstance, Way

ScriptTouch: TypeAlias = tuple[str, str, str]
"""Resource name and label of what is touched, and the action as JSON without its index."""


class RecordingOracle(OracleAgent):
    """An oracle that notes what it touches."""

    def __init__(self, way: Way) -> None:
        super().__init__(way)
        self.touches: list[ScriptTouch] = []

    async def act(self, observation: Observation) -> Decision:
        """The plan's next action."""
        decision = await super().act(observation)
        action = decision.action
        assert action is not None, "a plan holds actions"
        index = getattr(action, "index", None)
        element = observation.elements[index] if index is not None else None
        noted = json.dumps({name: value for name, value in action.to_json().items() if name != "index" or not element})
        self.touches.append((element.name if element else "", element.label if element else "", noted))
        return decision


def recorded(task: Task, drawn: TaskInstance, car: Controller, way: Way) -> tuple[ScriptTouch, ...]:
    """What a way touches, as a row that can be played blindly."""
    recorder = RecordingOracle(way)
    played(task, drawn, car, recorder)
    return tuple(recorder.touches)


@dataclass
class FixedScript:
    """Touches what has the name, whatever else is seen; what is not there is left out."""

    script: tuple[ScriptTouch, ...]
    name: str = "fixed"
    _left: list[ScriptTouch] = field(default_factory=list)

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin the row from its start."""
        self._left = list(self.script)

    def hear(self, opening: TurnOpening) -> None:
        """Go on with the row, whatever is said."""

    async def act(self, observation: Observation) -> Decision:
        """The row's next action."""
        while self._left:
            name, label, data = self._left.pop(0)
            found = [e for e in observation.elements if name and e.name == name and (not label or e.label == label)]
            found = found or [e for e in observation.elements if name and e.name == name]
            if not name:
                return Decision(_action(data))
            if found:
                return Decision(_action(data, found[0].index))
        return Decision(Status(goal_status="complete"))

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """Nothing is learnt."""
        return decision


def _action(data: str, index: int | None = None) -> Action:
    fields = {key: value for key, value in json.loads(data).items() if value is not None}
    return action_from_json(fields if index is None else fields | {"index": index})
