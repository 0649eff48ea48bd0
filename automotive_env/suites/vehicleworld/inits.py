"""How a scenario begins: lines such as `vw.radio = Radio.init1()`, read as our start states of the same names.

Scenarios of our own also have calls such as `vw.door.carcontrol_carDoor_lock_switch(switch=True)` among these lines, and writes
such as `vw.conversation.call_state = 'ringing'`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from automotive_env.car.core.world import INDEX, MODULES, SCHEMA, World, all_apis, start_overrides
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.suites.vehicleworld.release import SETTER, ReleaseCall, dotted, read_call, statements


@dataclass(frozen=True, slots=True)
class ModuleStart:
    """A module that begins in one of its start states."""

    module: str
    name: str


@dataclass(frozen=True, slots=True)
class PropertyStart:
    """A property that begins with another value."""

    path: str
    value: Any


@dataclass(frozen=True, slots=True)
class ScenarioStart:
    """What the inits of a scenario say.

    Attributes:
        steps: start states, calls, and writes such as `Environment.set_volume(30)`, in order: the later one counts where two
            speak of the same.
        unmapped: lines that our car has nothing for; what they speak of begins as it is by default.
    """

    steps: tuple[ModuleStart | PropertyStart | ReleaseCall, ...]
    unmapped: tuple[str, ...]

    @property
    def modules(self) -> tuple[str, ...]:
        """The devices that begin in a start state."""
        named = (step.module for step in self.steps if isinstance(step, ModuleStart) and step.module != SharedEnvironment.module)
        return tuple(dict.fromkeys(named))

    def apply(self, world: World) -> None:
        """Bring a new car there."""
        for step in self.steps:
            if isinstance(step, ReleaseCall):
                step.perform(world)
            elif isinstance(step, PropertyStart):
                world.set(step.path, step.value)
            else:
                for slot, value in start_overrides(step.module, step.name).items():
                    world.assign(slot, value)


def beginning(inits: str) -> ScenarioStart:
    """Read the inits of a scenario; what cannot be read is kept as unmapped."""
    steps: list[ModuleStart | PropertyStart | ReleaseCall] = []
    unmapped: list[str] = []
    try:
        lines = statements(inits)
    except ValueError:
        return ScenarioStart((), (inits[:200],))
    for line in lines:
        try:
            step = _step(line)
        except ValueError:
            unmapped.append(ast.unparse(line)[:200])
        else:
            steps += [step] if step else []
    return ScenarioStart(tuple(steps), tuple(unmapped))


def _step(line: ast.stmt) -> ModuleStart | PropertyStart | ReleaseCall | None:
    """What a line does; None where the release throws its result away.

    Raises:
        ValueError: nothing that our car has.
    """
    if isinstance(line, ast.Assign) and isinstance(line.value, ast.Call):
        return _start(dotted(line.targets[0]).removeprefix("vw."), dotted(line.value.func))
    if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant):
        return _write(dotted(line.targets[0]).removeprefix("vw."), line.value.value)
    if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call):
        function = dotted(line.value.func)
        if function.startswith((SETTER, "vw.")):
            return _known(read_call(line.value))
        return _start(SharedEnvironment.module, function) if function.startswith("Environment.") else None
    raise ValueError("no start")


def _known(call: ReleaseCall) -> ReleaseCall:
    if not call.name.startswith(SETTER) and call.name not in all_apis():
        raise ValueError("no call of ours")
    return call


def _write(path: str, value: object) -> PropertyStart:
    if path not in INDEX:
        raise ValueError("no property of ours")
    SCHEMA[INDEX[path]].prop.check(value)
    return PropertyStart(path, value)


def _start(module: str, function: str) -> ModuleStart:
    name = function.rpartition(".")[2]
    if module not in MODULES or name not in ("default", *MODULES[module].starts):
        raise ValueError("no start state of ours")
    return ModuleStart(module, name)
