"""From text to statements: the grammar of command lines. Parsing draws on the budget like everything else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from automotive_env.emulator.virtual.shell.budget import budget


class SyntaxFault(Exception):
    """The text is no command line; the message is mksh's. `status` is what the shell answers."""

    status = 1


class IncompleteSyntax(SyntaxFault):
    """The text ends inside of quotes or after an operator: one more line may complete it."""


class UnsupportedSyntax(SyntaxFault):
    """The text needs a part of the shell's language that this device lacks."""

    status = 2

    def __init__(self, construct: str) -> None:
        super().__init__(f"'{construct}' is not supported on this device: it runs command lines, not scripts")


@dataclass(frozen=True, slots=True)
class WordPart:
    """A piece of a word: text, or the name of a variable. Quoted ones are neither split nor matched against files."""

    text: str
    quoted: bool = False
    variable: bool = False


@dataclass(frozen=True, slots=True)
class ShellWord:
    """Parts of one word.

    Attributes:
        plain: the only thing that it can become, where there is but one.
    """

    parts: tuple[WordPart, ...]
    plain: str | None = None

    @property
    def bare(self) -> str:
        """Its text where it is one piece without quotes, as reserved words are; else ""."""
        return self.parts[0].text if len(self.parts) == 1 and not (self.parts[0].quoted or self.parts[0].variable) else ""


@dataclass(frozen=True, slots=True)
class Redirection:
    """`2>FILE` is number 2, operator ">" and the target FILE."""

    number: int
    operator: str
    target: ShellWord


@dataclass(frozen=True, slots=True)
class SimpleCommand:
    """A command: assignments, then words, with redirections."""

    assignments: tuple[tuple[str, ShellWord], ...]
    words: tuple[ShellWord, ...]
    redirects: tuple[Redirection, ...]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Commands that run side by side, each reading what the one before it writes."""

    stages: tuple[SimpleCommand, ...]
    negated: bool = False


ShellStatement: TypeAlias = tuple[tuple[str, Pipeline], ...]
"""Pipelines with what links each to those before it: "", "&&" or "||"."""

MAX_TEXT_CHARACTERS = 256 * 1024
"""Characters that one text may have."""
MAX_TOKENS = 8 * 1024
"""Words and operators that one command line may have, and pieces of one word."""
SCRIPTING = frozenset(
    {"for", "while", "until", "if", "then", "elif", "else", "fi", "do", "done", "case", "esac", "select", "function"}
    | {"{", "}", "[[", "eval", "trap", "read", "source", ".", "let", "local", "typeset", "readonly", "set", "shift"}
    | {"return", "break", "continue", "wait", "jobs", "fg", "bg"}
)
"""Reserved words and builtins that only scripts need."""

_BLANK = re.compile(r"(?:[ \t\r]|\\\n)*(?:#[^\n]*)?")
_REDIRECT = re.compile(r"([0-9]?)(&>>|&>|<<|<>|<&|>>|>&|>\||<|>)")
_OPERATOR = re.compile(r"&&|\|\||[;&|()\n]")
_BARE = re.compile(r"[^ \t\r\n;&|()<>'\"\\$`]+")
_QUOTED = re.compile(r"(?:[^\"\\$`]|\\.)+", re.DOTALL)
_ESCAPED = re.compile(r"(?:\\.)+", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_VARIABLE = re.compile(r"\$(?:([A-Za-z_][A-Za-z0-9_]*|[0-9?$])|\{([A-Za-z_][A-Za-z0-9_]*|[0-9?$])\})")
_SUBSTITUTION = re.compile(r"\$\(\(|\$\(|`|\$\{[^}]{0,20}\}?|\$['\"@*#!-]")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_BRACES = re.compile(r"\{[^{}]*\}")


class ShellToken(NamedTuple):
    """One token; `number` is the file descriptor of a redirection, -1 where none is given."""

    kind: Literal["word", "operator", "redirect", "end"]
    text: str
    word: ShellWord = ShellWord(())
    number: int = -1


class ShellParser:
    """Reads one text line by line."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_TEXT_CHARACTERS:
            raise SyntaxFault(f"a command line has at most {MAX_TEXT_CHARACTERS} characters")
        self._text = text
        self._at = self._tokens = 0
        self._token = ShellToken("end", "")

    @property
    def done(self) -> bool:
        """Whether all lines were read."""
        return self._at >= len(self._text)

    async def line(self) -> list[ShellStatement]:
        """The statements of the next line."""
        self._tokens = 0
        statements: list[ShellStatement] = []
        await self._advance()
        while not self._is("\n") and self._token.kind != "end":
            statements.append(await self._statement())
        return statements

    # Grammar

    def _is(self, *operators: str) -> bool:
        return self._token.kind == "operator" and self._token.text in operators

    async def _statement(self) -> ShellStatement:
        steps = [("", await self._pipeline())]
        while self._is("&&", "||"):
            link = self._token.text
            await self._next_command()
            steps.append((link, await self._pipeline()))
        if self._is("&"):
            raise UnsupportedSyntax("&")
        if not self._is(";", "\n") and self._token.kind != "end":
            raise self._unexpected()
        if self._is(";"):
            await self._advance()
        return tuple(steps)

    async def _pipeline(self) -> Pipeline:
        negated = self._token.kind == "word" and self._token.text == "!"
        if negated:
            await self._advance()
        stages = [await self._simple()]
        while self._is("|"):
            await self._next_command()
            stages.append(await self._simple())
        return Pipeline(tuple(stages), negated)

    async def _next_command(self) -> None:
        """Step over an operator that needs another command, and over line ends after it."""
        await self._advance()
        while self._is("\n"):
            await self._advance()
        if self._token.kind == "end":
            raise IncompleteSyntax("syntax error: unexpected EOF")

    async def _simple(self) -> SimpleCommand:
        assignments: list[tuple[str, ShellWord]] = []
        words: list[ShellWord] = []
        redirects: list[Redirection] = []
        while self._token.kind in ("word", "redirect"):
            token = self._token
            await self._advance()
            if token.kind == "redirect":
                redirects.append(await self._redirect(token))
            elif not words and (found := _assigned(token.word)):
                assignments.append(found)
            else:
                words.append(token.word)
        if words and words[0].bare in SCRIPTING:
            raise UnsupportedSyntax(words[0].bare)
        if self._is("("):
            raise UnsupportedSyntax("(")
        if not (assignments or words or redirects):
            raise self._unexpected()
        return SimpleCommand(tuple(assignments), tuple(words), tuple(redirects))

    async def _redirect(self, token: ShellToken) -> Redirection:
        if self._token.kind != "word":
            raise self._unexpected()
        target = self._token.word
        await self._advance()
        number = token.number if token.number >= 0 else 0 if token.text[0] == "<" else 1
        return Redirection(number, token.text, target)

    def _unexpected(self) -> SyntaxFault:
        shown = {"": "EOF", "\n": "newline"}.get(self._token.text, f"'{self._token.text}'")
        return SyntaxFault(f"syntax error: unexpected {shown}")

    # Tokens

    async def _advance(self) -> None:
        start = self._at
        self._token = self._next()
        self._tokens += 1
        if self._tokens > MAX_TOKENS:
            raise SyntaxFault(f"a command line has at most {MAX_TOKENS} words")
        await budget().spend(10 + (self._at - start) // 4)

    def _next(self) -> ShellToken:
        if found := _BLANK.match(self._text, self._at):
            self._at = found.end()
        if self._at >= len(self._text):
            return ShellToken("end", "")
        if found := _REDIRECT.match(self._text, self._at):
            self._at = found.end()
            if found[2] in ("<<", "<>"):
                raise UnsupportedSyntax(found[2])
            return ShellToken("redirect", found[2], number=int(found[1] or -1))
        if found := _OPERATOR.match(self._text, self._at):
            self._at = found.end()
            return ShellToken("operator", found[0])
        start = self._at
        word = self._word()
        return ShellToken("word", self._text[start : self._at], word)

    def _word(self) -> ShellWord:
        parts: list[WordPart] = []
        while self._at < len(self._text):
            char = self._text[self._at]
            if found := _BARE.match(self._text, self._at):
                self._at = found.end()
                parts.append(WordPart(found[0]))
            elif char == "'":
                parts.append(WordPart(self._single(), quoted=True))
            elif char == '"':
                self._double(parts)
            elif char == "\\":
                parts.append(WordPart(self._escape(), quoted=True))
            elif char in "$`":
                parts.append(self._dollar(quoted=False))
            else:
                break
            _check_parts(parts)
        return _word_of(parts)

    def _single(self) -> str:
        end = self._text.find("'", self._at + 1)
        if end < 0:
            raise IncompleteSyntax("no closing quote")
        inner, self._at = self._text[self._at + 1 : end], end + 1
        return inner

    def _escape(self) -> str:
        """Characters that each have a backslash before them; a last backslash means itself."""
        found = _ESCAPED.match(self._text, self._at)
        self._at = found.end() if found else len(self._text)
        return _ESCAPE.sub(_unescaped, found[0]) if found else "\\"

    def _double(self, parts: list[WordPart]) -> None:
        self._at += 1
        parts.append(WordPart("", quoted=True))
        while self._text[self._at : self._at + 1] != '"':
            if found := _QUOTED.match(self._text, self._at):
                self._at = found.end()
                parts.append(WordPart(_ESCAPE.sub(_unescaped_in_quotes, found[0]), quoted=True))
            elif self._text[self._at : self._at + 1] in ("$", "`"):
                parts.append(self._dollar(quoted=True))
            else:
                raise IncompleteSyntax("no closing quote")
            _check_parts(parts)
        self._at += 1

    def _dollar(self, *, quoted: bool) -> WordPart:
        """A variable; a dollar sign that starts none is itself."""
        if found := _VARIABLE.match(self._text, self._at):
            self._at = found.end()
            return WordPart(found[1] or found[2], quoted, variable=True)
        found = _SUBSTITUTION.match(self._text, self._at)
        if found and not (quoted and found[0] in ("$'", '$"')):
            raise UnsupportedSyntax(found[0])
        self._at += 1
        return WordPart("$", quoted=True)


def _unescaped(found: re.Match[str]) -> str:
    return "" if found[1] == "\n" else found[1]


def _unescaped_in_quotes(found: re.Match[str]) -> str:
    return _unescaped(found) if found[1] in '$`\\"\n' else found[0]


def _check_parts(parts: list[WordPart]) -> None:
    if len(parts) > MAX_TOKENS:
        raise SyntaxFault(f"a word has at most {MAX_TOKENS} pieces")


def _word_of(parts: list[WordPart]) -> ShellWord:
    """A word. What must be looked at again when it is expanded: variables and patterns of file names."""
    open_text = "".join(part.text for part in parts if not part.quoted)
    for found in _BRACES.finditer(open_text) if "{" in open_text else ():
        if "," in found[0] or ".." in found[0]:
            raise UnsupportedSyntax(found[0][:40])
    if any(part.variable for part in parts) or any(char in open_text for char in "*?["):
        return ShellWord(tuple(parts))
    return ShellWord(tuple(parts), "".join(part.text for part in parts))


def _assigned(word: ShellWord) -> tuple[str, ShellWord] | None:
    """The name and the value of a word that assigns."""
    first = word.parts[0] if word.parts else WordPart("")
    found = None if first.quoted or first.variable else _ASSIGNMENT.match(first.text)
    if not found:
        return None
    return found[1], _word_of([WordPart(first.text[found.end() :]), *word.parts[1:]])
