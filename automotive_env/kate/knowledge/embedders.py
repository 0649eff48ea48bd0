"""The embedders by name."""

from __future__ import annotations

from automotive_env.errors import UsageError
from automotive_env.kate.knowledge.embedding import Embedder, LexicalEmbedder
from automotive_env.kate.knowledge.minilm import MiniLmEmbedder, is_installed

EMBEDDERS = ("lexical", "minilm")


def embedder(name: str = "") -> Embedder:
    """The embedder of that name; without one the sentence encoder where it is installed, and the lexical one elsewhere.

    Raises:
        UsageError: there is none, or what it needs is not installed.
    """
    if name in ("minilm", MiniLmEmbedder.name) or (not name and is_installed()):
        return MiniLmEmbedder()
    if name in ("", "lexical", LexicalEmbedder.name):
        return LexicalEmbedder()
    raise UsageError(f"no embedder {name[:40]!r}; there are: {', '.join(EMBEDDERS)}")
