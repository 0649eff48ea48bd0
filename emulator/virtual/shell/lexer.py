"""Words and operators of the shell."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from automotive_env.emulator.virtual.shell.escapes import unescape
from automotive_env.emulator.virtual.shell.syntax import (
    Arithmetic,
    HereDocument,
    Incomplete,
    Parameter,
    Part,
    Script,
    Substitution,
    SyntaxFault,
    Text,
    Word,
    word_of,
)

DEPTH = 40
"""How deep substitutions and compound commands may lie in each other."""

_OPERATOR = re.compile(r"&>>|&>|<<-|<<<|;;|&&|\|\||<<|>>|<&|>&|<>|>\||[;&|()<>]")
_NUMBER = re.compile(r"[0-9](?=[<>])")
_BLANK = re.compile(r"(?:[ \t\r]|\\\n)+")
_BARE = re.compile(r"[^\s;&|()<>'\"\\$`]+")
_QUOTED = re.compile(r"[^\"\\$`]+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]")
_BRACED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-]")
_SUFFIX = re.compile(r":?[-=?+]|##?|%%?|//?|:")


@dataclass(frozen=True, slots=True)
class Token:
    """One token.

    Attributes:
        kind: what it is.
        text: as it stands in the source; words with quotes never look like reserved ones.
        word: the word.
    """

    kind: Literal["word", "operator", "number", "newline", "end"]
    text: str
    word: Word | None = None


class Lexer:
    """Tokens of a text, one at a time, from a position on."""

    def __init__(self, text: str, at: int, depth: int, parse: Callable[[str, int, int], tuple[Script, int, bool]]) -> None:
        self.text, self.at, self.depth = text, at, depth
        self.pending: list[HereDocument] = []
        self._parse = parse

    def next(self) -> Token:
        """The next token.

        Raises:
            Incomplete: the text ends inside of a word.
        """
        self._skip()
        if self.at >= len(self.text):
            return Token("end", "")
        if self.text[self.at] == "\n":
            self.at += 1
            self._here_documents()
            return Token("newline", "\n")
        if found := _NUMBER.match(self.text, self.at):
            self.at = found.end()
            return Token("number", found[0])
        if found := _OPERATOR.match(self.text, self.at):
            self.at = found.end()
            return Token("operator", found[0])
        start = self.at
        word = self._word()
        return Token("word", self.text[start : self.at], word)

    def _skip(self) -> None:
        if found := _BLANK.match(self.text, self.at):
            self.at = found.end()
        if self.text.startswith("#", self.at):
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end

    def _word(self) -> Word:
        parts: list[Part] = []
        if self.text[self.at] == "~" and re.match(r"~(?=[/\s;&|)]|$)", self.text[self.at : self.at + 2]):
            self.at += 1
            parts.append(Parameter("HOME", quoted=True))
        while self.at < len(self.text):
            if found := _BARE.match(self.text, self.at):
                self.at = found.end()
                parts.append(Text(found[0]))
            elif not self._special(parts):
                break
        return word_of(parts)

    def _special(self, parts: list[Part], stop: str = " \t\r\n;&|()<>") -> bool:
        """One quote, escape or expansion outside of double quotes; False where the word ends."""
        char = self.text[self.at]
        if char in stop:
            return False
        if char == "'":
            parts.append(Text(self._until("'"), quoted=True))
        elif char == '"':
            self.at += 1
            self._double(parts)
        elif char == "\\":
            self._escape(parts)
        elif char in "$`":
            self._dollar(parts, quoted=False)
        else:
            self.at += 1
            parts.append(Text(char))
        return True

    def _until(self, quote: str) -> str:
        end = self.text.find(quote, self.at + 1)
        if end < 0:
            raise Incomplete("no closing quote")
        inner = self.text[self.at + 1 : end]
        self.at = end + 1
        return inner

    def _escape(self, parts: list[Part]) -> None:
        escaped = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if not escaped:
            self.at = len(self.text)
            parts.append(Text("\\", quoted=True))
        elif escaped != "\n":
            parts.append(Text(escaped, quoted=True))

    def _double(self, parts: list[Part], end: str = '"') -> None:
        """What double quotes hold, and the one that ends them; without an end, all that is left."""
        count = len(parts)
        while self.at < len(self.text) and not (end and self.text[self.at] == end):
            if found := _QUOTED.match(self.text, self.at):
                self.at = found.end()
                parts.append(Text(found[0], quoted=True))
            elif self.text[self.at] == "\\":
                self._double_escape(parts, end)
            elif self.text[self.at] in "$`":
                self._dollar(parts, quoted=True)
            else:
                parts.append(Text(self.text[self.at], quoted=True))
                self.at += 1
        if end and self.at >= len(self.text):
            raise Incomplete("no closing quote")
        self.at += len(end)
        if len(parts) == count:
            parts.append(Text("", quoted=True))

    def _double_escape(self, parts: list[Part], end: str) -> None:
        escaped = self.text[self.at + 1 : self.at + 2]
        self.at += 1 + len(escaped)
        if escaped == "\n":
            return
        kept = escaped if escaped and escaped in "$`\\" + end else "\\" + escaped
        parts.append(Text(kept, quoted=True))

    def _dollar(self, parts: list[Part], *, quoted: bool) -> None:
        self.depth += 1
        if self.depth > DEPTH:
            raise SyntaxFault("nested too deep")
        self._expansion(parts, quoted)
        self.depth -= 1

    def _expansion(self, parts: list[Part], quoted: bool) -> None:
        start = self.at
        if self.text[start] == "`":
            parts.append(self._backticks(quoted))
        elif self.text.startswith("$((", start) and (sum_ := self._arithmetic(quoted)):
            parts.append(sum_)
        elif self.text.startswith("$(", start):
            script, self.at = self._nested(self.text, start + 2, ")")
            parts.append(Substitution(script, quoted))
        elif self.text.startswith("${", start):
            parts.append(self._braces(quoted))
        elif not quoted and self.text.startswith("$'", start):
            parts.append(Text(self._c_string(), quoted=True))
        elif not quoted and self.text.startswith('$"', start):
            self.at += 1
        elif found := _NAME.match(self.text, start + 1):
            self.at = found.end()
            parts.append(Parameter(found[0], quoted=quoted))
        else:
            self.at += 1
            parts.append(Text("$", quoted=True))

    def _nested(self, text: str, at: int, end: str) -> tuple[Script, int]:
        if self.depth >= DEPTH:
            raise SyntaxFault("nested too deep")
        script, at, closed = self._parse(text, at, self.depth + 1)
        if closed != bool(end):
            raise Incomplete(f"unexpected EOF, missing '{end}'") if end else SyntaxFault("syntax error: unexpected ')'")
        return script, at

    def _backticks(self, quoted: bool) -> Substitution:
        found = re.compile(r"`((?:[^`\\]|\\.)*)`", re.DOTALL).match(self.text, self.at)
        if not found:
            raise Incomplete("no closing quote")
        self.at = found.end()
        inner = re.sub(r'\\([`\\$"])' if quoted else r"\\([`\\$])", r"\1", found[1])
        return Substitution(self._nested(inner, 0, "")[0], quoted)

    def _c_string(self) -> str:
        found = re.compile(r"\$'((?:[^'\\]|\\.)*)'", re.DOTALL).match(self.text, self.at)
        if not found:
            raise Incomplete("no closing quote")
        self.at = found.end()
        return unescape(found[1])

    def _arithmetic(self, quoted: bool) -> Arithmetic | None:
        """`$((...))`, or None where it is a substitution that starts with a subshell."""
        start, depth = self.at + 3, 0
        for at in range(start, len(self.text)):
            if self.text[at] == "(":
                depth += 1
            elif self.text[at] == ")":
                depth -= 1
                if depth < 0:
                    if self.text[at + 1 : at + 2] != ")":
                        return None
                    self.at = at + 2
                    return Arithmetic(self.quoted_text(self.text[start:at]), quoted)
        raise Incomplete("unexpected EOF, missing '))'")

    def quoted_text(self, text: str) -> Word:
        """A text as if it lay in double quotes, which mean nothing in it."""
        if self.depth >= DEPTH:
            raise SyntaxFault("nested too deep")
        parts: list[Part] = []
        Lexer(text, 0, self.depth + 1, self._parse)._double(parts, "")
        return word_of(parts)

    def _braces(self, quoted: bool) -> Parameter:
        self.at += 2
        length = self.text[self.at : self.at + 1] == "#" and bool(_BRACED.match(self.text, self.at + 1))
        found = _BRACED.match(self.text, self.at + length)
        if not found:
            raise self._bad_braces()
        self.at = found.end()
        if length or self.text.startswith("}", self.at):
            return self._close_braces(Parameter(found[0], "length" if length else "", None, quoted))
        suffix = _SUFFIX.match(self.text, self.at)
        if not suffix:
            raise self._bad_braces()
        self.at = suffix.end()
        return self._close_braces(Parameter(found[0], suffix[0], self._brace_word(quoted), quoted))

    def _bad_braces(self) -> SyntaxFault:
        if "}" not in self.text[self.at :]:
            return Incomplete("unexpected EOF, missing '}'")
        return SyntaxFault("bad substitution")

    def _close_braces(self, parameter: Parameter) -> Parameter:
        if self.at >= len(self.text):
            raise Incomplete("unexpected EOF, missing '}'")
        if self.text[self.at] != "}":
            raise SyntaxFault("bad substitution")
        self.at += 1
        return parameter

    def _brace_word(self, quoted: bool) -> Word:
        """What follows the operator, up to the brace; within double quotes single ones mean nothing."""
        parts: list[Part] = []
        plain = re.compile(r"[^}'\"\\$`]+")
        while self.at < len(self.text):
            if found := plain.match(self.text, self.at):
                self.at = found.end()
                parts.append(Text(found[0], quoted))
            elif quoted and self.text[self.at] == "'":
                self.at += 1
                parts.append(Text("'", quoted=True))
            elif quoted and self.text[self.at] in "$`":
                self._dollar(parts, quoted=True)
            elif not self._special(parts, "}"):
                break
        return word_of(parts)

    def _here_documents(self) -> None:
        pending, self.pending = self.pending, []
        for document in pending:
            body = self._here_document(document)
            document.redirect.word = word_of([Text(body, quoted=True)]) if document.literal else self.quoted_text(body)

    def _here_document(self, document: HereDocument) -> str:
        lines: list[str] = []
        while self.at < len(self.text):
            end = self.text.find("\n", self.at)
            end = len(self.text) if end < 0 else end
            line = self.text[self.at : end]
            self.at = min(end + 1, len(self.text))
            if document.tabs:
                line = line.lstrip("\t")
            if line == document.end:
                return "".join(lines)
            lines.append(line + "\n")
        raise Incomplete(f"here document '{document.end}' unclosed", until=document.end)
