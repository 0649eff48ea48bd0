"""Entry points of installed packages, read so that what one package has wrong spoils nothing of another."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution

UNNAMED = "a package without metadata"


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """An entry point, as its distribution declares it."""

    group: str
    name: str
    target: str
    distribution: str
    version: str

    def __str__(self) -> str:
        return (
            f"{f'{self.distribution} {self.version}'.strip()}: entry point {self.name!r} of {self.group} ({self.target[:80]!r})"
        )


def entry_points(group: str) -> Iterator[EntryPoint]:
    """The entry points of a group. Files are read here, since importlib.metadata refuses all for one that is malformed."""
    from importlib.metadata import distributions

    seen: set[str] = set()
    for distribution in distributions():
        text = _entry_points_of(distribution)
        if group not in text:
            continue  # without parsing its metadata, which takes most of the time
        name, version = _named(distribution)
        if (key := re.sub(r"[-_.]+", "-", name).lower()) in seen:
            continue  # the first on the path is the one that is imported
        seen.add(key)
        for label, target in _section(text, group):
            yield EntryPoint(group, label, target, name, version)


def _entry_points_of(distribution: Distribution) -> str:
    """The text of its entry_points.txt, empty where there is none."""
    try:
        return distribution.read_text("entry_points.txt") or ""
    except UnicodeDecodeError as error:
        return error.object.decode(errors="replace")
    except Exception:  # a damaged installation, of whatever
        return ""


def _named(distribution: Distribution) -> tuple[str, str]:
    """Name and version."""
    try:
        return distribution.metadata["Name"] or UNNAMED, distribution.metadata["Version"] or ""
    except Exception:  # a damaged installation
        return UNNAMED, ""


def _section(text: str, group: str) -> Iterator[tuple[str, str]]:
    """Names and targets of one section of an entry_points.txt; a line without "=" has no target."""
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].strip()
        elif section == group and line and line[0] not in "#;":
            name, _, target = line.partition("=")
            yield name.strip(), re.sub(r"\s*:\s*", ":", target.partition("[")[0].strip())  # in brackets stand extras


def distribution_of(module: str) -> tuple[str, str]:
    """Name and version of the distribution that a module belongs to, empty where there is none."""
    from importlib.metadata import distributions

    top = module.partition(".")[0]
    return next((_named(distribution) for distribution in distributions() if _installs(distribution, top)), ("", ""))


def _installs(distribution: Distribution, top: str) -> bool:
    """Whether a module or package at the top is a distribution's.

    The list of its files is searched as text: importlib.metadata parses all lists first, which takes ten times as long.
    """
    with contextlib.suppress(Exception):  # a damaged installation of something else
        if names := distribution.read_text("top_level.txt"):
            return top in names.split()
        return bool(re.search(rf"^{re.escape(top)}[./]", distribution.read_text("RECORD") or "", re.MULTILINE))
    return False
