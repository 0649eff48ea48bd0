"""The objects through which a program in the sandbox calls the car's APIs: `vw` and `vw.radio`. Imported where programs run."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from pydantic_monty import ClassInstance

from automotive_env.car.calls.api import CallResult
from automotive_env.car.driving.environment import SharedEnvironment

CallApi: TypeAlias = Callable[[str, tuple[Any, ...], dict[str, Any]], CallResult]
"""Makes a call, given the API's name with its module, and the arguments by position and by name."""


class VehicleName:
    """The name that messages give to `vw`."""


class ModuleName:
    """The name that messages give to a module."""


class VehicleObject(ClassInstance):
    """`vw` in a program: its modules by name."""

    def __init__(self, call: CallApi, modules: Collection[str]) -> None:
        super().__init__(VehicleName())
        self._call = call
        self._modules = modules

    def lookup_lazy_attrs(self, name: str) -> Any:
        if name not in self._modules:
            raise AttributeError(name)
        return ModuleObject(self._call, name)

    def call_method(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return self._call(f"{SharedEnvironment.module}.{name}", args, kwargs).to_json()


class ModuleObject(ClassInstance):
    """`vw.radio` in a program: its APIs can be called, and it has nothing else."""

    def __init__(self, call: CallApi, module: str) -> None:
        super().__init__(ModuleName())
        self._call = call
        self._module = module

    def lookup_lazy_attrs(self, name: str) -> Any:
        raise AttributeError(name)

    def call_method(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return self._call(f"{self._module}.{name}", args, kwargs).to_json()
