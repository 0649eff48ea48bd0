"""Measure how fast knowledge is indexed and found: processor time of one core on this machine.

    python -m automotive_env.scripts.knowledge_speed [minilm | lexical]

Entries have sentences of the shipped scenarios, which are repeated with numbers until there are 10,000.
"""

from __future__ import annotations

import os

os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import process_time

from automotive_env.kate.knowledge.embedders import embedder
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.kate.knowledge.retrieval import KnowledgeRetriever
from automotive_env.kate.knowledge.store import KnowledgeStore
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios
from automotive_env.text.output import prepare_output

ENTRIES, INDEXED, QUERIES = 10_000, 2_000, 50
"""Entries that are searched; entries that are encoded for the rate; queries that are timed."""


def main() -> None:
    """Measure, and print the times."""
    encoder = embedder(sys.argv[1] if len(sys.argv) > 1 else "minilm")
    entries = list(islice(_entries(), ENTRIES))
    encoder.embed(["warm up"])
    with tempfile.TemporaryDirectory() as folder:
        some = KnowledgeStore(Path(folder) / "some")
        some.add(entries[:INDEXED])
        seconds = _seconds(lambda: some.vectors(encoder))
        print(f"{encoder.name}: {INDEXED / seconds:,.0f} entries/s indexed")
        store = KnowledgeStore(Path(folder) / "all")
        print(f"added to the store: {ENTRIES / _seconds(lambda: store.add(entries)):,.0f} entries/s")
        found = KnowledgeRetriever(store, encoder)
        queries = [f"{entry.query} now" for entry in entries[:QUERIES]]
        tools = ("window", "radio")
        whole = [_seconds(partial(found.retrieve, query, tools)) for query in queries]
        known = [_seconds(partial(found.retrieve, queries[-1], tools, threshold=-1)) for _ in queries]
        print(f"a query over {ENTRIES:,} entries: median {median(whole) * 1e3:.1f} ms, longest {max(whole) * 1e3:.1f} ms")
        print(f"without the embedding: median {median(known) * 1e3:.2f} ms, longest {max(known) * 1e3:.2f} ms")
        print(f"opened again: {_seconds(lambda: KnowledgeRetriever(KnowledgeStore.open(store.path), encoder)):.2f} s")


def _entries() -> cycle[KnowledgeEntry]:
    scenarios = shipped_scenarios().values()
    turns = [(scenario, turn) for scenario in scenarios for turn in scenario.turns]
    return cycle(
        KnowledgeEntry(
            kind="st",
            suite="vehicleworld",
            task=f"{scenario.name}.{number}",
            query=f"{turn.query} {number}" if number else turn.query,
            toolset=tuple(sorted({call.module for call in turn.calls()})),
            text=turn.code,
        )
        for number in range(1 + ENTRIES // len(turns))
        for scenario, turn in turns
    )


def _seconds(work: Callable[[], object]) -> float:
    """Of the processor."""
    started = process_time()
    work()
    return process_time() - started


if __name__ == "__main__":
    prepare_output()
    main()
