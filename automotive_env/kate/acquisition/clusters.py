"""Alike requests among entries: K-means over their vectors, toolset by toolset; as many clusters as the silhouette wants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from automotive_env.errors import UsageError
from automotive_env.kate.knowledge.embedding import EmbeddingVectors
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.plugins.lazy_module import numpy as np
from automotive_env.text.extras import install

if TYPE_CHECKING:
    import numpy.typing as npt

MIN_CLUSTERS, MAX_CLUSTERS = 2, 14
"""Of a toolset; KATE's range."""
MIN_SIZE = 3
"""Entries that an intent is made of, at least: fewer have little in common that is not chance."""
MISSING = f"clusters need scikit-learn: {install('kate')}"


def clusters(entries: Sequence[KnowledgeEntry], vectors: EmbeddingVectors) -> Iterator[list[KnowledgeEntry]]:
    """Groups of at least three entries that used the same tools and say like things, always the same ones.

    Args:
        entries: trajectories.
        vectors: of their queries.

    Raises:
        UsageError: scikit-learn is not installed.
    """
    toolsets: dict[tuple[str, ...], list[int]] = {}
    for number, entry in enumerate(entries):
        if entry.toolset:  # where nothing was done, requests have in common what cannot be done
            toolsets.setdefault(entry.toolset, []).append(number)
    for _, numbers in sorted(toolsets.items()):
        labels = _labels(vectors[numbers])
        for label in range(int(labels.max()) + 1):
            found = [entries[number] for number, own in zip(numbers, labels, strict=True) if own == label]
            if len(found) >= MIN_SIZE:
                yield found


def _labels(vectors: EmbeddingVectors) -> npt.NDArray[np.int32]:
    """The number of each vector's cluster; one cluster where there are too few for two."""
    try:
        from sklearn.cluster import KMeans
        from sklearn.metrics import silhouette_score
    except ModuleNotFoundError:
        raise UsageError(MISSING) from None
    best: npt.NDArray[np.int32] = np.zeros(len(vectors), np.int32)
    highest = -1.0
    different = len(np.unique(np.round(vectors, 4), axis=0))
    most = min(MAX_CLUSTERS, different - 1, len(vectors) // MIN_SIZE)  # the silhouette likes clusters of one where there are few
    for count in range(MIN_CLUSTERS, most + 1):
        labels = KMeans(count, n_init=4, random_state=0).fit_predict(vectors)
        score = float(silhouette_score(vectors, labels))
        if score > highest:
            best, highest = labels, score
    return best
