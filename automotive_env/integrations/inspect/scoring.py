"""The verdict as a score of Inspect."""

from __future__ import annotations

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from automotive_env.integrations.inspect.tools import CARS, KEY

RECORD = "automotive_env:record"
"""In the store of a sample: the record of an episode that one of our agents has played."""


@scorer(metrics=[accuracy(), stderr()])
def verdict() -> Scorer:
    """Correct where the episode is a success; explained by the verdict, the criteria in the metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        if record := state.store.get(RECORD):
            why = "met" if record["success"] else record["verdict"].get("found") or record["error"]
            return _score(record["success"], why, {name: record[name] for name in ("outcome", "verdict", "scores", "harm")})
        judged = CARS[state.store.get(KEY)].task.verdict()
        return _score(judged.met, str(judged), {"verdict": judged.criterion.to_json()})

    return score


def _score(met: bool, why: str, metadata: dict[str, object]) -> Score:
    return Score(value=CORRECT if met else INCORRECT, explanation=why, metadata=metadata)
