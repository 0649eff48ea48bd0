"""How often a noisy model is right, and what makes it more so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

from automotive_env.errors import UsageError

ToldPart: TypeAlias = Literal["", "module", "answer"]
"""What of a step's answer a prompt tells: nothing, what was right with the same device, or the answer itself."""


@dataclass(frozen=True, slots=True)
class NoiseLevels:
    """Chances of a noisy model, 0 to 1.

    What `told_module` and `told_answer` say is assumed, not found out: that a model makes so much of what it is told.

    Attributes:
        right: that a sample of a step is right.
        correlation: that a sample repeats the one draw that all samples of its request share. Two samples do so both with the
            square of it, which is the correlation of their being right.
        judge: that the right candidate is chosen, if it is among those that differ.
        told_module: that a sample is right where the prompt tells what was right with the same device, if that is more.
        told_answer: the same where the prompt tells the answer itself.
        seed: of all draws.

    Raises:
        UsageError: one is not between 0 and 1.
    """

    right: float = 0.6
    correlation: float = 0.0
    judge: float = 0.8
    told_module: float = 0.0
    told_answer: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("right", "correlation", "judge", "told_module", "told_answer"):
            if not 0 <= getattr(self, name) <= 1:  # nan is refused, too
                raise UsageError(f"{name} is a chance, from 0 to 1, not {getattr(self, name)}")

    def chance(self, told: ToldPart) -> float:
        """The chance that a sample is right, by what the prompt tells."""
        known = {"": 0.0, "module": self.told_module, "answer": max(self.told_module, self.told_answer)}
        return max(self.right, known[told])

    def draws(self, key: str, told: ToldPart, wrong: int, samples: int) -> Iterator[int]:
        """What each sample of a request says: 0 for the right reply, or the number of a wrong one, which are equally likely.

        Args:
            key: of the request; a sample of equal seed, key and number is the same whatever else is drawn.
            told: what the prompt tells.
            wrong: how many wrong replies there are, 0 or more.
            samples: how many are drawn.
        """
        chance = self.chance(told) if wrong else 1.0
        shared = _draw(self.random(f"{key}:shared"), chance, wrong)
        for number in range(samples):
            random = self.random(f"{key}:{number}")
            repeats = random.random() < self.correlation
            own = _draw(random, chance, wrong)
            yield shared if repeats else own

    def random(self, key: str) -> Random:
        """A generator of its own for a key."""
        return Random(f"{self.seed}:{key}")


def _draw(random: Random, chance: float, wrong: int) -> int:
    """0 with the chance, or else 1 to the number of wrong replies."""
    hit, other = random.random(), random.random()
    return 0 if hit < chance or not wrong else 1 + int(other * wrong)
