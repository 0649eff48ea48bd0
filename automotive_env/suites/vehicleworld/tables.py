"""The tables of a run of scenarios: accuracy by domain and kind beside the paper's Table 4, and effort, as in its Figure 4."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.figures import Table, TableCell, TableRow, mean_cell, rate_cell, share_cell, table_of
from automotive_env.runs.tables.means import clustered_amount, clustered_share
from automotive_env.runs.tables.statistics import rate
from automotive_env.suites.vehicleworld.published import ACCURACY, DOMAINS, KINDS, SHOWN


def tables_of(records: Sequence[EpisodeRecord]) -> tuple[Table, ...]:
    """The tables of the episodes that count; none where there are none."""
    counted = [record for record in records if not record.interrupted]
    by_agent = {agent: [each for each in counted if each.agent == agent] for agent in sorted({each.agent for each in counted})}
    return (_accuracy(by_agent), _effort(by_agent)) if counted else ()


def _accuracy(by_agent: Mapping[str, Sequence[EpisodeRecord]]) -> Table:
    """Rows: domain and kind; columns: each agent's accuracy in both ways, then the published figures."""
    rows: list[TableRow] = []
    cells = [("All", "")] + [(f"{name} {kind}", f"{domain} {kind}") for domain, name in DOMAINS.items() for kind in KINDS]
    for title, cell in cells:
        members = [[record for record in records if is_in(record, cell)] for records in by_agent.values()]
        figures = [score_cell(of, score) for of in members for score in ("strict.accuracy", "paper.accuracy")]
        rows.append((title, str(max(map(len, members))), *figures, *(ACCURACY[name][cell] for name in SHOWN)))
    heads = [f"{agent} {way}" for agent in by_agent for way in ("strict", "paper")]
    caption = (
        "A task counts in each of its domains. The columns on the right quote Table 4 of the VehicleWorld paper, measured on its "
        "own scenarios; compare them with the columns named paper. The strict columns require exact values where the user stated "
        "them, and check the whole car."
    )
    return table_of("Accuracy by domain and kind, in percent", ("tasks", "n", *heads, *SHOWN), rows, caption)


def _effort(by_agent: Mapping[str, Sequence[EpisodeRecord]]) -> Table:
    parts: dict[str, Callable[[EpisodeRecord], float]] = {
        "turns": lambda record: float(record.steps),
        "rounds": lambda record: float(record.model_calls),
        "output tokens": lambda record: float(record.completion_tokens),
        "input tokens": lambda record: float(record.prompt_tokens),
        "seconds": lambda record: record.seconds,
    }
    rows: list[TableRow] = []
    for agent, records in by_agent.items():
        success = rate((record.task, record.success) for record in records)
        damage = rate((record.task, bool(record.scores.get("damage"))) for record in records)
        devices = score_cell(records, "devices.found")
        costs = (clustered_amount((record.task, part(record)) for record in records) for part in parts.values())
        rows.append((agent, rate_cell(success), rate_cell(damage), devices, *map(mean_cell, costs)))
    caption = (
        "A round is one request to the model. Damage is a change that nobody asked for. Devices: turns in which every device of "
        "the right calls was selected."
    )
    return table_of("Averages per task", ("agent", "success %", "damage %", "devices %", *parts), rows, caption)


def is_in(record: EpisodeRecord, cell: str) -> bool:
    """Whether an episode is of a domain and kind, such as "light S-M"; all are of the empty one."""
    domain, _, kind = cell.partition(" ")
    return not cell or (record.dimension == kind and domain in record.category.split(" + "))


def score_cell(records: Sequence[EpisodeRecord], score: str) -> TableCell | None:
    """A score of 0 to 1 in percent, on average over the episodes that have it; None where none has."""
    return share_cell(clustered_share((record.task, record.scores[score]) for record in records if score in record.scores))
