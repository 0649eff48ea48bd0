"""Texts as unit vectors, whose scalar product says how alike two texts are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from math import log
from typing import TYPE_CHECKING, Protocol, TypeAlias

from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

EmbeddingVectors: TypeAlias = "npt.NDArray[np.float32]"
"""Shape (texts, dimensions); rows have length 1, or 0 for a text without words."""


class Embedder(Protocol):
    """Makes vectors of texts; equal texts have equal vectors."""

    @property
    def name(self) -> str:
        """Names the space: vectors of different names cannot be compared."""
        ...

    @property
    def dimensions(self) -> int:
        """Of each vector."""
        ...

    def embed(self, texts: Sequence[str]) -> EmbeddingVectors:
        """The vectors of texts, in order."""
        ...


DIMENSIONS = 512
"""Of the lexical space: enough that words of one request rarely share one."""
_WORD = re.compile(r"[^\W_]+")
_IN_ANY_REQUEST = (
    "a an the to of in on at for from with and or but it is are be i me my you your we us our this that please "
    "could would can will do does now just so as by up out some there here have has had"
)
_COMMON = frozenset(_IN_ANY_REQUEST.split())


class LexicalEmbedder:
    """Bags of words and of their beginnings, hashed; needs no model. Words that every request has count little."""

    name = "lexical-1"
    dimensions = DIMENSIONS

    def embed(self, texts: Sequence[str]) -> EmbeddingVectors:
        """The vectors of texts."""
        found = np.zeros((len(texts), DIMENSIONS), np.float32)
        for row, text in zip(found, texts, strict=True):
            for word in _WORD.findall(text.lower()):
                weight = 0.15 if word in _COMMON else 1.0 + 0.2 * log(len(word))
                row[_place(word)] += weight
                if len(word) > 4:
                    row[_place(word[:4] + "*")] += 0.6 * weight
        return _unit(found)


def _place(word: str) -> int:
    return int.from_bytes(blake2b(word.encode(), digest_size=4).digest()) % DIMENSIONS


def _unit(rows: EmbeddingVectors) -> EmbeddingVectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: EmbeddingVectors = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return unit
