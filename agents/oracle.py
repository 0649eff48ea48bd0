"""The oracle: plays one of a task's declared solutions or cheats. It is shown the task, so it is never a contestant."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from automotive_env.action import Action
from automotive_env.agent import AgentSpec, Decision, EpisodeContext
from automotive_env.controller import Outcome
from automotive_env.errors import AgentFault
from automotive_env.observation import Observation
from automotive_env.task import Task, TaskInstance, Way
from automotive_env.ui_script import UiScript


class OracleAgent:
    """Plays the first solution, or the given way, through the same actions as every agent."""

    name = "oracle"

    def __init__(self, way: Way | None = None) -> None:
        self._way = way
        self._script = UiScript()
        self._shortcuts = True
        self._moves: Generator[Action, Observation, None] | None = None

    def brief(self, task: Task, instance: TaskInstance) -> None:
        """See the task and write down the plan."""
        self._script = UiScript()
        way = self._way or next(iter(task.solutions(instance)))
        way(self._script)

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin the plan from its start; without shortcuts, apps are opened through the launcher."""
        self._shortcuts = context.shortcuts
        self._moves = None

    async def act(self, observation: Observation) -> Decision:
        """The plan's next action."""
        try:
            if self._moves is None:
                self._moves = self._script.play(observation, shortcuts=self._shortcuts)
                action = next(self._moves)
            else:
                action = self._moves.send(observation)
        except StopIteration:
            raise AgentFault("the plan is over") from None
        return Decision(action, reasoning="The task's declared plan.")

    async def reflect(self, decision: Decision, outcome: Outcome, after: Observation) -> Decision:
        """A plan learns nothing; a refused action is kept as the decision's error."""
        return decision if outcome.done else replace(decision, error=outcome.message)


oracle = AgentSpec("oracle", "plays the declared solution; shown the task, never a contestant", lambda kit: OracleAgent())
