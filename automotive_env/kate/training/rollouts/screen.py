"""A task of this benchmark on the car: the actions of a face are the tools, and the reward is the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from automotive_env.agents.facts import result_of, vehicle_of
from automotive_env.agents.looked_up import MAX_ANSWER_CHARACTERS
from automotive_env.agents.prompting import one_line, sendable
from automotive_env.agents.replies import check_index
from automotive_env.agents.templates import Templates, to_json
from automotive_env.car.calls.catalogue import assistant_apis
from automotive_env.episode.action import ActionError, action_from_json, action_parameters, action_type, actions
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.faces import FACES, Face
from automotive_env.episode.headless import HeadlessController, agent_apis
from automotive_env.episode.limits import Limits
from automotive_env.episode.observation import Observation
from automotive_env.episode.task_environment import TaskEnvironment, make
from automotive_env.episode.tools import tool_hint
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.kate.training.rollouts.tool_class import RollOut, with_tools
from automotive_env.models.model import PromptFacts, Tool
from automotive_env.tasks.kit.task import TaskInstance
from automotive_env.text.docstrings import docstring

ENVIRONMENT = "automotive"
"""Name of the environment of the screen; those of the other faces are "automotive:calls" and "automotive:both"."""


class ScreenRollOut(RollOut):
    """An instance of a task on a car.

    Attributes:
        face: how the car is reached.
    """

    face: ClassVar[Face] = "screen"

    def __init__(self) -> None:
        self._car = HeadlessController()
        self._task: TaskEnvironment | None = None
        self._seen: Observation | None = None
        self._steps = 0

    def reset(self, **row: Any) -> str | None:
        """Set up the instance of a row (`task`, `seed`, `ending`, `place`); returns what is seen.

        Raises:
            UsageError: there is no such task, ending or place.
            EnvironmentFault: the car cannot be set up.
        """
        task, seed, ending, place = (row.get(name) for name in ("task", "seed", "ending", "place"))
        if not isinstance(task, str) or not isinstance(seed, int):
            raise UsageError("a row of a roll-out on the screen has a task and a seed; write the rows again")
        face, car, played = self.face, self._car, self._task
        begun = make(task, seed=seed, place=place or "random", ending=ending or "random", face=face, controller=car)
        self._task = self._seen = None  # a row that is refused leaves what is played, and a car that fails leaves nothing
        if played:
            played.close()
        self._seen, self._steps = begun.reset(), 0
        self._task = begun
        return "\n" + seen_text(self._seen, self.face)

    @property
    def task(self) -> TaskEnvironment:
        """The instance that is played, as an environment.

        Raises:
            EnvironmentFault: `reset` was not called.
        """
        if self._task is None:
            raise EnvironmentFault("the task has not begun; call reset() first")
        return self._task

    @property
    def over(self) -> bool:
        """Whether the task was ended or no steps are left: further calls do nothing."""
        played = self._task
        return played is not None and (played.ended or self._steps >= Limits.for_task(played.task.steps).steps)

    def get_reward(self) -> float:
        """1.0 where the task was ended as it should be and is met, without harm."""
        return float(self._task.verdict().met) if self._task else 0.0

    def _call(self, name: str, arguments: Mapping[str, Any]) -> str:
        task, seen = self._task, self._seen
        if task is None or seen is None:
            return "FAILED: the task has not begun"
        if self.over:
            return "FAILED: the task has ended"
        self._steps += 1
        try:
            action = check_index(action_from_json({**arguments, "action_type": name}), seen)
        except ActionError as error:
            return f"FAILED: {tool_hint(error)}"
        self._seen, outcome = task.step(action)
        if task.latest and task.latest.opening:
            self._steps = 0  # each turn has its own bound
        return result_text(outcome, self._seen, self.face)


def result_text(outcome: ActionOutcome, after: Observation, face: Face) -> str:
    """What a model is told of an action and of what is seen after it; where APIs are called, with all that they told."""
    result = result_of(outcome)
    if face != "screen" and outcome.data is not None:
        told = one_line(to_json(outcome.data), MAX_ANSWER_CHARACTERS)
        result = f"{result_of(replace(outcome, data=None))}; returned {told}"
    return f"{result}\n\n{seen_text(after, face)}"


def seen_text(seen: Observation, face: Face) -> str:
    """What a model is told of what is seen."""
    facts = PromptFacts(goal="", elements=seen.elements, vehicle=vehicle_of(seen), face=face)
    return sendable(_templates().render("roll_out.seen.jinja", {"facts": facts}).strip()) + "\n"


def system_prompt(face: Face = "screen") -> str:
    """What a model is told before a roll-out; the same for all tasks."""
    apis = agent_apis() if face == "screen" else assistant_apis()
    facts = PromptFacts(goal="", apps=HeadlessController().apps, apis=apis, face=face)
    told = {"facts": facts, "place": False, "looked_up": None}
    return sendable(_templates().render("roll_out.system.jinja", told).strip()) + "\n"


@cache
def _templates() -> Templates:
    return Templates()


def _tool(kind: type[Any]) -> Tool:
    return Tool(action_type(kind), docstring(kind), action_parameters(action_type(kind)))


def is_instance(task: str, instance: TaskInstance) -> bool:
    """Whether a task, a seed and an ending make an instance again, as roll-outs do."""
    return make(task, seed=instance.seed, ending=instance.ending).instance == instance


@cache
def screen_class(face: Face = "screen") -> type[ScreenRollOut]:
    """The class of roll-outs on a face; its tools are the actions that an agent has there.

    Raises:
        UsageError: there is no such face.
    """
    if face not in FACES:
        raise UsageError(f"there is no face {face!r:.60}; there are: {', '.join(FACES)}")
    base = type("ScreenRollOut", (ScreenRollOut,), {"face": face, "__doc__": ScreenRollOut.__doc__, "__module__": __name__})
    return with_tools("ScreenRollOut", base, map(_tool, actions(face=face)), made_by=(screen_class, (face,)))
