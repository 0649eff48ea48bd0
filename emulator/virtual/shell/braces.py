"""Brace expansion, which mksh does before any other: `a{b,c}d` is two words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from automotive_env.emulator.virtual.shell.syntax import Part, SyntaxFault, Text, Word, word_of

MOST = 1000
"""Words that one word may become."""
BRACES = 30
"""Braces that are looked at in one word; those of a word with more mean themselves."""
_OPEN, _COMMA, _CLOSE = Text("{"), Text(","), Text("}")
_ATOM = re.compile(r"[{},]|[^{},]+")


def words_of(word: Word) -> list[Word]:
    """The words that a word stands for; itself where it has no braces with a comma between them."""
    atoms: list[Part] = []
    for part in word.parts:
        atoms += [Text(text) for text in _ATOM.findall(part.text)] if isinstance(part, Text) and not part.quoted else [part]
    if not 0 < atoms.count(_OPEN) <= BRACES or _COMMA not in atoms:
        return [word]
    return [word_of(parts) for parts in _expanded(atoms)]


def _expanded(atoms: Sequence[Part]) -> list[list[Part]]:
    """All readings of some atoms, with the first braces that have a choice taken apart."""
    for start, atom in enumerate(atoms):
        if atom == _OPEN and (found := _choices(atoms, start)):
            choices, end = found
            heads = [reading for choice in choices for reading in _expanded(choice)]
            tails = _expanded(atoms[end:])
            if len(heads) * len(tails) > MOST:
                raise SyntaxFault("too many words in braces")
            return [[*atoms[:start], *head, *tail] for head in heads for tail in tails]
    return [list(atoms)]


def _choices(atoms: Sequence[Part], start: int) -> tuple[list[list[Part]], int] | None:
    """What the commas of a brace separate, and where it ends; None where it has none or does not end."""
    depth, choices = 0, [list[Part]()]
    for at in range(start + 1, len(atoms)):
        atom = atoms[at]
        if atom == _CLOSE and not depth:
            return (choices, at + 1) if len(choices) > 1 else None
        depth += (atom == _OPEN) - (atom == _CLOSE)
        if atom == _COMMA and not depth:
            choices.append([])
        else:
            choices[-1].append(atom)
    return None
