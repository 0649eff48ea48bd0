"""From text to `Script`: the grammar of the shell."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from automotive_env.emulator.virtual.shell.braces import words_of
from automotive_env.emulator.virtual.shell.lexer import DEPTH, Lexer, Token
from automotive_env.emulator.virtual.shell.syntax import (
    Assignment,
    Body,
    Calculation,
    Case,
    Command,
    Condition,
    For,
    Function,
    Group,
    HereDocument,
    If,
    Incomplete,
    Loop,
    Parameter,
    Part,
    Pipeline,
    Redirect,
    Script,
    Simple,
    Statement,
    Step,
    SyntaxFault,
    Text,
    Word,
    word_of,
)

LONGEST = 256 * 1024
"""Characters that a script may have."""
REMEMBERED = 4096
"""Characters of a script that is parsed but once."""

_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?)=")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_REDIRECTS = frozenset({"<", ">", ">>", "<<", "<<-", "<<<", "<&", ">&", "<>", ">|", "&>", "&>>"})
_CLOSERS = frozenset({"then", "elif", "else", "fi", "do", "done", "esac", "}"})


class Parser:
    """Reads one script; it ends at the end of the text or at what cannot start a command."""

    def __init__(self, text: str, at: int = 0, depth: int = 0) -> None:
        self._lexer = Lexer(text, at, depth, _nested)
        self._token = self._lexer.next()
        self._before = at

    # Tokens

    def _take(self) -> Token:
        token, self._before = self._token, self._lexer.at
        self._token = self._lexer.next()
        return token

    def _at(self, *texts: str) -> bool:
        return self._token.kind in ("word", "operator") and self._token.text in texts

    def _expect(self, text: str) -> None:
        if not self._at(text):
            raise self._unexpected()
        self._take()

    def _unexpected(self) -> SyntaxFault:
        if self._token.kind == "end":
            return Incomplete("syntax error: unexpected EOF")
        shown = "newline" if self._token.kind == "newline" else f"'{self._token.text}'"
        return SyntaxFault(f"syntax error: unexpected {shown}")

    def _newlines(self) -> None:
        while self._token.kind == "newline":
            self._take()

    # Lists

    def whole(self) -> Script:
        """The text as one script."""
        script = self.script()
        if self._token.kind != "end":
            raise self._unexpected()
        self._finish()
        return script

    def nested(self) -> tuple[Script, int, bool]:
        """The script of a substitution, the position after its end, and whether a parenthesis ends it."""
        script = self.script()
        if self._token.kind != "end" and not self._at(")"):
            raise self._unexpected()
        self._finish()
        return script, self._lexer.at, self._token.kind != "end"

    def _finish(self) -> None:
        if self._lexer.pending:
            raise Incomplete(f"here document '{self._lexer.pending[0].end}' unclosed", self._lexer.pending[0].end)

    def script(self) -> Script:
        """Statements up to a closing word, a parenthesis, `;;` or the end."""
        statements: list[Statement] = []
        self._newlines()
        while self._token.kind != "end" and not self._at(")", ";;", *_CLOSERS):
            statements.append(self._statement())
            self._newlines()
        return Script(tuple(statements))

    def _statement(self) -> Statement:
        steps = [Step("", self._pipeline())]
        while self._at("&&", "||"):
            link = "&&" if self._take().text == "&&" else "||"
            self._newlines()
            steps.append(Step("&&" if link == "&&" else "||", self._pipeline()))
        background = self._at("&")
        if self._at(";", "&"):
            self._take()
        elif self._token.kind not in ("newline", "end") and not self._at(")", ";;"):
            raise self._unexpected()
        return Statement(tuple(steps), background)

    def _pipeline(self) -> Pipeline:
        negated = False
        while self._at("!"):
            self._take()
            negated = not negated
        stages = [self._command()]
        while self._at("|"):
            self._take()
            self._newlines()
            stages.append(self._command())
        return Pipeline(tuple(stages), negated)

    # Commands

    def _command(self) -> Command:
        self._lexer.depth += 1
        if self._lexer.depth > DEPTH:
            raise SyntaxFault("syntax error: nested too deep")
        body = self._compound()
        if body is None:
            return self._shallower(self._simple())
        return self._shallower(Command(body, self._redirects()))

    def _shallower(self, command: Command) -> Command:
        self._lexer.depth -= 1
        return command

    def _compound(self) -> Body | None:
        if self._token.kind not in ("word", "operator"):
            return None
        compound = _COMPOUND.get(self._token.text)
        return compound(self) if compound else None

    def _if(self) -> If:
        branches: list[tuple[Script | None, Script]] = []
        while not branches or self._at("elif"):
            self._take()
            condition = self._filled()
            self._expect("then")
            branches.append((condition, self._filled()))
        if self._at("else"):
            self._take()
            branches.append((None, self._filled()))
        self._expect("fi")
        return If(tuple(branches))

    def _filled(self) -> Script:
        script = self.script()
        if not script.statements:
            raise self._unexpected()
        return script

    def _loop(self) -> Loop:
        until = self._take().text == "until"
        condition = self._filled()
        return Loop(condition, self._do(), until)

    def _do(self) -> Script:
        self._newlines()
        self._expect("do")
        body = self._filled()
        self._expect("done")
        return body

    def _for(self) -> For:
        self._take()
        name = self._name()
        self._newlines()
        words: list[Word] | None = None
        if self._at("in"):
            self._take()
            words = self._words()
        if self._at(";"):
            self._take()
        return For(name, None if words is None else tuple(words), self._do())

    def _name(self) -> str:
        if self._token.kind != "word" or not _NAME.match(self._token.text):
            raise self._unexpected()
        return self._take().text

    def _words(self) -> list[Word]:
        words: list[Word] = []
        while self._token.word is not None:
            words += words_of(self._token.word)
            self._take()
        return words

    def _case(self) -> Case:
        self._take()
        if self._token.word is None:
            raise self._unexpected()
        word = self._token.word
        self._take()
        self._newlines()
        self._expect("in")
        self._newlines()
        branches: list[tuple[tuple[Word, ...], Script]] = []
        while not self._at("esac"):
            branches.append(self._branch())
            self._newlines()
        self._take()
        return Case(word, tuple(branches))

    def _branch(self) -> tuple[tuple[Word, ...], Script]:
        if self._at("("):
            self._take()
        patterns: list[Word] = []
        while not patterns or self._at("|"):
            if patterns:
                self._take()
            if self._token.word is None:
                raise self._unexpected()
            patterns.append(self._token.word)
            self._take()
        self._expect(")")
        script = self.script()
        if not self._at("esac"):
            self._expect(";;")
        return tuple(patterns), script

    def _group(self) -> Group:
        self._take()
        body = self._filled()
        self._expect("}")
        return Group(body)

    def _subshell(self) -> Group | Calculation:
        if self._lexer.text.startswith("(", self._lexer.at) and (sum_ := self._calculation()):
            return sum_
        self._take()
        body = self._filled()
        self._expect(")")
        return Group(body, subshell=True)

    def _calculation(self) -> Calculation | None:
        found = re.compile(r"\(((?:[^()]|\([^()]*\))*)\)\)").match(self._lexer.text, self._lexer.at)
        if not found:
            return None
        self._lexer.at = found.end()
        self._take()
        return Calculation(self._lexer.quoted_text(found[1]))

    def _condition(self) -> Condition:
        self._take()
        words: list[Word] = []
        while not self._at("]]"):
            if self._token.kind in ("end", "newline"):
                raise self._unexpected()
            words.append(self._token.word or word_of([Text(self._token.text)]))
            self._take()
        self._take()
        return Condition(tuple(words))

    def _function(self) -> Function:
        if self._at("function"):
            self._take()
        name = self._take().text
        if self._at("("):
            self._take()
            self._expect(")")
        self._newlines()
        return Function(name, self._command())

    def _simple(self) -> Command:
        assignments: list[Assignment] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            if redirect := self._redirect():
                redirects.append(redirect)
            elif (word := self._token.word) is None:
                break
            elif not words and (assignment := _assignment(self._token.text, word)):
                assignments.append(assignment)
                self._take()
            else:
                name = self._take().text
                if not words and not assignments and self._at("(") and re.fullmatch(r"[\w.-]+", name):
                    self._take()
                    self._expect(")")
                    self._newlines()
                    return Command(Function(name, self._command()))
                words += words_of(word) if "{" in name else [word]
        if not (assignments or words or redirects):
            raise self._unexpected()
        argv = tuple(word.plain for word in words if word.plain is not None)
        whole = argv if len(argv) == len(words) else None
        return Command(Simple(tuple(assignments), tuple(words), whole), tuple(redirects))

    # Redirections

    def _redirects(self) -> tuple[Redirect, ...]:
        redirects: list[Redirect] = []
        while redirect := self._redirect():
            redirects.append(redirect)
        return tuple(redirects)

    def _redirect(self) -> Redirect | None:
        number = int(self._take().text) if self._token.kind == "number" else None
        if self._token.kind != "operator" or self._token.text not in _REDIRECTS:
            return None
        operator = self._token.text
        self._take_target(operator)
        if self._token.word is None:
            raise self._unexpected()
        default = 0 if operator.startswith("<") else 1
        redirect = Redirect(default if number is None else number, operator, self._token.word)
        if operator in ("<<", "<<-"):
            self._lexer.pending.append(_here_document(redirect, self._token))
        self._take()
        return redirect

    def _take_target(self, operator: str) -> None:
        """Step to the target; a newline instead of it must not look for a here-document's body."""
        self._take()
        if operator in ("<<", "<<-") and self._token.kind == "newline":
            raise self._unexpected()


def _here_document(redirect: Redirect, token: Token) -> HereDocument:
    end = "".join(part.text for part in redirect.word.parts if isinstance(part, Text))
    literal = any(isinstance(part, Text) and part.quoted for part in redirect.word.parts)
    return HereDocument(redirect, end, literal, redirect.operator == "<<-")


def _assignment(text: str, word: Word) -> Assignment | None:
    found = _ASSIGNMENT.match(text)
    first = word.parts[0] if word.parts else None
    if not found or not isinstance(first, Text) or first.quoted or not first.text.startswith(found[0]):
        return None
    rest = first.text[found.end() :]
    home = rest == "~" or rest.startswith("~/")
    plain = (Text(rest[home:]),) if rest[home:] else ()
    parts: tuple[Part, ...] = (*((Parameter("HOME", quoted=True),) if home else ()), *plain, *word.parts[1:])
    return Assignment(found[1], word_of(parts), bool(found[2]))


_COMPOUND: dict[str, Callable[[Parser], Body]] = {
    "if": Parser._if,
    "while": Parser._loop,
    "until": Parser._loop,
    "for": Parser._for,
    "case": Parser._case,
    "{": Parser._group,
    "(": Parser._subshell,
    "[[": Parser._condition,
    "function": Parser._function,
}


def _nested(text: str, at: int, depth: int) -> tuple[Script, int, bool]:
    return Parser(text, at, depth).nested()


def parse(text: str) -> Script:
    """What a text means.

    Raises:
        Incomplete: more lines could complete it.
        SyntaxFault: nothing can.
    """
    if len(text) > LONGEST:
        raise SyntaxFault(f"more than {LONGEST} characters")
    return _remembered(text) if len(text) < REMEMBERED else Parser(text).whole()


@lru_cache(maxsize=1024)
def _remembered(text: str) -> Script:
    return Parser(text).whole()
