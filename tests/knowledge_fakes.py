"""Entries, embedders and models that tests of knowledge share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st

from automotive_env.kate.knowledge.embedding import EmbeddingVectors
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.kinds import KINDS
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling

TOOLS = ("radio", "window", "seat", "fogLight")


def entry(query: str = "open the window", **fields: Any) -> KnowledgeEntry:
    told = {"kind": "st", "suite": "vehicleworld", "task": "vehicleworld.train.1", "query": query, "text": f"do: {query}"}
    return KnowledgeEntry(**{**told, **fields})


WORDS = st.sampled_from(["open", "close", "window", "radio", "louder", "seat", "warm", "fog", "light", "on", "off", "left"])
SENTENCES = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
TOOLSETS = st.lists(st.sampled_from(TOOLS), max_size=2, unique=True).map(tuple)
ENTRIES = st.builds(
    entry,
    SENTENCES,
    kind=st.sampled_from(KINDS),
    task=st.sampled_from(["a", "b", "c"]),
    toolset=TOOLSETS,
    text=SENTENCES,
    start=st.sampled_from(["", "s1", "s2"]),
)


class Counting:
    """Embeds by the numbers of a few words; counts what it was asked for."""

    name = "counting"
    dimensions = 4

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> EmbeddingVectors:
        self.asked += texts
        counts = [[text.count(word) for word in ("open", "radio", "seat", "light")] for text in texts]
        found = np.array(counts, np.float32).reshape(len(texts), 4)
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        return np.divide(found, lengths, out=np.zeros_like(found), where=lengths > 0)


class Writing:
    """A model that replies in order, the last one for ever."""

    name = "writing"

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.asked: list[ModelRequest] = []

    async def complete(self, request: ModelRequest) -> Completion:
        self.asked.append(request)
        return Completion.of(self.replies[0] if len(self.replies) == 1 else self.replies.pop(0))

    async def probe(self, sampling: Sampling) -> Abilities:
        return Abilities()

    async def close(self) -> None:
        pass


def writing(rest: str) -> Writing:
    """The model `knowledge_fakes:writing`, whose reply is the rest of its name."""
    return Writing(rest)
