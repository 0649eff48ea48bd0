"""Criteria: what was wanted, what was found, and whether that is enough. They compose to trees and are evaluated whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Joint: TypeAlias = Literal["", "all", "any", "not"]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One sentence about an episode that is either met or not, or several joined by `&`, `|` and `~`.

        >>> warm = Criterion("cabin warm", "cabin >= 20 °C", "17 °C", met=False)
        >>> heated = Criterion("seat heated", "seat heating on", "on", met=True)
        >>> bool(warm | heated), bool(warm & heated)
        (True, False)
        >>> print((warm & heated).explanation())
        wanted cabin >= 20 °C, found 17 °C

    Use the operators, not `and`, `or` and `not`: those stop at the first answer, and a record could not show the rest.

    Attributes:
        name: the sentence, such as "front_defroster_enable".
        wanted: what must be found, with units, such as "brightness <= 50 %".
        found: what was found, such as "82 %".
        met: whether it is enough.
        joint: how the parts are joined: "all", "any" or "not" (of one part); "" where there are none.
        parts: the criteria that it is made of.
    """

    name: str
    wanted: str
    found: str
    met: bool
    joint: Joint = ""
    parts: tuple[Criterion, ...] = ()

    def __bool__(self) -> bool:
        return self.met

    def __and__(self, other: Criterion) -> Criterion:
        return _joined("all", " and ", self, other)

    def __or__(self, other: Criterion) -> Criterion:
        return _joined("any", " or ", self, other)

    def __invert__(self) -> Criterion:
        return Criterion(f"not {self.name}", f"not: {self.wanted}", self.found, not self.met, "not", (self,))

    def unmet(self) -> Iterator[Criterion]:
        """The single criteria because of which it is not met, in order; none where it is met."""
        if self.met:
            return
        if self.joint in ("all", "any"):
            for part in self.parts:
                yield from part.unmet()
        else:
            yield self

    def explanation(self) -> str:
        """Why it is not met, as one line; empty where it is met."""
        between = " or " if self.joint == "any" else "; "
        return between.join(f"wanted {part.wanted}, found {part.found}" for part in self.unmet())

    def to_json(self) -> dict[str, Any]:
        """The tree as JSON: name, wanted, found, met and, where it is joined, the parts under "all", "any" or "not"."""
        data: dict[str, Any] = {"name": self.name, "wanted": self.wanted, "found": self.found, "met": self.met}
        return data | {self.joint: [part.to_json() for part in self.parts]} if self.joint else data


def every(*criteria: Criterion) -> Criterion:
    """All of these; met where there are none."""
    return _joined("all", " and ", *criteria)


def some(*criteria: Criterion) -> Criterion:
    """One or more of these; not met where there are none."""
    return _joined("any", " or ", *criteria)


def _joined(joint: Literal["all", "any"], word: str, *criteria: Criterion) -> Criterion:
    """A tree of parts; those that are joined in the same way become parts of the one tree."""
    parts: list[Criterion] = []
    for criterion in criteria:
        parts += criterion.parts if criterion.joint == joint else (criterion,)
    met = all(part.met for part in parts) if joint == "all" else any(part.met for part in parts)
    wanted, found = (word.join(_bracketed(part, text) for part in parts) for text in ("wanted", "found"))
    return Criterion(word.join(part.name for part in parts), wanted, found, met, joint, tuple(parts))


def _bracketed(part: Criterion, text: Literal["wanted", "found"] | str) -> str:
    said = str(getattr(part, text))
    return f"({said})" if part.joint in ("all", "any") else said
