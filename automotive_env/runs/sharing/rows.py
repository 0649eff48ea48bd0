"""A run as two flat tables: episodes and steps. What is nested stands as JSON in a text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord, StepRecord

ExportRow: TypeAlias = dict[str, Any]

_FIELDS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("id", "suite", "task", "instance", "agent", "model", "backend", "category", "dimension", "goal"), "VARCHAR")
    | dict.fromkeys(("place", "outcome", "error", "ending", "pair", "face"), "VARCHAR")
    | dict.fromkeys(("seed", "level", "trial", "steps", "tokens", "prompt_tokens", "completion_tokens", "model_calls"), "BIGINT")
    | {"seconds": "DOUBLE", "model_seconds": "DOUBLE", "success": "BOOLEAN", "attempts": "BIGINT"}
)
"""Fields of an episode that are as they are recorded -> their type in SQL."""
_NESTED = ("verdict", "harm", "side_effects", "scores", "usage", "params", "scene")

EPISODES: Mapping[str, str] = MappingProxyType({**_FIELDS, "why": "VARCHAR", **dict.fromkeys(_NESTED, "VARCHAR")})
"""Columns of the table of episodes -> their types."""
STEPS: Mapping[str, str] = MappingProxyType(
    {"episode": "VARCHAR", "step": "BIGINT", "app": "VARCHAR", "driving_state": "VARCHAR", "time": "VARCHAR", "gps": "VARCHAR"}
    | {"elements": "VARCHAR", "action": "VARCHAR", "reasoning": "VARCHAR", "reply": "VARCHAR", "error": "VARCHAR"}
    | {"done": "BOOLEAN", "message": "VARCHAR", "changes": "VARCHAR", "calls": "BIGINT"}
)
"""Columns of the table of steps -> their types; elements are one a line."""


def episode_rows(run: RunFolder) -> Iterator[ExportRow]:
    """The episodes of a run as rows."""
    return map(_episode, run.episodes())


def step_rows(run: RunFolder) -> Iterator[ExportRow]:
    """The steps of all episodes of a run as rows.

    Raises:
        UsageError: steps cannot be read.
    """
    return (_step(record.id, step) for record in run.episodes() for step in run.steps(record.id))


def _episode(record: EpisodeRecord) -> ExportRow:
    data = record.model_dump(mode="json")
    nested = {name: _json(data[name]) for name in _NESTED}
    return {**{name: data[name] for name in _FIELDS}, "why": record.why, **nested}


def _step(episode: str, step: StepRecord) -> ExportRow:
    seen, outcome = step.observation, step.outcome
    return {
        "episode": episode,
        "step": step.step,
        "app": seen.app,
        "driving_state": seen.driving_state,
        "time": seen.time,
        "gps": seen.gps,
        "elements": "\n".join(seen.elements),
        "action": _json(step.action) if step.action else None,
        "reasoning": step.reasoning,
        "reply": step.reply,
        "error": step.error,
        "done": outcome.done if outcome else None,
        "message": outcome.message if outcome else None,
        "changes": _json([change.model_dump(mode="json") for change in step.changes]),
        "calls": len(step.calls),
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
