"""One episode played by an agent: a session, and an agent that decides on its actions until it ends or a limit is reached.

Every fault is blamed once: on the environment, the model or the agent. What a model says wrong is no fault but a failed step.
What the episode came to is the session's verdict.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any, TypeVar

from anyio import CancelScope, to_thread

from automotive_env.agents.agent import (
    Agent,
    BackgroundAgent,
    Decision,
    EpisodeContext,
    PrivilegedAgent,
    begin_turn,
    check_decision,
)
from automotive_env.episode.action import Call, Status
from automotive_env.episode.controller import Controller
from automotive_env.episode.faces import Face
from automotive_env.episode.limits import Limits
from automotive_env.episode.observation import Observation
from automotive_env.episode.picture import LazyPicture
from automotive_env.episode.session import Session, Step, declared
from automotive_env.episode.verdict import Verdict
from automotive_env.errors import AgentFault, EnvironmentFault, LimitReached, ModelFault, RecordsFault, RequestTooLong
from automotive_env.models.metered import MeteredModel
from automotive_env.plugins.registry import reason
from automotive_env.runs.records.calls import ModelCallLog, usage_by_purpose
from automotive_env.runs.records.picture_log import KeepImage, PictureLog
from automotive_env.runs.records.records import (
    INTERRUPTED,
    EpisodeRecord,
    HarmRecord,
    OutcomeName,
    StepRecord,
    episode_id,
    step_record,
)
from automotive_env.runs.tables.attention import attention_scores
from automotive_env.runs.tables.touches import touch_counts, touch_scores
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.tasks.kit.task import Task, TaskInstance

MAX_BAD_REPLIES = 5
"""Replies without an action in a row after which the agent is at fault: more would cost and show nothing."""

FRESH_SECONDS = 1.0
"""How long the observation made after an action serves as that of the next step: on an emulator one takes half a second."""

T = TypeVar("T")


@dataclass
class _Tally:
    """What has been counted so far, and why the agent was stopped, if it was."""

    asked: ModelCallLog
    clock: Callable[[], float]
    started: float
    keeps_steps: bool
    steps: list[StepRecord] = field(default_factory=list)
    decisions: int = 0
    bad_replies: int = 0
    """In a row, up to now."""
    limit: str = ""

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self.clock() - self.started


class _BrokenOff(Exception):
    """An episode that ends before its verdict."""

    def __init__(self, outcome: OutcomeName, error: str) -> None:
        super().__init__(error)
        self.outcome = outcome
        self.error = error


@contextmanager
def _blamed(outcome: OutcomeName) -> Iterator[None]:
    """Break the episode off when something goes wrong in the block; a fault that names its own outcome keeps it.

    A run folder that cannot be written is nobody's fault in the episode: that fault goes on to end the run. A limit is no fault.
    """
    try:
        yield
    except (_BrokenOff, LimitReached, RequestTooLong, RecordsFault):
        raise
    except ModelFault as fault:
        raise _BrokenOff("model_error", str(fault)) from fault
    except EnvironmentFault as fault:
        raise _BrokenOff("env_error", str(fault)) from fault
    except AgentFault as fault:
        raise _BrokenOff("agent_error", str(fault)) from fault
    except (Exception, SystemExit) as fault:
        raise _BrokenOff(outcome, reason(fault)) from fault


async def play(
    task: Task,
    instance: TaskInstance,
    controller: Controller,
    agent: Agent,
    *,
    limits: Limits,
    model: MeteredModel | None = None,
    trial: int = 0,
    shortcuts: bool = True,
    face: Face = "screen",
    privileged: bool = False,
    keep_image: KeepImage | None = None,
    keep_steps: bool = True,
    clock: Callable[[], float] = time.perf_counter,
) -> PlayedEpisode:
    """Play one episode; any fault in it becomes its outcome.

    Args:
        task: the behaviour of the task.
        instance: what was drawn.
        controller: the car; it is as it was when this returns, or `put_back` of the episode says that it is not.
        agent: who plays.
        limits: what the episode may use.
        model: the agent's model, or None; the time that it takes does not count against the limits.
        trial: counts from 0; trials of one instance differ in the seeds of their requests only.
        shortcuts: whether apps may be opened by name.
        face: how the agent reaches the car.
        privileged: whether the agent is shown the task.
        keep_image: keeps the pictures of a device, and those that an agent made; pictures have no names where it is None.
        keep_steps: whether records are made of the steps; an episode without them has no scores.
        clock: seconds, for the time limit and the record.

    Raises:
        RecordsFault: a picture could not be kept.
    """
    tally = _Tally(ModelCallLog(model), clock, clock(), keep_steps)
    if model:
        model.begin(instance.seed, trial)
    verdict: Verdict | None = None
    broken: _BrokenOff | None = None
    session = Session(task, instance, controller, shortcuts=shortcuts, face=face)
    pictures = PictureLog(None if face == "calls" else keep_image, controller.backend)
    try:
        with _blamed("env_error"):
            await call_controller(controller, session.start)
        try:
            with _blamed("agent_error"):
                if privileged and isinstance(agent, PrivilegedAgent):
                    agent.brief(task, instance)
                try:
                    await _loop(session, controller, agent, limits, tally, pictures)
                finally:
                    if isinstance(agent, BackgroundAgent):
                        agent.leave()
        except (LimitReached, RequestTooLong) as limit:
            tally.limit = str(limit)
        except _BrokenOff as fault:
            if fault.outcome in INTERRUPTED:
                raise
            broken = fault
        with _blamed("env_error"):
            verdict = await call_controller(controller, session.finish, tally.limit or "not ended")
    except _BrokenOff as fault:
        broken = fault
    finally:
        stuck = await _put_back(session, controller)
    if stuck and (broken is None or broken.outcome not in INTERRUPTED):
        broken = stuck
    outcome: OutcomeName = broken.outcome if broken else "step_limit" if tally.limit else "pass" if verdict else "fail"
    error = broken.error if broken else tally.limit
    tally.asked.take()  # what was asked before the episode was broken off
    record = _record(session, controller, agent.name, trial, tally, outcome, error, verdict)
    return PlayedEpisode(record, tuple(tally.steps), put_back=stuck is None)


async def _put_back(session: Session, controller: Controller) -> _BrokenOff | None:
    """Put the car back, also when the run is broken off; returns what went wrong."""
    try:
        with CancelScope(shield=True), _blamed("env_error"):
            await call_controller(controller, session.close)
    except _BrokenOff as fault:
        return fault
    return None


async def call_controller(controller: Controller, method: Callable[..., T], *arguments: Any) -> T:
    """Call a method of a controller, or a function that uses it; in a thread where it waits for a device, so others go on."""
    if controller.blocking:
        return await to_thread.run_sync(partial(method, *arguments))
    return method(*arguments)


def _record(
    session: Session,
    controller: Controller,
    agent: str,
    trial: int,
    tally: _Tally,
    outcome: OutcomeName,
    error: str,
    verdict: Verdict | None,
) -> EpisodeRecord:
    task, instance = session.task, session.instance
    instance_id, model = instance.id, tally.asked.model_name
    touches = touch_counts(tally.steps)
    harm = verdict.harm if verdict is not None else ()
    return EpisodeRecord(
        id=episode_id(agent, model, instance.task, instance_id, trial, session.face),
        suite="automotive",
        task=instance.task,
        instance=instance_id,
        seed=instance.seed,
        trial=trial,
        agent=agent,
        model=model,
        backend=controller.backend,
        category=task.category,
        dimension=task.dimension,
        goal=instance.goal,
        later=instance.later,
        level=task.level,
        place=instance.place,
        outcome=outcome,
        success=outcome == "pass",
        steps=tally.decisions,
        tokens=tally.asked.usage.tokens,
        prompt_tokens=tally.asked.usage.prompt_tokens,
        completion_tokens=tally.asked.usage.completion_tokens,
        model_calls=tally.asked.usage.calls,
        seconds=round(tally.elapsed, 3),
        model_seconds=round(tally.asked.seconds, 3),
        error=error,
        ending=instance.ending,
        pair=instance.pair,
        face=session.face,
        verdict=verdict.criterion.to_json() if verdict is not None else {},
        harm=tuple(HarmRecord(name=x.name, step=x.step, wanted=x.wanted, found=x.found) for x in harm),
        side_effects=verdict.side_effects if verdict is not None else (),
        scores={} if outcome in INTERRUPTED else attention_scores(tally.steps, passed=outcome == "pass") | touch_scores(touches),
        usage=usage_by_purpose(tally.asked.calls),
        mended=tally.asked.mended,
        touches=touches,
        params=dict(instance.params),
        scene=instance.scene.to_json(),
    )


async def _loop(
    session: Session,
    controller: Controller,
    agent: Agent,
    limits: Limits,
    tally: _Tally,
    pictures: PictureLog,
) -> None:
    """Observe, decide, act, reflect, until the agent ends the episode or a limit is reached."""
    with _blamed("env_error"):
        apis = dict(session.apis)
        context = EpisodeContext(session.instance.seed, controller.apps, apis, limits.steps, session.shortcuts, session.face)
    agent.reset(session.opening.text, replace(context, opening=session.opening))
    looked, left = tally.elapsed, limits.steps
    for number in count(1):
        if left == 0:
            break
        left -= 1
        with _blamed("env_error"):
            if session.seen is None or tally.elapsed - looked >= FRESH_SECONDS:
                await call_controller(controller, session.look)
            seen = session.seen
            assert seen is not None
        decision = check_decision(await agent.act(seen))
        if isinstance(decision.action, Call):  # the agent, the record and the car see the same call
            decision = replace(decision, action=declared(decision.action))
        with _blamed("env_error"):
            names = await call_controller(controller, picture_names, seen, decision, pictures)
            if tally.keeps_steps:
                seen.keep()
        step: Step | None = None
        if decision.action is None:
            session.skip()
        else:
            with _blamed("env_error"):
                step = await call_controller(controller, session.step, decision.action)
            looked = tally.elapsed
        try:
            if step and not isinstance(decision.action, Status):
                decision = check_decision(await agent.reflect(decision, step.outcome, step.observation))
        finally:  # what was done is recorded, whatever comes of thinking about it
            tally.asked.usage += decision.usage
            if tally.keeps_steps:
                told = number, seen, decision, step, tally.asked, pictures, names
                tally.steps.append(await call_controller(controller, _step_record, *told))
            tally.decisions = number
            tally.bad_replies = tally.bad_replies + 1 if decision.action is None else 0
        if step and step.ended:
            return
        if step and step.opening:
            left = limits.steps
            begin_turn(agent, step.opening, context)
        if tally.bad_replies == MAX_BAD_REPLIES:
            raise AgentFault(f"{MAX_BAD_REPLIES} replies in a row held no action; the last: {decision.error}")
        tally.limit = limits.exceeded(tally.asked.usage.tokens, tally.elapsed - tally.asked.seconds)
        if tally.limit:
            return
    turn = f"turn {session.opening.number} " if session.opening.number > 1 else ""
    tally.limit = f"{turn}not ended within {limits.steps} steps"


def picture_names(seen: Observation, decision: Decision, pictures: PictureLog) -> dict[str, str | None]:
    """Names of the pictures that were seen; those of a device are taken and encoded, while the moment lasts and in a thread."""
    pictures.see(seen)
    return {
        "screenshot": pictures.name(LazyPicture(seen, "screenshot")),
        "marked": pictures.name(decision.marked),
        "windscreen": pictures.name(decision.windscreen),
        "shown": pictures.name(decision.shown),
    }


def _step_record(
    number: int,
    seen: Observation,
    decision: Decision,
    step: Step | None,
    asked: ModelCallLog,
    pictures: PictureLog,
    names: Mapping[str, str | None],
) -> StepRecord:
    """The record of a step; what a model was shown of a device is encoded, in a thread."""
    pictures.see(seen, step.observation if step else seen)
    calls = asked.take(pictures.name)
    told = step if step and not step.ended else None
    outcome, changes = (told.outcome, told.timed) if told else (None, ())
    return step_record(number, seen, decision, outcome, changes, calls, drawn=pictures.take_digests(), **names)
