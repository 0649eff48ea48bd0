"""What tables call who played: by the agent alone where that is enough, and by model, options and run where it is not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from automotive_env.runs.records.records import EpisodeRecord

LEVELS = {"1": "plain", "2": "moderate", "3": "long"}
"""How much a task asks for."""


def level_name(level: str) -> str:
    """A level as tables name it, such as "level 1, plain"."""
    return f"level {level}, {LEVELS[level]}" if level in LEVELS else f"level {level}"


def labelled(records: Iterable[EpisodeRecord]) -> list[EpisodeRecord]:
    """Episodes whose agents are named with their model where several models played them: "t3a (openai:x)"."""
    found = list(records)
    models: dict[str, set[str]] = {}
    for record in found:
        models.setdefault(record.agent, set()).add(record.model)
    return [named(record, record.model) if len(models[record.agent]) > 1 else record for record in found]


def named(record: EpisodeRecord, more: str) -> EpisodeRecord:
    """An episode whose agent is named with something more, in brackets."""
    agent = record.agent
    if not more:
        return record
    inner = f"{agent[:-1]}, {more})" if agent.endswith(")") else f"{agent} ({more})"
    return record.model_copy(update={"agent": inner})


def by_agent(records: Iterable[EpisodeRecord]) -> Mapping[str, list[EpisodeRecord]]:
    """Agent -> its episodes, in alphabetical order."""
    found: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        found.setdefault(record.agent, []).append(record)
    return {agent: found[agent] for agent in sorted(found)}
