"""What tables call who played: by the agent alone where that is enough, and by model, options and run where it is not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.episode import E

LEVELS = {"1": "plain", "2": "moderate", "3": "long"}
"""How much a task asks for."""


def level_name(level: str) -> str:
    """A level as tables name it, such as "level 1, plain"."""
    return f"level {level}, {LEVELS[level]}" if level in LEVELS else f"level {level}"


def names_of(played: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Agent and model -> what tables call them: "t3a (openai:x)" if an agent played with several models, else the agent."""
    models: dict[str, set[str]] = {}
    for agent, model in played:
        models.setdefault(agent, set()).add(model)
    return {(agent, one): with_more(agent, one) if len(of) > 1 else agent for agent, of in models.items() for one in of}


def with_more(agent: str, more: str) -> str:
    """The name of an agent with something more, in brackets."""
    if not more:
        return agent
    return f"{agent[:-1]}, {more})" if agent.endswith(")") else f"{agent} ({more})"


def labelled(records: Iterable[E]) -> list[E]:
    """Episodes whose agents are named with their model where they played with several: "t3a (openai:x)"."""
    found = list(records)
    names = names_of((record.agent, record.model) for record in found)
    return [
        record if (name := names[record.agent, record.model]) == record.agent else record.model_copy(update={"agent": name})
        for record in found
    ]


def named(record: EpisodeRecord, more: str) -> EpisodeRecord:
    """An episode whose agent is named with something more, in brackets."""
    return record.model_copy(update={"agent": with_more(record.agent, more)}) if more else record


def by_agent(records: Iterable[E]) -> Mapping[str, list[E]]:
    """Agent -> its episodes, in alphabetical order."""
    found: dict[str, list[E]] = {}
    for record in records:
        found.setdefault(record.agent, []).append(record)
    return {agent: found[agent] for agent in sorted(found)}
