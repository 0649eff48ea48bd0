"""Programs of calls: `vw.radio.radio_volume_set(value=30)`, carried out on a car. They reach declared APIs and nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from automotive_env.car.calls.api import CallResult
from automotive_env.car.calls.catalogue import declared_call
from automotive_env.car.calls.look_ups import ALIASES, LOOK_UPS
from automotive_env.car.core.errors import shown, suggest
from automotive_env.car.core.values import is_text
from automotive_env.car.devices import DEVICES
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.suites.vehicleworld.players import sandbox
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.players.sandbox import ProgramOutcome, run_program
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.text.argument_values import fitted_object

SURFACE = (*(kind.module for kind in DEVICES), SharedEnvironment.module)
"""Modules whose APIs can be called: the devices, and the environment with its look-ups."""
MAX_TEXT_CHARACTERS = 2_000
"""Characters of a text that is an argument."""
MAX_ITEMS = 50
"""Items of a list that is an argument."""


@dataclass(frozen=True, slots=True)
class CallsOutcome:
    """What became of a program of calls.

    Attributes:
        calls: the calls and what the car answered, in order.
        ran: how the program ended.
    """

    calls: tuple[tuple[ReleaseCall, CallResult], ...]
    ran: ProgramOutcome

    @property
    def only_looked(self) -> bool:
        """Whether all it did was to look up what there is."""
        return bool(self.calls) and not self.ran.error and all(call.name in LOOK_UPS for call, _ in self.calls)


class CallRunner:
    """Makes calls on a car and keeps what it answered.

    Attributes:
        interface: what can be called.
        made: the calls so far.
    """

    def __init__(self, interface: VehicleWorldInterface) -> None:
        self.interface = interface
        self.made: list[tuple[ReleaseCall, CallResult]] = []

    def call(self, name: str, positional: tuple[Any, ...], named: Mapping[str, Any]) -> CallResult:
        """Make one call, by any spelling of its name; an argument that no API takes is refused before it is looked at."""
        name = self.interface.name_of(name)
        module, _, api_name = name.partition(".")
        function = self.interface.functions.get(name)
        api = self.interface.apis(module).get(api_name) if module in SURFACE else None
        known = function.parameters["properties"] if function else api.parameters if api else ()
        names = [*known, *(f"argument {number}" for number in range(1, len(positional) + 1))]
        arguments = {**dict(zip(names, positional, strict=False)), **named}
        wrong = next((key for key, value in arguments.items() if not _is_plain(value)), None)
        strange = [one for one in _listed(arguments.get("modules")) if one not in SURFACE] if name in LOOK_UPS else []
        why = ""
        if module not in SURFACE and not function:
            why = f"there is no API {name[:120]!r}"
        elif strange:
            why = f"there is no module {shown(strange[0])}{suggest(strange[0], SURFACE)}"
        elif wrong is not None:
            why = f"{wrong[:60]} must be a text, a number, true, false, null or a list of them"
        if why:
            call, result = ReleaseCall(name, {}), self.interface.refuse(name, why)
        else:
            given = {key: list(value) if isinstance(value, tuple) else value for key, value in arguments.items()}
            call = ReleaseCall(name, fitted_object(given, function.parameters) if function else declared_call(name, given)[1])
            result = self.interface.call(name, call.arguments)
        self.made.append((call, result))
        return result

    def functions(self) -> dict[str, Callable[..., Any]]:
        """What a program can call beside the car's APIs, by name."""
        return {name: _function(self, name) for name in self.interface.functions}

    def run(self, code: str) -> CallsOutcome:
        """Run a program of calls; never raises on what it does."""
        sandbox.start()
        from automotive_env.suites.vehicleworld.players.program_objects import ModuleObject, VehicleObject

        self.made = []
        given = {"vw": VehicleObject(self.call, SURFACE), "Environment": ModuleObject(self.call, SharedEnvironment.module)}
        look_ups = [name for pair in ALIASES.items() for name in pair]
        functions = {name: _function(self, f"{SharedEnvironment.module}.{name}") for name in look_ups}
        ran = run_program(code, given, {**functions, **self.functions()})
        return CallsOutcome(tuple(self.made), ran)


def _listed(value: Any) -> list[str]:
    """The texts in a list that is an argument."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, (list, tuple)) else []


def _function(caller: CallRunner, name: str) -> Any:
    return lambda *positional, **named: caller.call(name, positional, named).to_json()


def _is_plain(value: Any) -> bool:
    """Whether a value can be an argument; what holds others is looked into one level deep."""
    if isinstance(value, (list, tuple)):
        return len(value) <= MAX_ITEMS and all(_is_scalar(item) for item in value)
    return _is_scalar(value)


def _is_scalar(value: Any) -> bool:
    kind = type(value)
    if kind is int:
        return bool(abs(value) < 2**63)
    return value is None or kind is bool or (kind is float and math.isfinite(value)) or is_text(value, MAX_TEXT_CHARACTERS)
