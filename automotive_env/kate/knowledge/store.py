"""A folder of knowledge: `entries.jsonl`, one line an entry and only ever appended to, and vectors that are made from it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

from automotive_env.errors import UsageError
from automotive_env.kate.knowledge.embedding import Embedder, EmbeddingVectors
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.plugins.lazy_module import numpy as np
from automotive_env.runs.records.files import (
    JsonLinesFile,
    append_lines,
    read_bounded,
    read_lines,
    set_aside,
    write_atomically,
    writing,
)
from automotive_env.runs.records.lock import locked
from automotive_env.runs.records.safe_path import SafePath

ENTRIES = "entries.jsonl"
MAX_BYTES = 400_000_000
"""Of a file that is read: 100,000 entries have about 100 MB, and vectors of 154 MB."""


class KnowledgeStore:
    """The entries of a folder; no two are equal.

    Attributes:
        path: the folder.
        entries: all of them, oldest first.
        by_id: the same by their ids.
    """

    def __init__(self, path: Path | SafePath, entries: Iterable[KnowledgeEntry] = ()) -> None:
        self._files = SafePath(path) if isinstance(path, Path) else path
        self.path = self._files.path
        self.by_id = {entry.id: entry for entry in entries}
        self.entries = list(self.by_id.values())
        self._is_sound = False

    @classmethod
    def open(cls, path: Path | SafePath) -> KnowledgeStore:
        """Read a folder; what a crash left of a last line is left out.

        Raises:
            UsageError: it holds no knowledge, or a line before the last one is none.
        """
        store = cls.at(path)
        if not store.entries:
            raise UsageError(f"{path} holds no knowledge; make some with automotive-env knowledge build SUITE --out {path}")
        return store

    @classmethod
    def at(cls, path: Path | SafePath) -> KnowledgeStore:
        """The store of a folder, which may have none yet.

        Raises:
            UsageError: what is there is damaged.
        """
        files = SafePath(path) if isinstance(path, Path) else path
        return cls(files, _lines(files).records)

    def add(self, entries: Iterable[KnowledgeEntry]) -> int:
        """Keep entries that are new; they are on the disk when this returns.

        Returns:
            how many were new.

        Raises:
            UsageError: another process adds to the folder just now.
            RecordsFault: the folder cannot be written; nothing was added.
        """
        new = {entry.id: entry for entry in entries if entry.id not in self.by_id}
        if new:
            with writing(self.path):
                self._files.make_folder()
            with locked(self._files, "adds knowledge to it"):
                self._mend()
                append_lines(self._files / ENTRIES, new.values())
            self.entries += new.values()
            self.by_id |= new
        return len(new)

    def _mend(self) -> None:
        """Move what a crash left of a last line aside, so that lines can be appended."""
        if self._is_sound:
            return
        lines = _lines(self._files)
        if lines.damaged:
            set_aside(self._files / ENTRIES, lines)
        self._is_sound = True

    @property
    def hash(self) -> str:
        """SHA-256 of all entries, for the manifest of a run."""
        return _hash(self.entries)

    def vectors(self, embedder: Embedder) -> EmbeddingVectors:
        """A vector of each entry's query, in their order; those that are on the disk are not made again.

        Raises:
            RecordsFault: the vectors cannot be written.
        """
        file = self._files / f"vectors-{embedder.name}.npz"
        known = self._read(file, embedder.dimensions)
        left = [entry.query for entry in self.entries[len(known) :]]
        if not left:
            return known
        found: EmbeddingVectors = np.concatenate([known, embedder.embed(left)])
        buffer = BytesIO()
        np.savez(buffer, vectors=found, of=np.array(self.hash))
        write_atomically(file, buffer.getvalue(), durably=False)  # they can be made again
        return found

    def _read(self, file: SafePath, dimensions: int) -> EmbeddingVectors:
        """The vectors of a file, which are those of the first entries; none where they are of others, or damaged."""
        nothing: EmbeddingVectors = np.zeros((0, dimensions), np.float32)
        data = read_bounded(file, MAX_BYTES)
        if data is None:
            return nothing
        try:
            with ZipFile(BytesIO(data)) as packed:
                if any(member.compress_type != ZIP_STORED for member in packed.infolist()):
                    return nothing  # a small file could unpack to any size
            with np.load(BytesIO(data), allow_pickle=False) as held:
                found, of = held["vectors"], str(held["of"])
        except Exception:  # numpy and zipfile raise many things over a damaged file, which is made again
            return nothing
        fits = found.ndim == 2 and found.shape[1] == dimensions and found.dtype == np.float32 and len(found) <= len(self.entries)
        return found if fits and of == _hash(self.entries[: len(found)]) and _are_unit(found) else nothing


def _lines(path: SafePath) -> JsonLinesFile[KnowledgeEntry]:
    file = path / ENTRIES
    try:
        return read_lines(file, KnowledgeEntry, MAX_BYTES)
    except UsageError as error:
        raise UsageError(f"{path} holds no readable knowledge: {error}") from None


def _hash(entries: Sequence[KnowledgeEntry]) -> str:
    return hashlib.sha256("\n".join(entry.id for entry in entries).encode()).hexdigest()


def _are_unit(vectors: EmbeddingVectors) -> bool:
    """Whether rows have the length 1, or 0; a product with others then is a cosine."""
    lengths = np.einsum("nd,nd->n", vectors, vectors)
    return bool(np.all((np.abs(lengths - 1) < 1e-3) | (lengths == 0)))
