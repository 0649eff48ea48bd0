"""What other packages add: tasks, agents, models, suites, context providers and folders of prompts.

An installed package names what it adds as entry points of the group `automotive_env.<group>`; a user names anything that can be
imported as `module:name`. Nothing of another package is imported before something is asked for that is not ours.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import sys
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from automotive_env.car.core.errors import suggest
from automotive_env.errors import AutomotiveEnvError, UsageError
from automotive_env.plugins.entry_points import distribution_of, entry_points
from automotive_env.plugins.source_files import hash_of, package_of
from automotive_env.text.printable import printable

if TYPE_CHECKING:
    from automotive_env.place.context_provider import ContextProvider

T = TypeVar("T")
_NAME = re.compile(r"\w[\w.-]*")
_TARGET = re.compile(r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*)(?::(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*))?")
MAX_REASON_CHARACTERS = 300
"""Characters of another package's own error, in a message."""


class PluginWarning(UserWarning):
    """Something of another package is left out; the message names the package and says why."""


class WrongPluginType(TypeError):
    """What was imported is not what a group takes; the message says what is needed."""


class NoSuchModule(UsageError):
    """A text names no module that can be found."""


@dataclass(frozen=True, slots=True)
class Plugin(Generic[T]):
    """Something of another package.

    Attributes:
        group: such as "agents".
        name: what users and records call it.
        target: where it was imported from: "module", "module:name" or the path of a folder.
        value: what it is.
        distribution: name of the installed package that it belongs to; empty where it belongs to none.
        version: of that package.
        paths: files and folders of its source.
    """

    group: str
    name: str
    target: str
    value: T
    distribution: str = ""
    version: str = ""
    paths: tuple[Path, ...] = field(default=(), repr=False)

    @property
    def is_ours(self) -> bool:
        """Whether it is a module of this package that a user named as if it were another's."""
        return re.split("[.:]", self.target, maxsplit=1)[0] == __name__.partition(".")[0]

    @property
    def origin(self) -> str:
        """Where it comes from, for messages: the package or, where it belongs to none, its module."""
        return f"{self.distribution} {self.version}".strip() or self.target


class PluginGroup(Generic[T]):
    """A kind of thing that other packages can add.

    Args:
        name: such as "agents"; entry points are of the group "automotive_env.agents".
        one: a single thing of the kind, in messages: "agent".
        read: what was named and imported -> the things it holds, by name; raises `WrongPluginType`.
        ours: the names that are taken by this package.
    """

    def __init__(
        self, name: str, one: str, read: Callable[[str, object], Mapping[str, T]], ours: Callable[[], Collection[str]] = tuple
    ) -> None:
        self.name = name
        self.one = one
        self._read = read
        self._ours = ours
        self.broken: dict[str, str] = {}
        """Entry points that cannot be used -> why, known once `installed` is."""

    @cached_property
    def installed(self) -> Mapping[str, Plugin[T]]:
        """What installed packages add, by name; a `PluginWarning` is given for each entry point that cannot be used."""
        found: dict[str, Plugin[T]] = {}
        for entry in sorted(entry_points(f"automotive_env.{self.name}"), key=lambda entry: (entry.distribution, entry.name)):
            try:
                if not is_name(entry.name):
                    raise UsageError(
                        f"its name {entry.name!r} has characters that are not allowed; use letters, digits, '_', '-' and '.'"
                    )
                plugins = self._load(entry.name, entry.target, (entry.distribution, entry.version))
            except UsageError as fault:
                self.broken[entry.name] = str(fault)
                _warn(f"{entry} was skipped: {fault}")
                continue
            for name, plugin in plugins.items():
                if name in found or name in self._ours():
                    holder = found[name].origin if name in found else "automotive_env"
                    _warn(f"{entry} was skipped: {holder} already uses the name {name!r}")
                else:
                    found[name] = plugin
        return MappingProxyType(found)

    def find(self, text: str, where: str = "") -> Plugin[T]:
        """What a user named: the name of something installed, or `module:name`.

        Args:
            text: what was typed.
            where: words of the message that say where such a name is looked for.

        Raises:
            UsageError: there is no such thing, it is of another kind, or it cannot be imported.
        """
        if ":" in text:
            found = self.load(text)
            if len(found) > 1:
                raise UsageError(f"{text[:80]!r} holds several: {', '.join(found)}; name one")
            return next(iter(found.values()))
        if text in self.installed:
            return self.installed[text]
        if text in self.broken:
            raise UsageError(f"the {self.one} {text!r} cannot be used: {self.broken[text]}")
        names = sorted({*self._ours(), *self.installed})
        if not names:
            raise UsageError(
                f"there is no {self.one} {text[:60]!r}{where}, and no installed package provides one of this name; to use the "
                f"{self.name} of a module, write MODULE:NAME"
            )
        raise UsageError(
            f"no {self.one} {text[:60]!r}{where}{suggest(text, names) or '.'} Choose from {', '.join(names)}, or MODULE:NAME"
        )

    def load(self, target: str) -> Mapping[str, Plugin[T]]:
        """All that `module` or `module:name` holds, by name; the current folder is searched for the module last.

        Raises:
            UsageError: there is no such thing, it is of another kind, it cannot be imported, or its name is one of ours.
        """
        here = os.getcwd()
        if here not in sys.path:
            sys.path.append(here)
        plugins = self._load(target, target)
        for name in plugins:
            if name in self._ours():
                raise UsageError(f"{target[:80]!r} has the name {name!r}, which automotive_env already uses; rename it")
        return plugins

    def _load(self, label: str, target: str, package: tuple[str, str] | None = None) -> dict[str, Plugin[T]]:
        module, value = _imported(target)
        try:
            things = self._read(label, value)
        except WrongPluginType as fault:
            raise UsageError(f"{target[:80]!r} is {_kind(value)}; {fault}") from None
        except (Exception, SystemExit) as error:  # what was imported is of the kind, but does not work
            raise UsageError(f"{target[:80]!r} cannot be used: {reason(error)}") from error
        (distribution, version), source = package or distribution_of(module), package_of(module)
        return {
            name: Plugin(
                self.name, name, target, thing, distribution, version, (*source, thing) if isinstance(thing, Path) else source
            )
            for name, thing in things.items()
        }


def is_name(name: object) -> bool:
    """Whether users can type it as the name of something."""
    return isinstance(name, str) and bool(_NAME.fullmatch(name))


def used_sources(plugins: Iterable[Plugin[Any] | None]) -> dict[str, dict[str, str]]:
    """What a run depends on beyond this package, for its manifest; None stands for something of this package.

    Returns:
        "agents NAME" -> {"target", "distribution", "version", "sha256"}: hash of all files of the outermost package that it was
        imported from, of the module's own file where that is in no package, of the folder where it is one. Sorted.
    """
    used = {f"{plugin.group} {plugin.name}": plugin for plugin in plugins if plugin}
    return {key: _source(used[key]) for key in sorted(used)}


def _source(plugin: Plugin[Any]) -> dict[str, str]:
    told = {"target": plugin.target, "distribution": plugin.distribution, "version": plugin.version}
    return told | {"sha256": hash_of(plugin.paths)}


def _imported(target: str) -> tuple[str, object]:
    """The name of the module and what a target names in it.

    Raises:
        UsageError: one sentence that says why it cannot be had.
    """
    parsed = _TARGET.fullmatch(target)
    if not parsed:
        raise NoSuchModule(f"{target[:80]!r} is not of the form module:name")
    name, attribute = parsed["module"], parsed["name"] or ""
    try:
        with contextlib.redirect_stdout(sys.stderr):  # stdout is read by programs
            value: object = importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever foreign code raises, such as SystemExit
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and f"{name}.".startswith(f"{missing}."):
            raise NoSuchModule(f"there is no module {missing!r}, installed or in this folder") from None
        raise UsageError(f"importing {name} failed: {reason(error)}") from error
    for part in attribute.split(".") if attribute else ():
        try:
            value = getattr(value, part)
        except Exception:
            raise UsageError(f"the module {name!r} has no {attribute!r}{suggest(part, dir(value))}") from None
    return name, value


@contextlib.contextmanager
def calling(what: str, fault: type[AutomotiveEnvError] = UsageError) -> Iterator[None]:
    """Call code of another package: whatever it raises, `SystemExit` included, is a fault that says what failed and why.

    Args:
        what: what failed, such as "the agent x cannot be made".
        fault: who is to blame.

    Raises:
        AutomotiveEnvError: as the code raised it, or a `fault`.
    """
    try:
        yield
    except AutomotiveEnvError:
        raise
    except (Exception, SystemExit) as error:
        raise fault(f"{what}: {reason(error)}") from error


def reason(error: BaseException) -> str:
    """An error of another package on one line of bounded length."""
    try:
        text = printable(error)
    except Exception:  # its own __str__ fails
        text = ""
    return f"{type(error).__name__}: {text}"[:MAX_REASON_CHARACTERS].rstrip(": ")


def _kind(value: object) -> str:
    if isinstance(value, type):
        return f"the class {value.__name__}"
    name = type(value).__name__
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def _warn(message: str) -> None:
    warnings.warn(printable(message), PluginWarning, stacklevel=3)


def _provider(label: str, value: object) -> Mapping[str, Callable[[], ContextProvider]]:
    if callable(value):
        return {label: value}
    raise WrongPluginType("a callable without arguments that returns a ContextProvider is needed")


def _folder(label: str, value: object) -> Mapping[str, Path]:
    folders = getattr(value, "__path__", None)  # of a package
    path = next(iter(folders), None) if folders else value
    if isinstance(path, str | os.PathLike) and Path(path).is_dir():
        return {label: Path(path)}
    raise WrongPluginType("a package or the path of a folder is needed")


CONTEXTS: PluginGroup[Callable[[], ContextProvider]] = PluginGroup(
    "contexts", "context provider", _provider, lambda: ("offline", "live", "recorded", "record")
)
"""What makes a provider of facts about places."""
PROMPTS: PluginGroup[Path] = PluginGroup("prompts", "folder of prompts", _folder)
"""Folders of prompt templates; see `find_prompts`."""


def find_prompts(text: str) -> Plugin[Path]:
    """The folder of prompt templates that a user named: an installed one, `module:name`, or the path of a folder.

    Raises:
        UsageError: there is no such folder.
    """
    folder = Path(text)
    if text and folder.is_dir():
        return Plugin(PROMPTS.name, text, text, folder, paths=(folder,))
    return PROMPTS.find(text)
