"""What the turns of an episode come to, by the rules of BFCL's own checker."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from automotive_env.suites.bfcl.package import installed
from automotive_env.suites.bfcl.scenario import BfclScenario, BfclTurn
from automotive_env.suites.bfcl.session import ComparedInstances
from automotive_env.validators.criterion import Criterion, every

MAX_STEPS = 20
"""Replies with calls in a turn; one more fails the entry and ends it, as in BFCL."""
TOO_LONG = f"a turn has more than {MAX_STEPS} steps"


def judge(number: int, turn: BfclTurn, calls: int, steps: int, compared: ComparedInstances) -> Criterion:
    """Whether a turn is right.

    Args:
        number: of the turn, from 1.
        turn: which.
        calls: that the agent made in it.
        steps: replies with calls.
        compared: the instances after it.
    """
    name = f"turn {number}"
    if not turn.right:
        verdict = Criterion(name, "no call", f"{calls} calls", met=calls == 0)
    elif not calls:
        verdict = Criterion(name, "calls", "no call", met=False)
    else:
        state = ", ".join(compared.differs) or "the same"
        answers = "; ".join(compared.missing) or "all"
        verdict = every(
            Criterion(f"{name}: state", "the state of the right calls", f"another {state}" if compared.differs else state,
                      met=not compared.differs),
            Criterion(f"{name}: answers", "the answers of the right calls", f"not {answers}" if compared.missing else answers,
                      met=not compared.missing),
        )  # fmt: skip
    if steps > MAX_STEPS:
        verdict = verdict & Criterion(f"{name}: steps", f"at most {MAX_STEPS} steps", f"{steps}", met=False)
    return verdict


@dataclass
class BfclTally:
    """What has been played so far.

    Attributes:
        scenario: what is played.
        verdicts: of the turns that were played.
        too_long: whether a turn had too many steps.
    """

    scenario: BfclScenario
    verdicts: list[Criterion] = field(default_factory=list)
    too_long: bool = False

    @property
    def perfect(self) -> bool:
        """Whether every turn was played and is right."""
        return len(self.verdicts) == len(self.scenario.turns) and all(self.verdicts)

    @property
    def last(self) -> bool:
        """Whether the last turn that was played is right."""
        return bool(self.verdicts[-1])

    def scores(self) -> dict[str, float]:
        """The share of turns that are right, and whether all are in which something is to be called.

        The latter is what the runner of bfcl-eval counts: its checker of irrelevance is there, and not used.
        """
        planned = len(self.scenario.turns)
        called = [bool(verdict) for verdict, turn in zip(self.verdicts, self.scenario.turns, strict=False) if turn.right]
        runner = len(self.verdicts) == planned and all(called) and not self.too_long
        return {"turns": round(sum(map(bool, self.verdicts)) / planned, 4), "without_irrelevance": float(runner)}

    def add(self, turn: BfclTurn, calls: int, steps: int, compared: ComparedInstances) -> None:
        """Take down the next turn."""
        self.verdicts.append(judge(len(self.verdicts) + 1, turn, calls, steps, compared))
        self.too_long |= steps > MAX_STEPS

    def further(self) -> dict[str, Any]:
        """What a record says of an episode besides what all have."""
        return {
            "verdict": every(*self.verdicts).to_json() if self.verdicts else {},
            "params": {**self.scenario.to_row(), "start_hash": self.scenario.start_hash, "version": installed().version},
        }
