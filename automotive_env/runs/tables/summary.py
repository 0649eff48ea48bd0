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

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import fsum
from operator import itemgetter
from typing import TypeAlias, get_args

from pydantic import Field

from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.records.records import OUTCOMES, EpisodeRecord, OutcomeName
from automotive_env.runs.records.told import ToldRecord, told_tables
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.runs.tables.figures import Table, TableCell, TableRow, share_cell, table_of
from automotive_env.runs.tables.items import as_item, grouped
from automotive_env.runs.tables.labels import names_of
from automotive_env.runs.tables.means import ClusteredValues, MeanEstimate
from automotive_env.runs.tables.measures import COSTS
from automotive_env.runs.tables.repeated import ChanceNoise, TrialReliability, TrialTally, noise, repeated
from automotive_env.runs.tables.statistics import ClusteredTrials, SuccessRate
from automotive_env.tasks.kit.needs import MODALITIES, PRIMITIVES, needs_of
from automotive_env.tasks.kit.scene import Ending
from automotive_env.tasks.kit.task import Category, Dimension


class AgentSummary(SuccessRate):
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

    by_dimension: dict[str, SuccessRate]
    by_category: dict[str, SuccessRate]
    outcomes: dict[OutcomeName, int]
    steps: int
    tokens: int
    seconds: float
    harm: int
    pairs: SuccessRate
    scores: dict[str, float] = Field(default_factory=dict)
    by_primitive: dict[str, SuccessRate] = Field(default_factory=dict)
    by_modality: dict[str, SuccessRate] = Field(default_factory=dict)
    repeated: tuple[TrialReliability, ...] = ()
    harm_rate: SuccessRate = SuccessRate(n=0, passed=0, rate=0, low=0, high=1)
    per_episode: dict[str, MeanEstimate] = Field(default_factory=dict)
    score_means: dict[str, MeanEstimate] = Field(default_factory=dict)
    noise: ChanceNoise | None = None
    price: float | None = None
    episodes: int = 0
    by_level: dict[str, SuccessRate] = Field(default_factory=dict)
    by_ending: dict[str, SuccessRate] = Field(default_factory=dict)
    mended: int = 0

    @property
    def items(self) -> int:
        """All items, those that do not count as well."""
        return sum(self.outcomes.values())


class RunSummary(FrozenRecord):
    """How all agents of a run did, by name.

    Attributes:
        agents: name -> how it did.
        tables: what the suite has to show besides.
    """

    agents: dict[str, AgentSummary]
    tables: tuple[Table, ...] = ()


def with_tables(summary: RunSummary, *tables: Table | None) -> RunSummary:
    """A summary with further tables, as far as there are some."""
    return summary.model_copy(update={"tables": (*summary.tables, *(table for table in tables if table))})


Summarise: TypeAlias = Callable[[Iterable[EpisodeRecord]], RunSummary]
"""What a suite makes of the records of a run; see `automotive_env.suites.suite.Suite.summarise`."""


def summarise(records: Iterable[EpisodeRecord]) -> RunSummary:
    """Sum up episodes in one pass that holds none of them; their order does not matter."""
    tallies: defaultdict[tuple[str, str], AgentTally] = defaultdict(AgentTally)
    for _, (first, *others) in grouped(_counted(records, tallies)):
        tallies[first.agent, first.model].add_item([first, *others])
    found = {name: tallies[who] for who, name in sorted(names_of(tallies).items(), key=itemgetter(1))}
    agents = {name: tally.summary() for name, tally in found.items()}
    return RunSummary(
        agents=agents, tables=(*_reliability(agents), *told_tables({name: tally.told for name, tally in found.items()}))
    )


def _counted(records: Iterable[EpisodeRecord], tallies: Mapping[tuple[str, str], AgentTally]) -> Iterator[EpisodeRow]:
    """Count episodes, and yield what their items are made of."""
    for record in records:
        tallies[record.agent, record.model].add_episode(record)
        yield EpisodeRow.without_reasons(record)


def _reliability(agents: Mapping[str, AgentSummary]) -> tuple[Table, ...]:
    """The tables of repeated trials; none where each instance was played once."""
    rows: list[TableRow] = [(agent, str(one.k), str(one.n), *_passes(one)) for agent, of in agents.items() for one in of.repeated]
    if not rows:
        return ()
    caption = "pass@k: at least one of k trials of an instance passes; pass^k: all of them pass. Both are means over instances."
    columns = ("agent", "k", "instances", "pass@k", "pass^k")
    return table_of("Repeated trials, in percent", columns, rows, caption), _noise_table(agents)


def _passes(one: TrialReliability) -> tuple[TableCell, ...]:
    shares = (one.pass_at, one.pass_at_interval), (one.pass_hat, one.pass_hat_interval)
    return tuple(TableCell(100 * share, (100 * interval[0], 100 * interval[1])) for share, interval in shares)


def _noise_table(agents: Mapping[str, AgentSummary]) -> Table:
    rows: list[TableRow] = []
    for agent, of in agents.items():
        if of.noise:
            differ = share_cell(of.noise.disagreement)
            rows.append((agent, str(of.noise.instances), differ, 100 * of.noise.floor))
    columns = ("agent", "instances", "two trials differ", "noise floor")
    caption = "Noise floor: by chance alone, 1 in 20 pairs of runs of these instances, one trial each, differs by more."
    return table_of("Differences by chance alone, in percent", columns, rows, caption)


class AgentTally:
    """What an agent's episodes, and the items that they make, come to.

    Attributes:
        told: task of each episode that counts, and what it was told.
    """

    def __init__(self) -> None:
        """Begin with no episode."""
        self.told: list[tuple[str, ToldRecord]] = []
        self._rates: defaultdict[tuple[str, str], ClusteredTrials] = defaultdict(ClusteredTrials)
        self._amounts: defaultdict[str, ClusteredValues] = defaultdict(ClusteredValues)
        self._scores: defaultdict[str, ClusteredValues] = defaultdict(ClusteredValues)
        self._broken_off: defaultdict[str, list[float]] = defaultdict(list)
        self._outcomes: Counter[OutcomeName] = Counter()
        self._trials = TrialTally()
        self._harm = self._mended = self._episodes = self._priced = self._steps = self._tokens = 0

    def add_item(self, halves: Sequence[EpisodeRow]) -> None:
        """Count an item, given its episodes."""
        item = as_item(halves)
        self._outcomes[item.outcome] += 1
        if not item.interrupted:
            self._trials.add(item)
            for group in _groups(item):
                self._rates[group].add(item.task, item.success)
        for ending in {half.ending for half in halves}:
            of = as_item([half for half in halves if half.ending == ending])
            self._rates["ending", ending].add(of.task, of.success, counts=not of.interrupted)

    def add_episode(self, record: EpisodeRecord) -> None:
        """Count an episode: what it cost and what it came to by itself."""
        self._episodes += 1
        self._steps += record.steps
        self._tokens += record.tokens
        self._harm += bool(record.harm)
        self._mended += record.mended
        self._priced += record.price is not None
        costs = [(name, value) for name, measure in COSTS.items() if (value := measure(record)) is not None]
        if record.interrupted:
            for name, value in costs:
                self._broken_off[name].append(value)
            return
        self._rates["harm", ""].add(record.task, bool(record.harm))
        for name, value in costs:
            self._amounts[name].add(record.task, value)
        for name, score in record.scores.items():
            self._scores[name].add(record.task, score)
        if record.told:
            self.told.append((record.task, record.told))

    def summary(self) -> AgentSummary:
        """What all of them come to."""
        trials = self._trials.trials()
        scores = {name: self._scores[name].score() for name in sorted(self._scores)}
        return AgentSummary(
            **self._rate("all").model_dump(),
            by_dimension=self._by("dimension", tuple(Dimension)),
            by_category=self._by("category", tuple(Category)),
            outcomes={name: self._outcomes[name] for name in OUTCOMES},
            steps=self._steps,
            tokens=self._tokens,
            seconds=round(self._total("seconds"), 3),
            harm=self._harm,
            mended=self._mended,
            pairs=self._rate("pair"),
            scores={name: score.mean for name, score in scores.items()},
            repeated=repeated(trials),
            by_primitive=self._by("primitive", PRIMITIVES),
            by_modality=self._by("modality", tuple(MODALITIES)),
            harm_rate=self._rate("harm"),
            per_episode={name: self._amounts[name].amount() for name in COSTS if name in self._amounts},
            score_means=scores,
            noise=noise(trials),
            price=round(self._total("price"), 6) if self._priced == self._episodes else None,
            episodes=self._episodes,
            by_level=self._by("level", ()),
            by_ending=self._by("ending", get_args(Ending)),
        )

    def _total(self, name: str) -> float:
        return fsum(chain(self._amounts[name].values(), self._broken_off[name]))

    def _rate(self, kind: str) -> SuccessRate:
        return self._rates[kind, ""].rate()

    def _by(self, kind: str, order: Sequence[str]) -> dict[str, SuccessRate]:
        """A rate for each group of a kind: the known ones in their order, then the others by name."""
        there = {group for of, group in self._rates if of == kind}
        names = [name for name in order if name in there] + sorted(there.difference(order))
        return {str(name): self._rates[kind, name].rate() for name in names}


def _groups(item: EpisodeRow) -> Iterator[tuple[str, str]]:
    """The kinds and names of the groups that an item counts in."""
    yield "all", ""
    yield "dimension", item.dimension
    yield "category", item.category
    if item.level:
        yield "level", str(item.level)
    if item.pair:
        yield "pair", ""
    needs = needs_of(item.task) if item.face != "calls" else None  # they were measured on the screen
    if needs:
        yield from (("primitive", name) for name in needs.primitives)
        yield from (("modality", name) for name in needs.modalities)
