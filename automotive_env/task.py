"""The contract of a task: a frozen, hashed instance (the data) and the behaviour that sets it up, checks and solves it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from automotive_env.geo.place import Place
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.world.content.spelling import spelled

if TYPE_CHECKING:
    from automotive_env.call_plan import CallPlan
    from automotive_env.car_setup import CarSetup
    from automotive_env.ui_script import UiScript
    from automotive_env.validators.answers import Fact
    from automotive_env.validators.check import Episode
    from automotive_env.validators.criterion import Criterion
    from automotive_env.validators.harm import Invariant

Way: TypeAlias = "Callable[[UiScript], UiScript]"
"""One way through a task: adds its moves to a script."""
_SENTENCE_START = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")
"""Where a parameter such as "a minute" begins a sentence."""


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


@dataclass(frozen=True)
class TaskInstance:
    """One concrete task.

    Attributes:
        task: name of the task, such as "hvac.fan_speed_max".
        seed: what it was drawn from.
        goal: what the user says.
        ending: what is right; see `Ending`.
        params: what was drawn, JSON scalars only.
        scene: what is true around it.
        pair: names the contrast pair that it is a half of; empty where the template has no pairs.
    """

    task: str
    seed: int
    goal: str
    ending: Ending = "act"
    params: Mapping[str, Any] = field(default_factory=dict)
    scene: Scene = field(default_factory=Scene)
    pair: str = ""

    @property
    def place(self) -> str:
        """City whose rules hold."""
        return self.scene.place

    @cached_property
    def id(self) -> str:
        """A hash of everything in it: equal ids mean equal instances, in every process."""
        data = {"task": self.task, "seed": self.seed, "goal": self.goal, "ending": self.ending, "pair": self.pair}
        data |= {"params": dict(self.params), "scene": self.scene.to_json()}
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens in the middle of an episode, once; several in a row are several of these, at later times.

        >>> fog = Event(lambda car: car.turns(weather="fog", visibility=80), after_seconds=20)
        >>> call = Event(lambda car: car.rings("Mum"), after_steps=3)
        >>> lit = Event(lambda car: car.turns(light="day"), when=lambda then: then.low_beam_shines())

    Attributes:
        happens: what it does to the car.
        after_seconds: of the car's clock, since the start.
        after_steps: decisions of the agent; whichever of the conditions is given and true first sets it off.
        when: a criterion that becomes met.
    """

    happens: Callable[[CarSetup], None]
    after_seconds: float | None = None
    after_steps: int | None = None
    when: Callable[[Episode], Criterion] | None = None


class Task:
    """One task of the benchmark; a subclass declares what is said, what is true before, what must be true after.

    Class attributes:
        says: several phrasings of what the user says; `{name}` stands for a parameter.
        endings: what can be right; with two, instances are drawn in pairs that differ in what is right.
        harm: invariants beside those of all tasks.
        steps: the steps that a person who knows the car needs, at most; an agent gets half as many again, ten at least.
        either_status: whether the user says what to do where it cannot be had ("if neither, tell me why"): then `answer` and
            `decline` may end as complete and as infeasible alike.

    The docstring says what the task is about.
    """

    category: ClassVar[Category]
    dimension: ClassVar[Dimension]
    name: ClassVar[str]
    says: ClassVar[Sequence[str]]
    endings: ClassVar[Sequence[Ending]] = ("act",)
    harm: ClassVar[Sequence[Invariant]] = ()
    steps: ClassVar[int] = 5
    either_status: ClassVar[bool] = False

    def __init_subclass__(cls, category: Category | None = None, dimension: Dimension | None = None) -> None:
        if category is None or dimension is None:
            return  # a family of tasks, not a task
        cls.category = category
        cls.dimension = dimension
        cls.name = f"{category}.{snake_case(cls.__name__)}"

    # Drawing

    def suits(self, place: Place, ending: Ending) -> bool:
        """Whether this ending can be right in a place; a task that depends on local rules asks for them here."""
        return True

    def rule(self, place: Place) -> Hashable:
        """What the law or custom of a place says of the task, None where that plays no part or is not known."""
        return None

    def scene(self, draw: Draw) -> Scene:
        """Draw what is true around the task."""
        return draw.scene()

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        """Draw the parameters; JSON scalars only."""
        return {}

    def sample(self, draw: Draw, seed: int, pair: str = "") -> TaskInstance:
        """Draw an instance.

        Raises:
            SceneImpossible: the place cannot have such a scene.
        """
        scene = self.scene(draw)
        params = self.params(draw, scene)
        goal = draw.choice(list(self.says)).format(
            **{name: spelled(told, scene.language) if isinstance(told, str) else told for name, told in params.items()}
        )
        goal = _SENTENCE_START.sub(lambda start: start[0].upper(), goal)
        return TaskInstance(self.name, seed, goal, draw.ending, params, scene, pair)

    # Playing

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        """Make true what is true before, beyond the scene."""

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        """What happens on the way."""
        return ()

    # Judging

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        """What must be true after; for `refrain` and `decline`: what must stay true, where it is so at the start."""
        raise NotImplementedError

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        """What may differ at the end: patterns of state paths, "airConditioner.*" or, with a value, "wiper.*.is_on=true"."""
        return ()

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        """Kinds of alert that are due beyond the hazards that the car itself shows (`automotive_env.validators.harm`)."""
        return ()

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        """Whom the agent may call, answer or write to."""
        return ()

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        """Facts that the agent must name where the right ending is `refrain` or `decline`."""
        return ()

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        """How things stand where the right ending is `refrain`: one of these facts says that nothing needs to be done."""
        return ()

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        """What whatever is said must not contradict where something was to be done or told; none of it need be said."""
        return ()

    # Proving

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        """Ways that are right, the most natural one first; each must pass."""
        raise NotImplementedError

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        """Plausible ways to get it wrong, and ways to pass without doing it; each must fail."""
        raise NotImplementedError

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        """Ways that are right where there is no screen; each must pass, and need each of its calls.

        A task that does not declare any is not played by calls.
        """
        return ()

    @property
    def takes_calls(self) -> bool:
        """Whether it can be played by calls."""
        return type(self).calls is not Task.calls


def snake_case(name: str) -> str:
    """The name of a class as that of a task: "TooHot" is "too_hot"."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
