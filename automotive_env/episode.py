"""One episode: set up, let the agent act until it ends or a limit is reached, check, put everything back.

Every fault is blamed once: on the environment, the model or the agent. What a model says wrong is no fault but a failed step.
An episode passes when the agent says that it is complete, the task's check agrees, and nothing changed that the task does not
allow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, TypeVar

from anyio import CancelScope, to_thread

from automotive_env.action import Call, Status
from automotive_env.agent import Agent, EpisodeContext, PrivilegedAgent
from automotive_env.car_setup import CarSetup
from automotive_env.controller import Controller, Outcome
from automotive_env.errors import AgentFault, EnvironmentFault, ModelFault, RecordsFault
from automotive_env.geo.places import place_by_name
from automotive_env.limits import Limits
from automotive_env.model import Usage
from automotive_env.observation import Image, Observation
from automotive_env.results.records import INTERRUPTED, EpisodeRecord, OutcomeName, StepRecord, step_record
from automotive_env.task import Task, TaskInstance
from automotive_env.validators.check import Checks
from automotive_env.world.change import Change
from automotive_env.world.paths import is_significant

MAX_BAD_REPLIES = 5
"""Replies without an action in a row after which the agent is at fault: more would cost and show nothing."""

FRESH_SECONDS = 1.0
"""How long the observation made after an action serves as that of the next step: on an emulator one takes half a second."""

T = TypeVar("T")
KeepImage = Callable[[Image], str]
"""Keeps a picture and returns its name, as `RunFolder.add_image`."""


@dataclass(frozen=True, slots=True)
class Episode:
    """A finished episode: its record, its steps, and whether the car is as it was before."""

    record: EpisodeRecord
    steps: tuple[StepRecord, ...]
    put_back: bool = True


@dataclass
class _Tally:
    """What has been counted so far."""

    steps: list[StepRecord] = field(default_factory=list)
    usage: Usage = Usage()
    before: dict[str, object] = field(default_factory=dict)
    now: dict[str, object] = field(default_factory=dict)

    def note(self, changes: Sequence[Change]) -> None:
        for change in changes:
            self.before.setdefault(change.path, change.before)
            self.now[change.path] = change.after

    def side_effects(self, allowed: Sequence[str]) -> list[str]:
        """Significant properties that are not as set-up left them although the task does not allow it."""
        moved = [path for path, before in self.before.items() if self.now[path] != before]
        return sorted(path for path in moved if is_significant(path) and not any(fnmatchcase(path, p) for p in allowed))


class _Ended(Exception):
    """How an episode ended; raised where it ends before its check."""

    def __init__(self, outcome: OutcomeName, error: str = "", side_effects: Sequence[str] = ()) -> None:
        super().__init__(error)
        self.outcome = outcome
        self.error = error
        self.side_effects = tuple(side_effects)


@contextmanager
def _blamed(outcome: OutcomeName) -> Iterator[None]:
    """End the episode when something goes wrong in the block; a fault that names its own outcome keeps it.

    A run folder that cannot be written is nobody's fault in the episode: that fault goes on to end the run.
    """
    try:
        yield
    except (_Ended, RecordsFault):
        raise
    except ModelFault as fault:
        raise _Ended("model_error", str(fault)) from fault
    except EnvironmentFault as fault:
        raise _Ended("env_error", str(fault)) from fault
    except AgentFault as fault:
        raise _Ended("agent_error", str(fault)) from fault
    except Exception as fault:
        raise _Ended(outcome, f"{type(fault).__name__}: {fault}") from fault


async def play(
    task: Task,
    instance: TaskInstance,
    controller: Controller,
    agent: Agent,
    *,
    limits: Limits,
    model: str = "",
    keep_image: KeepImage | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Episode:
    """Play one episode; what goes wrong in it becomes its outcome.

    Args:
        task: the behaviour of the task.
        instance: what was drawn.
        controller: the car; it is as it was when this returns, or `put_back` of the episode says that it is not.
        agent: who plays.
        limits: what the episode may use.
        model: what records call the agent's model.
        keep_image: keeps the pictures of each step; none are drawn for the record where it is None.
        clock: seconds, for the time limit and the record.

    Raises:
        RecordsFault: a picture could not be kept.
    """
    started = clock()
    tally = _Tally()
    stuck: _Ended | None = None
    try:
        with _blamed("env_error"):
            before = await call_controller(controller, controller.snapshot)
    except _Ended as broken_off:
        ended = broken_off
    else:
        try:
            with _blamed("env_error"):
                await call_controller(controller, _set_up, task, instance, controller)
            with _blamed("agent_error"):
                await _loop(task, instance, controller, agent, limits, tally, keep_image, lambda: clock() - started)
            with _blamed("env_error"):
                ended = await call_controller(controller, _score, task, instance, controller, tally)
        except _Ended as broken_off:
            ended = broken_off
        finally:
            stuck = await _put_back(controller, before)
        if stuck and ended.outcome not in INTERRUPTED:
            ended = stuck
    seconds = round(clock() - started, 3)
    record = _record(task, instance, controller, agent.name, model, tally, ended, seconds)
    return Episode(record, tuple(tally.steps), put_back=stuck is None)


async def call_controller(controller: Controller, method: Callable[..., T], *arguments: Any) -> T:
    """Call a method of a controller, or a function that uses it; in a thread where it waits for a device, so others go on."""
    if controller.blocking:
        return await to_thread.run_sync(partial(method, *arguments))
    return method(*arguments)


async def _put_back(controller: Controller, before: object) -> _Ended | None:
    """Put the car back, also when the run is broken off; returns what went wrong."""
    try:
        with CancelScope(shield=True), _blamed("env_error"):
            await call_controller(controller, controller.restore, before)
    except _Ended as broken_off:
        return broken_off
    return None


def episode_id(agent: str, instance: TaskInstance) -> str:
    """What names an episode within a run."""
    return f"{agent}-{instance.task}-{instance.id}"


def _record(
    task: Task,
    instance: TaskInstance,
    controller: Controller,
    agent: str,
    model: str,
    tally: _Tally,
    ended: _Ended,
    seconds: float,
) -> EpisodeRecord:
    return EpisodeRecord(
        id=episode_id(agent, instance),
        suite="automotive",
        task=instance.task,
        instance=instance.id,
        seed=instance.seed,
        agent=agent,
        model=model,
        backend=controller.backend,
        category=task.category,
        dimension=task.dimension,
        goal=instance.goal,
        place=instance.place,
        outcome=ended.outcome,
        success=ended.outcome == "pass",
        steps=len(tally.steps),
        tokens=tally.usage.tokens,
        prompt_tokens=tally.usage.prompt_tokens,
        completion_tokens=tally.usage.completion_tokens,
        model_calls=tally.usage.calls,
        seconds=seconds,
        error=ended.error,
        side_effects=ended.side_effects,
    )


def _set_up(task: Task, instance: TaskInstance, controller: Controller) -> None:
    car = CarSetup(controller)
    latitude, longitude = instance.position
    car.place(replace(place_by_name(instance.place), latitude=latitude, longitude=longitude))
    task.setup(car, instance)
    if task.check(Checks(controller.read), instance):
        raise EnvironmentFault(f"{instance.task} is already fulfilled after its set-up")
    controller.drain_changes()


def _score(task: Task, instance: TaskInstance, controller: Controller, tally: _Tally) -> _Ended:
    side_effects = tally.side_effects(task.allowed)
    reached = task.check(Checks(controller.read), instance)
    return _Ended("pass" if reached and not side_effects else "fail", side_effects=side_effects)


async def _loop(
    task: Task,
    instance: TaskInstance,
    controller: Controller,
    agent: Agent,
    limits: Limits,
    tally: _Tally,
    keep_image: KeepImage | None,
    elapsed: Callable[[], float],
) -> None:
    """Observe, decide, act, reflect, until the agent ends the episode."""
    with _blamed("env_error"):
        context = EpisodeContext(instance.seed, controller.apps, dict(controller.apis), limits.steps)
    if isinstance(agent, PrivilegedAgent):
        agent.brief(task, instance)
    agent.reset(instance.goal, context)
    latest: Observation | None = None
    looked = 0.0
    for number in range(1, limits.steps + 1):
        with _blamed("env_error"):
            seen = (
                latest if latest and elapsed() - looked < FRESH_SECONDS else await call_controller(controller, controller.observe)
            )
            screenshot = keep_image(await call_controller(controller, getattr, seen, "screenshot")) if keep_image else None
        latest = None
        decision = await agent.act(seen)
        outcome: Outcome | None = None
        changes: list[Change] = []
        ends = isinstance(decision.action, Status)
        if decision.action is not None and not ends:
            with _blamed("env_error"):
                refusal = _permitted(decision.action, context)
                done = await call_controller(controller, controller.act, decision.action, seen) if refusal is None else refusal
                changes = await call_controller(controller, controller.drain_changes)
                latest = await call_controller(controller, controller.observe)
            looked = elapsed()
            outcome = done
            tally.note(changes)
            decision = await agent.reflect(decision, done, latest)
        tally.usage += decision.usage
        marked = keep_image(decision.marked) if keep_image and decision.marked is not None else None
        tally.steps.append(step_record(number, seen, decision, outcome, changes, screenshot=screenshot, marked=marked))
        if all(step.action is None for step in tally.steps[-MAX_BAD_REPLIES:]) and number >= MAX_BAD_REPLIES:
            raise AgentFault(f"{MAX_BAD_REPLIES} replies in a row held no action; the last: {decision.error}")
        if isinstance(decision.action, Status):
            if decision.action.goal_status == "infeasible":
                raise _Ended("fail", "the agent says that it cannot be done")
            return
        if tally.usage.tokens > limits.tokens:
            raise _Ended("step_limit", f"more than {limits.tokens} tokens")
        if elapsed() > limits.seconds:
            raise _Ended("step_limit", f"more than {limits.seconds:g} seconds")
    raise _Ended("step_limit", f"not ended within {limits.steps} steps")


def _permitted(action: object, context: EpisodeContext) -> Outcome | None:
    """The refusal of a vehicle API that the agent was not offered, or None."""
    if not isinstance(action, Call) or action.api in context.apis:
        return None
    return Outcome(False, f"the API {action.api!r} is not offered here; there are: {', '.join(context.apis)}")
