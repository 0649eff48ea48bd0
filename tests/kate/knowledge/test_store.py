"""The folder of knowledge: what is added is there again, whatever a crash, a stranger or another embedder left in it."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from knowledge_fakes import ENTRIES, Counting, entry
from pydantic import ValidationError

from automotive_env.errors import RecordsFault, UsageError
from automotive_env.kate.knowledge.embedding import LexicalEmbedder
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.runs.records.lock import locked


def made(folder: Path, *entries: KnowledgeEntry) -> KnowledgeStore:
    store = KnowledgeStore(folder / "kb")
    store.add(entries)
    return store


@given(st.lists(st.lists(ENTRIES, max_size=5), max_size=4))
def test_what_was_added_in_parts_is_there_again_once_and_in_order(parts: list[list[KnowledgeEntry]]) -> None:
    with TemporaryDirectory() as folder:
        store = KnowledgeStore(Path(folder) / "kb")
        added = [store.add(part) for part in parts]
        every = list({one.id: one for part in parts for one in part}.values())
        assert store.entries == every
        assert sum(added) == len(every)
        if every:
            again = KnowledgeStore.open(store.path)
            assert again.entries == every
            assert again.hash == store.hash
            assert np.array_equal(again.vectors(Counting()), Counting().embed([one.query for one in every]))


@given(ENTRIES, st.integers(0, 200))
def test_a_line_that_a_crash_cut_off_is_left_out_and_moved_aside_by_the_next_writer(one: KnowledgeEntry, kept: int) -> None:
    with TemporaryDirectory() as folder:
        store = made(Path(folder), entry("first"))
        file = store.path / "entries.jsonl"
        whole = file.read_bytes()
        file.write_bytes(whole + one.line().encode()[:kept])
        again = KnowledgeStore.open(store.path)
        assert again.entries == store.entries
        assert file.read_bytes().startswith(whole), "reading changes nothing"
        assert again.add([entry("second")]) == 1
        assert [found.query for found in KnowledgeStore.open(store.path).entries] == ["first", "second"]
        assert (store.path / "entries.jsonl.damaged").exists() == (kept > 0)


def test_vectors_are_made_once_and_only_those_of_new_entries(tmp_path: Path) -> None:
    store, embedder = made(tmp_path, entry("open the radio"), entry("seat")), Counting()
    store.vectors(embedder)
    store.vectors(embedder)
    assert embedder.asked == ["open the radio", "seat"]
    KnowledgeStore.open(store.path).add([entry("light")])
    KnowledgeStore.open(store.path).vectors(embedder)
    assert embedder.asked[2:] == ["light"]


def test_each_embedder_has_vectors_of_its_own(tmp_path: Path) -> None:
    store = made(tmp_path, entry("open the radio"))
    assert store.vectors(Counting()).shape == (1, 4)
    assert store.vectors(LexicalEmbedder()).shape == (1, 512)
    assert store.vectors(Counting()).shape == (1, 4)


def packed(compress: bool = False, **arrays: object) -> bytes:
    buffer = io.BytesIO()
    (np.savez_compressed if compress else np.savez)(buffer, **arrays)
    return buffer.getvalue()


def hostile_vectors(store: KnowledgeStore) -> dict[str, bytes]:
    right = np.array([[1, 0, 0, 0]], np.float32)
    return {
        "empty": b"",
        "no archive": b"vectors",
        "half an archive": packed(vectors=right, of=np.array(store.hash))[:100],
        "of other entries": packed(vectors=right, of=np.array("0" * 64)),
        "nothing": packed(),
        "another shape": packed(vectors=np.ones((1, 3), np.float32), of=np.array(store.hash)),
        "another type": packed(vectors=right.astype(np.float64), of=np.array(store.hash)),
        "too long": packed(vectors=right * 5, of=np.array(store.hash)),
        "no numbers": packed(vectors=right * np.nan, of=np.array(store.hash)),
        "more rows than entries": packed(vectors=np.repeat(right, 3, 0), of=np.array(store.hash)),
        "pickled": packed(vectors=np.array([object()], object), of=np.array(store.hash)),
        "compressed": packed(True, vectors=right, of=np.array(store.hash)),
    }


def test_vectors_that_are_damaged_or_of_something_else_are_made_again(tmp_path: Path) -> None:
    store = made(tmp_path, entry("radio"))
    file = store.path / "vectors-counting.npz"
    for name, data in hostile_vectors(store).items():
        file.write_bytes(data)
        embedder = Counting()
        assert store.vectors(embedder).tolist() == [[0, 1, 0, 0]], name
        assert embedder.asked == ["radio"], name
        assert np.load(file)["vectors"].tolist() == [[0, 1, 0, 0]], name


HOSTILE = (
    ({"kind": "sql"}, "kind"),
    ({"query": ""}, "query"),
    ({"query": "x" * 5_000}, "query"),
    ({"text": 7}, "text"),
    ({"turn": -1}, "turn"),
    ({"calls": ["c"] * 501}, "calls"),
    ({"toolset": ["t" * 201]}, "toolset"),
    ({"run": "rm -rf"}, "run"),
)


@cases("change, named", HOSTILE)
def test_a_line_that_is_no_entry_is_named(change: dict[str, object], named: str) -> None:
    with TemporaryDirectory() as folder:
        store = made(Path(folder), entry("first"), entry("last"))
        file = store.path / "entries.jsonl"
        lines = file.read_text().splitlines()
        file.write_text("\n".join([json.dumps(json.loads(lines[0]) | change), lines[1], ""]))
        with pytest.raises(UsageError, match=rf"entries.jsonl line 1 is damaged: {named}"):
            KnowledgeStore.open(store.path)


def test_nothing_of_a_strangers_folder_is_waited_for_or_leads_out_of_it(tmp_path: Path) -> None:
    store = made(tmp_path, entry("first"))
    os.mkfifo(store.path / "vectors-lexical-1.npz")
    with pytest.raises(UsageError, match="not a regular file"):
        KnowledgeStore.open(store.path).vectors(LexicalEmbedder())
    mine, entries = tmp_path / "mine", store.path / "entries.jsonl"
    mine.write_text("precious")
    with entries.open("a") as file:
        file.write("run me\n")
    (store.path / "entries.jsonl.damaged").symlink_to(mine)
    with pytest.raises(RecordsFault, match="cannot be written"):
        KnowledgeStore.open(store.path).add([entry("second")])
    for elsewhere in (mine, Path("/dev/zero")):
        entries.unlink()
        entries.symlink_to(elsewhere)
        with pytest.raises((RecordsFault, UsageError), match=r"cannot be (written|read)"):
            KnowledgeStore.at(store.path).add([entry("second")])
    assert mine.read_text() == "precious"


def test_a_folder_without_entries_holds_no_knowledge(tmp_path: Path) -> None:
    for content in ("", "no entry\n"):
        (tmp_path / "entries.jsonl").write_text(content)
        assert not KnowledgeStore.at(tmp_path).entries
        with pytest.raises(UsageError, match="holds no knowledge"):
            KnowledgeStore.open(tmp_path)


def test_text_that_no_file_can_hold_becomes_text_that_one_can(tmp_path: Path) -> None:
    store = made(tmp_path, entry("half a pair: \ud83d", text="\udc80"))
    assert KnowledgeStore.open(store.path).entries == store.entries
    assert store.vectors(LexicalEmbedder()).shape == (1, 512)


def test_what_is_learnt_again_from_another_episode_is_not_new(tmp_path: Path) -> None:
    store = made(tmp_path, entry("radio", source="gold"))
    assert store.add([entry("radio", source="episode-1")]) == 0
    assert store.add([entry("radio", task="another")]) == 1


def test_a_folder_without_knowledge_says_how_to_make_some(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no knowledge; make some: automotive-env knowledge build"):
        KnowledgeStore.open(tmp_path)


def test_a_second_writer_is_refused_and_adds_nothing(tmp_path: Path) -> None:
    store = made(tmp_path, entry("first"))
    with locked(store.path), pytest.raises(UsageError, match="another process adds knowledge to it"):
        store.add([entry("second")])
    assert [one.query for one in store.entries] == ["first"]
    assert store.add([entry("second")]) == 1


def test_a_folder_that_cannot_be_written_is_told_and_nothing_is_added(tmp_path: Path) -> None:
    (tmp_path / "kb").write_text("a file")
    store = KnowledgeStore(tmp_path / "kb")
    with pytest.raises(RecordsFault, match="cannot be written"):
        store.add([entry()])
    assert store.entries == []


def test_entries_are_immutable() -> None:
    with pytest.raises(ValidationError):
        entry().query = "other"  # type: ignore[misc]
