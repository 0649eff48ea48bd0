"""Reading state by a call: how things stand, for an assistant that sees no screen.

The public VehicleWorld interface has no such call.
"""

from __future__ import annotations

from typing import Any

from automotive_env.car.calls.api import Api, ApiAnswer
from automotive_env.car.calls.parameters import TextListParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import StateError, shown, suggest


def reads_state(summary: str) -> Api:
    """An API that tells the significant properties of modules that have APIs, path by path."""
    return Api(summary, _state, {"modules": TextListParameter("names of modules", most=10)}, reads_only=True)


def _state(device: Device, modules: list[str]) -> ApiAnswer:
    """What the modules hold.

    Raises:
        StateError: a module cannot be read; the message suggests one.
    """
    kinds = {name: kind for name, kind in vars(device._store).items() if isinstance(kind, Device) and kind.apis}
    if strange := next((name for name in modules if name not in kinds), None):
        raise StateError(f"there is no module {shown(strange)} to be read{suggest(strange, kinds)}")
    found: dict[str, Any] = {}
    for name in modules:
        found |= {f"{name}.{pattern}": held for pattern, held in _held(kinds[name]).items()}
    return ApiAnswer(f"the state of {', '.join(modules)}", found)


def _held(device: Device) -> dict[str, Any]:
    """Pattern -> value; where it stands once for each of several places and they differ, the value of each place."""
    by_place: dict[str, dict[str, Any]] = {}
    for offset, slot in enumerate(device.slots):
        if slot.prop.significant:
            by_place.setdefault(slot.pattern, {})[slot.key] = slot.prop.to_json(device._values[device._base + offset])
    alike = {pattern: all(value == next(iter(of.values())) for value in of.values()) for pattern, of in by_place.items()}
    return {pattern: next(iter(of.values())) if alike[pattern] else of for pattern, of in by_place.items()}
