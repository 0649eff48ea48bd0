"""What a line of the shell means, as a tree. Trees are shared between runs and never change once parsed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias


class SyntaxFault(Exception):
    """The text is no shell; the message is mksh's."""


class Incomplete(SyntaxFault):
    """The text ends inside of something: more lines may complete it.

    Attributes:
        until: the only line that can, where that is known.
    """

    def __init__(self, message: str, until: str | None = None) -> None:
        super().__init__(message)
        self.until = until


@dataclass(frozen=True, slots=True)
class Text:
    """Characters as they are; quoted ones are neither split nor matched against files."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """`$NAME`, or `${NAME OPERATOR WORD}`; the operator "length" is `${#NAME}`."""

    name: str
    operator: str = ""
    word: Word | None = None
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Substitution:
    """`$(...)`: what a script prints."""

    script: Script
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`$((...))`."""

    word: Word
    quoted: bool = False


Part: TypeAlias = Text | Parameter | Substitution | Arithmetic


@dataclass(frozen=True, slots=True)
class Word:
    """Parts of one word.

    Attributes:
        parts: in order.
        plain: the only thing that it can expand to, where there is but one.
    """

    parts: tuple[Part, ...]
    plain: str | None = None


@dataclass(slots=True)
class Redirect:
    """A redirection; `word` of a here-document is its body, which is read after its line.

    Attributes:
        number: file descriptor.
        operator: such as ">" or "<<".
        word: target.
    """

    number: int
    operator: str
    word: Word


@dataclass(frozen=True, slots=True)
class Assignment:
    """`NAME=WORD`, or `NAME+=WORD`."""

    name: str
    word: Word
    append: bool = False


@dataclass(frozen=True, slots=True)
class Simple:
    """A command with its arguments.

    Attributes:
        argv: the arguments where no expansion can change them, else None.
    """

    assignments: tuple[Assignment, ...]
    words: tuple[Word, ...]
    argv: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class If:
    """Conditions with what follows from them, in order; the last may lack a condition."""

    branches: tuple[tuple[Script | None, Script], ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """`while`, or `until`."""

    condition: Script
    body: Script
    until: bool = False


@dataclass(frozen=True, slots=True)
class For:
    """`for NAME in WORDS`; no words at all mean "$@"."""

    name: str
    words: tuple[Word, ...] | None
    body: Script


@dataclass(frozen=True, slots=True)
class Case:
    """`case WORD in (PATTERNS) SCRIPT ;; ... esac`."""

    word: Word
    branches: tuple[tuple[tuple[Word, ...], Script], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """`{ ...; }`, or `( ... )` in a shell of its own."""

    body: Script
    subshell: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """`NAME() COMMAND`."""

    name: str
    body: Command


@dataclass(frozen=True, slots=True)
class Calculation:
    """`((...))`: 0 where the result is not zero."""

    word: Word


@dataclass(frozen=True, slots=True)
class Condition:
    """`[[ ... ]]`: its words are neither split nor matched against files."""

    words: tuple[Word, ...]


Body: TypeAlias = Simple | If | Loop | For | Case | Group | Function | Calculation | Condition


@dataclass(frozen=True, slots=True)
class Command:
    """A command and its redirections."""

    body: Body
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands, each of which reads what the one before it prints."""

    stages: tuple[Command, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One pipeline of a script.

    Attributes:
        link: when it runs: always, after success ("&&"), after failure ("||").
    """

    link: Literal["", "&&", "||"]
    pipeline: Pipeline


@dataclass(frozen=True, slots=True)
class Statement:
    """Steps up to the next `;` or `&`."""

    steps: tuple[Step, ...]
    background: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """Statements, one after the other."""

    statements: tuple[Statement, ...] = ()


@dataclass(slots=True)
class HereDocument:
    """A here-document whose body has not been read yet."""

    redirect: Redirect
    end: str
    literal: bool
    tabs: bool


def word_of(parts: Sequence[Part]) -> Word:
    """A word; it knows whether it is plain."""
    texts = [part for part in parts if isinstance(part, Text)]
    open_ = "".join(part.text for part in texts if not part.quoted)
    if not parts or len(texts) < len(parts) or "*" in open_ or "?" in open_ or ("[" in open_ and "]" in open_):
        return Word(tuple(parts))
    return Word(tuple(parts), "".join(part.text for part in texts))


def is_assignment(word: Word) -> bool:
    """Whether a word looks like `NAME=...`."""
    first = word.parts[0] if word.parts else None
    return isinstance(first, Text) and not first.quoted and bool(_ASSIGNMENT.match(first.text))


_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
