"""The verdict as a score of Inspect."""

from __future__ import annotations

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from automotive_env.adapters.inspect.tools import CARS, KEY
from automotive_env.errors import UsageError
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.sharing.inspect_log import said_by

RECORD = "automotive_env:record"
"""In the store of a sample: the record of an episode that one of our agents has played."""
JUDGED = "automotive_env:judged"
"""In the store of a sample: whether it is met, why, and the criteria, for a log that is scored again when the car is gone."""


@scorer(metrics=[accuracy(), stderr()])
def verdict() -> Scorer:
    """Correct where the episode is a success; explained by the verdict, the criteria in the metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        if kept := state.store.get(RECORD):
            record = EpisodeRecord.model_validate(kept)
            why = "met" if record.success else f"not met: {record.why}"
            told = {name: kept[name] for name in ("outcome", "verdict", "scores", "harm")}
            return _score(record.success, state.output.completion, why, told)
        if car := CARS.get(state.store.get(KEY, "")):
            judged = car.task.verdict()
            state.store.set(JUDGED, [judged.met, str(judged), judged.criterion.to_json()])
        if (kept := state.store.get(JUDGED)) is None:
            raise UsageError("this sample has no verdict; only samples of a task of automotive_env have one")
        met, why, criteria = kept
        return _score(met, _spoken(state), why, {"verdict": criteria})

    return score


def _spoken(state: TaskState) -> str:
    """What was said by calls of tools."""
    calls = [call for message in state.messages if message.role == "assistant" for call in message.tool_calls or ()]
    return said_by({**call.arguments, "action_type": call.function} for call in calls)


def _score(met: bool, said: str, why: str, metadata: dict[str, object]) -> Score:
    return Score(value=CORRECT if met else INCORRECT, answer=said, explanation=why, metadata=metadata)
