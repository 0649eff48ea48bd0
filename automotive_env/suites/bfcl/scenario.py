"""Entries of BFCL-V3's multi-turn categories as scenarios: how the instances begin, what is said, which calls are right."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import zip_longest
from typing import Annotated, Any

from pydantic import Field, field_validator

from automotive_env.errors import UsageError
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.suites.bfcl.calls import BfclCall, read_calls
from automotive_env.suites.bfcl.functions import functions_by_name
from automotive_env.suites.bfcl.package import CLASSES, INSTALL, installed
from automotive_env.suites.splits import Split
from automotive_env.tasks.kit.task import TaskInstance

SUITE = "bfcl"
CATEGORIES = ("base", "miss_func", "miss_param", "long_context")
MAX_TURNS = 50


class BfclTurn(FrozenRecord):
    """What is said, and what is right then.

    Attributes:
        says: what the user says; empty where functions are announced instead, and where an entry has more right calls than words.
        right: the right calls as Python text; none where nothing is to be called.
        added: names of functions that there are from this turn on.
    """

    says: str
    right: tuple[str, ...]
    added: tuple[str, ...] = ()


class BfclScenario(FrozenRecord):
    """A scenario.

    Attributes:
        id: its category, split and number, such as "miss_param.test.17".
        toolset: the classes whose functions there are.
        config: JSON text, class -> what its instance begins with; as text, because the order of its keys decides answers.
        turns: what is said, one after the other.
    """

    id: Annotated[str, Field(pattern=rf"^({'|'.join(CATEGORIES)})\.(train|test)\.[0-9]+$")]
    toolset: tuple[str, ...]
    config: str
    turns: Annotated[tuple[BfclTurn, ...], Field(min_length=1, max_length=MAX_TURNS)]

    @field_validator("toolset")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        if strange := [name for name in names if name not in CLASSES]:
            raise ValueError(f"there is no class {strange[0][:60]!r}")
        return names

    @property
    def name(self) -> str:
        """What records call it."""
        return self.id

    @property
    def dimension(self) -> str:
        """BFCL's category."""
        return self.id.partition(".")[0]

    @property
    def category(self) -> str:
        """The classes, such as "TicketAPI + TradingBot"."""
        return " + ".join(sorted(self.toolset))

    @property
    def long_context(self) -> bool:
        """Whether what the instances hold and answer is padded."""
        return self.dimension == "long_context"

    @cached_property
    def instance(self) -> TaskInstance:
        """The data half of the task: its id follows from everything in it."""
        goal = " / ".join(turn.says for turn in self.turns if turn.says)
        return TaskInstance(self.name, 0, goal, params={"scenario": _hash(self.to_row())})

    @cached_property
    def start_hash(self) -> str:
        """What tells whether two scenarios begin alike."""
        return _hash([sorted(self.toolset), self.config])

    def to_row(self) -> dict[str, Any]:
        """The scenario as JSON."""
        return self.model_dump(mode="json")

    @cached_property
    def right(self) -> tuple[tuple[BfclCall, ...], ...]:
        """The right calls of each turn.

        Raises:
            ValueError: they cannot be read.
            UsageError: the documentation of a class is not there.
        """
        functions = functions_by_name(self.toolset)
        found = tuple(tuple(call for text in turn.right for call in read_calls(text, functions)) for turn in self.turns)
        if [len(calls) for calls in found] != [len(turn.right) for turn in self.turns]:
            raise ValueError(f"the right calls of {self.id} cannot be read")
        return found


@cache
def all_scenarios() -> Mapping[str, BfclScenario]:
    """Those of the user's installation by name, category by category.

    Raises:
        UsageError: there is none, or its data are others than those of BFCL-V3.
    """
    found = (one for category in CATEGORIES for one in _scenarios(category))
    return {scenario.name: scenario for scenario in found}


def _scenarios(category: str) -> Iterator[BfclScenario]:
    for entry, right in installed().rows(category):
        try:
            yield _scenario(category, entry, right)
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(
                f"bfcl-eval has another kind of entry, {str(entry.get('id'))[:60]}: {error!r:.200}; {INSTALL}"
            ) from None


def _scenario(category: str, entry: Mapping[str, Any], right: list[list[str]]) -> BfclScenario:
    number = int(re.findall(r"_(\d+)$", entry["id"])[0])
    split: Split = "test" if number % 2 else "train"
    config = {name: entry.get("initial_config", {}).get(name, {}) for name in entry["involved_classes"]}
    added = entry.get("missed_function", {})
    turns = tuple(
        BfclTurn(says="\n".join(message["content"] for message in said), right=tuple(calls), added=tuple(added.get(str(at), ())))
        for at, (said, calls) in enumerate(zip_longest(entry["question"], right, fillvalue=()))
    )
    return BfclScenario(
        id=f"{category}.{split}.{number}",
        toolset=tuple(entry["involved_classes"]),
        config=json.dumps(config, ensure_ascii=False),
        turns=turns,
    )


def _hash(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
