"""The devices of the car, one file each; they are found by themselves."""

from importlib import import_module
from pkgutil import iter_modules

from automotive_env.car.core.device import Device


def _of_module(name: str) -> list[type[Device]]:
    """The devices that a module declares."""
    kinds = [value for value in vars(import_module(name)).values() if isinstance(value, type) and issubclass(value, Device)]
    return [kind for kind in kinds if kind.__module__ == name]


DEVICES: tuple[type[Device], ...] = tuple(
    kind for found in iter_modules(__path__, f"{__name__}.") for kind in _of_module(found.name)
)
"""Every device of the public VehicleWorld interface, in the order of the files."""
