"""What a command line means: statements of pipelines of simple commands. There is nothing that nests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


class SyntaxFault(Exception):
    """The text is no command line; the message is mksh's. `status` is what the shell answers."""

    status = 1


class Incomplete(SyntaxFault):
    """The text ends inside of quotes or after an operator: one more line may complete it."""


class Unsupported(SyntaxFault):
    """The text needs a part of the shell's language that this device lacks."""

    status = 2

    def __init__(self, construct: str) -> None:
        super().__init__(f"'{construct}' is not supported on this device: it runs command lines, not scripts")


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a word: text, or the name of a variable. Quoted ones are neither split nor matched against files."""

    text: str
    quoted: bool = False
    variable: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """Parts of one word.

    Attributes:
        parts: in order.
        plain: the only thing that it can become, where there is but one.
    """

    parts: tuple[Part, ...]
    plain: str | None = None

    @property
    def bare(self) -> str:
        """Its text where it is one piece without quotes, as reserved words are; else ""."""
        return self.parts[0].text if len(self.parts) == 1 and not (self.parts[0].quoted or self.parts[0].variable) else ""


@dataclass(frozen=True, slots=True)
class Redirect:
    """`2>FILE` is number 2, operator ">" and the target FILE."""

    number: int
    operator: str
    target: Word


@dataclass(frozen=True, slots=True)
class Simple:
    """A command: assignments, then words, with redirections."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands that run side by side, each reading what the one before it writes."""

    stages: tuple[Simple, ...]
    negated: bool = False


Statement: TypeAlias = tuple[tuple[str, Pipeline], ...]
"""Pipelines with what links each to those before it: "", "&&" or "||"."""
