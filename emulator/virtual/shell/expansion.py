"""What words become: values of variables, field splitting and names of files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from automotive_env.emulator.virtual import patterns
from automotive_env.emulator.virtual.files import FileSystem
from automotive_env.emulator.virtual.shell.budget import budget
from automotive_env.emulator.virtual.shell.builtins import ShellFault, ShellState
from automotive_env.emulator.virtual.shell.parser import ShellWord, WordPart

MAX_WORDS = 8 * 1024
"""Words that a command may have, and paths that a pattern may stand for at any of its levels."""
MAX_WORD_CHARACTERS = 128 * 1024
"""Characters of one word, as on Linux."""
MAX_COMMAND_CHARACTERS = 1 << 20
"""Characters of all the words of a command."""
MAX_PATTERN_CHARACTERS = 1024
"""Characters of a pattern of file names, as of a path; a longer one matches nothing."""
_BLANKS = re.compile(r"([ \t\n]+)")
_UNESCAPED = re.compile(r"\\(.)")


class WordExpansion:
    """Expands words for one shell."""

    def __init__(self, state: ShellState, files: FileSystem) -> None:
        self._state, self._files = state, files

    async def words(self, words: Sequence[ShellWord]) -> list[str]:
        """What the words of a command become.

        Raises:
            ShellFault: there are too many.
            Exhausted: they take too much work or memory.
        """
        found: list[str] = []
        size = 0
        for word in words:
            fields = [word.plain] if word.plain is not None else await self._fields(word)
            found += fields
            size += sum(map(len, fields))
            if len(found) > MAX_WORDS or size > MAX_COMMAND_CHARACTERS:
                raise ShellFault("argument list too long")
        return found

    async def text(self, word: ShellWord) -> str:
        """A word as one text, neither split nor matched against files."""
        return word.plain if word.plain is not None else "".join([text for _, text in await self._values(word)])

    async def _values(self, word: ShellWord) -> list[tuple[WordPart, str]]:
        """The parts of a word with what each becomes."""
        found: list[tuple[WordPart, str]] = []
        size = 0
        for part in word.parts:
            text = self._state.get(part.text) if part.variable else part.text
            found.append((part, text))
            size += len(text)
            if size > MAX_WORD_CHARACTERS:
                raise ShellFault("argument list too long")
            await budget().spend(2 + len(text) // 16)
        budget().hold(size)
        return found

    async def _fields(self, word: ShellWord) -> list[str]:
        fields: list[list[WordPart]] = [[]]
        for part, text in await self._values(word):
            pieces = _BLANKS.split(text) if part.variable and not part.quoted else [text]
            if len(pieces) > 2 * MAX_WORDS:
                raise ShellFault("argument list too long")
            for number, piece in enumerate(pieces):
                if number % 2:
                    fields.append([])
                elif piece or part.quoted:
                    fields[-1].append(WordPart(piece, part.quoted))
        return [name for field in fields if field for name in await self._names(field)]

    async def _names(self, field: list[WordPart]) -> list[str]:
        """The files that a field stands for; itself where it is no pattern, or none fits."""
        text = "".join([part.text for part in field])
        if len(text) > MAX_PATTERN_CHARACTERS or not any(not part.quoted and patterns.is_glob(part.text) for part in field):
            return [text]
        pattern = "".join([patterns.literal(part.text) if part.quoted else part.text.replace("\\", "\\\\") for part in field])
        try:
            return await glob(self._files, pattern, self._state.cwd) or [text]
        except patterns.PatternFault:
            return [text]


async def glob(files: FileSystem, pattern: str, cwd: str) -> list[str]:
    """Paths that fit a pattern, sorted; none where nothing fits.

    Raises:
        ShellFault: too many do, or too many of their folders; this is checked while they are collected.
        PatternFault: a level of the pattern is none.
        Exhausted: they take too much work or memory.
    """
    found = [""]
    for number, level in enumerate(pattern.split("/")):
        bases, found = found, []
        for base in bases:
            names = _names_in(files, base + "/" * bool(number), level, cwd)
            found += names
            if len(found) > MAX_WORDS:
                raise ShellFault("argument list too long")
            budget().hold(sum(map(len, names)))
            await budget().spend(20 + 5 * len(names))
    return sorted(found)


def _names_in(files: FileSystem, prefix: str, level: str, cwd: str) -> list[str]:
    """What a prefix that ends in a slash can be followed by, prefix included."""
    folder = posixpath.join(cwd, prefix)
    if not level:
        return [prefix] if not prefix or files.is_directory(folder) else []
    if not patterns.is_glob(level):
        path = prefix + _UNESCAPED.sub(r"\1", level)
        return [path] if files.exists(posixpath.join(cwd, path)) else []
    if not files.is_directory(folder):
        return []
    fits = patterns.glob(level).fits
    return [prefix + name for name in files.children(folder) if (level[0] == "." or name[0] != ".") and fits(name)]
