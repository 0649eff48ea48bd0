"""Scenarios of VehicleWorld, the public release's and ours: how a car begins, what is said by turns, which calls are right."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from automotive_env.car.core.documents import load, state_hash
from automotive_env.car.core.world import World
from automotive_env.suites.vehicleworld.inits import ScenarioStart, beginning
from automotive_env.suites.vehicleworld.release import ReleaseCall, flat_state, known_state, read_calls
from automotive_env.tasks.kit.task import TaskInstance
from automotive_env.text.foreign_text import read_json

SUITE = "vehicleworld"
MAX_BYTES = 20_000_000
"""Size of a file that is read: the public scenarios have 0.7 MB, a generated state 0.1 MB."""
MULTIMEDIA = frozenset({"music", "radio", "video", "navigation", "conversation"})
TOUCH = frozenset({"overheadScreen", "centerInformationDisplay", "instrumentPanel", "steeringWheel", "HUD", "bluetooth"})


@dataclass(frozen=True, slots=True)
class VehicleWorldTurn:
    """One turn.

    Attributes:
        query: what the user says.
        code: the right calls as the release has them, Python text.
    """

    query: str
    code: str

    def calls(self) -> tuple[ReleaseCall, ...]:
        """The right calls.

        Raises:
            ValueError: they cannot be read.
        """
        return read_calls(self.code)


@dataclass(frozen=True)
class VehicleWorldScenario:
    """A scenario of one or several turns.

    Attributes:
        id: MD5 of its text, as the release names it; of ours its split and a hash.
        inits: Python text that says how the car begins.
        turns: its turns.
        states: file of the states that a user has generated, or None.
    """

    id: str
    inits: str
    turns: tuple[VehicleWorldTurn, ...]
    states: Path | None = None

    @property
    def name(self) -> str:
        """What records call it."""
        return f"{SUITE}.{self.id}"

    @cached_property
    def beginning(self) -> ScenarioStart:
        """What its inits say."""
        return beginning(self.inits)

    @cached_property
    def instance(self) -> TaskInstance:
        """The data half of the task: its id follows from what is said, what is right and how the car begins."""
        try:
            start = self.start_hash
        except (ValueError, OSError) as error:
            start = str(error)
        return scenario_instance(self, start)

    @cached_property
    def start_hash(self) -> str:
        """The hash of its start state.

        Raises:
            ValueError: the start state cannot be read or does not fit our car.
        """
        return state_hash(self.start())

    @property
    def category(self) -> str:
        """The parts of the car that it is about, such as "car + light"."""
        return " + ".join(sorted({domain_of(module) for module in self.beginning.modules})) or "none"

    @property
    def dimension(self) -> str:
        """VehicleWorld's kinds, S-S to M-M: a single turn or multiple turns, then single calls or multiple calls in a turn."""
        several = any(turn.code.count("vw.") > 1 for turn in self.turns)
        return f"{'M' if len(self.turns) > 1 else 'S'}-{'M' if several else 'S'}"

    def start(self) -> World:
        """A new car as the scenario begins: in the first generated state, or else in our start states of the same names.

        Raises:
            ValueError: the generated state cannot be read or does not fit our car.
        """
        world = World()
        if self.states is None:
            self.beginning.apply(world)
        else:
            state, _ = known_state(_first_state(self.states))
            load(world, state)
        return world


def scenario_instance(scenario: VehicleWorldScenario, start: str) -> TaskInstance:
    """The data half of a scenario that begins in a state of this hash."""
    right = hashlib.sha256("\0".join(turn.code for turn in scenario.turns).encode()).hexdigest()
    goal = " / ".join(turn.query for turn in scenario.turns)
    return TaskInstance(scenario.name, 0, goal, params={"start": start, "calls": right})


def _first_state(path: Path) -> dict[str, object]:
    """The first of the generated states, flat.

    Raises:
        ValueError: there is none.
    """
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"{path} is larger than {MAX_BYTES} bytes")
    try:
        states = read_json(path.read_bytes())
        return flat_state(states[0])
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} holds no list of states: {error}") from None


def domain_of(module: str) -> str:
    """The domain of a module: multimedia, touch, car or light."""
    if module in MULTIMEDIA:
        return "multimedia"
    if module in TOUCH:
        return "touch"
    return "light" if "Light" in module or module.endswith("Headlight") else "car"
