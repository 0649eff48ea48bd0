"""An episode as statistics, lists and comparisons read it: its whole record, or the row that the index of a large run keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from automotive_env.episode.faces import Face
from automotive_env.runs.records.records import INTERRUPTED, EpisodeRecord, OutcomeName
from automotive_env.runs.tables.everyday import why_plainly

_NO_SCORES: Mapping[str, float] = {}
MAX_NAMES = 12
"""Of an episode's criteria that were not met, and of its kinds of harm, that are kept."""


class EpisodeRow(NamedTuple):
    """What is kept of an episode in a thirtieth of the room of its record.

    Attributes:
        plainly: why it did not pass, in one everyday sentence.
        harm: names of what it violated.
        unmet: names of the criteria that were not met.
        why: why it did not pass, as its record tells.
    """

    id: str
    suite: str
    task: str
    instance: str
    trial: int
    agent: str
    model: str
    face: Face
    category: str
    dimension: str
    place: str
    outcome: OutcomeName
    ending: str
    pair: str
    goal: str
    level: int
    steps: int
    tokens: int
    seconds: float
    price: float | None
    prompt_tokens: int
    completion_tokens: int
    model_calls: int
    model_seconds: float
    scores: Mapping[str, float]
    plainly: str = ""
    harm: Sequence[str] = ()
    unmet: Sequence[str] = ()
    why: str = ""

    @classmethod
    def of(cls, record: EpisodeRecord) -> EpisodeRow:
        """The row of a record."""
        criterion = None if record.success else record.criterion
        return cls.without_reasons(record)._replace(
            plainly=why_plainly(record, criterion),
            harm=_different(one.name for one in record.harm),
            unmet=_different(one.name for one in criterion.unmet()) if criterion is not None else [],
            why=record.why_by(criterion),
        )

    @classmethod
    def without_reasons(cls, record: EpisodeRecord) -> EpisodeRow:
        """The row without what its verdict tells, which takes most of the time."""
        return cls(*_copied(record))

    def without_texts(self) -> EpisodeRow:
        """The row without the texts that only people read, in half of its room."""
        return self._replace(goal="", plainly="", why="", unmet=(), harm=self.harm or (), scores=self.scores or _NO_SCORES)

    @property
    def success(self) -> bool:
        """Whether it passed."""
        return self.outcome == "pass"

    @property
    def interrupted(self) -> bool:
        """Whether the environment or the model broke it off."""
        return self.outcome in INTERRUPTED

    def model_copy(self, *, update: Mapping[str, Any]) -> EpisodeRow:
        """The row with other values, as that of a record."""
        return self._replace(**update)


_copied = attrgetter(*(name for name in EpisodeRow._fields if name not in EpisodeRow._field_defaults))

SummedEpisode: TypeAlias = EpisodeRecord | EpisodeRow
E = TypeVar("E", EpisodeRecord, EpisodeRow)


def _different(names: Iterable[str]) -> list[str]:
    """Different names in their order, as many as are kept."""
    return list(dict.fromkeys(names))[:MAX_NAMES]
