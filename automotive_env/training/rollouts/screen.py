"""A task of this benchmark on the head unit: T3A's actions are the tools, and the reward is the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automotive_env.action import ActionError, action_from_json, action_parameters, action_type, actions
from automotive_env.agents.facts import result_of, vehicle_of
from automotive_env.agents.prompting import sendable
from automotive_env.agents.replies import check_index
from automotive_env.agents.templates import Templates
from automotive_env.door import TaskEnvironment, make
from automotive_env.errors import UsageError
from automotive_env.headless import HeadlessController, agent_apis
from automotive_env.model import Facts, Tool
from automotive_env.observation import Observation
from automotive_env.task import STEP_FACTOR, TaskInstance
from automotive_env.training.rollouts.tool_class import RollOut, with_tools

ENVIRONMENT = "automotive"


class _ScreenRollOut(RollOut):
    """An instance of a task on the head unit of a car."""

    def __init__(self) -> None:
        self._car = HeadlessController()
        self._templates = Templates()
        self._task: TaskEnvironment | None = None
        self._seen: Observation | None = None
        self._steps = 0

    def reset(self, **row: Any) -> str | None:
        """Set up the instance of a row; returns what is seen.

        Raises:
            UsageError: there is no such task or ending.
            EnvironmentFault: the car cannot be set up.
        """
        task, seed, ending = (row.get(name) for name in ("task", "seed", "ending"))
        if not isinstance(task, str) or not isinstance(seed, int):
            raise UsageError("a row of a roll-out on the screen has a task and a seed; write the rows again")
        if self._task:
            self._task.close()
        self._task = make(task, seed=seed, ending=ending or None, controller=self._car)
        self._seen, self._steps = self._task.reset(), 0
        return "\n" + self._told(self._seen)

    def get_reward(self) -> float:
        """1.0 where the task was ended as it should be and is met, without harm."""
        return float(self._task.verdict().met) if self._task else 0.0

    def _call(self, name: str, arguments: Mapping[str, Any]) -> str:
        task, seen = self._task, self._seen
        if task is None or seen is None:
            return "FAILED: the task has not begun"
        self._steps += 1
        if task.ended or self._steps > task.task.steps * STEP_FACTOR:
            return "FAILED: the task has ended"
        try:
            given = {field: value for field, value in arguments.items() if value is not None}
            action = check_index(action_from_json({**given, "action_type": name}), seen)
        except ActionError as error:
            return f"FAILED: {error}"
        self._seen, outcome = task.step(action)
        return f"{result_of(outcome)}\n\n{self._told(self._seen)}"

    def _told(self, seen: Observation) -> str:
        facts = Facts(goal="", elements=seen.elements, vehicle=vehicle_of(seen))
        return sendable(self._templates.render("roll_out.seen.jinja", {"facts": facts}).strip()) + "\n"


def system_prompt() -> str:
    """What a model is told before a roll-out; the same for all tasks."""
    facts = Facts(goal="", apps=HeadlessController().apps, apis=agent_apis())
    return sendable(Templates().render("roll_out.system.jinja", {"facts": facts, "place": False}).strip()) + "\n"


def _tool(kind: type[Any]) -> Tool:
    return Tool(action_type(kind), " ".join((kind.__doc__ or "").split()), action_parameters(action_type(kind)))


def is_instance(task: str, instance: TaskInstance) -> bool:
    """Whether a task, a seed and an ending make an instance again, as roll-outs do."""
    return make(task, seed=instance.seed, ending=instance.ending).instance == instance


ScreenRollOut = with_tools("ScreenRollOut", _ScreenRollOut, map(_tool, actions()))
"""The class of roll-outs on the screen."""
