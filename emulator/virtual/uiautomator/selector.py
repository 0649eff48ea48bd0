"""Selectors: which nodes a client of uiautomator2 means, and what goes wrong in its calls.

A selector is JSON: `mask` says which of the fields count (bits as in uiautomator2's `UiSelector`), `childOrSibling` and
`childOrSiblingSelector` hold further steps: what to look for below the node found so far, or below its parent.
Comparison and order of the search are those of androidx.test.uiautomator's UiSelector.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from automotive_env.emulator.virtual.patterns import ClientRegex, PatternFault, java
from automotive_env.emulator.virtual.uiautomator.hierarchy import AccessibilityNode
from automotive_env.episode.observation import Element

NOT_FOUND = "androidx.test.uiautomator.UiObjectNotFoundException"
ILLEGAL_ARGUMENT = "java.lang.IllegalArgumentException"
BAD_PATTERN = "java.util.regex.PatternSyntaxException"
SERVER_ERROR, INVALID_PARAMS, NO_METHOD, INVALID_REQUEST, PARSE_ERROR = -32001, -32602, -32601, -32600, -32700
"""JSON-RPC codes: an exception of the server, of the parameters, of the method's name, of the request, of its JSON."""


class AutomationError(Exception):
    """A call failed.

    Attributes:
        name: class of the Java exception, or what JSON-RPC calls the error.
        details: what was wrong, in words.
    """

    def __init__(self, name: str, details: str, code: int = SERVER_ERROR) -> None:
        super().__init__(f"{name}: {details}")
        self.name = name
        self.details = details
        self.code = code


NodeTest: TypeAlias = Callable[[AccessibilityNode], bool]
ElementFact: TypeAlias = Callable[[Element], str]
SelectorStepKind: TypeAlias = Literal["start", "child", "sibling"]

MAX_SELECTOR_STEPS = 16
MAX_VALUE_CHARACTERS = 1_000
MAX_PATTERN_STEPS = 4_000_000
"""Instructions of patterns times characters of texts that one search may take: RE2 needs up to 20 ns for each."""
MAX_PROGRAM = 20_000
"""Instructions of all patterns of a selector, so that compiling them takes 20 ms at most."""
INDEX, INSTANCE = 0x800000, 0x1000000
EVERY = -1
"""An instance that stands for all."""


class _Field(NamedTuple):
    """A text of nodes: the bits for being equal, containing, starting with and matching, and whether dots fit line ends."""

    equal: int
    contains: int
    starts: int
    matches: int
    fact: ElementFact
    dot_all: bool = False


_FIELDS: Mapping[str, _Field] = {
    "text": _Field(0x1, 0x2, 0x8, 0x4, lambda e: e.text, dot_all=True),
    "className": _Field(0x10, 0, 0, 0x20, lambda e: e.class_name),
    "description": _Field(0x40, 0x80, 0x200, 0x100, lambda e: e.description, dot_all=True),
    "packageName": _Field(0x80000, 0, 0, 0x100000, lambda e: e.package),
    "resourceId": _Field(0x200000, 0, 0, 0x400000, lambda e: e.resource_id),
}
COMPARED: tuple[Callable[[str, str], bool], ...] = (
    operator.eq,
    lambda text, wanted: wanted.lower() in text.lower(),  # UiSelector ignores case here, and in what a text starts with
    lambda text, wanted: text.lower().startswith(wanted.lower()),
)
_FLAGS: Mapping[str, tuple[int, NodeTest]] = {
    "checkable": (0x400, lambda node: node.element.checkable),
    "checked": (0x800, lambda node: node.element.checked),
    "clickable": (0x1000, lambda node: node.element.clickable),
    "longClickable": (0x2000, lambda node: node.element.long_clickable),
    "scrollable": (0x4000, lambda node: node.element.scrollable),
    "enabled": (0x8000, lambda node: node.element.enabled),
    "focusable": (0x10000, lambda node: node.focusable),
    "focused": (0x20000, lambda node: node.element.focused),
    "selected": (0x40000, lambda node: node.element.selected),
}


@dataclass(frozen=True, slots=True)
class SelectorStep:
    """One step of a selector.

    Attributes:
        kind: where it looks: everywhere, below what was found, or below its parent.
        tests: what a node must fulfil.
        patterns: texts of the node and what they must match.
        instance: which of those that do, from 0; `EVERY` for all, None for the first where none is named.
    """

    kind: SelectorStepKind
    tests: tuple[NodeTest, ...]
    patterns: tuple[tuple[ElementFact, ClientRegex], ...] = ()
    instance: int | None = None


UiSelector: TypeAlias = tuple[SelectorStep, ...]


def parse(given: object) -> UiSelector:
    """A selector from JSON."""
    if not isinstance(given, dict):
        raise _wrong(f"a selector is an object, not {type(given).__name__}")
    kinds, further = given.get("childOrSibling") or [], given.get("childOrSiblingSelector") or []
    if not (isinstance(kinds, list) and isinstance(further, list) and len(kinds) == len(further) < MAX_SELECTOR_STEPS):
        raise _wrong(f"childOrSibling and childOrSiblingSelector are lists of the same length, below {MAX_SELECTOR_STEPS}")
    steps = [_step("start", given)]
    for kind, selector in zip(kinds, further, strict=True):
        if kind not in ("child", "sibling") or not isinstance(selector, dict):
            raise _wrong(f"after a selector comes a 'child' or a 'sibling' with one of its own, not {kind!r:.40}")
        steps.append(_step(kind, selector))
        if sum(pattern.size for step in steps for _, pattern in step.patterns) > MAX_PROGRAM:
            raise AutomationError(BAD_PATTERN, "the patterns of the selector are too much work to compile")
    return tuple(steps)


def _wrong(details: str) -> AutomationError:
    return AutomationError(ILLEGAL_ARGUMENT, details)


def _step(kind: SelectorStepKind, given: Mapping[str, object]) -> SelectorStep:
    mask = _whole(given, "mask")
    tests = (*_text_tests(mask, given), *_flag_tests(mask, given))
    instance = _whole(given, "instance") if mask & INSTANCE else None
    if instance is not None and instance < 0:
        raise _wrong(f"instance counts from 0, it cannot be {instance}")
    return SelectorStep(kind, tests, tuple(_patterns(mask, given)), instance)


def _whole(given: Mapping[str, object], name: str) -> int:
    value = given.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1 << 31:
        raise _wrong(f"{name} is a whole number, not {value!r:.40}")
    return value


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or len(value) > MAX_VALUE_CHARACTERS:
        raise _wrong(f"{name} is a text of at most {MAX_VALUE_CHARACTERS} characters, not {value!r:.40}")
    return value


def _text_tests(mask: int, given: Mapping[str, object]) -> Iterator[NodeTest]:
    for name, field in _FIELDS.items():
        for bit, ending, compare in zip(field[:3], ("", "Contains", "StartsWith"), COMPARED, strict=True):
            if mask & bit:
                yield _compared(field.fact, compare, _text(given, name + ending))


def _compared(fact: ElementFact, compare: Callable[[str, str], bool], wanted: str) -> NodeTest:
    return lambda node: compare(fact(node.element), wanted)


def _patterns(mask: int, given: Mapping[str, object]) -> Iterator[tuple[ElementFact, ClientRegex]]:
    for name, field in _FIELDS.items():
        if mask & field.matches:
            text = _text(given, f"{name}Matches")
            try:
                yield field.fact, java(text, dot_all=field.dot_all)
            except (PatternFault, UnicodeEncodeError) as error:
                raise AutomationError(BAD_PATTERN, f"{error}: {text[:80]!r}") from None


def _flag_tests(mask: int, given: Mapping[str, object]) -> Iterator[NodeTest]:
    for name, (bit, fact) in _FLAGS.items():
        if mask & bit:
            yield _flag(fact, given.get(name) is True)
    if mask & INDEX:
        index = _whole(given, "index")
        yield lambda node: node.index == index


def _flag(fact: NodeTest, wanted: bool) -> NodeTest:
    return lambda node: fact(node) is wanted


def instance(selector: UiSelector, number: int) -> UiSelector:
    """The same selector for another of the nodes that its last step fits."""
    return (*selector[:-1], replace(selector[-1], instance=number))


def child(selector: UiSelector, below: UiSelector) -> UiSelector:
    """What `below` finds below what a selector finds."""
    return (*selector, replace(below[0], kind="child"), *below[1:])


class _Search:
    """One search; it visits a node at most once for each step."""

    def __init__(self, selector: UiSelector) -> None:
        self._steps = selector
        self._counts = [0] * len(selector)
        self._visited: set[tuple[int, AccessibilityNode]] = set()
        self._left = MAX_PATTERN_STEPS

    def below(self, node: AccessibilityNode, at: int = 0) -> Iterator[AccessibilityNode]:
        """What is found at a node and below it, from a step on."""
        if (at, node) in self._visited:
            return
        self._visited.add((at, node))
        if self._fits(node, at):
            at += 1
            if at == len(self._steps):
                yield node
                at -= 1
            elif self._steps[at].kind == "sibling":
                if node.parent is None:
                    return
                node = node.parent
        for found in node.children:
            yield from self.below(found, at)

    def _fits(self, node: AccessibilityNode, at: int) -> bool:
        step = self._steps[at]
        for test in step.tests:
            if not test(node):
                return False
        for fact, pattern in step.patterns:
            if not self._matches(pattern, fact(node.element)):
                return False
        if step.instance == EVERY or self._counts[at] == (step.instance or 0):
            return True
        self._counts[at] += 1
        return False

    def _matches(self, pattern: ClientRegex, text: str) -> bool:
        self._left -= pattern.size * len(text)
        if self._left < 0:
            raise AutomationError(BAD_PATTERN, "patterns that are so long take too long on what is shown")
        return pattern.fits(text)


def find(selector: UiSelector, root: AccessibilityNode) -> AccessibilityNode | None:
    """The first node that a selector fits at a node or below; None where it fits none."""
    return next(_Search(selector).below(root), None)


def find_all(selector: UiSelector, root: AccessibilityNode) -> list[AccessibilityNode]:
    """All nodes that the last step of a selector fits, whatever its instance."""
    return list(_Search(instance(selector, EVERY)).below(root))


def count(selector: UiSelector, root: AccessibilityNode) -> int:
    """How many nodes a selector fits: at most one where it names an instance."""
    if selector[-1].instance is not None:
        return int(find(selector, root) is not None)
    return len(find_all(selector, root))
