"""Function calling where the devices of the scenario are given, as BFCL gives the classes that a conversation involves."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.suites.vehicleworld.players.calls import SURFACE
from automotive_env.suites.vehicleworld.players.conversation import PlayerKit
from automotive_env.suites.vehicleworld.players.device_selection import ChosenDevices
from automotive_env.suites.vehicleworld.players.function_calling import FunctionCallingPlayer
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario


class GivenDevices:
    """The devices of a scenario, for every request of it; modules without APIs are left out."""

    def __init__(self) -> None:
        self.modules: tuple[str, ...] = ()

    def give(self, modules: Iterable[str]) -> None:
        """Give these from now on, in the order of the car."""
        wanted = set(modules) - {SharedEnvironment.module}
        self.modules = tuple(name for name in SURFACE if name in wanted)

    async def choose(self, query: str, interface: VehicleWorldInterface) -> ChosenDevices:
        """The devices that were given."""
        return ChosenDevices(self.modules, self.modules)


class GivenDevicesPlayer(FunctionCallingPlayer):
    """Calls APIs of the devices with which a scenario begins; it is told which these are, and nothing else."""

    def __init__(self, kit: PlayerKit) -> None:
        self._devices = GivenDevices()
        super().__init__(kit, "fc_given", self._devices)

    def brief(self, scenario: VehicleWorldScenario) -> None:
        """Be given the devices of the scenario."""
        self._devices.give(scenario.beginning.modules)
