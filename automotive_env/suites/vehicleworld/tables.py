"""The tables of a run of scenarios: accuracy by domain and kind beside the paper's Table 4, and effort, as in its Figure 4."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum

from automotive_env.results.records import EpisodeRecord
from automotive_env.results.summary import Table
from automotive_env.suites.vehicleworld.published import ACCURACY, DOMAINS, KINDS


def tables_of(records: Sequence[EpisodeRecord]) -> tuple[Table, ...]:
    """The tables of the episodes that count; none where there are none."""
    counted = [record for record in records if not record.interrupted]
    by_agent = {agent: [each for each in counted if each.agent == agent] for agent in sorted({each.agent for each in counted})}
    return (_accuracy(by_agent), _effort(by_agent)) if counted else ()


def _accuracy(by_agent: Mapping[str, Sequence[EpisodeRecord]]) -> Table:
    """Rows: domain and kind; columns: each agent's accuracy in both ways, then the published figures."""
    rows: list[tuple[str | float | None, ...]] = []
    cells = [("All", "")] + [(f"{name} {kind}", f"{domain} {kind}") for domain, name in DOMAINS.items() for kind in KINDS]
    for title, cell in cells:
        members = [[record for record in records if _is_in(record, cell)] for records in by_agent.values()]
        figures = [_percent(of, score) for of in members for score in ("strict.accuracy", "paper.accuracy")]
        rows.append((title, str(max(map(len, members))), *figures, *(quoted[cell] for quoted in ACCURACY.values())))
    heads = [f"{agent} {way}" for agent in by_agent for way in ("strict", "paper")]
    return Table(
        title="Accuracy by domain and kind, in percent",
        columns=("tasks", "n", *heads, *ACCURACY),
        rows=tuple(rows),
        caption="A task counts in each of its domains. On the right figures of the VehicleWorld paper, Table 4, on its own "
        "scenarios, to be held against the column paper; strict wants exact values where they were said, and the whole car.",
    )


def _effort(by_agent: Mapping[str, Sequence[EpisodeRecord]]) -> Table:
    parts: dict[str, Callable[[EpisodeRecord], float]] = {
        "success %": lambda record: 100.0 * record.success,
        "damage %": lambda record: 100.0 * record.scores.get("damage", 0.0),
        "turns": lambda record: float(record.steps),
        "rounds": lambda record: float(record.model_calls),
        "output tokens": lambda record: float(record.completion_tokens),
        "input tokens": lambda record: float(record.prompt_tokens),
        "seconds": lambda record: record.seconds,
    }
    return Table(
        title="A task on average",
        columns=("agent", *parts),
        rows=tuple((agent, *(_mean(map(part, records)) for part in parts.values())) for agent, records in by_agent.items()),
        caption="A round is one request to the model. Damage is a change that nobody asked for.",
    )


def _is_in(record: EpisodeRecord, cell: str) -> bool:
    domain, _, kind = cell.partition(" ")
    return not cell or (record.dimension == kind and domain in record.category.split(" + "))


def _percent(records: Sequence[EpisodeRecord], score: str) -> float | None:
    return _mean(100 * record.scores[score] for record in records if score in record.scores)


def _mean(figures: Iterable[float]) -> float | None:
    found = list(figures)
    return round(fsum(found) / len(found), 2) if found else None
