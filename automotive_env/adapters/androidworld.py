"""Tasks of this benchmark as AndroidWorld's `TaskEval` classes, on a car that `serve --adb --grpc --clock still` shows.

Nothing of AndroidWorld is imported: its runner asks a task for the attributes and methods that `CarTask` has, and its agents
reach the car by ADB and gRPC alone. What they do is seen by a look at the car every second, which also moves the clock.

>>> task = task_class("hvac.recirculate_air")({"seed": 1})
>>> print(task.name, task.complexity, task.goal == make("hvac.recirculate_air", seed=1, ending="random").goal)
HvacRecirculateAir 1.0 True
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from threading import Event, RLock, Thread
from typing import Any, ClassVar, TypeVar

from automotive_env.episode.action import ActionError, Answer, Status
from automotive_env.episode.action_parser import parse_action, reasoning_of
from automotive_env.episode.limits import Limits
from automotive_env.episode.task_environment import TaskEnvironment, make
from automotive_env.episode.verdict import tampered
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.serving.served import ServedAndroidCar
from automotive_env.tasks.kit.planning import select, select_one
from automotive_env.tasks.kit.task import Dimension, Task, TaskInstance

LOOK_PERIOD = 1.0
"""Seconds between two looks at what the agent has done to the car."""
STEPS_PER_COMPLEXITY = 10
"""Steps that AndroidWorld's runner gives an agent for each unit of a task's complexity."""
MAX_REASON = 500
"""Characters of a reply's reason that are taken."""
CLOCK = "environment.timestamp"
A = TypeVar("A", bound=Any)
_AT_WORK: dict[str, CarTask] = {}
"""Serial -> the task that has set the car up and not yet put it back: the runner skips `tear_down` where an agent fails."""


class CarTask:
    """One instance of a task on a served car; a subclass is made by `task_class`.

    Attributes:
        params: `seed`, from which the instance is drawn, and optionally `place` and `ending`, as of `automotive_env.make`.
        initialized: whether the car is set up for it.
        said: the verdict as text, once it was judged.
    """

    task: ClassVar[Task]
    serial: ClassVar[str]
    complexity: ClassVar[float]
    app_names: ClassVar[Sequence[str]] = ()
    template: ClassVar[str] = "{goal}"
    schema: ClassVar[Mapping[str, Any]] = {
        "type": "object",
        "properties": {"seed": {"type": "integer"}, "place": {"type": "string"}, "ending": {"type": "string"}},
        "required": ["seed"],
    }
    start_on_home_screen: ClassVar[bool] = False

    def __init__(self, params: Mapping[str, Any]) -> None:
        """Take the params; the instance is drawn when something is asked of it, and a wrong place is refused then.

        Raises:
            UsageError: the seed is missing.
        """
        self.params = dict(params)
        self.initialized = False
        self.said = ""
        self._met: bool | None = None
        self._env: TaskEnvironment | None = None
        self._car: ServedAndroidCar
        self._lock, self._over = RLock(), Event()
        self._fault: EnvironmentFault | None = None
        if not isinstance(self.params.get("seed"), int):
            raise UsageError("params need a seed, a whole number; generate_random_params() has one")

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, in this process or another, is the same task, which is not initialized: there is one car."""
        return _task_again, (self.task.name, self.serial, self.params)

    @classmethod
    def generate_random_params(cls) -> dict[str, Any]:
        """Params from the `random` of Python, which AndroidWorld seeds; it writes its own seed over this one."""
        return {"seed": random.getrandbits(32)}

    @classmethod
    def set_device_time(cls, env: Any) -> None:
        """The scene of a task says what time it is."""

    @cached_property
    def instance(self) -> TaskInstance:
        """What was drawn."""
        place, ending = (self.params.get(name, "random") for name in ("place", "ending"))
        return make(self.task.name, seed=self.params["seed"], place=place, ending=ending).instance

    @property
    def name(self) -> str:
        """What AndroidWorld calls the task."""
        return type(self).__name__

    @property
    def goal(self) -> str:
        """What the user says."""
        return self.instance.goal

    def initialize_task(self, env: Any) -> None:
        """Set the car up; a task that still has it is torn down first.

        Raises:
            RuntimeError: it is set up already.
            EnvironmentFault: the car is not there, or cannot be set up.
        """
        if self.initialized:
            raise RuntimeError(f"{self.name} is initialized already: call tear_down() first")
        if (other := _AT_WORK.get(self.serial)) is not None:
            other.tear_down(env)
        env.interaction_cache, env.ended_with = "", None
        instance = self.instance
        self._car = ServedAndroidCar(self.serial)
        self._env = TaskEnvironment(self.task, instance, self._car)
        self.initialized, self._met, self._fault, self._over = True, None, None, Event()
        _AT_WORK[self.serial] = self
        try:
            self._car.begin()
            self._env.reset()
        except BaseException:
            self.tear_down(env)
            raise
        Thread(target=self._look_again, args=(self._over,), name=f"looks at {self.serial}", daemon=True).start()

    def _look_again(self, over: Event) -> None:
        """Look at the car until the task is over."""
        first = True
        while not over.wait(LOOK_PERIOD):
            with self._lock:
                if over.is_set():
                    return
                try:
                    step = self._begun().witness()
                    moved = any(one.change.path == CLOCK and one.by == "agent" for one in step.timed)
                    if first and moved and not self._car.tampering():
                        raise EnvironmentFault(f"the clock of {self.serial} runs by itself; serve it with --clock still")
                except Exception as fault:  # whatever it is, nobody looks any longer
                    told = f"{self.serial} cannot be looked at: {fault!r:.200}"
                    self._fault = fault if isinstance(fault, EnvironmentFault) else EnvironmentFault(told)
                    return
            first = False

    def is_successful(self, env: Any) -> float:
        """1.0 for a success, else 0.0. What the agent answered is its answer; it ended as `reports_status` told, else complete.

        Raises:
            RuntimeError: the task is not initialized.
            EnvironmentFault: the car failed meanwhile.
        """
        with self._lock:
            self._over.set()
            played = self._begun()
            if self._met is None:
                try:
                    self._met = self._judge(played, env.interaction_cache, getattr(env, "ended_with", None))
                except EnvironmentFault:
                    acts = self._car.tampering()
                    if not acts:
                        raise
                    self._met, self.said = False, f"not met: {tampered(acts).explanation()}"
            return float(self._met)

    def _judge(self, played: TaskEnvironment, answered: Any, ended_with: Status | None) -> bool:
        if self._fault:
            raise self._fault
        played.witness()
        if answer := " ".join(map(str, answered)) if isinstance(answered, list | tuple) else str(answered or ""):
            try:
                played.step(Answer(text=answer))
            except ActionError:  # of more than an answer may have: it is none, as in a run
                played.skip()
        played.step(ended_with or Status(goal_status="complete"))
        verdict = played.verdict()
        self.said = str(verdict)
        return verdict.met

    def _begun(self) -> TaskEnvironment:
        if self._env is None:
            raise RuntimeError(f"{self.name} is not initialized: call initialize_task() first")
        return self._env

    def tear_down(self, env: Any) -> None:
        """Put the car back; nothing is done where it is not set up."""
        with self._lock:
            self._over.set()
            played, self._env = self._env, None
            self.initialized = False
            if _AT_WORK.get(self.serial) is self:
                del _AT_WORK[self.serial]
            if played is not None:
                try:
                    played.close()
                    self._car.end()
                finally:
                    self._car.close()


def reports_status(agent: A) -> A:
    """Let an agent of AndroidWorld tell tasks how it ended: its runner keeps `infeasible` to itself.

    Args:
        agent: T3A, M3A or another one whose steps give the model's reply as `action_output`. It is changed and returned.
    """
    step = agent.step

    def reporting(goal: str) -> Any:
        result = step(goal)
        reply = (result.data or {}).get("action_output")
        if result.done and isinstance(reply, str):
            agent.env.ended_with = _status_in(reply)
        return result

    agent.step = reporting
    return agent


def _status_in(reply: str) -> Status | None:
    """How a reply ends the task; what it gives as its reason stands for that of the status, which AndroidWorld's has not."""
    try:
        action = parse_action(reply)
    except ActionError:
        return None
    if not isinstance(action, Status):
        return None
    return action if action.reason else replace(action, reason=reasoning_of(reply)[:MAX_REASON])


@cache
def task_class(task: str, serial: str = "emulator-5554") -> type[CarTask]:
    """A task as a class for AndroidWorld's registry.

    Args:
        task: its name, such as "hvac.feel_hot".
        serial: the served car that it is played on.

    Raises:
        UsageError: there is no such task, or several, or it asks for warnings, which no action of AndroidWorld's agents gives,
            or it has several turns.
    """
    found = select_one(task)
    if found.dimension is Dimension.ENVIRONMENT_ALERTS:
        raise UsageError(f"{task} asks for alerts, which AndroidWorld's agents have no action for")
    if found.converses:
        raise UsageError(f"{task} is a conversation; AndroidWorld's agents know one goal an episode")
    facts = {
        "__doc__": found.__doc__,
        "__module__": __name__,
        "task": found,
        "serial": serial,
        "complexity": Limits.for_task(found.steps).steps / STEPS_PER_COMPLEXITY,
    }
    return type("".join(word.capitalize() for word in found.name.replace(".", "_").split("_")), (CarTask,), facts)


def _task_again(task: str, serial: str, params: Mapping[str, Any]) -> CarTask:
    return task_class(task, serial)(params)


def task_classes(patterns: Sequence[str] = (), serial: str = "emulator-5554") -> dict[str, type[CarTask]]:
    """All tasks that AndroidWorld's agents can play, or those that patterns such as "hvac.*" name, by their names there."""
    silent = [task for task in select(patterns) if task.dimension is not Dimension.ENVIRONMENT_ALERTS]
    playable = [task for task in silent if not task.converses]
    classes = [task_class(task.name, serial) for task in playable]
    return {one.__name__: one for one in classes}
