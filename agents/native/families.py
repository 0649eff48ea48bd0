"""The families that there are: every `NativeFamily` at the top level of a module of this folder."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from automotive_env.agents import native as package
from automotive_env.agents.native.family import NativeFamily


@cache
def native_families() -> Mapping[str, NativeFamily]:
    """Name -> family, in alphabetical order."""
    modules = [import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)]
    found = [value for module in modules for value in vars(module).values() if isinstance(value, NativeFamily)]
    return MappingProxyType({family.name: family for family in sorted(found, key=lambda family: family.name)})
