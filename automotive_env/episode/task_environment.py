"""`make` and the environment that it returns: one task on a car in this process, stepped by hand.

>>> import automotive_env
>>> from automotive_env.episode.action import OpenApp, Status
>>> with automotive_env.make("hvac.set_temperature", seed=1, place="Dubai") as env:
...     seen = env.reset()
...     seen, outcome = env.step(OpenApp(app_name="climate"))
...     seen, outcome = env.step(Status(goal_status="complete"))
...     print(seen.app, bool(env.verdict()))
climate False
"""

from __future__ import annotations

from random import Random
from types import TracebackType
from typing import Literal, Self

from automotive_env.car.core.documents import state_hash, to_text
from automotive_env.episode.action import Action
from automotive_env.episode.controller import ActionOutcome, Controller
from automotive_env.episode.faces import FACES, Face
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.episode.session import Session, Step
from automotive_env.episode.verdict import Verdict
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.tasks.kit.planning import by_calls, instantiate, select_one
from automotive_env.tasks.kit.scene import Ending
from automotive_env.tasks.kit.task import Task, TaskInstance
from automotive_env.validators.check import Episode
from automotive_env.validators.episode_log import EpisodeLog


class TaskEnvironment:
    """One instance of a task on one car; a context manager, which puts the car back.

    Attributes:
        task: the behaviour.
        instance: what was drawn; `instance.goal` is what the user says.
        controller: the car.
        latest: what came of the latest action: changes, harm, whether the episode has ended; None before the first.
        face: how the car is reached.
    """

    def __init__(self, task: Task, instance: TaskInstance, controller: Controller, face: Face = "screen") -> None:
        self.task = task
        self.instance = instance
        self.controller = controller
        self.face: Face = face
        self.latest: Step | None = None
        self._session: Session | None = None

    @property
    def opening(self) -> TurnOpening:
        """What began the turn that is under way: who spoke, and the conversation before."""
        return self._session.opening if self._session else TurnOpening(1, self.instance.goal)

    @property
    def goal(self) -> str:
        """What began the turn that is under way: what the user said, or what the car noticed."""
        return self.opening.text

    @property
    def check(self) -> Episode:
        """All validators, asked of the car as it is now: `env.check.front_defroster_enable()` is a criterion."""
        return self._session.check if self._session else Episode(self.controller.read, EpisodeLog())

    @property
    def ended(self) -> bool:
        """Whether the agent has ended the episode."""
        return self._session is not None and self._session.ended

    def reset(self) -> Observation:
        """Put the car back and set the task up anew; equal instances give equal observations.

        An environment that has the same car and was not closed is closed by this.

        Raises:
            EnvironmentFault: the car cannot be set up.
        """
        self.close()
        self._session, self.latest = Session(self.task, self.instance, self.controller, face=self.face), None
        try:
            return self._session.start()
        except BaseException:
            self.close()
            raise

    def step(self, action: Action) -> tuple[Observation, ActionOutcome]:
        """Carry out an action against the latest observation; more of what came of it is in `latest`.

        Raises:
            EnvironmentFault: `reset` was not called, or the episode has ended or the environment is closed.
            UsageError: it is no action.
        """
        self.latest = self._begun().step(action)
        return self.latest.observation, self.latest.outcome

    def witness(self) -> Step:
        """Count what another program has done to the car since the last look as one action of the agent, and let a second pass.

        For agents that reach the car by a way of their own, such as ADB; see `automotive_env.episode.session.Session.witness`.

        Raises:
            EnvironmentFault: as of `step`.
        """
        self.latest = self._begun().witness()
        return self.latest

    def skip(self) -> None:
        """Count a decision that held no action, such as a reply that cannot be understood; nothing happens.

        Raises:
            EnvironmentFault: as of `step`.
        """
        self._begun().skip()

    def verdict(self) -> Verdict:
        """Judge the episode as it stands; true where it is a success, and as text it says why not.

        Raises:
            EnvironmentFault: `reset` was not called, or the environment is closed: ask before it is.
        """
        return self._begun().finish()

    def state_hash(self) -> str:
        """A hash of the car's whole state as it is now, hexadecimal: equal states have equal hashes, in every process.

        Raises:
            EnvironmentFault: the car is a device, of which only signals are known.
        """
        return state_hash(self._car().world)

    @property
    def head_unit(self) -> HeadUnit:
        """The car's display.

        Raises:
            EnvironmentFault: the car is a device, of which only signals are known.
        """
        return self._car().head_unit

    def _car(self) -> HeadlessController:
        if not isinstance(self.controller, HeadlessController):
            raise EnvironmentFault(f"the state of a car on {self.controller.backend!r} is not known as a whole")
        return self.controller

    def state(self) -> str:
        """The car's whole state as JSON text, typed and described; more than any agent is told.

        Raises:
            EnvironmentFault: as of `state_hash`.
        """
        return to_text(self._car().world)

    def close(self) -> None:
        """Put the car back."""
        if self._session is not None:
            self._session.close()

    def _begun(self) -> Session:
        if self._session is None:
            raise EnvironmentFault("the episode has not begun; call reset() first")
        return self._session

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def make(
    task: str,
    *,
    seed: int = 0,
    place: str = "random",
    ending: Ending | Literal["random"] | None = None,
    face: Face = "screen",
    controller: Controller | None = None,
) -> TaskEnvironment:
    """An instance of a task, ready to be reset and stepped.

    Args:
        task: its name, such as "hvac.feel_hot"; `automotive-env tasks` lists them.
        seed: what the instance is drawn from; the same seed draws the same instance.
        place: a city, "LATITUDE,LONGITUDE" or "random".
        ending: which ending is to be right, for tasks with several: the first of them by default; "random" draws one by the seed.
        face: how the car is reached: on its screen, by calls of its APIs, or by both.
        controller: the car; a new one in this process by default.

    Raises:
        UsageError: there is no such task, place, ending or face, the task makes no sense there, or cannot be played by calls.
    """
    if not isinstance(task, str):
        raise UsageError(f"a task is named by a text such as 'hvac.feel_hot', not {task!r:.60}")
    if not isinstance(seed, int) or not isinstance(place, str):
        raise UsageError(f"a seed is a whole number and a place a text, not {seed!r:.60} and {place!r:.60}")
    only = select_one(task)
    right = Random(f"{seed}:which ending").choice(only.endings) if ending == "random" else ending
    if right is not None and right not in only.endings:
        raise UsageError(f"{only.name} has no ending {right!r:.60}; it has: {', '.join(only.endings)}")
    if face not in FACES:
        raise UsageError(f"there is no face {face!r:.60}; there are: {', '.join(FACES)}")
    if face != "screen":
        by_calls([only], [only.name])
    instance = instantiate(only, seed, place, right)
    if instance is None:
        raise UsageError(f"{only.name} makes no sense in {place}")
    return TaskEnvironment(only, instance, controller or HeadlessController(), face)
