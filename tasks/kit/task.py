"""The contract of a task: a frozen, hashed instance (the data) and the behaviour that sets it up, checks and solves it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from automotive_env.car.content.spelling import spelled
from automotive_env.episode.opening import Speaker
from automotive_env.place.place import Place
from automotive_env.tasks.kit.scene import Conditions, Draw, Ending, Scene
from automotive_env.tasks.kit.turn import Turn

if TYPE_CHECKING:
    from automotive_env.tasks.kit.call_plan import CallPlan
    from automotive_env.tasks.kit.car_setup import CarSetup
    from automotive_env.tasks.kit.ui_script import UiScript
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


def sorted_keys(data: Mapping[str, Any]) -> dict[str, Any]:
    """A mapping in the order in which a record holds it, so that a verdict reads the same when it is scored again."""
    return {key: sorted_keys(data[key]) if isinstance(data[key], Mapping) else data[key] for key in sorted(data)}


@dataclass(frozen=True)
class TaskInstance:
    """One concrete task.

    Attributes:
        task: name of the task, such as "hvac.fan_speed_max".
        seed: it was drawn from this seed.
        goal: what the user says first.
        later: what is said in each later turn; empty if the car notices something.
        ending: the right ending; see `Ending`.
        params: what was drawn, as JSON with sorted keys.
        scene: conditions around it.
        pair: name of its contrast pair; empty if the template has no pairs.
    """

    task: str
    seed: int
    goal: str
    ending: Ending = "act"
    params: Mapping[str, Any] = field(default_factory=dict)
    scene: Scene = field(default_factory=Scene)
    pair: str = ""
    later: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """City whose rules hold."""
        return self.scene.place

    @cached_property
    def id(self) -> str:
        """A hash of everything in it: equal ids mean equal instances, in every process.

        The powertrain is left out: task and life settle it, and instances keep the ids that they had without it.
        """
        scene = {name: value for name, value in self.scene.to_json().items() if name != "powertrain"}
        data = {"task": self.task, "seed": self.seed, "goal": self.goal, "ending": self.ending, "pair": self.pair}
        data |= {"params": dict(self.params), "scene": scene}
        data |= {"later": self.later} if self.later else {}
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens once during an episode; for several in a row, declare several at later times.

        >>> fog = Event(lambda car: car.turns(weather="fog", visibility=80), after_seconds=20)
        >>> call = Event(lambda car: car.rings("Mum"), after_steps=3)
        >>> lit = Event(lambda car: car.turns(light="day"), when=lambda then: then.low_beam_shines())

    Attributes:
        happens: what it does to the car.
        after_seconds: of the car's clock, since the start.
        after_steps: decisions of the agent; the first given condition that becomes true triggers it.
        when: criterion that must become met.
    """

    happens: Callable[[CarSetup], None]
    after_seconds: float | None = None
    after_steps: int | None = None
    when: Callable[[Episode], Criterion] | None = None


class Task:
    """One task of the benchmark; a subclass declares what the user says, the conditions before and the check after.

    Class attributes:
        level: 1 plain, 2 moderate, 3 long.
        says: phrasings of what the user says; `{name}` stands for a parameter. A task of several turns has `turns` instead.
        speaker: who says it.
        conditions: conditions of the scene; see `scene` for those that depend on the draw.
        endings: possible right endings; with two, instances are drawn in pairs that differ in the right ending.
        harm: invariants in addition to those of all tasks.
        may_change: what may differ at the end; see `allowed` for what depends on the instance.
        may_alert: kinds of alert that are appropriate; see `alerts`.
        may_contact: parameters that name whom the agent may call, answer or write to; see `contacts`.
        steps: the most steps of a turn that a person who knows the car needs; an agent gets half as many again, ten at least.

    The docstring says what the task is about.
    """

    category: ClassVar[Category]
    dimension: ClassVar[Dimension]
    name: ClassVar[str]
    level: ClassVar[int] = 1
    says: ClassVar[Sequence[str]] = ()
    speaker: ClassVar[Speaker] = "driver"
    conditions: ClassVar[Conditions] = Conditions()
    endings: ClassVar[Sequence[Ending]] = ("act",)
    harm: ClassVar[Sequence[Invariant]] = ()
    may_change: ClassVar[Sequence[str]] = ()
    may_alert: ClassVar[Sequence[str]] = ()
    may_contact: ClassVar[Sequence[str]] = ()
    steps: ClassVar[int] = 5

    def __init_subclass__(
        cls, category: Category | None = None, dimension: Dimension | None = None, level: int | None = None
    ) -> None:
        if category is None or dimension is None:
            return  # a family of tasks, not a task
        cls.category = category
        cls.dimension = dimension
        cls.level = cls.level if level is None else level
        cls.name = f"{category}.{snake_case(cls.__name__)}"

    # Drawing

    def suits(self, place: Place, ending: Ending) -> bool:
        """Whether this ending can be right in a place: by default anywhere, or where the task's rule is known."""
        return type(self).rule is Task.rule or self.rule(place) is not None

    def rule(self, place: Place) -> Hashable:
        """What the law or custom of a place says about the task; None if it does not matter or is not known."""
        return None

    def scene(self, draw: Draw) -> Scene:
        """Draw what is true around the task: a scene that fits `conditions`."""
        return draw.scene(**self.conditions)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        """Draw the parameters; JSON scalars only."""
        return {}

    def sample(self, draw: Draw, seed: int, pair: str = "") -> TaskInstance:
        """Draw an instance.

        Raises:
            SceneImpossible: the place cannot have such a scene.
        """
        scene = self.scene(draw)
        params = sorted_keys(self.params(draw, scene))
        drawn = TaskInstance(self.name, seed, "", draw.ending, params, scene, pair)
        wording = Random(f"{seed}:{self.name}")  # of its own, so that the halves of a pair are worded alike
        values = {name: spelled(told, scene.language) if isinstance(told, str) else told for name, told in params.items()}
        goal, *later = (_worded(turn.says, values, wording) for turn in self.turns(drawn))
        return replace(drawn, goal=goal, later=tuple(later))

    # Playing

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        """Set up the conditions that the scene does not cover."""

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        """The turns of the episode; one by default, of `says` and `check`."""
        yield Turn(*self.says, check=lambda then: self.check(then, inst), ending=inst.ending, speaker=self.speaker)

    @property
    def converses(self) -> bool:
        """Whether it declares its own turns, usually several."""
        return type(self).turns is not Task.turns

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        """Events that interrupt a turn; an event that begins a turn belongs to the turn."""
        return ()

    # Judging

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        """What must be true at the end where the ending is `act` or `answer`."""
        raise NotImplementedError

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        """What may differ at the end: patterns of state paths, "airConditioner.*" or, with a value, "wiper.*.is_on=true"."""
        return self.may_change

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        """Kinds of alert that are due in addition to the hazards that the car shows (`automotive_env.validators.harm`)."""
        return self.may_alert

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        """Whom the agent may call, answer or write to."""
        return tuple(inst.params[name] for name in self.may_contact)

    # Proving

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        """Right solutions, the most natural first; each must pass."""
        raise NotImplementedError

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        """Plausible mistakes: the neighbouring control, too much, the wrong side, said but not done; each must fail."""
        raise NotImplementedError

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        """Right solutions without a screen; each must pass. If none is declared, `tasks.kit.by_calls` finds one."""
        return ()


def _worded(says: Sequence[str], values: Mapping[str, Any], wording: Random) -> str:
    """One of the phrasings with the parameters filled in; empty where nobody speaks."""
    if not says:
        return ""
    return _SENTENCE_START.sub(lambda start: start[0].upper(), wording.choice(list(says)).format(**values))


def snake_case(name: str) -> str:
    """The name of a class as that of a task: "TooHot" is "too_hot"."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
