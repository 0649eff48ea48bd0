"""The gates of tasks that can be played by calls: each way by calls passes and needs each of its calls; a wrong call fails.

A task that declares no such ways passes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from automotive_env.action import Call
from automotive_env.agent import Agent
from automotive_env.agents.looked_up import only_tells
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.call_plan import CallPlan
from automotive_env.controller import Controller
from automotive_env.episode import PlayedEpisode
from automotive_env.proving.playing import instance, instance_text, played
from automotive_env.task import Task, TaskInstance
from automotive_env.world.world import all_apis

SEEDS = (0, 1, 2)
"""Numbers of the instances, of each ending, on which ways by calls are played."""
STRAY = "seat.carcontrol_carSeat_massager_switch"
"""What no task asks for: switching the massage of the rearmost seat on and off."""


def calls_pass(task: Task, car: Controller, seeds: Sequence[int] = SEEDS) -> Iterator[str]:
    """Every way by calls passes without harm, none of its calls is refused, and it leads through the task without a screen."""
    for drawn in _cases(task, seeds):
        plans = list(task.calls(drawn))
        if not plans:
            yield f"there is no way by calls for {instance_text(drawn)}"
        for number, plan in enumerate(plans, 1):
            episode = _played(task, drawn, car, OracleAgent(plan))
            which = f"way {number} by calls of {instance_text(drawn)}"
            if episode.record.outcome != "pass":
                yield f"{which} does not pass: {episode.record.why}"
            if episode.record.harm:
                yield f"{which} does harm: {', '.join(harm.name for harm in episode.record.harm)}"
            yield from (f"{which} is refused: {why}" for why in _refusals(episode))


def wrong_calls_fail(task: Task, car: Controller, seeds: Sequence[int] = SEEDS) -> Iterator[str]:
    """Doing nothing fails, and so does the first way by calls with one call more.

    Each API that changes something is needed in some instance, and fails in some with another value.
    """
    idle: dict[str, bool] = {}
    loose: dict[str, bool] = {}
    for drawn in _cases(task, seeds):
        if _passes(task, drawn, car, NoopAgent()):
            yield f"doing nothing passes without a screen in {instance_text(drawn)}"
        plan = next(iter(task.calls(drawn)), CallPlan())
        for position, call in _changing(plan):
            passes = _passes(task, drawn, car, OracleAgent(_with(plan, position)))
            idle[call.api] = idle.get(call.api, True) and passes
            others = [_with(plan, position, other) for other in _other_values(call)]
            if others:
                passes = all(_passes(task, drawn, car, OracleAgent(other)) for other in others)
                loose[call.api] = loose.get(call.api, True) and passes
        strays = [replace(plan, moves=(*plan.moves, _stray(on))) for on in (True, False)]
        if all(_passes(task, drawn, car, OracleAgent(stray)) for stray in strays):
            yield f"a seat's massage may be switched besides in {instance_text(drawn)}"
    yield from (f"{api} is never needed" for api, never in idle.items() if never)
    yield from (f"{api} passes with whatever value" for api, always in loose.items() if always)


def _cases(task: Task, seeds: Sequence[int]) -> Iterator[TaskInstance]:
    if task.takes_calls:
        yield from (instance(task, seed, ending) for seed in seeds for ending in task.endings)


def _played(task: Task, drawn: TaskInstance, car: Controller, agent: Agent) -> PlayedEpisode:
    return played(task, drawn, car, agent, face="calls", keep_steps=True)


def _passes(task: Task, drawn: TaskInstance, car: Controller, agent: Agent) -> bool:
    return _played(task, drawn, car, agent).record.success


def _refusals(episode: PlayedEpisode) -> Iterator[str]:
    for step in episode.steps:
        if step.outcome is not None and not step.outcome.done:
            yield f"{step.action}: {step.outcome.message}"


def _changing(plan: CallPlan) -> list[tuple[int, Call]]:
    """The calls of a plan that are to change something, with their positions."""
    calls = [(position, move) for position, move in enumerate(plan.moves) if isinstance(move, Call)]
    return [(position, call) for position, call in calls if not only_tells(call.api)]


def _with(plan: CallPlan, position: int, *instead: Call) -> CallPlan:
    """The plan with something else, or nothing, in the place of a move."""
    return replace(plan, moves=(*plan.moves[:position], *instead, *plan.moves[position + 1 :]))


def _other_values(call: Call) -> Iterator[Call]:
    """The call with another value of one of its switches, numbers or words."""
    schemas: dict[str, dict[str, Any]] = all_apis()[call.api].schema()["properties"]
    for name, value in call.arguments.items():
        for other in _others(value, schemas[name]):
            yield Call(api=call.api, arguments={**call.arguments, name: other})


def _others(value: object, schema: dict[str, Any]) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [bound for bound in (schema.get("minimum"), schema.get("maximum")) if bound not in (None, value)]
    return [word for word in schema.get("enum", ()) if word != value and isinstance(value, str)]


def _stray(on: bool) -> Call:
    return Call(api=STRAY, arguments={"switch": on, "position": ["third row left"]})
