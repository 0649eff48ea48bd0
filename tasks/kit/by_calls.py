"""Playing a task by calls of the vehicle APIs: as it declares, or by calls that do what its first solution does by touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from automotive_env.car.calls.call_finder import CallFinder
from automotive_env.car.core.store import StateValues
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.episode.action import Action, Answer, Call, Status
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.session import Session, Step
from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.needs import needs_of
from automotive_env.tasks.kit.task import Task, TaskInstance
from automotive_env.tasks.kit.ui_script import UiScript


def takes_calls(task: Task) -> bool:
    """Whether a task can be played by calls: it declares how, or was found to (`automotive_env.tasks.kit.needs`)."""
    if type(task).calls is not Task.calls:
        return True
    needs = needs_of(task.name)
    return needs is not None and needs.calls


def call_plans(task: Task, instance: TaskInstance) -> Iterator[CallPlan]:
    """The ways by calls through an instance: those that are declared, or the one that is found, if any."""
    yield from task.calls(instance) if type(task).calls is not Task.calls else _derived(task, instance)


def _derived(task: Task, instance: TaskInstance) -> Iterator[CallPlan]:
    """The plan that does by calls what the first solution does on the screen; none where no calls do the same."""
    car, script = HeadlessController(), UiScript()
    next(iter(task.solutions(instance)))(script)
    session = Session(task, instance, car)
    try:
        moves = script.play(session.start())
        plan, before, wanted = CallPlan(), car.world.snapshot(), dict[int, StateValue]()
        action: Action = next(moves)
        while True:
            step = session.step(action)
            if isinstance(action, Answer | Call | Status):
                calls = _calls(before, wanted)
                if calls is None:
                    return
                plan = _then(replace(plan, moves=(*plan.moves, *calls)), action, step)
                before, wanted = car.world.snapshot(), {}
            if step.ended:
                yield plan
                return
            changed = {INDEX[one.change.path]: one.change.after for one in step.timed if one.by == "agent"}
            wanted |= {} if isinstance(action, Call) else changed
            action = moves.send(step.observation)
    finally:
        session.close()


def _calls(before: StateValues, wanted: dict[int, StateValue]) -> tuple[Call, ...] | None:
    """Calls that lead from a state to wanted values; None where there are none."""
    missing = {slot: value for slot, value in wanted.items() if SCHEMA[slot].prop.significant and before[slot] != value}
    found = _finder().find(before, missing)
    if missing and (not found.made or found.also):
        return None
    return tuple(Call(api=api, arguments=arguments) for api, arguments in found.made)


def _then(plan: CallPlan, action: Answer | Call | Status, step: Step) -> CallPlan:
    """The plan with an action that needs no screen."""
    return replace(plan, end=action) if isinstance(action, Status) and step.ended else replace(plan, moves=(*plan.moves, action))


@cache
def _finder() -> CallFinder:
    return CallFinder()
