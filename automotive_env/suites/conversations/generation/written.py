"""Scenarios out of a table that people write: situations in two halves or one, and many ways of saying the same.

A row of a table, by its name:

- `say`: ways to begin; each makes a scenario of every half, and belongs to one split.
- `with`: sets of words, of which one is drawn for each way of saying; or words for each name, which are drawn so that no two are
  equal. They are put wherever their names stand in braces.
- `halves`: name -> what differs: `inits`, `preferences`, `removed`, and `turns`, of which the first has no words of its own.

In a list of words "@moving" stands for all the words of that topic in topics.json; a name in what a question is about also for
its parts, as in "Diego?".
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from automotive_env.suites.conversations.scenario import ConversationScenario, content_hash
from automotive_env.suites.splits import Split
from automotive_env.suites.vehicleworld.generation.tables import split_of_phrase
from automotive_env.suites.vehicleworld.generation.wording import sentence

FOLDER = Path(__file__).parent
SHORTEST_NAME = 3
"""Letters of a part of a name that stands for the whole."""


def written(dimension: str, split: Split, seed: int) -> Iterator[ConversationScenario]:
    """The scenarios of a set's table that belong to a split; the seed draws the words that are put in."""
    table = _table(dimension)
    for name, row in table.items():
        for number, says in enumerate(row["say"]):
            template = f"{dimension}.{name}/{number}"
            if split_of_phrase(template) != split:
                continue
            words = _drawn(row.get("with", [{}]), Random(f"{seed} {template}"))
            pair = template.replace("/", ".") if len(row["halves"]) > 1 else ""
            for half in row["halves"].values():
                first, *later = half["turns"]
                turns = [{"says": sentence(put_in(says, words)), **first}, *later]
                content = put_in({**half, "turns": turns, "templates": [template]}, words)
                for reply in (reply for turn in content["turns"] for reply in turn.get("replies", ())):
                    reply["about"] = _with_parts(reply["about"])
                yield made(dimension, split, {**content, "pair": pair})


def _drawn(words: Sequence[Mapping[str, Any]] | Mapping[str, Sequence[Any]], rng: Random) -> Mapping[str, Any]:
    """One set of words, or a word for each name, none of them twice."""
    if not isinstance(words, Mapping):
        return rng.choice(words)
    drawn: dict[str, Any] = {}
    for name, choices in words.items():
        drawn[name] = rng.choice([one for one in choices if one not in drawn.values()])
    return drawn


def made(dimension: str, split: Split, content: Mapping[str, Any]) -> ConversationScenario:
    """A scenario with its id.

    Raises:
        ValueError: the content is none of a scenario.
    """
    scenario = ConversationScenario.model_validate({"id": "", **content})
    return scenario.model_copy(update={"id": f"{dimension}.{split}.{content_hash(scenario.to_row())}"})


def put_in(value: Any, words: Mapping[str, Any]) -> Any:
    """Content with topics spelt out and words put in for names in braces; a text that is only a name becomes its value."""
    if isinstance(value, dict):
        return {name: put_in(item, words) for name, item in value.items()}
    if isinstance(value, list):
        return [put_in(word, words) for item in value for word in _spelt_out(item)]
    if not isinstance(value, str):
        return value
    if value.startswith("{") and value[1:-1] in words:
        return words[value[1:-1]]
    for name, word in words.items():
        value = value.replace("{" + name + "}", str(word))
    return value


def _with_parts(about: Iterable[str]) -> list[str]:
    """Beginnings of words, and of the parts of names, each once."""
    found: dict[str, None] = {}
    for words in about:
        parts = words.split() if words.istitle() else []
        found |= dict.fromkeys((words, *(part for part in parts if len(part) >= SHORTEST_NAME)))
    return list(found)


def _spelt_out(item: Any) -> list[Any]:
    """The words of a topic, or the item itself."""
    return _topics()[item[1:]] if isinstance(item, str) and item.startswith("@") else [item]


@cache
def _topics() -> Mapping[str, list[str]]:
    return _table("topics")


def _table(name: str) -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return table
