"""All apps, and the parts of the system itself. A module of `apps`, or the `app.py` of a folder there, declares an `APP`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from automotive_env.errors import UsageError
from automotive_env.headunit import apps as _folder
from automotive_env.headunit.kit.screen import App, Screen
from automotive_env.headunit.language.translate import TABLES, translate


@cache
def apps() -> Mapping[str, App]:
    """Apps by name, in the order of the app grid."""
    modules = [
        import_module(f"{_folder.__name__}.{found.name}{'.app' if found.ispkg else ''}")
        for found in iter_modules(_folder.__path__)
    ]
    declared: list[App] = [module.APP for module in modules if hasattr(module, "APP")]
    return {app.name: app for app in sorted(declared, key=lambda app: (app.order, app.name))}


@cache
def names() -> Mapping[str, str]:
    """Every name, title in any language and alias in lower case -> name of the app."""
    known: dict[str, str] = {}
    for app in apps().values():
        for word in (app.name, app.title, *app.aliases, *(translate(app.title, language) for language in TABLES)):
            if known.setdefault(word.casefold(), app.name) != app.name:
                raise UsageError(f"both {known[word.casefold()]!r} and {app.name!r} are called {word!r}; rename one")
    return known


def app_called(word: str) -> str | None:
    """The name of the app that has a name, a title or an alias, in any case and language; None where there is none."""
    key = word.strip().casefold()
    return key if key in apps() else names().get(key)  # for most of them no table of a language is read


@cache
def _screens() -> Mapping[tuple[str, str], Screen]:
    from automotive_env.headunit.system import SYSTEM

    return {(app.name, kind.name): kind() for app in (*apps().values(), SYSTEM) for kind in app.screens}


@cache
def flags() -> Sequence[str]:
    """The paths in which the car keeps whether a screen of its own is in front."""
    return sorted({screen.flag for app in apps().values() for screen in app.screens} - {""})


def screen_of(app: str, name: str) -> Screen:
    """A screen of an app.

    Raises:
        UsageError: the app has no such screen.
    """
    try:
        return _screens()[app, name]
    except KeyError:
        known = ", ".join(screen for owner, screen in _screens() if owner == app)
        raise UsageError(f"the app {app!r} has no screen {name!r}; it has: {known or 'none'}") from None


def app_of(name: str) -> App:
    """An app, or the system itself, by name."""
    from automotive_env.headunit.system import SYSTEM

    return SYSTEM if name == SYSTEM.name else apps()[name]
