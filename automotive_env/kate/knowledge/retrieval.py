"""Finding the knowledge that fits what a user says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from automotive_env.errors import UsageError
from automotive_env.kate.knowledge.embedding import Embedder
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.kinds import INTENTS, KINDS, KnowledgeKind, KnowledgeMatch
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.kate.knowledge.wording import WordingIndex
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

K = 3
"""Entries of a kind that are told; of intents one."""
THRESHOLD = 0.5
"""Of what counts, below which an entry is not told; the paper's."""
DIGITS = 5
"""Of a cosine that count: the last ones of single precision depend on what else was encoded with a text."""


@dataclass(frozen=True, slots=True)
class RetrievalHit:
    """An entry that was found.

    Attributes:
        entry: what.
        similarity: cosine of what was said then and now, -1 to 1.
        score: by which it was chosen: the cosine, and what the words add to it.
    """

    entry: KnowledgeEntry
    similarity: float
    score: float


def checked_match(name: str) -> KnowledgeMatch:
    """What was typed, if it is what makes requests alike.

    Raises:
        UsageError: it is not.
    """
    known: tuple[KnowledgeMatch, ...] = get_args(KnowledgeMatch)
    for match in known:
        if match == name:
            return match
    raise UsageError(f"unknown --match {name[:40]!r}; choose from {', '.join(known)}")


class KnowledgeRetriever:
    """Searches the entries of a store; all vectors are compared in one product."""

    def __init__(
        self,
        store: KnowledgeStore,
        embedder: Embedder,
        kinds: Collection[KnowledgeKind] = KINDS,
        match: KnowledgeMatch = "cosine",
    ) -> None:
        """Make the index.

        Args:
            store: what is searched.
            embedder: makes vectors of what is said.
            kinds: of entries that are told.
            match: what makes requests alike.
        """
        self.store = store
        self.embedder = embedder
        self.kinds = tuple(kind for kind in KINDS if kind in kinds)
        self._vectors = store.vectors(embedder)
        self._index = _Index()
        self._index.add(store.entries)
        self._wording = WordingIndex() if match == "words" else None
        if self._wording:
            self._wording.add([entry.query for entry in store.entries])
        self._last: tuple[str, npt.NDArray[np.float32]] | None = None

    def learn(self, entries: Iterable[KnowledgeEntry]) -> int:
        """Keep further entries, and find them from now on; returns how many were new.

        Raises:
            UsageError: another process adds to the store just now.
            RecordsFault: the store cannot be written; nothing was added.
        """
        had = len(self.store.entries)
        added = self.store.add(entries)
        if added:
            new = self.store.entries[had:]
            queries = [entry.query for entry in new]
            self._vectors = np.concatenate([self._vectors, self.embedder.embed(queries)])
            if self._wording:
                self._wording.add(queries)
            self._index.add(new)
            self._last = None
        return added

    def retrieve(
        self,
        query: str,
        toolset: Collection[str] = (),
        *,
        k: int = K,
        threshold: float = THRESHOLD,
        intent: str = "",
        without: Collection[str] = (),
    ) -> tuple[RetrievalHit, ...]:
        """What is worth telling, the best last, so that it stands next to the question.

        Args:
            query: what the user says.
            toolset: modules or apps at hand; entries that used none of them are left out. Empty for any.
            k: entries of a kind, except of intents, of which one is told.
            threshold: least score.
            intent: of the user, by which intents are found; by the query without it.
            without: tasks and hashes of start states whose entries are left out.
        """
        if not self.store.entries:
            return ()
        fitting = self._index.fitting(toolset, without)
        found = list[RetrievalHit]()
        for kind in self.kinds:
            said = intent if intent and kind in INTENTS else query
            alike = self._alike(said)
            scores = alike if self._wording is None else np.round(alike + self._wording.alike(said), DIGITS)
            near = fitting & (scores >= threshold) & self._index.of_kind(kind)
            found += _best(self._ranked(near, alike, scores), 1 if kind in INTENTS else k)
        return tuple(sorted(found, key=lambda hit: (hit.score, hit.entry.id)))

    def _alike(self, query: str) -> npt.NDArray[np.float32]:
        """The cosine of what is said and each entry."""
        if self._last is None or self._last[0] != query:
            vector = self.embedder.embed([query])[0]
            alike = np.einsum("nd,d->n", self._vectors, vector)  # by one thread: on a busy machine, `@` takes ten times as long
            self._last = query, np.round(alike, DIGITS)
        return self._last[1]

    def _ranked(
        self, near: npt.NDArray[np.bool_], alike: npt.NDArray[np.float32], scores: npt.NDArray[np.float32]
    ) -> Iterator[RetrievalHit]:
        """Entries, the best first; of equally good ones the oldest."""
        numbers = np.flatnonzero(near)
        for number in numbers[np.argsort(-scores[numbers], kind="stable")]:
            cosine, score = (round(float(of[number]), DIGITS) for of in (alike, scores))
            yield RetrievalHit(self.store.entries[int(number)], cosine, score)


class _Index:
    """Numbers of entries by what they are chosen by."""

    def __init__(self) -> None:
        self._count = 0
        self._by: dict[tuple[str, str], list[int]] = {}

    def add(self, entries: Sequence[KnowledgeEntry]) -> None:
        for number, entry in enumerate(entries, self._count):
            named = [("kind", entry.kind), ("source", entry.task), ("source", entry.start)]
            for key in {*named, *(("tool", tool) for tool in entry.toolset or ("",))}:
                self._by.setdefault(key, []).append(number)
        self._count += len(entries)

    def of_kind(self, kind: KnowledgeKind) -> npt.NDArray[np.bool_]:
        return self._mask("kind", (kind,))

    def fitting(self, toolset: Collection[str], without: Collection[str]) -> npt.NDArray[np.bool_]:
        """Entries of any of these tools, or of none at all, that come from none of these tasks or starts."""
        fits = self._mask("tool", (*toolset, "")) if toolset else np.ones(self._count, bool)
        return fits & ~self._mask("source", [name for name in without if name])

    def _mask(self, what: str, names: Iterable[str]) -> npt.NDArray[np.bool_]:
        found = np.zeros(self._count, bool)
        for name in names:
            found[self._by.get((what, name), [])] = True
        return found


def _best(candidates: Iterator[RetrievalHit], k: int) -> list[RetrievalHit]:
    """The first that say different things."""
    found: dict[str, RetrievalHit] = {}
    for hit in candidates:
        if len(found) == k:
            break
        found.setdefault(hit.entry.text, hit)
    return list(found.values())
