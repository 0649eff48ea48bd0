"""What a run comes to: rates, outcomes and costs by agent. A pure function of the episodes' records.

Rates and outcomes count items: a pair of episodes is one item and passes when both halves pass, see
`automotive_env.runs.tables.items`. Costs, harm and scores are those of episodes.

Denominators: `n` counts every item that says something about the agent. An item that the environment or the model broke off
(`env_error`, `model_error`) is shown under `outcomes`, and its cost is counted, but it is in no `n`. Running out of steps and
raising an exception are the agent's own failures and are in every `n`.

An item counts under each ending that is right in one of its halves, by what became of that half. What a task needs is measured,
see `tasks.kit.needs`; an item counts under each primitive and each modality of its task. The `n` of these groups therefore
add up to more than that of the agent. A task that was not measured is in none of them, nor is an episode without a screen.
Intervals are clustered by task, see `automotive_env.runs.tables.statistics`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum
from typing import TypeAlias, get_args

from pydantic import Field

from automotive_env.runs.records.fields import Frozen
from automotive_env.runs.records.records import OUTCOMES, EpisodeRecord, OutcomeName
from automotive_env.runs.records.told import told_tables
from automotive_env.runs.tables.figures import Cell, Row, Table, share_cell, table_of
from automotive_env.runs.tables.items import counted_items, items
from automotive_env.runs.tables.labels import by_agent, labelled
from automotive_env.runs.tables.means import Mean, clustered_amount, clustered_mean
from automotive_env.runs.tables.measures import COSTS
from automotive_env.runs.tables.repeated import Noise, Repeated, noise, repeated, trials_of
from automotive_env.runs.tables.statistics import Rate, rate
from automotive_env.tasks.kit.needs import MODALITIES, PRIMITIVES, needs_of
from automotive_env.tasks.kit.scene import Ending
from automotive_env.tasks.kit.task import Category, Dimension


class AgentSummary(Rate):
    """How one agent did.

    Attributes:
        n: items that count, see the module's text.
        by_dimension: dimension -> rate.
        by_category: category -> rate.
        outcomes: outcome -> number of items; all of them, those that do not count as well.
        steps: decisions in all episodes.
        tokens: of all episodes.
        seconds: that all episodes took, one after the other.
        harm: episodes with harm, those that do not count as well.
        pairs: the rate of those items that are pairs.
        scores: name of a score -> its mean over the episodes that count and have it.
        by_primitive: what the interface asks of a solution, such as "scroll" -> rate of the tasks that need it.
        by_modality: the way a solution goes, such as "touch" -> rate of the tasks that need it.
        repeated: reliability for growing k, up to the trials that there are; empty where each instance was played once.
        harm_rate: the rate of episodes with harm, of those that count.
        per_episode: "steps", "tokens" and so on -> mean of the episodes that count.
        score_means: name of a score -> its mean as in `scores`, with its interval.
        noise: what chance alone does, where instances were played several times.
        price: US dollars that all episodes cost; None where that of one is unknown.
        episodes: number of episodes; all of them, those that do not count as well.
        by_level: level -> rate; empty where the suite has no levels.
        by_ending: the ending that is right -> rate.
        mended: replies whose JSON had to be mended to read it, in all episodes.
    """

    by_dimension: dict[str, Rate]
    by_category: dict[str, Rate]
    outcomes: dict[OutcomeName, int]
    steps: int
    tokens: int
    seconds: float
    harm: int
    pairs: Rate
    scores: dict[str, float] = Field(default_factory=dict)
    by_primitive: dict[str, Rate] = Field(default_factory=dict)
    by_modality: dict[str, Rate] = Field(default_factory=dict)
    repeated: tuple[Repeated, ...] = ()
    harm_rate: Rate = Rate(n=0, passed=0, rate=0, low=0, high=1)
    per_episode: dict[str, Mean] = Field(default_factory=dict)
    score_means: dict[str, Mean] = Field(default_factory=dict)
    noise: Noise | None = None
    price: float | None = None
    episodes: int = 0
    by_level: dict[str, Rate] = Field(default_factory=dict)
    by_ending: dict[str, Rate] = Field(default_factory=dict)
    mended: int = 0

    @property
    def items(self) -> int:
        """All items, those that do not count as well."""
        return sum(self.outcomes.values())


class Summary(Frozen):
    """How all agents of a run did, by name.

    Attributes:
        agents: name -> how it did.
        tables: what the suite has to show besides.
    """

    agents: dict[str, AgentSummary]
    tables: tuple[Table, ...] = ()


def with_tables(summary: Summary, *tables: Table | None) -> Summary:
    """A summary with further tables, as far as there are some."""
    return summary.model_copy(update={"tables": (*summary.tables, *(table for table in tables if table))})


Summarise: TypeAlias = Callable[[Iterable[EpisodeRecord]], Summary]
"""What a suite makes of the records of a run; see `automotive_env.suites.suite.Suite.summarise`."""


def summarise(records: Iterable[EpisodeRecord]) -> Summary:
    """Sum up episodes; their order does not matter."""
    episodes = by_agent(labelled(records))
    agents = {agent: _of_agent(of) for agent, of in episodes.items()}
    told = {agent: [(one.task, one.told) for one in of if one.told and not one.interrupted] for agent, of in episodes.items()}
    return Summary(agents=agents, tables=(*_reliability(agents), *told_tables(told)))


def _reliability(agents: Mapping[str, AgentSummary]) -> tuple[Table, ...]:
    """The tables of repeated trials; none where each instance was played once."""
    rows: list[Row] = [(agent, str(one.k), str(one.n), *_passes(one)) for agent, of in agents.items() for one in of.repeated]
    if not rows:
        return ()
    caption = "pass@k: one of k trials of an instance passes at least; pass^k: all of them do. Both are means over instances."
    columns = ("agent", "k", "instances", "pass@k", "pass^k")
    return table_of("Repeated trials, in percent", columns, rows, caption), _noise_table(agents)


def _passes(one: Repeated) -> tuple[Cell, ...]:
    shares = (one.pass_at, one.pass_at_interval), (one.pass_hat, one.pass_hat_interval)
    return tuple(Cell(100 * share, (100 * interval[0], 100 * interval[1])) for share, interval in shares)


def _noise_table(agents: Mapping[str, AgentSummary]) -> Table:
    rows: list[Row] = []
    for agent, of in agents.items():
        if of.noise:
            differ = share_cell(of.noise.disagreement)
            rows.append((agent, str(of.noise.instances), differ, 100 * of.noise.floor))
    columns = ("agent", "instances", "two trials differ", "noise floor")
    caption = "Noise floor: the difference of two runs of these instances, a trial each, that chance exceeds one time in twenty."
    return table_of("What chance alone does, in percent", columns, rows, caption)


def _of_agent(records: Sequence[EpisodeRecord]) -> AgentSummary:
    whole = items(records)
    counted, played = ([one for one in some if not one.interrupted] for some in (whole, records))
    trials, scores = trials_of(counted), _score_means(played)
    outcomes = Counter(item.outcome for item in whole)
    return AgentSummary(
        **_rate(counted).model_dump(),
        by_dimension=_rates(counted, lambda item: (item.dimension,), tuple(Dimension)),
        by_category=_rates(counted, lambda item: (item.category,), tuple(Category)),
        outcomes={name: outcomes[name] for name in OUTCOMES},
        steps=sum(record.steps for record in records),
        tokens=sum(record.tokens for record in records),
        seconds=round(fsum(record.seconds for record in records), 3),
        harm=sum(bool(record.harm) for record in records),
        mended=sum(record.mended for record in records),
        pairs=_rate(item for item in counted if item.pair),
        scores={name: score.mean for name, score in scores.items()},
        repeated=repeated(trials),
        by_primitive=_rates(counted, _primitives, PRIMITIVES),
        by_modality=_rates(counted, _modalities, tuple(MODALITIES)),
        harm_rate=rate((record.task, bool(record.harm)) for record in played),
        per_episode=_costs(played),
        score_means=scores,
        noise=noise(trials),
        price=_price(records),
        episodes=len(records),
        by_level=_rates(counted, lambda item: (str(item.level),) if item.level else (), ()),
        by_ending=_by_ending(records),
    )


def _by_ending(records: Sequence[EpisodeRecord]) -> dict[str, Rate]:
    """A rate for each ending, of the items that the halves make in which it is right."""
    played = {record.ending for record in records}
    names = [name for name in get_args(Ending) if name in played] + sorted(played.difference(get_args(Ending)))
    return {name: _rate(counted_items(record for record in records if record.ending == name)) for name in names}


def _price(records: Iterable[EpisodeRecord]) -> float | None:
    prices = [record.price for record in records]
    known = [price for price in prices if price is not None]
    return round(fsum(known), 6) if len(known) == len(prices) else None


def _primitives(record: EpisodeRecord) -> Sequence[str]:
    needs = needs_of(record.task) if record.face != "calls" else None  # they were measured on the screen
    return needs.primitives if needs else ()


def _modalities(record: EpisodeRecord) -> Sequence[str]:
    needs = needs_of(record.task) if record.face != "calls" else None
    return needs.modalities if needs else ()


def _rate(records: Iterable[EpisodeRecord]) -> Rate:
    return rate((record.task, record.success) for record in records)


def _score_means(records: Iterable[EpisodeRecord]) -> dict[str, Mean]:
    """Name -> mean; sums are exact, so that neither the order of episodes nor that of workers shows."""
    found: dict[str, list[tuple[str, float]]] = {}
    for record in records:
        for name, score in record.scores.items():
            found.setdefault(name, []).append((record.task, score))
    return {name: clustered_mean(found[name]) for name in sorted(found)}


def _costs(records: Sequence[EpisodeRecord]) -> dict[str, Mean]:
    """Name -> mean, of what is known."""
    found = {
        name: [(record.task, value) for record in records if (value := measure(record)) is not None]
        for name, measure in COSTS.items()
    }
    return {name: clustered_amount(values) for name, values in found.items() if values}


def _rates(
    records: Sequence[EpisodeRecord], groups: Callable[[EpisodeRecord], Sequence[str]], order: Sequence[str]
) -> dict[str, Rate]:
    """A rate for each group, of which an item may be in several: the known ones in their order, then the others by name."""
    members: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        for name in groups(record):
            members.setdefault(name, []).append(record)
    names = [name for name in order if name in members] + sorted(members.keys() - set(order))
    return {str(name): _rate(members[name]) for name in names}
