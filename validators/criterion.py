"""Criteria: what was wanted, what was found, and whether it is met. They form trees that are evaluated completely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

Joint: TypeAlias = Literal["", "all", "any", "not"]
MAX_EXPLANATION_CHARACTERS = 160
"""Of an explanation, the note on what it leaves out included."""
MAX_PHRASE_CHARACTERS = 70
"""Of what was wanted, and of what was found, in a sentence of an explanation: lists of side effects can be long."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """A condition on an episode, met or not, or several conditions joined by `&`, `|` and `~`.

        >>> warm = Criterion("cabin warm", "cabin >= 20 °C", "17 °C", met=False)
        >>> heated = Criterion("seat heated", "seat heating on", "on", met=True)
        >>> bool(warm | heated), bool(warm & heated)
        (True, False)
        >>> print((warm & heated).explanation())
        wanted cabin >= 20 °C, found 17 °C

    Use the operators, not `and`, `or` and `not`: those stop at the first answer, and the record would lack the rest.

    Attributes:
        name: the condition, such as "front_defroster_enable".
        wanted: what must be found, with units, such as "brightness <= 50 %".
        found: what was found, such as "82 %".
        met: whether it is met.
        joint: how the parts are joined: "all", "any" or "not" (one part); "" without parts.
        parts: the joined criteria.
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

    def named(self, name: str) -> Criterion:
        """The same under another name."""
        return replace(self, name=name)

    def unmet(self) -> Iterator[Criterion]:
        """The single criteria that are not met and decide, in order; empty if it is met."""
        if self.met:
            return
        if self.joint in ("all", "any") and self.parts:
            for part in self.parts:
                yield from part.unmet()
        else:
            yield self

    def explanation(self) -> str:
        """Why it is not met, as one short line; empty if it is met.

        Of alternatives, only the nearest is explained: the first with the fewest unmet criteria. Criteria beyond
        the limit are only counted; the tree itself holds all.
        """
        line, left = "", [_shortened(sentence, MAX_EXPLANATION_CHARACTERS) for sentence in self._sentences()]
        while left:
            longer = f"{line}; {left[0]}" if line else left[0]
            note = f"; {len(left) - 1} more" if len(left) > 1 else ""
            if line and len(longer) + len(note) > MAX_EXPLANATION_CHARACTERS:
                break
            line = longer
            del left[0]
        if left:
            note = f"; {len(left)} more"
            line = _shortened(line, MAX_EXPLANATION_CHARACTERS - len(note)) + note
        return line

    def _sentences(self, *, alternatives: bool = True) -> Iterator[str]:
        """Sentences on what is not met; where there are other ways, the outermost choice says how many."""
        if self.met:
            return
        if self.joint == "any" and self.parts:
            nearest, others = min(self.parts, key=Criterion._distance), len(self.parts) - 1
            *sentences, last = nearest._sentences(alternatives=False)
            note = f" (or {others} other way{'s' if others > 1 else ''})" if others and alternatives else ""
            yield from (*sentences, f"{last}{note}")
        elif self.joint == "all" and self.parts:
            for part in self.parts:
                yield from part._sentences(alternatives=alternatives)
        else:
            wanted, found = (_shortened(phrase, MAX_PHRASE_CHARACTERS) for phrase in (self.wanted, self.found))
            yield f"wanted {wanted}, found {found}"

    def _distance(self) -> int:
        """How many criteria would have to become met at least; 0 where it is met."""
        if self.met:
            return 0
        if self.joint in ("all", "any") and self.parts:
            distances = [part._distance() for part in self.parts]
            return sum(distances) if self.joint == "all" else min(distances)
        return 1

    def to_json(self) -> dict[str, Any]:
        """The tree as JSON: name, wanted, found, met and, where it is joined, the parts under "all", "any" or "not"."""
        data: dict[str, Any] = {"name": self.name, "wanted": self.wanted, "found": self.found, "met": self.met}
        return data | {self.joint: [part.to_json() for part in self.parts]} if self.joint else data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Criterion:
        """The tree that `to_json` wrote; parts that are missing or invalid are empty and not met."""
        joint: Joint = next((joint for joint in _JOINTS if joint in data), "")
        listed = data.get(joint)
        held = listed if isinstance(listed, list | tuple) else ()
        parts = tuple(cls.from_json(part if isinstance(part, Mapping) else {}) for part in held)
        name, wanted, found = (str(data.get(key, "")) for key in ("name", "wanted", "found"))
        return cls(name, wanted, found, data.get("met") is True, joint, parts)


_JOINTS: tuple[Joint, ...] = ("all", "any", "not")


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def every(*criteria: Criterion) -> Criterion:
    """All of these; met if there are none."""
    return _joined("all", " and ", *criteria)


def listed(*parts: Criterion) -> Criterion:
    """All of these, each as a part of its own: a turn stays one."""
    joined = every(*(Criterion(part.name, part.wanted, part.found, part.met) for part in parts))
    return replace(joined, parts=parts)


def some(*criteria: Criterion) -> Criterion:
    """One or more of these; not met if there are none."""
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
