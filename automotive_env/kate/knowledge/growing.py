"""Knowledge that grows while a run goes on: entries of a folder, and further ones in memory."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from automotive_env.kate.knowledge.embedding import Embedder, EmbeddingVectors
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.plugins.lazy_module import numpy as np


class GrowingKnowledgeStore(KnowledgeStore):
    """The first entries of a store, which stays as it is, and what is added."""

    def __init__(self, base: KnowledgeStore | None = None, first: int | None = None) -> None:
        """Begin.

        Args:
            base: what is known before; nothing without it.
            first: how many of its entries count; all without it, since others may add to its folder meanwhile.
        """
        super().__init__(base.path if base else Path(), base.entries[:first] if base else ())
        self._base, self._first = base, len(self.entries)

    def add(self, entries: Iterable[KnowledgeEntry]) -> int:
        """Keep entries that are new, in memory; returns how many were."""
        new = {entry.id: entry for entry in entries if entry.id not in self.by_id}
        self.entries += new.values()
        self.by_id |= new
        return len(new)

    def vectors(self, embedder: Embedder) -> EmbeddingVectors:
        """A vector of each entry's query, in their order."""
        known: EmbeddingVectors = np.zeros((0, embedder.dimensions), np.float32)
        if self._base is not None and self._first:
            known = self._base.vectors(embedder)[: self._first]
        left = [entry.query for entry in self.entries[self._first :]]
        found: EmbeddingVectors = np.concatenate([known, embedder.embed(left)]) if left else known
        return found
