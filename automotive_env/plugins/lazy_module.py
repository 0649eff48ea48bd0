"""numpy, imported when it is first used: a car takes a third less time to import, and few parts need it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any


class LazyModule:
    """A module that is imported when an attribute of it is first asked for; from then on it answers as fast as the module."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(import_module(self._name), attribute)
        setattr(self, attribute, value)
        return value


if TYPE_CHECKING:
    import numpy as numpy
else:
    numpy = LazyModule("numpy")

__all__ = ["LazyModule", "numpy"]
