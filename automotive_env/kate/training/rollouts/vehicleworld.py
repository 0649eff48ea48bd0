"""One turn of a scenario of VehicleWorld: the APIs of its devices are the tools, and the reward is what the car has become."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from automotive_env.car.calls.catalogue import api_name
from automotive_env.car.core.errors import suggest
from automotive_env.car.core.world import World
from automotive_env.errors import UsageError
from automotive_env.kate.training.rollouts.tool_class import RollOut, with_tools
from automotive_env.suites.vehicleworld.players.calls import SURFACE, CallRunner
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.protocols import ToolCallProtocol, answer_text
from automotive_env.suites.vehicleworld.scenario import SUITE, VehicleWorldScenario
from automotive_env.suites.vehicleworld.scoring import perform, strict_score
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios

MAX_CALLS = 50
"""Calls of a roll-out that are carried out."""


class TurnRollOut(RollOut):
    """A turn of a scenario, after the right calls of the turns before it."""

    def __init__(self) -> None:
        self._begin(World())

    def _begin(self, car: World) -> None:
        self._car, self._caller = car, CallRunner(VehicleWorldInterface(car))
        self._before = car.snapshot()
        self._scenario: VehicleWorldScenario | None = None
        self._turn = self._calls = 0

    def reset(self, **row: Any) -> str | None:
        """Put the car where the turn of a row begins; the row's prompt says everything.

        Raises:
            UsageError: there is no such scenario or turn.
        """
        scenario = _scenario(str(row.get("task", "")))
        turn = row.get("turn", 0)
        if not isinstance(turn, int) or not 0 <= turn < len(scenario.turns):
            raise UsageError(f"{scenario.name} has {len(scenario.turns)} turns, and no turn {turn!r:.20}")
        car = scenario.start()
        for earlier in scenario.turns[:turn]:
            perform(car, earlier.calls())
        self._begin(car)
        self._scenario, self._turn = scenario, turn
        return None

    def get_reward(self) -> float:
        """1.0 where the turn has changed what it should have, and nothing else."""
        if self._scenario is None:
            return 0.0
        gold = World()
        gold.restore(self._before)
        left_open = perform(gold, self._scenario.turns[self._turn].calls())
        cars = (self._before, gold.snapshot(), self._before, self._car.snapshot())
        return float(strict_score(cars, left_open).perfect)

    @property
    def over(self) -> bool:
        """Whether all calls were made that are carried out."""
        return self._calls >= MAX_CALLS

    @property
    def car(self) -> World:
        """The car as it is."""
        return self._car

    def _call(self, name: str, arguments: Mapping[str, Any]) -> str:
        if self.over:
            return json.dumps({"success": False, "message": f"only {MAX_CALLS} calls are made"})
        self._calls += 1
        result = self._caller.call(api_name(name), (), arguments)
        call, _ = self._caller.made.pop()
        return answer_text(call, result)


def _scenario(name: str) -> VehicleWorldScenario:
    scenarios = shipped_scenarios()
    if name not in scenarios:
        raise UsageError(f"there is no scenario {name[:80]!r}{suggest(name, scenarios)}; write the rows again with this version")
    return scenarios[name]


def environment_of(modules: tuple[str, ...]) -> str:
    """The name of the environment in which these devices are the tools."""
    return f"{SUITE}:{'+'.join(modules)}"


def modules_of(tools: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The devices whose APIs some tools are, in the order of the tools."""
    return tuple(dict.fromkeys(api_name(tool["function"]["name"]).partition(".")[0] for tool in tools))


@cache
def turn_class(modules: tuple[str, ...]) -> type[TurnRollOut]:
    """The class of roll-outs with the APIs of some devices, the same tools as `fc_given` has.

    Raises:
        UsageError: there is no such device.
    """
    if strange := [name for name in modules if name not in SURFACE]:
        raise UsageError(f"there is no device {strange[0][:60]!r}{suggest(strange[0], SURFACE)}")
    tools = ToolCallProtocol().tools(VehicleWorldInterface(World()), modules, looks_up=False)
    return with_tools("TurnRollOut", TurnRollOut, tools, made_by=(turn_class, (modules,)))
