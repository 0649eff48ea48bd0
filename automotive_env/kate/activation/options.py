"""What can be asked of the activation of knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from automotive_env.errors import UsageError
from automotive_env.kate.activation.recall import WHENS, When
from automotive_env.kate.activation.telling import HINTS, Hint

Aggregate: TypeAlias = Literal["self", "model"]
AGGREGATES: tuple[Aggregate, ...] = get_args(Aggregate)
Learn: TypeAlias = Literal["train", "stream"]
LEARNS: tuple[Learn, ...] = get_args(Learn)
"""Which episodes of a run teach: those of the training split, or all, of a run that is declared to be a stream."""
SAMPLES = 4
"""Replies of a step, as in the paper."""
TEMPERATURE = 1.0
"""Of sampled replies, as in the paper."""


@dataclass(frozen=True, slots=True)
class ActivationOptions:
    """What differs from the design: trajectories are told at each turn, four replies are drawn, and a model chooses.

    Attributes:
        knowledge_base: folder of knowledge.
        knowledge: kinds that are told; trajectories without it, none where it is empty.
        knowledge_at: when knowledge is looked for.
        embedder: finds what is alike; the best that is installed without it.
        hints: what the model is asked to think of before each step.
        aggregate: who chooses among replies that differ; a model without it.
        sample: whether several replies are drawn of a step.
        samples: how many; four without it.
        temperature: that they are drawn with; 1 without it.
        learn: which episodes of the run teach; none without it.
        knowledge_entries: how many entries of the folder count, for a run that learns; all without it.

    Raises:
        UsageError: one is not allowed, or two exclude each other.
    """

    knowledge_base: Path | None = None
    knowledge: tuple[str, ...] | None = None
    knowledge_at: When = "turn"
    embedder: str = ""
    hints: tuple[Hint, ...] = ()
    aggregate: Aggregate | None = None
    sample: bool = True
    samples: int | None = None
    temperature: float | None = None
    learn: Learn | None = None
    knowledge_entries: int | None = None

    def __post_init__(self) -> None:
        _check("--learn", (self.learn,) if self.learn else (), LEARNS)
        _check("--knowledge-at", (self.knowledge_at,), WHENS)
        _check("--hints", self.hints, HINTS)
        _check("--aggregate", (self.aggregate,) if self.aggregate else (), AGGREGATES)

    def check(self) -> None:
        """Refuse what would do nothing.

        Raises:
            UsageError: the message names it.
        """
        if not self.sample and self.samples is not None:
            raise UsageError("--samples and --no-sampling exclude each other; give one of them")
        if self.width == 1 and self.aggregate:
            raise UsageError("there is nothing to choose from where one reply is drawn: leave --aggregate out")
        if self.learn and self.tells and "st" not in (self.knowledge or ("st",)):
            raise UsageError("trajectories are what is learnt, and --knowledge leaves them out: add st to it")
        if not self.tells:
            useless = [name for name in ("knowledge_base", "knowledge_at", "embedder", "learn") if self._differs(name)]
            if useless:
                raise UsageError(f"nothing is told with --no-knowledge: leave {typed(useless[0])} out")
        elif self.knowledge_base is None and not self.learn:
            raise UsageError(
                "what is to be told? Name a folder of knowledge (docs/knowledge.md) by --knowledge-base, or give --no-knowledge"
            )

    @property
    def tells(self) -> bool:
        """Whether knowledge is told."""
        return self.knowledge != ()

    @property
    def width(self) -> int:
        """Replies that are drawn of a step."""
        return (self.samples or SAMPLES) if self.sample else 1

    @property
    def heat(self) -> float:
        """The temperature that they are drawn with."""
        return self.temperature if self.temperature is not None else TEMPERATURE if self.width > 1 else 0.0

    @property
    def given(self) -> tuple[str, ...]:
        """Names of the options that are for activation alone and differ from the design."""
        return tuple(name for name in _OWN if self._differs(name))

    def _differs(self, name: str) -> bool:
        default = next(field.default for field in fields(self) if field.name == name)
        return bool(getattr(self, name) != default)


_OWN = ("knowledge_base", "knowledge", "knowledge_at", "embedder", "hints", "aggregate", "sample", "learn")
_TYPED: Mapping[str, str] = {"sample": "--no-sampling"}


def typed(name: str) -> str:
    """An option as the command line calls it."""
    return _TYPED.get(name, f"--{name.replace('_', '-')}")


def _check(option: str, given: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    wrong = [one for one in given if one not in allowed]
    if wrong or len(set(given)) < len(given):
        raise UsageError(f"{option} takes {', '.join(allowed)}; not {','.join(given)[:60]!r}")
