"""What a player is given of a car: the APIs that it may call, the state that it may see and write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from automotive_env.car.calls.api import Api, CallResult
from automotive_env.car.calls.catalogue import find_api
from automotive_env.car.calls.look_ups import describe
from automotive_env.car.core.world import MODULES, World
from automotive_env.models.model import Tool
from automotive_env.suites.vehicleworld.state_patch import StatePatch, apply
from automotive_env.suites.vehicleworld.state_text import state_text
from automotive_env.text.spelling import find_spelling


class VehicleWorldInterface:
    """The whole of a car, and nobody to talk to.

    Attributes:
        car: the car.
        functions: what can be called beside the car's APIs.
        hidden: paths of properties that are neither shown nor written.
        converses: whether a turn goes on until the player has spoken; otherwise its first reply that acts ends it.
        ended: whether the player has ended its turn by speaking.
    """

    functions: Mapping[str, Tool] = {}
    hidden: frozenset[str] = frozenset()
    converses = False
    ended = False

    def __init__(self, car: World) -> None:
        self.car = car

    def apis(self, module: str) -> Mapping[str, Api]:
        """The APIs of a module, by name."""
        return MODULES[module].apis

    def name_of(self, spelling: str) -> str:
        """The function or API that a spelling means; the spelling itself where it means none."""
        if function := find_spelling(spelling, self.functions):
            return function
        api = find_api(spelling)
        return f"{api.module}.{api.name}" if api else spelling

    def call(self, name: str, arguments: Mapping[str, Any]) -> CallResult:
        """Call an API by its full name, or a function; never raises on what is asked."""
        return self.car.call(name, arguments)

    def write(self, before: Mapping[str, Any], text: str, *, long: bool = False) -> StatePatch:
        """Write what a program's copy of the state says differently; see `state_patch.apply`."""
        return apply(self.car, before, text, long=long, hidden=self.hidden)

    def refuse(self, name: str, why: str) -> CallResult:
        """Answer a call of what there is not, or with arguments that no API takes."""
        return CallResult(False, why)

    def state(self, modules: Sequence[str], *, long: bool = False) -> str:
        """How modules stand, as text."""
        return state_text(self.car, modules, long=long, hidden=self.hidden)

    def hear(self, reply: str) -> None:
        """Take a reply that calls nothing."""

    def description(self, modules: Iterable[str]) -> str:
        """The APIs of some modules as text."""
        return "\n".join(line for module in modules for line in describe(MODULES[module], self.apis(module).values()))

    def tools(self, modules: Iterable[str]) -> tuple[Tool, ...]:
        """The APIs of some modules under their full names."""
        return tuple(_tool(api) for module in modules for api in self.apis(module).values())


@lru_cache(maxsize=2_000)
def _tool(api: Api) -> Tool:
    return Tool(f"{api.module}.{api.name}", api.summary, api.schema())
