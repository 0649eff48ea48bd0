"""Function calling where the devices of the scenario are given, as BFCL gives the classes that a conversation involves."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.suites.vehicleworld.players.calls import SURFACE
from automotive_env.suites.vehicleworld.players.conversation import PlayerKit
from automotive_env.suites.vehicleworld.players.device_selection import Chosen
from automotive_env.suites.vehicleworld.players.function_calling import FunctionCallingPlayer
from automotive_env.suites.vehicleworld.players.interface import Interface
from automotive_env.suites.vehicleworld.scenario import Scenario
from automotive_env.world.environment import Environment


class GivenDevices:
    """The same devices for every request.

    Attributes:
        modules: which, in the order of the car.
    """

    def __init__(self, modules: Iterable[str] = ()) -> None:
        self.give(modules)

    def give(self, modules: Iterable[str]) -> None:
        """Give these from now on; modules without APIs are left out."""
        wanted = set(modules) - {Environment.module}
        self.modules = tuple(name for name in SURFACE if name in wanted)

    async def choose(self, query: str, interface: Interface) -> Chosen:
        """The devices that were given."""
        return Chosen(self.modules, self.modules)


class GivenDevicesPlayer(FunctionCallingPlayer):
    """Calls APIs of the devices with which a scenario begins; it is told which these are, and nothing else."""

    def __init__(self, kit: PlayerKit, devices: GivenDevices | None = None) -> None:
        self._devices = devices or GivenDevices()
        self._is_fixed = devices is not None
        super().__init__(kit, "fc_given", self._devices)

    def brief(self, scenario: Scenario) -> None:
        """Be given the devices of the scenario, unless all scenarios have the same."""
        if not self._is_fixed:
            self._devices.give(scenario.beginning.modules)
