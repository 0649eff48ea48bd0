"""The suites that can be named on the command line: those of this folder, and those that other packages add."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from automotive_env.plugins import Group, Plugin, WrongKind, is_name
from automotive_env.suite import Suite
from automotive_env.suites.automotive import AutomotiveSuite
from automotive_env.suites.vehicleworld.suite import VehicleWorldSuite

OURS: Mapping[str, Suite] = MappingProxyType({suite.name: suite for suite in (AutomotiveSuite(), VehicleWorldSuite())})
"""Name -> suite of this package."""
_NEEDED = ("plan", "players", "player", "play", "lacking", "hashes", "summarise", "rescore")


def _read(label: str, value: object) -> Mapping[str, Suite]:
    suite = value() if isinstance(value, type) else value
    name = getattr(suite, "name", None)
    if not is_name(name) or not all(callable(getattr(suite, method, None)) for method in _NEEDED):
        raise WrongKind("a Suite with a name is needed: subclass automotive_env.suite.Suite")
    return {str(name): suite}  # type: ignore[dict-item]


SUITES: Group[Suite] = Group("suites", "suite", _read, lambda: OURS)
"""Suites of other packages."""


def find_suite(name: str) -> Suite:
    """The suite of that name, or the one that `module:name` names.

    Raises:
        UsageError: there is none; the message names those that there are.
    """
    plugin = suite_plugin(name)
    return plugin.value if plugin else OURS[name]


def suite_plugin(name: str) -> Plugin[Suite] | None:
    """Where a suite of another package comes from; None for one of ours.

    Raises:
        UsageError: there is no such suite.
    """
    return None if name in OURS else SUITES.find(name)
