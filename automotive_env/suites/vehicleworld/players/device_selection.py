"""The first stage of state-based function calling: which devices matter, chosen by the state of the whole car."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from automotive_env.car.calls.look_ups import search_module
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.models.model import CarFacts, ModelMessage
from automotive_env.suites.vehicleworld.players.calls import SURFACE
from automotive_env.suites.vehicleworld.players.conversation import PlayerKit
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.state_text import StateFacts, state_text, whole_text

MAX_MODULES = 6


@dataclass(frozen=True, slots=True)
class ChosenDevices:
    """The devices of a turn.

    Attributes:
        modules: those that the model chose.
        shown: those, the distractors, and the shared environment, in the order of the car.
    """

    modules: tuple[str, ...]
    shown: tuple[str, ...]


class DeviceChooser(Protocol):
    """A way of choosing devices."""

    async def choose(self, query: str, interface: VehicleWorldInterface) -> ChosenDevices:
        """The devices that a request may concern.

        Raises:
            ModelFault: the model could not be asked.
        """
        ...


class DeviceSelection:
    """Asks for the devices that a request concerns. Each request is asked by itself: nothing is remembered."""

    def __init__(self, kit: PlayerKit) -> None:
        self._kit = kit

    async def choose(self, query: str, interface: VehicleWorldInterface) -> ChosenDevices:
        """The devices that matter, at most six.

        Raises:
            ModelFault: the model could not be asked.
        """
        long, car, hidden = self._kit.options.long_state, interface.car, interface.hidden
        state = state_text(car, SURFACE, long=True) if long else whole_text(car, SURFACE, hidden=hidden)
        system = self._kit.render("select.system", modules=search_module(), most=MAX_MODULES)
        asked = f"{state}\n{self._kit.render('request.user', query=query, plan='')}"
        facts = CarFacts("modules", search_module(), state=StateFacts(car, SURFACE, hidden), max_modules=MAX_MODULES)
        completion = await self._kit.ask("context", (ModelMessage("system", system), ModelMessage("user", asked)), query, facts)
        modules = modules_in(completion.text)
        others = sorted(set(SURFACE) - set(modules) - {SharedEnvironment.module})
        drawn = random.Random(f"{query}:{modules}").sample(others, min(len(others), self._kit.options.distractors))
        return ChosenDevices(modules, tuple(name for name in SURFACE if name in {*modules, *drawn, SharedEnvironment.module}))


def modules_in(reply: str) -> tuple[str, ...]:
    """The modules that a reply names between its last tags <modules> and </modules>, one a line or with commas.

    Unknown ones are left out, and so are those beyond the sixth.
    """
    inner = reply.rpartition("<modules>")[2].partition("</modules>")[0]
    words = inner[:2_000].replace(",", "\n").split("\n")
    names = dict.fromkeys(word.strip(" \t\r-*`'\"") for word in words)
    return tuple(name for name in names if name in SURFACE and name != SharedEnvironment.module)[:MAX_MODULES]
