"""What must come out where the chances are known: of a vote among samples, of a judge, of an episode of several steps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import factorial, fsum, prod
from typing import Literal, TypeAlias

TieRule: TypeAlias = Literal["first", "right"]
"""Who wins a tie: the reply that came first, or the right one, as where experience settles each tie well."""


@lru_cache(maxsize=4_096)
def chance_of_right(
    right: float, wrong: int, samples: int, correlation: float = 0.0, judge: float | None = None, ties: TieRule = "first"
) -> float:
    """The chance that the right reply of a step is carried out.

    With the chance `correlation` a sample repeats a draw that all of them share. Given that draw the samples are independent, so
    that their counts are multinomial. Of replies of as many votes each is as likely to have come first.

    Args:
        right: chance that a sample is right, 0 to 1.
        wrong: wrong replies, which are equally likely; 1 or more.
        samples: of the step.
        correlation: 0 to 1.
        judge: chance that the right one of candidates that differ is chosen; None for the most frequent one.
        ties: who wins a tie.
    """
    own = (right, *[(1 - right) / wrong] * wrong)
    shared_right, shared_wrong = (_mixed(own, repeated, correlation) for repeated in (0, 1))
    outcomes = (_chosen(chances, samples, judge, ties) for chances in (shared_right, shared_wrong))
    return fsum(weight * chance for weight, chance in zip((right, 1 - right), outcomes, strict=True))


def _mixed(own: tuple[float, ...], repeated: int, correlation: float) -> tuple[float, ...]:
    """Chances of each reply in a sample, given the shared draw."""
    return tuple((1 - correlation) * chance + correlation * (number == repeated) for number, chance in enumerate(own))


def _chosen(chances: tuple[float, ...], samples: int, judge: float | None, ties: TieRule) -> float:
    found = []
    for counts in _counts(len(chances), samples):
        ways = factorial(samples) // prod(map(factorial, counts))
        weight = ways * prod(chance**count for chance, count in zip(chances, counts, strict=True))
        found.append(weight * (_voted(counts, ties) if judge is None else _judged(counts, judge)))
    return fsum(found)


def _counts(replies: int, samples: int) -> Iterator[tuple[int, ...]]:
    """All ways to spread samples over replies."""
    if replies == 1:
        yield (samples,)
        return
    for first in range(samples + 1):
        for rest in _counts(replies - 1, samples - first):
            yield (first, *rest)


def _voted(counts: tuple[int, ...], ties: TieRule) -> float:
    most = max(counts)
    if counts[0] < most:
        return 0.0
    return 1.0 if ties == "right" else 1 / counts.count(most)


def _judged(counts: tuple[int, ...], judge: float) -> float:
    if not counts[0]:
        return 0.0
    return judge if any(counts[1:]) else 1.0
