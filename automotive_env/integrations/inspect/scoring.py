"""The verdict as a score of Inspect."""

from __future__ import annotations

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from automotive_env.integrations.inspect.tools import CARS, KEY
from automotive_env.sharing.inspect_log import said_by

RECORD = "automotive_env:record"
"""In the store of a sample: the record of an episode that one of our agents has played."""


@scorer(metrics=[accuracy(), stderr()])
def verdict() -> Scorer:
    """Correct where the episode is a success; explained by the verdict, the criteria in the metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        if record := state.store.get(RECORD):
            why = "met" if record["success"] else record["verdict"].get("found") or record["error"]
            told = state.output.completion
            return _score(record["success"], told, why, {name: record[name] for name in ("outcome", "verdict", "scores", "harm")})
        judged = CARS[state.store.get(KEY)].task.verdict()
        return _score(judged.met, _said(state), str(judged), {"verdict": judged.criterion.to_json()})

    return score


def _said(state: TaskState) -> str:
    """What was said by calls of tools."""
    calls = [call for message in state.messages if message.role == "assistant" for call in message.tool_calls or ()]
    return said_by({**call.arguments, "action_type": call.function} for call in calls)


def _score(met: bool, said: str, why: str, metadata: dict[str, object]) -> Score:
    return Score(value=CORRECT if met else INCORRECT, answer=said, explanation=why, metadata=metadata)
