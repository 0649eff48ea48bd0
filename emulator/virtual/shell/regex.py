"""Regular expressions of POSIX, for `grep`, `sed` and `expr`.

Python's `re` can take exponential time on a hostile pattern. This machine steps through all possibilities at once, so its time is
bounded by the product of the lengths of pattern and text. Back-references cannot be matched that way and are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from automotive_env.emulator.virtual.shell.patterns import CLASSES

LARGEST = 4000
"""Steps that a compiled pattern may have."""
LONGEST = 1000
"""Characters that a pattern may have."""
CACHED = 100_000
"""Places that the transitions which a pattern remembers may hold."""
BUDGET = 500_000
"""Possibilities that one search may look at."""
_DEPTH = 50

_Test: TypeAlias = Callable[[str], bool]


class RegexFault(Exception):
    """The pattern is none, or too much work."""


class _Step(NamedTuple):
    """One step: "char" takes a character, "split" and "jump" go on elsewhere, "save" notes a position, others look around."""

    kind: str
    test: _Test | None = None
    first: int = 0
    second: int = 0


_Code: TypeAlias = list[_Step]
_START, _END, _WORD, _LEFT, _RIGHT, _NOT_WORD = "start", "end", "word", "left", "right", "inner"


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


_ESCAPES: dict[str, _Step] = {
    "w": _Step("char", _is_word),
    "W": _Step("char", lambda char: not _is_word(char)),
    "s": _Step("char", str.isspace),
    "S": _Step("char", lambda char: not char.isspace()),
    "d": _Step("char", str.isdigit),
    "b": _Step(_WORD),
    "B": _Step(_NOT_WORD),
    "<": _Step(_LEFT),
    ">": _Step(_RIGHT),
    "n": _Step("char", "\n".__eq__),
    "t": _Step("char", "\t".__eq__),
}


class _Compiler:
    """Reads one pattern; jumps are relative, so that code can be copied."""

    def __init__(self, pattern: str, extended: bool, ignore_case: bool) -> None:
        if len(pattern) > LONGEST:
            raise RegexFault(f"a pattern may have {LONGEST} characters")
        self._text, self._at = pattern, 0
        self._extended, self._ignore_case = extended, ignore_case
        self.groups = 0
        self._depth = 0

    def whole(self) -> _Code:
        """The code of the whole pattern."""
        code = self._either()
        if self._at < len(self._text):
            raise RegexFault("Unmatched ( or \\(")
        return [*code, _Step("match")]

    def _special(self, char: str) -> bool:
        """Whether an operator comes next, which basic expressions write with a backslash."""
        return self._text.startswith(char if self._extended else "\\" + char, self._at)

    def _step_over(self, char: str) -> bool:
        if not self._special(char):
            return False
        self._at += 1 if self._extended else 2
        return True

    def _either(self) -> _Code:
        self._depth += 1
        if self._depth > _DEPTH:
            raise RegexFault("nested too deep")
        code = self._sequence()
        while self._step_over("|"):
            other = self._sequence()
            code = [_Step("split", None, 1, len(code) + 2), *code, _Step("jump", None, len(other) + 1), *other]
        self._depth -= 1
        return code

    def _sequence(self) -> _Code:
        code: _Code = []
        start = self._at
        while self._at < len(self._text) and not self._special("|") and not (self._depth > 1 and self._special(")")):
            code += self._repeated(self._at == start)
            if len(code) > LARGEST:
                raise RegexFault("pattern too large")
        return code

    def _repeated(self, first: bool) -> _Code:
        code = self._one(first)
        while self._at < len(self._text):
            if self._text[self._at] == "*":
                self._at += 1
                code = [_Step("split", None, 1, len(code) + 2), *code, _Step("jump", None, -len(code) - 1)]
            elif self._step_over("+"):
                code = [*code, _Step("split", None, -len(code), 1)]
            elif self._step_over("?"):
                code = [_Step("split", None, 1, len(code) + 1), *code]
            elif self._special("{"):
                code = self._counted(code)
            else:
                break
        return code

    def _counted(self, code: _Code) -> _Code:
        self._step_over("{")
        end = self._text.find("}" if self._extended else "\\}", self._at)
        low, comma, high = self._text[self._at : end].partition(",")
        if end < 0 or not (low or "0").isdecimal() or not (high or "0").isdecimal() or len(low + high) > 6:
            raise RegexFault("Invalid contents of {}")
        self._at = end + (1 if self._extended else 2)
        least = int(low or "0")
        most = (int(high) if high else -1) if comma else least
        if max(least, most) * len(code) > LARGEST or (0 <= most < least):
            raise RegexFault("Invalid repetition count(s)")
        result = code * least
        if most < 0:
            return [*result, _Step("split", None, 1, len(code) + 2), *code, _Step("jump", None, -len(code) - 1)]
        return result + [_Step("split", None, 1, len(code) + 1), *code] * (most - least)

    def _one(self, first: bool) -> _Code:
        char = self._text[self._at]
        if self._special("("):
            return self._group()
        self._at += 1
        if char == "\\":
            return [self._escape()]
        if char == "[":
            return [self._fold(self._bracket())]
        if char == ".":
            return [_Step("char", bool)]
        if char == "^" and (self._extended or first):
            return [_Step(_START)]
        if char == "$" and (self._extended or self._at == len(self._text) or self._special(")") or self._special("|")):
            return [_Step(_END)]
        if self._extended and char in "*+?{" and first:
            raise RegexFault("repetition-operator operand invalid")
        return [self._fold(char.__eq__)]

    def _group(self) -> _Code:
        self._step_over("(")
        self.groups += 1
        number = self.groups
        code = self._either()
        if not self._step_over(")"):
            raise RegexFault("Unmatched ( or \\(")
        return [_Step("save", None, 2 * number), *code, _Step("save", None, 2 * number + 1)]

    def _escape(self) -> _Step:
        if self._at >= len(self._text):
            raise RegexFault("Trailing backslash")
        char = self._text[self._at]
        self._at += 1
        if char in "123456789":
            raise RegexFault("back-references are not supported")
        return _ESCAPES.get(char) or self._fold(char.__eq__)

    def _bracket(self) -> _Test:
        inverted = self._text.startswith("^", self._at)
        self._at += inverted
        start, tests = self._at, []
        while self._at < len(self._text) and (self._text[self._at] != "]" or self._at == start):
            tests.append(self._member())
        if self._at >= len(self._text):
            raise RegexFault("Unmatched [ or [^")
        self._at += 1
        found = tuple(tests)
        return lambda char: any(test(char) for test in found) != inverted

    def _member(self) -> _Test:
        text, at = self._text, self._at
        if text.startswith("[:", at) and (end := text.find(":]", at)) > 0 and text[at + 2 : end] in CLASSES:
            self._at = end + 2
            return CLASSES[text[at + 2 : end]]
        if text[at + 1 : at + 2] == "-" and text[at + 2 : at + 3] not in ("", "]"):
            self._at += 3
            low, high = text[at], text[at + 2]
            return lambda char: low <= char <= high
        self._at += 1
        return text[at].__eq__

    def _fold(self, test: _Test) -> _Step:
        if not self._ignore_case:
            return _Step("char", test)
        return _Step("char", lambda char: test(char) or test(char.lower()) or test(char.upper()))


_LOOK: dict[str, Callable[[str, str], bool]] = {
    _START: lambda before, after: not before,
    _END: lambda before, after: not after,
    _WORD: lambda before, after: (_is_word(before) if before else False) != (_is_word(after) if after else False),
    _NOT_WORD: lambda before, after: (_is_word(before) if before else False) == (_is_word(after) if after else False),
    _LEFT: lambda before, after: not (before and _is_word(before)) and bool(after and _is_word(after)),
    _RIGHT: lambda before, after: bool(before and _is_word(before)) and not (after and _is_word(after)),
}


class Regex:
    """A compiled pattern.

    Raises:
        RegexFault: it is none.
    """

    def __init__(self, pattern: str, *, extended: bool = False, ignore_case: bool = False) -> None:
        compiler = _Compiler(pattern, extended, ignore_case)
        self._code = compiler.whole()
        self.groups = compiler.groups
        self._next: dict[tuple[frozenset[int], str, str], tuple[frozenset[int], bool]] = {}
        self._held = self._work = 0

    def _closure(self, places: Iterable[int], before: str, after: str, seen: Container[int] = ()) -> list[int]:
        """All places but those seen that can be reached without taking a character, in order of preference."""
        found: dict[int, None] = {}
        waiting = list(places)[::-1]
        while waiting:
            place = waiting.pop()
            if place in found or place in seen:
                continue
            found[place] = None
            step = self._code[place]
            if step.kind == "split":
                waiting += [place + step.second, place + step.first]
            elif step.kind == "jump":
                waiting.append(place + step.first)
            elif step.kind == "save" or (step.kind in _LOOK and _LOOK[step.kind](before, after)):
                waiting.append(place + 1)
        return list(found)

    def _advance(self, places: frozenset[int], before: str, after: str) -> tuple[frozenset[int], bool]:
        key = (places, before and ("a" if _is_word(before) else "-"), after)
        known = self._next.get(key)
        if known is None:
            reached = self._closure(places, before, after)
            taken = frozenset(place + 1 for place in reached if after and self._takes(place, after))
            self._held += 1 + len(taken)
            if self._held > CACHED:
                self._next.clear()
                self._held = 0
            self._work += len(reached)
            if self._work > BUDGET:
                raise RegexFault("too much work for one line")
            known = self._next[key] = (taken, any(self._code[place].kind == "match" for place in reached))
        return known

    def _takes(self, place: int, char: str) -> bool:
        test = self._code[place].test
        return test is not None and test(char)

    def found_in(self, text: str) -> bool:
        """Whether it matches anywhere.

        Raises:
            RegexFault: it is too much work to tell.
        """
        self._work = 0
        start = frozenset({0})
        places, before = start, ""
        for char in text:
            places, matched = self._advance(places | start, before, char)
            if matched:
                return True
            before = char
        return self._advance(places | start, before, "")[1]

    def find(self, text: str, at: int = 0) -> tuple[int, int] | None:
        """Start and end of the first match from a position on, the longest one there."""
        threads: dict[int, int] = {}
        best: tuple[int, int] | None = None
        work = 0
        for position in range(at, len(text) + 1):
            if best is None:
                threads.setdefault(0, position)
            if not threads:
                break
            before, after = text[position - 1] if position else "", text[position : position + 1]
            reached = self._earliest(threads, before, after)
            threads = {}
            for place, start in reached.items():
                if best and start > best[0]:
                    continue
                if self._code[place].kind == "match":
                    best = (start, position)
                elif after and self._takes(place, after):
                    threads[place + 1] = min(start, threads.get(place + 1, start))
            work += len(reached)
            if work > BUDGET:
                raise RegexFault("too much work for one line")
        return best

    def _earliest(self, threads: dict[int, int], before: str, after: str) -> dict[int, int]:
        """The closure, where every place knows the earliest start that reaches it."""
        reached: dict[int, int] = {}
        for place, start in sorted(threads.items(), key=lambda item: item[1]):
            reached.update(dict.fromkeys(self._closure([place], before, after, reached), start))
        return reached

    def match_groups(self, text: str, start: int, end: int) -> list[str]:
        """What the whole match and each group took, given where the match lies; "" where a group took no part."""
        threads: list[tuple[int, dict[int, int]]] = [(0, {})]
        saved: dict[int, int] = {}
        for position in range(start, end + 1):
            before, after = text[position - 1] if position else "", text[position : position + 1]
            reached = self._saved(threads, position, before, after)
            if position == end:
                saved = next((kept for place, kept in reached if self._code[place].kind == "match"), {})
            threads = [(place + 1, kept) for place, kept in reached if after and self._takes(place, after)]
        spans = [(saved.get(2 * number, 0), saved.get(2 * number + 1, 0)) for number in range(1, self.groups + 1)]
        return [text[start:end], *(text[low:high] for low, high in spans)]

    def _saved(
        self, threads: list[tuple[int, dict[int, int]]], position: int, before: str, after: str
    ) -> list[tuple[int, dict[int, int]]]:
        seen: set[int] = set()
        found: list[tuple[int, dict[int, int]]] = []
        waiting = threads[::-1]
        while waiting:
            place, kept = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            step = self._code[place]
            found.append((place, kept))
            if step.kind == "split":
                waiting += [(place + step.second, kept), (place + step.first, kept)]
            elif step.kind == "jump":
                waiting.append((place + step.first, kept))
            elif step.kind == "save":
                waiting.append((place + 1, {**kept, step.first: position}))
            elif step.kind in _LOOK and _LOOK[step.kind](before, after):
                waiting.append((place + 1, kept))
        return found


@lru_cache(maxsize=64)
def compile_regex(pattern: str, extended: bool = False, ignore_case: bool = False) -> Regex:
    """A compiled pattern.

    Raises:
        RegexFault: it is none.
    """
    return Regex(pattern, extended=extended, ignore_case=ignore_case)
