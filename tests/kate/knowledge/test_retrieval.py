"""Retrieval: what brute force would find, and in the order in which prompts want it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from knowledge_fakes import ENTRIES, SENTENCES, TOOLS, TOOLSETS, Counting, entry

from automotive_env.kate.knowledge.embedding import LexicalEmbedder
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.kinds import INTENTS, KINDS, KnowledgeKind
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.knowledge.store import KnowledgeStore


def retriever(folder: str | Path, *entries: KnowledgeEntry, kinds: tuple[KnowledgeKind, ...] = KINDS) -> KnowledgeRetriever:
    store = KnowledgeStore(Path(folder) / "kb")
    store.add(entries)
    return KnowledgeRetriever(store, Counting(), kinds)


def brute_force(
    entries: list[KnowledgeEntry],
    query: str,
    toolset: tuple[str, ...],
    k: int,
    threshold: float,
    without: list[str],
    kinds: list[KnowledgeKind],
) -> list[str]:
    """The ids of what is to be found, by sorting everything."""
    (wanted,) = Counting().embed([query])
    told: list[tuple[float, str]] = []
    for kind in kinds:
        alike = [(round(float(Counting().embed([one.query])[0] @ wanted), 5), one) for one in entries if one.kind == kind]
        fitting = [
            (cosine, one)
            for cosine, one in sorted(alike, key=lambda pair: -pair[0])
            if cosine >= threshold
            and (not toolset or not one.toolset or set(toolset) & set(one.toolset))
            and not {one.task, one.start} & set(without)
        ]
        texts: dict[str, tuple[float, str]] = {}
        for cosine, one in fitting:
            texts.setdefault(one.text, (cosine, one.id))
        told += list(texts.values())[: 1 if kind in INTENTS else k]
    return [id for _, id in sorted(told)]


@given(
    st.lists(ENTRIES, max_size=30),
    SENTENCES,
    TOOLSETS,
    st.integers(1, 4),
    st.sampled_from([0.5, 0.9, -1.0]),
    st.lists(st.sampled_from(["a", "s1", ""]), max_size=2),
    st.lists(st.sampled_from(KINDS), unique=True),
)
def test_it_finds_what_brute_force_finds(entries, query, toolset, k, threshold, without, kinds) -> None:
    with TemporaryDirectory() as folder:
        searched = retriever(folder, *entries, kinds=tuple(kinds))
        hits = searched.retrieve(query, toolset, k=k, threshold=threshold, without=without)
        wanted = [name for name in without if name]
        ordered = [kind for kind in KINDS if kind in kinds]
        assert [hit.entry.id for hit in hits] == brute_force(
            searched.store.entries, query, toolset, k, threshold, wanted, ordered
        )
        assert [hit.similarity for hit in hits] == sorted(hit.similarity for hit in hits)


@given(st.lists(ENTRIES, max_size=12), st.lists(ENTRIES, max_size=12), SENTENCES, TOOLSETS)
def test_what_is_learnt_is_found_as_if_it_had_been_there(first, then, query, toolset) -> None:
    with TemporaryDirectory() as folder, TemporaryDirectory() as other:
        learning = retriever(folder, *first)
        learning.retrieve(query, toolset)
        learning.learn(then)
        assert learning.retrieve(query, toolset) == retriever(other, *first, *then).retrieve(query, toolset)


def test_the_best_stands_last_and_equal_texts_are_told_once(tmp_path: Path) -> None:
    found = retriever(
        tmp_path,
        entry("open", text="same"),
        entry("open open", text="same", task="other"),
        entry("open radio", text="near"),
        entry("open radio radio", text="far"),
    ).retrieve("open", threshold=0.1)
    assert [hit.entry.text for hit in found] == ["far", "near", "same"]
    assert found[-1].similarity == 1.0


def test_of_intents_one_is_told(tmp_path: Path) -> None:
    entries = [entry("open", kind=kind, text=f"{kind} {number}") for kind in KINDS for number in range(5)]
    found = retriever(tmp_path, *entries).retrieve("open")
    assert sorted(hit.entry.kind for hit in found) == ["es"] * 3 + ["sic"] + ["st"] * 3 + ["tic"]


def test_an_empty_store_and_words_without_meaning_find_nothing(tmp_path: Path) -> None:
    assert retriever(tmp_path / "none").retrieve("open") == ()
    assert retriever(tmp_path / "some", entry("open")).retrieve("???") == ()


def test_queries_of_strangers_break_nothing(tmp_path: Path) -> None:
    store = KnowledgeStore(tmp_path / "kb")
    store.add([entry("open the window"), entry("\ud800")])
    searched = KnowledgeRetriever(store, LexicalEmbedder())
    for query in ("", "\ud800\x00", "开窗", "a" * 100_000, "OPEN THE WINDOW!!!", "{{ 7 * 7 }}"):
        assert all(-1 <= hit.similarity <= 1 for hit in searched.retrieve(query, TOOLS, without=["\ud800"]))
    assert searched.retrieve("OPEN the window, please!")[-1].similarity > 0.9


def test_lexical_vectors_are_unit_and_of_words_only() -> None:
    vectors = LexicalEmbedder().embed(["turn on the fog lights", "Turn ON the fog-lights", "play jazz", "..."])
    assert np.allclose(np.linalg.norm(vectors, axis=1), [1, 1, 1, 0])
    assert vectors[0] @ vectors[1] > 0.99 > 0.3 > vectors[0] @ vectors[2]
