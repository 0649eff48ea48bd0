"""The suites that can be named on the command line: those of this folder, and those that other packages add."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from automotive_env.errors import UsageError
from automotive_env.plugins.registry import Plugin, PluginGroup, WrongPluginType, is_name
from automotive_env.runs.tables.summary import Summarise, summarise
from automotive_env.suites.checked import CheckedSuite
from automotive_env.suites.suite import Suite

_CLASSES: Mapping[str, tuple[str, str]] = {
    "automotive": ("automotive.suite", "AutomotiveSuite"),
    "vehicleworld": ("vehicleworld.suite", "VehicleWorldSuite"),
    "conversations": ("conversations.suite", "ConversationSuite"),
    "grounding": ("grounding.suite", "GroundingSuite"),
    "bfcl": ("bfcl.suite", "BfclSuite"),
    "appworld": ("appworld.suite", "AppWorldSuite"),
}
"""Name of a suite -> module and class."""


class _OurSuites(Mapping[str, Suite]):
    """Name -> suite of this package; a suite is imported when it is asked for, since each has much that the others need not."""

    def __getitem__(self, name: str) -> Suite:
        return _our_suite(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_CLASSES)

    def __len__(self) -> int:
        return len(_CLASSES)

    def __contains__(self, name: object) -> bool:
        return name in _CLASSES


@cache
def _our_suite(name: str) -> Suite:
    module, kind = _CLASSES[name]
    suite: Suite = getattr(import_module(f"automotive_env.suites.{module}"), kind)()
    return suite


OURS: Mapping[str, Suite] = _OurSuites()
_NEEDED = ("plan", "players", "player", "play", "lacking", "hashes", "plugins", "summarise", "rescore")


def _read(label: str, value: object) -> Mapping[str, Suite]:
    suite = value() if isinstance(value, type) else value
    name = getattr(suite, "name", None)
    if not is_name(name) or not all(callable(getattr(suite, method, None)) for method in _NEEDED):
        raise WrongPluginType("a Suite with a name is needed: subclass automotive_env.suites.suite.Suite")
    backends = getattr(suite, "backends", None)
    if not isinstance(backends, tuple | list) or not backends or not all(isinstance(one, str) for one in backends):
        raise WrongPluginType("a Suite with backends is needed: a tuple of names")
    return {str(name): CheckedSuite(suite)}  # type: ignore[arg-type]


SUITES: PluginGroup[Suite] = PluginGroup("suites", "suite", _read, lambda: OURS)
"""Suites of other packages."""


def find_suite(name: str) -> Suite:
    """The suite of that name, or the one that `module:name` names.

    Raises:
        UsageError: there is none; the message names those that there are.
    """
    plugin = suite_plugin(name)
    return plugin.value if plugin else OURS[name]


def find_played_suite(played: str, typed: str = "") -> Suite:
    """The suite of a run; no module is loaded because a folder, which may be a stranger's, names it.

    Args:
        played: the suite in the manifest.
        typed: the suite that the user names, or empty.

    Raises:
        UsageError: there is none, or it is one of a module that the user has not named.
    """
    if ":" in played and not typed:
        raise UsageError(f"the run played the suite {played[:80]!r}; add --suite {played[:80]} to load it")
    return find_suite(typed or played)


def summary_of(played: str, typed: str = "") -> Summarise:
    """How the suite of a run sums up; in the general way where it is not known here.

    Args:
        played: the suite in the manifest; no module is loaded because it is named there.
        typed: the suite that the user names, or empty.

    Raises:
        UsageError: there is no suite as typed.
    """
    if typed or played in OURS or played in SUITES.installed:
        return find_suite(typed or played).summarise
    return summarise


def suite_plugin(name: str) -> Plugin[Suite] | None:
    """Where a suite of another package comes from; None for one of ours.

    Raises:
        UsageError: there is no such suite.
    """
    return None if name in OURS else SUITES.find(name)
