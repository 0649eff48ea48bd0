"""What words become: values of variables, field splitting and names of files."""

from __future__ import annotations

import glob
import posixpath
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

from automotive_env.emulator.virtual.files import FileSystem
from automotive_env.emulator.virtual.shell.budget import budget
from automotive_env.emulator.virtual.shell.builtins import ShellFault, ShellState
from automotive_env.emulator.virtual.shell.parser import ShellWord, WordPart

MAX_WORDS = 8 * 1024
"""Words that a command may have."""
MAX_WORD_CHARACTERS = 128 * 1024
"""Characters of one word, as on Linux."""
MAX_COMMAND_CHARACTERS = 1 << 20
"""Characters of all the words of a command."""
MAX_PATTERN_CHARACTERS = 1024
"""Characters of a pattern of file names, as of a path; a longer one matches nothing."""
_BLANKS = re.compile(r"([ \t\n]+)")
_WILDCARD = re.compile(r"[*?]|\[.*\]", re.DOTALL)


class WordExpansion:
    """Expands words for one shell."""

    def __init__(self, state: ShellState, files: FileSystem) -> None:
        self._state, self._files = state, files

    async def words(self, words: Sequence[ShellWord]) -> list[str]:
        """What the words of a command become."""
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
        """The files of one folder that a field stands for; itself where it is no pattern, or none fits."""
        text = "".join(part.text for part in field)
        if len(text) > MAX_PATTERN_CHARACTERS or not any(not part.quoted and _WILDCARD.search(part.text) for part in field):
            return [text]
        pattern = "".join(glob.escape(part.text) if part.quoted else part.text for part in field).rpartition("/")[2]
        prefix = text[: text.rfind("/") + 1]
        folder = posixpath.join(self._state.cwd, prefix)
        names = self._files.children(folder) if self._files.is_directory(folder) else []
        budget().hold(sum(map(len, names)))
        await budget().spend(20 + 5 * len(names))
        found = [name for name in names if fnmatchcase(name, pattern) and (name[0] != "." or pattern[0] == ".")]
        return sorted(prefix + name for name in found) or [text]
