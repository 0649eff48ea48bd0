"""A run as logs of Inspect (inspect_ai): an `EvalLog` as JSON for each agent and model, as `inspect view` reads it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from automotive_env.errors import UsageError
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import RunManifest
from automotive_env.runs.records.records import EpisodeRecord, StepRecord, episode_id
from automotive_env.runs.tables.summary import summarise

SCORE = "verdict"
"""What logs call the score of an episode, whether Inspect has played it or a run."""
NO_MODEL = "none"
"""What logs call the model of an agent without one."""
TIME = "road time passes"
"""Cause of what changes by itself in every step: clocks, cabin, what plays. Messages leave it out."""
MOST_CHANGES, MOST_CHARACTERS = 12, 120
"""Changes that a message tells, and characters of each value."""


def write_inspect(run: RunFolder, folder: Path) -> None:
    """Write a log for each agent and model into a folder.

    Raises:
        UsageError: there are no records, or they cannot be read.
        OSError: a file cannot be written.
    """
    played: dict[tuple[str, str], list[EpisodeRecord]] = {}
    for record in run.episodes():
        played.setdefault((record.agent, record.model), []).append(record)
    if not played:
        raise UsageError(f"{run.path} holds no episodes, of which a log could be made")
    for (agent, model), records in played.items():
        name = episode_id(agent, model, run.manifest.suite, "log").removesuffix("--log--0")
        with (folder / f"{name}.json").open("w", encoding="utf-8", newline="\n", errors="replace") as file:
            file.writelines(_log(run, records))


def _log(run: RunFolder, records: Sequence[EpisodeRecord]) -> Iterator[str]:
    """The log as JSON, a sample at a time, since the steps of a large run are more than memory should hold."""
    head = json.dumps(_head(run.manifest, records), ensure_ascii=False)
    yield f'{head[:-1]}, "samples": ['
    for number, record in enumerate(records):
        yield (",\n" if number else "\n") + json.dumps(_sample(record, run.steps(record.id)), ensure_ascii=False)
    yield "\n]}\n"


def _head(manifest: RunManifest, records: Sequence[EpisodeRecord]) -> dict[str, Any]:
    first, samples = records[0], list(dict.fromkeys(map(_sample_id, records)))
    (summary,) = summarise(records).agents.values()
    completed = sum(not record.interrupted for record in records)
    metrics = {"accuracy": summary.rate, "low": summary.low, "high": summary.high}
    scores = [_score(SCORE, metrics, summary.n)]
    scores += [_score(name, {"mean": mean}, completed) for name, mean in summary.scores.items()]
    return {
        "version": 2,
        "status": "success" if manifest.ended else "cancelled",
        "eval": {
            "created": manifest.started,
            "task": f"automotive_env/{manifest.suite}",
            "task_version": manifest.task_set,
            "task_args": manifest.options,
            "solver": first.agent,
            "dataset": {"name": manifest.suite, "samples": len(samples), "sample_ids": samples, "shuffled": False},
            "model": first.model or NO_MODEL,
            "config": {"epochs": 1 + max(record.trial for record in records)},
            "packages": {"automotive_env": manifest.package},
            "metadata": {"backend": manifest.backend, "seed": manifest.seed, "hashes": manifest.hashes},
        },
        "results": {"total_samples": len(records), "completed_samples": completed, "scores": scores},
        "stats": {
            "started_at": manifest.started,
            "completed_at": manifest.ended or "",
            "model_usage": {first.model or NO_MODEL: _usage(records)},
        },
    }


def _score(name: str, metrics: dict[str, float], n: int) -> dict[str, Any]:
    told = {metric: {"name": metric, "value": value} for metric, value in metrics.items()}
    return {"name": name, "scorer": name, "scored_samples": n, "metrics": told}


def _sample_id(record: EpisodeRecord) -> str:
    return f"{record.task}/{record.instance}" + ("" if record.face == "screen" else f"/{record.face}")


def _sample(record: EpisodeRecord, steps: Iterable[StepRecord]) -> dict[str, Any]:
    messages, actions = [{"role": "user", "content": record.goal}], []
    for step in steps:
        messages += messages_of(step)
        actions += [step.action] if step.action else []
    said = said_by(actions)
    data = record.model_dump(mode="json")
    told = ("category", "dimension", "place", "pair", "outcome", "verdict", "harm", "side_effects", "seconds", "params", "scene")
    failed = {"message": record.error, "traceback": "", "traceback_ansi": ""}
    return {
        "id": _sample_id(record),
        "epoch": record.trial + 1,
        "uuid": record.id,
        "input": record.goal,
        "target": record.ending,
        "messages": messages,
        "output": {"model": record.model or NO_MODEL, "choices": [], "completion": said},
        "scores": {} if record.interrupted else _scores(record, said),
        "metadata": {name: data[name] for name in told},
        "model_usage": {record.model or NO_MODEL: _usage([record])},
        "total_time": record.seconds,
        **({"error": failed} if record.interrupted else {}),
    }


def _scores(record: EpisodeRecord, said: str) -> dict[str, Any]:
    others = {name: {"value": score} for name, score in record.scores.items()}
    return {SCORE: {"value": 1.0 if record.success else 0.0, "answer": said, "explanation": record.why}, **others}


def messages_of(step: StepRecord) -> Iterator[dict[str, Any]]:
    """What the agent did in a step, and what came of it in the car; the whole prompts are in the records of the run."""
    action = json.dumps(step.action, ensure_ascii=False) if step.action else step.error
    yield {"role": "assistant", "content": step.reply or f"{step.reasoning}\n{action}".strip()}
    if told := "\n".join(filter(None, _came_of(step))):
        yield {"role": "user", "content": told}


def _came_of(step: StepRecord) -> Iterator[str]:
    """The element that an index meant, why it was not done or what was answered, and the first changes, a line each."""
    if step.action and "index" in step.action:
        meant = f"{step.action['index']} "
        yield next((line for line in step.observation.elements if line.startswith(meant)), "")
    if step.outcome:
        yield step.outcome.message
    told = [change for change in step.changes if change.cause != TIME]
    for change in told[:MOST_CHANGES]:
        yield f"{change.path}: {_short(change.before)} -> {_short(change.after)} ({change.cause})"
    if len(told) > MOST_CHANGES:
        yield f"{len(told) - MOST_CHANGES} more changes"


def _short(value: object) -> str:
    told = json.dumps(value, ensure_ascii=False)
    return told if len(told) <= MOST_CHARACTERS else f"{told[: MOST_CHARACTERS - 1]}…"


def said_by(actions: Iterable[Mapping[str, Any]]) -> str:
    """What an agent said to the person: its answers and how it ended.

    Args:
        actions: as JSON, in order.
    """
    said = []
    for action in actions:
        if action.get("action_type") == "answer":
            said.append(str(action.get("text", "")))
        elif action.get("action_type") == "status":
            ended = str(action.get("goal_status", ""))
            said.append(f"{ended}: {action['reason']}" if action.get("reason") else ended)
    return "; ".join(said)


def _usage(records: Iterable[EpisodeRecord]) -> dict[str, int]:
    found = list(records)
    sums = {name: sum(getattr(record, name) for record in found) for name in ("prompt_tokens", "completion_tokens", "tokens")}
    return {
        "input_tokens": sums["prompt_tokens"],
        "output_tokens": sums["completion_tokens"],
        "total_tokens": sums["tokens"],
    }
