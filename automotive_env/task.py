"""The contract of a task: a frozen, hashed instance (the data) and the behaviour that sets it up, checks and solves it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from automotive_env.geo.place import Place

if TYPE_CHECKING:
    from automotive_env.car_setup import CarSetup
    from automotive_env.ui_script import UiScript
    from automotive_env.validators.check import Checks


class Dimension(StrEnum):
    """What a task asks of an agent (Automotive-ENV, section 3.4)."""

    EXPLICIT_CONTROL = "explicit_control"
    IMPLICIT_INTENT = "implicit_intent"
    DRIVING_ALIGNMENT = "driving_alignment"
    ENVIRONMENT_ALERTS = "environment_alerts"


class Category(StrEnum):
    """Which part of the car a task is about."""

    MAPS = "maps"
    HVAC = "hvac"
    ROAD = "road"
    PHENOMENON = "phenomenon"
    MEDIA = "media"
    APPS = "apps"
    SYSTEM = "system"
    COMMS = "comms"


@dataclass(frozen=True, slots=True)
class TaskInstance:
    """One concrete task.

    Attributes:
        task: name of the task, such as "hvac.fan_speed_max".
        seed: what it was drawn from.
        goal: what the user says.
        params: what was drawn, JSON scalars only.
        place: city whose rules hold.
        position: where the car is, degrees north and east.
    """

    task: str
    seed: int
    goal: str
    params: Mapping[str, Any] = field(default_factory=dict)
    place: str = ""
    position: tuple[float, float] = (0.0, 0.0)

    @property
    def id(self) -> str:
        """A hash of everything in it: equal ids mean equal instances, in every process."""
        data = {"task": self.task, "seed": self.seed, "goal": self.goal, "params": dict(self.params)}
        data |= {"place": self.place, "position": self.position}
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


class Task:
    """One task of the benchmark; a subclass declares what is said, what is true before, what must be true after.

    Class attributes:
        says: several phrasings of what the user says; `{name}` stands for a parameter.
        allowed: patterns of state paths that may change on the way, such as "airConditioner.*"; a change of any other significant
            property is a side effect and fails the episode.
        steps: the steps a person needs, at most; what an agent gets is in `limits.py`.

    The docstring says what the task is about.
    """

    category: ClassVar[Category]
    dimension: ClassVar[Dimension]
    name: ClassVar[str]
    says: ClassVar[Sequence[str]]
    allowed: ClassVar[Sequence[str]] = ()
    steps: ClassVar[int] = 5

    def __init_subclass__(cls, category: Category | None = None, dimension: Dimension | None = None) -> None:
        if category is None or dimension is None:
            return  # a family of tasks, not a task
        cls.category = category
        cls.dimension = dimension
        cls.name = f"{category}.{_snake(cls.__name__)}"

    def suits(self, place: Place) -> bool:
        """Whether the task makes sense in a place; one that depends on local rules asks for them here."""
        return True

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        """Draw the parameters; JSON scalars only."""
        return {}

    def sample(self, rng: Random, place: Place, seed: int) -> TaskInstance:
        """Draw an instance."""
        params = self.params(rng, place)
        goal = rng.choice(list(self.says)).format(**params)
        return TaskInstance(self.name, seed, goal, params, place.name, (place.latitude, place.longitude))

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        """Make true what is true before."""
        raise NotImplementedError

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        """Whether what must be true after is true."""
        raise NotImplementedError

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        """How a person does it, through the GUI where there is one."""
        raise NotImplementedError

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        """A plausible way to get it wrong; the check must refuse it."""
        raise NotImplementedError


def _snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
