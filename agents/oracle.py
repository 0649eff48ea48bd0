"""The oracle: plays one of a task's declared solutions or near misses. It is shown the task, so it is never a contestant."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from automotive_env.agents.agent import AgentSpec, Decision, EpisodeContext
from automotive_env.agents.standing import REASONING
from automotive_env.episode.action import Action
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.faces import Face
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.errors import AgentFault
from automotive_env.tasks.kit.by_calls import call_plans
from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.task import Task, TaskInstance, Way
from automotive_env.tasks.kit.ui_script import UiScript

OracleMoves: TypeAlias = Generator[Action, Observation, None]


class OracleAgent:
    """Plays the first solution, or the given way, through the same actions as every agent.

    Where calls are offered it plays the first one by calls.
    """

    name = "oracle"

    def __init__(self, way: Way | CallPlan | None = None) -> None:
        self._way = way
        self._told: tuple[Task, TaskInstance] | None = None
        self._begin: Callable[[Observation], OracleMoves] = UiScript().play
        self._moves: OracleMoves | None = None

    def brief(self, task: Task, instance: TaskInstance) -> None:
        """See the task."""
        self._told = task, instance

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Write down the plan; without shortcuts, apps are opened through the launcher."""
        self._moves = None
        way = self._way or (_first(*self._told, context.face) if self._told else CallPlan())
        if isinstance(way, CallPlan):
            self._begin = partial(_called, way)
        else:
            script = UiScript()
            way(script)
            self._begin = partial(script.play, shortcuts=context.shortcuts)

    def hear(self, opening: TurnOpening) -> None:
        """Go on with the plan, which holds all turns."""

    async def act(self, observation: Observation) -> Decision:
        """The plan's next action."""
        try:
            if self._moves is None:
                self._moves = self._begin(observation)
                action = next(self._moves)
            else:
                action = self._moves.send(observation)
        except StopIteration:
            raise AgentFault("the plan has no more steps") from None
        return Decision(action, reasoning=REASONING)

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """A plan learns nothing; a refused action is kept as the decision's error."""
        return decision if outcome.done else replace(decision, error=outcome.message)


def _first(task: Task, instance: TaskInstance, face: Face) -> Way | CallPlan:
    """The first solution on a face."""
    return next(iter(task.solutions(instance))) if face == "screen" else next(iter(call_plans(task, instance)))


def _called(plan: CallPlan, seen: Observation) -> OracleMoves:
    yield from (action for action in plan.actions)  # a generator, since it is sent what is seen


oracle = AgentSpec(
    "oracle",
    "plays the declared solution; it is shown the task, so it does not compete",
    lambda kit: OracleAgent(),
    standing="privileged",
    sees=("elements",),
)
