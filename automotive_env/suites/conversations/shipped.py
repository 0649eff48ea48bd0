"""The scenarios that come with this package: a file of JSON lines for each set and split."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import get_args

from pydantic import ValidationError

from automotive_env.errors import EnvironmentFault
from automotive_env.suites.conversations.scenario import DIMENSIONS, ConversationScenario, content_hash
from automotive_env.suites.data_files import read_rows
from automotive_env.suites.splits import Split

FOLDER = Path(__file__).parent / "data"
VERSION = 2
"""Of the format and of the scenarios: scores of different versions are not compared."""
SEED = 14
"""What the shipped scenarios are drawn from."""
CANARY = "automotive-env 8c41d7aa-conversations-52be: benchmark data, keep it out of training corpora"


@cache
def shipped_scenarios() -> Mapping[str, ConversationScenario]:
    """All scenarios by name, set by set, those for training first.

    Raises:
        EnvironmentFault: a file was damaged.
    """
    found = (one for name in DIMENSIONS for split in get_args(Split) for one in read_scenarios(file_of(name, split)))
    return {scenario.name: scenario for scenario in found}


def file_of(dimension: str, split: str) -> Path:
    """Where a set's scenarios of a split are."""
    return FOLDER / f"{dimension}.{split}.jsonl"


def read_scenarios(file: Path) -> list[ConversationScenario]:
    """The scenarios of a file.

    Raises:
        EnvironmentFault: it was damaged.
    """
    try:
        rows = read_rows(file, VERSION, lambda row: f"{file.stem}.{content_hash(row)}")
        return [ConversationScenario.model_validate(row) for row in rows]
    except ValidationError as error:
        raise EnvironmentFault(f"{file} holds no scenario: {error.errors()[0]['msg']}; install the package again") from None
