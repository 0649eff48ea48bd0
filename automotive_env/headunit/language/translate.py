"""Translation of displayed texts: exact texts first, then patterns with placeholders."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path

from automotive_env.car.content.spelling import spelled
from automotive_env.car.systems.language import LANGUAGES

_FOLDER = Path(__file__).parent


class _Tables(Mapping[str, Mapping[str, str]]):
    """The tables beside this file, each read when it is first asked for."""

    def __init__(self) -> None:
        names = sorted(file.name for file in _FOLDER.iterdir() if file.name.endswith(".json"))
        self._files = {name.removesuffix(".json").title(): name for name in names}
        self._read: dict[str, Mapping[str, str]] = {}

    def __getitem__(self, language: str) -> Mapping[str, str]:
        table = self._read.get(language)
        if table is None:
            table = self._read[language] = json.loads((_FOLDER / self._files[language]).read_text(encoding="utf-8"))
        return table

    def __contains__(self, language: object) -> bool:
        return language in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


TABLES: Mapping[str, Mapping[str, str]] = _Tables()
"""Language -> English text -> text; English needs no table."""

ENGLISH = "English"
"""What apps are written in."""

KEPT = ("name", "version")
"""How placeholders begin that take what is no word of the interface."""

_PLACE = re.compile(r"\{(\w+)\}")
_LETTER = re.compile(r"[A-Za-z]")
_laid_out_in: ContextVar[str] = ContextVar("laid_out_in", default=ENGLISH)


class VerbatimText(str):
    """A text that is never translated: a name, which is only spelled in the script of its own language."""

    __slots__ = ()


class UserText(VerbatimText):
    """What somebody wrote: nothing at all is done to it."""

    __slots__ = ()


class TranslatedText(str):
    """A text as a language says it, which is not translated again: what it says may be another English word, or a number."""

    __slots__ = ()


@lru_cache(maxsize=8192, typed=True)
def translate(text: str, language: str) -> str:
    """A text in a language; what has no translation stays as it is.

    A placeholder of a pattern takes what can be translated itself, `{count}` a number, and `{name}` or `{version}` anything,
    which is kept.
    Parts between " · " and ", " are translated one by one. Numbers are written as the language writes them.
    What the car answers is in the table as it answers it, and found with a capital letter, too.
    """
    if language not in TABLES or isinstance(text, (UserText, TranslatedText)):
        return text
    if isinstance(text, VerbatimText):
        return spelled(text, language)
    found = _worded(text, language)
    if found is None and text[:1].isupper() and (answer := _worded(text[:1].lower() + text[1:], language)):
        found = answer[:1].upper() + answer[1:]
    return TranslatedText(spelled(text, language) if found is None else found)


def _worded(text: str, language: str) -> str | None:
    """A text in a language, None where it has no translation."""
    table = TABLES[language]
    if not _LETTER.search(text):
        return LANGUAGES[language].number(text)
    if text in table and not _PLACE.search(text):
        return table[text]
    if " · " in text:
        return _by_parts(text, " · ", " · ", language)
    return _by_pattern(text, language) or _by_parts(text, ", ", LANGUAGES[language].comma, language)


def _by_pattern(text: str, language: str) -> str | None:
    for literal, pattern, places, wording in patterns(language):
        if literal in text and (match := pattern.fullmatch(text)):
            told = zip(places, match.groups(), strict=True)
            parts = [spelled(part, language) if place.startswith(KEPT) else _worded(part, language) for place, part in told]
            if None not in parts:
                return wording.format(**dict(zip(places, parts, strict=True)))
    return None


def _by_parts(text: str, joint: str, wording: str, language: str) -> str | None:
    if joint not in text:
        return None
    parts = text.split(joint)
    said = [_worded(part, language) for part in parts]
    names = [spelled(part, language) for part in parts]
    return wording.join(new or name for new, name in zip(said, names, strict=True)) if any(said) or names != parts else None


@cache
def patterns(language: str) -> tuple[tuple[str, re.Pattern[str], tuple[str, ...], str], ...]:
    """The patterns of a table, the most particular first, each after a part of it that every text has which it matches."""
    found = [(_PLACE.split(english), wording) for english, wording in TABLES[language].items() if _PLACE.search(english)]
    found.sort(key=lambda each: -len("".join(each[0][::2])))
    return tuple((max(parts[::2], key=len), _pattern(parts), tuple(parts[1::2]), wording) for parts, wording in found)


def _pattern(parts: list[str]) -> re.Pattern[str]:
    """A regular expression for a pattern, and the names of its placeholders."""
    places = [r"([-+\d.,:]+)" if part.startswith("count") else "(.+?)" for part in parts[1::2]]
    texts = [re.escape(part) for part in parts[::2]]
    return re.compile("".join(text + place for text, place in zip(texts, [*places, ""], strict=True)))


@contextmanager
def laid_out(language: str) -> Iterator[None]:
    """Measure texts in a language while a screen is laid out."""
    token = _laid_out_in.set(language)
    try:
        yield
    finally:
        _laid_out_in.reset(token)


def measured(text: str) -> str:
    """A text as it will be drawn, for the layout under way."""
    return translate(text, _laid_out_in.get())
