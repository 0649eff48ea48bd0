"""Measuring what tasks need: their first solutions are played and watched, and they are drawn in several places."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from automotive_env.agents.agent import Decision
from automotive_env.agents.oracle import OracleAgent
from automotive_env.android.abilities import stock_image
from automotive_env.android.apps import stock_apps
from automotive_env.episode import action as a
from automotive_env.episode.action import Action
from automotive_env.episode.controller import Controller
from automotive_env.episode.observation import Element, Observation
from automotive_env.episode.session import Session
from automotive_env.errors import EnvironmentFault
from automotive_env.place import climate, conduct_rules, country, light_rules, rules
from automotive_env.place.ruling import LocalRuling
from automotive_env.suites.automotive.proving.playing import instance, played
from automotive_env.suites.automotive.requirements import lacking
from automotive_env.tasks.kit.by_calls import call_plans
from automotive_env.tasks.kit.needs import PRIMITIVES, TaskNeeds, source_of
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.kit.task import Task, TaskInstance

PLACES = (
    *("Berlin", "Oslo", "London", "Paris", "New York", "Tokyo", "Sydney", "Dubai", "Singapore", "São Paulo"),
    *("Cape Town", "Reykjavik"),
)
"""Where an instance is drawn to see what a task asks of the place."""
SEEDS = 3
"""Instances of each ending that are played."""
_DIALOG = {"confirm", "keep", "cancel"}
_NOTIFICATION = ("notification", "alert_d", "headsup")


class _Watched(OracleAgent):
    """An oracle that notes what it does to what, and in which app."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[tuple[Action, Element | None, str]] = []

    async def act(self, observation: Observation) -> Decision:
        """The plan's next action."""
        decision = await super().act(observation)
        assert decision.action is not None, "a plan holds actions"
        self.noted.append((decision.action, _touched(decision.action, observation), observation.app))
        return decision


def _touched(action: Action, seen: Observation) -> Element | None:
    index: int | None = getattr(action, "index", None)
    x, y = (getattr(action, name, None) for name in ("x", "y"))
    if index is not None:
        return seen.elements[index]
    if x is None or y is None:
        return None
    return next((one for one in reversed(seen.elements) if one.clickable and one.box.contains(x, y)), None)


def measure(task: Task, car: Controller) -> TaskNeeds:
    """What the first solutions of a task need.

    Args:
        task: what is measured.
        car: where it is played; it is as it was when this returns.
    """
    depth, found, apps = 0, set[str](), dict[str, None]()
    event = False
    for drawn in _instances(task):
        agent = _Watched()
        played(task, drawn, car, agent)
        depth = max(depth, len(agent.noted) - 1)
        fronts = dict.fromkeys(app for _, _, app in agent.noted[1:] if app != "home")
        apps |= fronts
        found |= {name for action, element, _ in agent.noted for name in _primitives(action, element)}
        found |= {"several apps"} if len(fronts) > 1 else set()
        event = event or bool(task.events(drawn)) or any(turn.event for turn in task.turns(drawn))
    primitives = tuple(name for name in PRIMITIVES if name in found)
    on_stock = not lacking(task, stock_image(), stock_apps())
    facts = facts_of_place(task, car)
    return TaskNeeds(depth, primitives, tuple(apps), event, facts, _passes_by_calls(task, car), on_stock, source_of(task))


def _passes_by_calls(task: Task, car: Controller) -> bool:
    """Whether there is a way by calls through each instance that passes."""
    for drawn in _instances(task):
        plan = next(iter(call_plans(task, drawn)), None)
        if plan is None or not played(task, drawn, car, OracleAgent(plan), face="calls").record.success:
            return False
    return True


def _instances(task: Task) -> Iterator[TaskInstance]:
    return (instance(task, number, ending) for ending in task.endings for number in range(SEEDS))


def _primitives(action: Action, element: Element | None) -> Iterator[str]:
    match action:
        case a.Click() | a.DoubleTap() | a.Swipe():
            yield _kind_of_touch(element)
        case a.LongPress():
            yield "long press"
        case a.Scroll():
            yield "scroll"
        case a.InputText():
            yield "typing"
        case a.Wait():
            yield "waiting"
        case a.Answer():
            yield "answer"
        case a.Call(api=api):
            yield "alert" if "alert" in api else "API"


def _kind_of_touch(element: Element | None) -> str:
    if element is None:
        return "tap"
    if element.range is not None:
        return "slider"
    if element.name.startswith("pick_"):
        return "picker"
    if _DIALOG & set(element.name.split("_")):
        return "dialog"
    if element.name.startswith(_NOTIFICATION):
        return "notification"
    return "toggle" if element.checkable and element.role in ("Switch", "ToggleButton", "CheckBox") else "tap"


def facts_of_place(task: Task, car: Controller) -> tuple[str, ...]:
    """Names of the rules of `automotive_env.place` that a task asks for and that answer otherwise in other places."""
    heard: dict[str, set[str]] = {}
    with _overheard(heard):
        for ending in task.endings:
            for place in PLACES:
                if drawn := instantiate(task, instance_seed(0, task.name, 0), place, ending):
                    _set_up(task, drawn, car)
    return tuple(sorted(name for name, answers in heard.items() if len(answers) > 1))


@contextmanager
def _overheard(heard: dict[str, set[str]]) -> Iterator[None]:
    """Note what the modules of tasks are told of places: name of a rule -> its answers."""
    with ExitStack() as replaced:
        for module in [module for name, module in sys.modules.items() if _is_of_tasks(name)]:
            for name, rule in [(name, value) for name, value in vars(module).items() if value in _RULES]:
                replaced.enter_context(patch.object(module, name, _noting(rule, heard.setdefault(name, set()))))
        yield


def _is_of_tasks(name: str) -> bool:
    """Whether a module declares tasks or is shared by such."""
    return name.startswith("automotive_env.tasks.") and not name.startswith("automotive_env.tasks.kit.")


_RULES = [
    value
    for module in (climate, conduct_rules, country, light_rules, rules)
    for name, value in vars(module).items()
    if callable(value) and name[:1].islower() and getattr(value, "__module__", "").startswith("automotive_env.place.")
]


def _noting(rule: Callable[..., Any], answers: set[str]) -> Callable[..., Any]:
    def asked(*arguments: Any, **named: Any) -> Any:
        answer = rule(*arguments, **named)
        answers.add(repr(answer.value if isinstance(answer, LocalRuling) else answer))
        return answer

    return asked


def _set_up(task: Task, drawn: TaskInstance, car: Controller) -> None:
    session = Session(task, drawn, car)
    try:
        session.start()
        session.finish()
    except EnvironmentFault:
        pass  # fulfilled already; what was asked has been heard
    finally:
        session.close()
