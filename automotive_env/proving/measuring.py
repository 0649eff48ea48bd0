"""Measuring what tasks need: their first solutions are played and watched, and they are drawn in several places."""

from __future__ import annotations

from collections.abc import Iterator

from automotive_env import action as a
from automotive_env.action import Action
from automotive_env.agent import Decision
from automotive_env.agents.oracle import OracleAgent
from automotive_env.controller import Controller
from automotive_env.errors import EnvironmentFault
from automotive_env.needs import PRIMITIVES, Needs, source_of
from automotive_env.observation import Element, Observation
from automotive_env.planning import instance_seed, instantiate
from automotive_env.proving.playing import instance, played
from automotive_env.scene import Ending
from automotive_env.session import Session
from automotive_env.task import Task, TaskInstance

PLACES = (
    *("Berlin", "Oslo", "London", "Paris", "New York", "Tokyo", "Sydney", "Dubai", "Singapore", "São Paulo"),
    *("Cape Town", "Reykjavik"),
)
"""Where an instance is drawn to see whether what is right moves with the place."""
SEEDS = 3
"""Instances of each ending that are played, and drawn in each place."""
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


def measure(task: Task, car: Controller) -> Needs:
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
        event = event or bool(task.events(drawn))
    primitives = tuple(name for name in PRIMITIVES if name in found)
    return Needs(depth, primitives, tuple(apps), event, moves_with_place(task, car), source_of(task))


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


def moves_with_place(task: Task, car: Controller) -> bool:
    """Whether the same seeds have other right endings, or other targets that the user does not name, in other places."""
    for ending in task.endings:
        drawn = [[_drawn(task, number, place, ending) for number in range(SEEDS)] for place in PLACES]
        if len({any(here) for here in drawn}) > 1 and _suits_vary(task, ending):
            return True
        targets = [{_target(task, one, car) for one in here if one} for here in drawn if any(here)]
        if any(first.isdisjoint(second) for first in targets for second in targets):
            return True
    return False


def _drawn(task: Task, number: int, place: str, ending: Ending) -> TaskInstance | None:
    return instantiate(task, instance_seed(0, task.name, number), place, ending)


def _suits_vary(task: Task, ending: Ending) -> bool:
    """Whether it is the task that does not suit some places, rather than their weather."""
    from automotive_env.geo.places import place_by_name

    return len({task.suits(place_by_name(place), ending) for place in PLACES}) > 1


def _target(task: Task, drawn: TaskInstance, car: Controller) -> str:
    """What is wanted at the start, without what the user names."""
    session = Session(task, drawn, car)
    try:
        session.start()
        wanted = session.finish().criterion.wanted
    except EnvironmentFault as fault:
        wanted = str(fault)
    finally:
        session.close()
    for name in sorted({str(value) for value in drawn.params.values()}, key=len, reverse=True):
        if name and name.casefold() in drawn.goal.casefold():
            wanted = wanted.replace(name, "…")
    return wanted
