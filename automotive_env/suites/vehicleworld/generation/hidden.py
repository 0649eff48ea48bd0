"""A set that nobody has seen: drawn from a seed that its user keeps, as the test split is, in other words than what we ship."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from automotive_env.suites.splits import SPLITS
from automotive_env.suites.vehicleworld.generation.corpus import scenarios
from automotive_env.suites.vehicleworld.generation.tables import PhraseTemplate, declines, dialogue, intents, scenes, table
from automotive_env.suites.vehicleworld.generation.wording import sentence
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario
from automotive_env.suites.vehicleworld.shipped import FOLDER, read_rows, row_id, scenario_of

NAME = "hidden"
"""What stands in an id of a hidden scenario in place of its split."""


@lru_cache(maxsize=1)
def hidden_scenarios(seed: int) -> Mapping[str, VehicleWorldScenario]:
    """The scenarios of a private seed by name, as many of each kind as in the test split; drawn in seconds."""
    return {scenario.name: scenario for scenario in map(scenario_of, hidden_rows(seed))}


def hidden_rows(seed: int) -> Iterator[dict[str, Any]]:
    """The rows of a private seed: phrases of the test split; no sentence of ours again that could be worded otherwise."""
    for row in scenarios("test", seed, known=shipped_sentences() - fixed_sentences()):
        yield {**row, "id": row_id(row, NAME)}


def shipped_sentences() -> frozenset[str]:
    """All that is said in our own scenarios."""
    rows = (row for split in SPLITS for row in read_rows(FOLDER / f"{split}.jsonl"))
    return frozenset(turn["query"] for row in rows for turn in row["turns"])


def fixed_sentences() -> frozenset[str]:
    """What a phrase says word for word: whoever uses it has no other wording."""
    return frozenset(sentence(phrase.text) for phrase in _phrases() if not set(phrase.text) & set("{[~"))


def _phrases() -> Iterator[PhraseTemplate]:
    found: list[Iterable[PhraseTemplate]] = [(*intent.phrases, *intent.more) for intent in intents().values()]
    found += [scene.openers for scene in scenes().values()]
    found += [declines(module) for module in ("", *sorted({intent.module for intent in intents().values()}))]
    found += [dialogue(kind) for kind in table("dialogue") if kind not in ("decline", "frames", "next", "spoken", "two")]
    for phrases in found:
        yield from phrases
