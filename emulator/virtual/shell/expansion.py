"""What words become: parameters, substitutions, field splitting and names of files."""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import Awaitable, Callable, Iterable, Sequence

from automotive_env.emulator.virtual.files import FileSystem
from automotive_env.emulator.virtual.shell.arithmetic import evaluate
from automotive_env.emulator.virtual.shell.patterns import Heads, Piece, is_pattern, matches
from automotive_env.emulator.virtual.shell.state import VALUE, ShellFault, State
from automotive_env.emulator.virtual.shell.syntax import Arithmetic, Parameter, Part, Script, Text, Word, is_assignment

FIELDS = 65536
"""Fields that a command may have."""

SIZE = 4 << 20
"""Characters that the fields of a command, or one word, may have."""
REPLACED = 4096
"""Characters that one replacement may take away."""
BUDGET = 5_000_000
"""Characters that the pattern of one expansion may look at."""
TURN = 50_000
"""After so many of them the other tasks of the event loop get a turn."""
DECLARING = frozenset({"export", "readonly", "local", "typeset"})
"""Commands whose arguments assign."""


class _Fields:
    """Fields as they grow: each is a list of pieces."""

    def __init__(self, separators: str) -> None:
        self.done: list[list[Piece]] = []
        self.current: list[Piece] | None = None
        self._separators = separators
        self._size = 0

    def add(self, text: str, quoted: bool) -> None:
        """Characters that belong to the current field."""
        if self.current is None:
            self.current = []
        self.current.append((text, quoted))
        self._size = _bounded(self._size + len(text))

    def end(self) -> None:
        """The next character starts another field."""
        if self.current is not None:
            self.done.append(self.current)
            self.current = None
            if len(self.done) > FIELDS:
                raise ShellFault("argument list too long")

    def split(self, text: str) -> None:
        """The value of an expansion, which is split."""
        start, at = 0, 0
        while at < len(text):
            if text[at] not in self._separators:
                at += 1
                continue
            if at > start:
                self.add(text[start:at], False)
            at = start = self._separator(text, at)
        if at > start:
            self.add(text[start:], False)

    def _separator(self, text: str, at: int) -> int:
        """Step over one separator with the blanks around it; one that is not blank ends a field even if it is empty."""
        hard = False
        while at < len(text) and text[at] in self._separators:
            if not text[at].isspace():
                if hard:
                    break
                hard = True
            at += 1
        if hard and self.current is None:
            self.add("", True)
        self.end()
        return at


def _bounded(size: int) -> int:
    """The size of what words become.

    Raises:
        ShellFault: it is more than a command takes.
    """
    if size > SIZE:
        raise ShellFault("argument list too long")
    return size


class Expansion:
    """Expands words for one shell."""

    def __init__(self, state: State, files: FileSystem, run: Callable[[Script], Awaitable[str]]) -> None:
        self._state, self._files, self._run = state, files, run

    async def arguments(self, words: Sequence[Word]) -> list[str]:
        """What the words of a command become; those of `export` and the like that assign are not split."""
        if not words or words[0].plain not in DECLARING:
            return await self.fields(words)
        found = [[await self.text(word)] if is_assignment(word) else await self.fields([word]) for word in words]
        return [field for fields in found for field in fields]

    async def fields(self, words: Iterable[Word]) -> list[str]:
        """The fields that words become."""
        found: list[str] = []
        size = 0
        for word in words:
            if word.plain is not None:
                found.append(word.plain)
                continue
            held = len(found)
            fields = _Fields(self._state.variables.get("IFS", " \t\n"))
            for part in word.parts:
                await self._part(part, fields)
            fields.end()
            for field in fields.done:
                found += self._names(field)
            size = _bounded(size + sum(map(len, found[held:])))
        return found

    async def text(self, word: Word) -> str:
        """A word as one text, neither split nor matched against files."""
        return word.plain if word.plain is not None else "".join([text for text, _ in await self.pieces(word)])

    async def pieces(self, word: Word) -> list[Piece]:
        """The same, where it matters what was quoted."""
        found: list[Piece] = []
        size = 0
        for part in word.parts:
            found.append((await self._value(part), part.quoted))
            size = _bounded(size + len(found[-1][0]))
        return found

    async def _part(self, part: Part, fields: _Fields) -> None:
        if isinstance(part, Text):
            fields.add(part.text, part.quoted)
        elif isinstance(part, Parameter) and part.name in "@*" and part.operator in ("", ":-", "-", ":+", "+"):
            await self._positional(part, fields)
        elif isinstance(part, Parameter) and not part.quoted and part.word and part.operator in (":-", "-", ":+", "+"):
            await self._alternative(part, part.word, fields)
        elif part.quoted:
            fields.add(await self._value(part), True)
        else:
            fields.split(await self._value(part))

    async def _alternative(self, part: Parameter, word: Word, fields: _Fields) -> None:
        """An unquoted `${NAME-WORD}`: the quotes within the word count."""
        value = self._state.get(part.name)
        given = bool(value) if part.operator[0] == ":" else value is not None
        if given == (part.operator[-1] == "+"):
            for inner in word.parts:
                if isinstance(inner, Text) and not inner.quoted:
                    fields.split(inner.text)
                else:
                    await self._part(inner, fields)
        elif part.operator[-1] != "+":
            fields.split(value or "")

    async def _positional(self, part: Parameter, fields: _Fields) -> None:
        values = self._state.positional
        if part.operator and bool(values) == (part.operator[-1] == "+"):
            if part.word:
                for inner in part.word.parts:
                    await self._part(inner, fields)
            return
        if part.name == "*" and part.quoted:
            fields.add(self._state.get("*") or "", True)
            return
        for number, value in enumerate(values if part.operator[-1:] != "+" else []):
            if number:
                fields.end()
            if part.quoted:
                fields.add(value, True)
            else:
                fields.split(value)

    async def _value(self, part: Part) -> str:
        if isinstance(part, Text):
            return part.text
        if isinstance(part, Arithmetic):
            return str(evaluate(await self.text(part.word), self._state.variables))
        if isinstance(part, Parameter):
            return await self._parameter(part)
        return (await self._run(part.script)).rstrip("\n")

    async def _parameter(self, part: Parameter) -> str:
        value = self._state.get(part.name)
        operator = part.operator
        if operator == "length":
            return str(len(self._state.positional) if part.name in "@*" else len(value or ""))
        if value is None and self._state.strict and operator.lstrip(":") not in ("-", "=", "?", "+") and part.name not in "@*":
            raise ShellFault(f"{part.name}: parameter not set", fatal=True)
        if not operator or part.word is None:
            return value or ""
        if operator.lstrip(":")[:1] in ("-", "=", "?", "+"):
            return await self._default(part, part.word, value)
        return await self._cut(part, part.word, value or "")

    async def _default(self, part: Parameter, word: Word, value: str | None) -> str:
        given = bool(value) if part.operator[0] == ":" else value is not None
        kind = part.operator[-1]
        if kind == "+":
            return await self.text(word) if given else ""
        if given:
            return value or ""
        other = await self.text(word)
        if kind == "=":
            self._state.assign(part.name, other)
        elif kind == "?":
            raise ShellFault(f"{part.name}: {other or 'parameter null or not set'}", fatal=True)
        return other

    async def _cut(self, part: Parameter, word: Word, value: str) -> str:
        if part.operator == ":":
            return self._slice(await self.text(word), value)
        pieces = await self.pieces(word)
        if part.operator in ("/", "//"):
            return await _replace(pieces, value, part.operator == "//")
        backwards, work = part.operator[0] == "%", _Work()
        size = await _fitting(pieces, value, work, longest=len(part.operator) == 2, backwards=backwards)
        if size is None:
            return value
        return value[: len(value) - size] if backwards else value[size:]

    def _slice(self, text: str, value: str) -> str:
        first, _, most = text.partition(":")
        start = evaluate(first, self._state.variables)
        start = max(0, len(value) + start) if start < 0 else start
        size = evaluate(most, self._state.variables) if most else len(value)
        return value[start : start + size if size >= 0 else size]

    def _names(self, field: list[Piece]) -> list[str]:
        text = "".join([text for text, _ in field])
        if not is_pattern(field) or self._state.no_glob:
            return [text]
        return glob(self._files, field, self._state.cwd) or [text]


class _Work:
    """Counts the work that an expansion is; other tasks get a turn now and then."""

    def __init__(self) -> None:
        self._done = 0
        self._turn = TURN

    async def add(self, work: int) -> None:
        """So much more.

        Raises:
            ShellFault: it is too much.
        """
        self._done += work
        if self._done > BUDGET:
            raise ShellFault("pattern: too much work")
        if self._done > self._turn:
            self._turn = self._done + TURN
            await asyncio.sleep(0)


async def _fitting(pieces: list[Piece], value: str, work: _Work, *, longest: bool, backwards: bool = False) -> int | None:
    """How many characters at the beginning of a value, or at its end, fit a pattern; None where none do."""
    heads, found = Heads(pieces, backwards=backwards), None
    for size in range(len(value) + 1):
        if heads.fits:
            found = size
        if heads.hopeless or size == len(value) or (heads.fits and not longest):
            break
        await work.add(heads.work)
        heads.take(value[-1 - size if backwards else size])
    return found


async def _replace(pieces: list[Piece], value: str, every: bool) -> str:
    """`${NAME/PATTERN/TEXT}`: the longest match from the left, or every one."""
    pattern, text = _at_slash(pieces)
    result, at, work = [], 0, _Work()
    while at < len(value):
        size = await _fitting(pattern, value[at : at + REPLACED], work, longest=True)
        result.append(text if size else value[at])
        at += size or 1
        if size and not every:
            break
    if sum(map(len, result)) > VALUE:
        raise ShellFault(f"a value has at most {VALUE} characters")
    return "".join(result) + value[at:]


def _at_slash(pieces: list[Piece]) -> tuple[list[Piece], str]:
    for number, (text, quoted) in enumerate(pieces):
        if not quoted and "/" in text:
            before, after = text.split("/", 1)
            return [*pieces[:number], (before, False)], after + "".join([text for text, _ in pieces[number + 1 :]])
    return pieces, ""


def glob(files: FileSystem, field: list[Piece], cwd: str) -> list[str]:
    """Paths that fit a pattern, sorted; none where nothing fits."""
    levels: list[list[Piece]] = [[]]
    for text, quoted in field:
        for number, piece in enumerate(text.split("/")):
            if number:
                levels.append([])
            if piece:
                levels[-1].append((piece, quoted))
    found = ["/"] if not levels[0] else [""]
    for level in levels[1:] if not levels[0] else levels:
        found = [path for base in found for path in _level(files, base, level, cwd)]
    return sorted(found)


def _level(files: FileSystem, base: str, level: list[Piece], cwd: str) -> list[str]:
    folder = posixpath.join(cwd, base)
    if not level:
        return [base + "/"] if base and not base.endswith("/") and files.is_directory(folder) else [base]
    prefix = base if not base or base.endswith("/") else base + "/"
    if not is_pattern(level):
        name = "".join([text for text, _ in level])
        return [prefix + name] if files.exists(posixpath.join(folder, name)) else []
    if not files.is_directory(folder):
        return []
    hidden = level[0][0].startswith(".")
    return [prefix + name for name in files.children(folder) if (hidden or not name.startswith(".")) and matches(level, name)]
