"""What a run comes to: rates, outcomes and costs by agent. A pure function of the episodes' records.

Denominators: `n` counts every episode that says something about the agent. An episode that the environment or the model broke off
(`env_error`, `model_error`) is shown under `outcomes`, and its cost is counted, but it is in no `n`. Running out of steps and
raising an exception are the agent's own failures and are in every `n`.

A contrast pair is drawn from one template and differs in what is right; it counts as solved only where all of its halves pass, so
that no habit (always act, always refuse) solves it. Pairs of which a half is missing or was broken off are in no `n` of pairs.
What a task needs is measured, see `automotive_env.needs`; an episode counts under each primitive and each modality of its
task, so their `n` add up to more than that of the agent. A task that was not measured is in none of them, nor is an episode
without a screen.
Intervals are clustered by task, see `automotive_env.results.statistics`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum
from typing import TypeAlias

from pydantic import Field

from automotive_env.needs import MODALITIES, PRIMITIVES, needs_of
from automotive_env.results.fields import Frozen
from automotive_env.results.records import OUTCOMES, EpisodeRecord, OutcomeName
from automotive_env.results.statistics import Rate, pass_at_k, pass_hat_k, rate
from automotive_env.task import Category, Dimension


class Repeated(Frozen):
    """How reliable an agent is where instances are played several times.

    Attributes:
        k: trials that are drawn of each instance.
        n: instances with so many trials.
        pass_at: pass@k, the mean chance that one of k trials at least passes, 0..1.
        pass_hat: pass^k, the mean chance that all of them do, 0..1.
    """

    k: int
    n: int
    pass_at: float
    pass_hat: float


class AgentSummary(Rate):
    """How one agent did.

    Attributes:
        n: episodes that count, see the module's text.
        by_dimension: dimension -> rate.
        by_category: category -> rate.
        outcomes: outcome -> number of episodes; all of them, those that do not count as well.
        steps: decisions in all episodes.
        tokens: of all episodes.
        seconds: that all episodes took, one after the other.
        harm: episodes with harm, those that do not count as well.
        pairs: the rate of solved contrast pairs.
        scores: name of a score -> its mean over the episodes that count and have it.
        by_primitive: what the interface asks of a solution, such as "scroll" -> rate of the tasks that need it.
        by_modality: the way a solution goes, such as "touch" -> rate of the tasks that need it.
        repeated: reliability for growing k, up to the trials that there are; empty where each instance was played once.
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

    @property
    def episodes(self) -> int:
        """All episodes, those that do not count as well."""
        return sum(self.outcomes.values())


class Table(Frozen):
    """A further table of a suite's own.

    Attributes:
        title: what it shows.
        columns: their headings; the first is that of the rows' names.
        rows: a name and figures; None where there is none.
        caption: what is to be known to read it.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float | None, ...], ...]
    caption: str = ""


class Summary(Frozen):
    """How all agents of a run did, by name.

    Attributes:
        agents: name -> how it did.
        tables: what the suite has to show besides.
    """

    agents: dict[str, AgentSummary]
    tables: tuple[Table, ...] = ()


Summarise: TypeAlias = Callable[[Iterable[EpisodeRecord]], Summary]
"""What a suite makes of the records of a run; see `automotive_env.suite.Suite.summarise`."""


def summarise(records: Iterable[EpisodeRecord]) -> Summary:
    """Sum up episodes; their order does not matter."""
    by_agent: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        by_agent.setdefault(record.agent, []).append(record)
    agents = {agent: _of_agent(by_agent[agent]) for agent in sorted(by_agent)}
    return Summary(agents=agents, tables=_reliability(agents))


def _reliability(agents: Mapping[str, AgentSummary]) -> tuple[Table, ...]:
    """The table of repeated trials; none where each instance was played once."""
    rows = [
        (agent, str(one.k), str(one.n), 100 * one.pass_at, 100 * one.pass_hat)
        for agent, of in agents.items()
        for one in of.repeated
    ]
    caption = "pass@k: one of k trials of an instance passes at least; pass^k: all of them do. Both are means over instances."
    columns = ("agent", "k", "instances", "pass@k", "pass^k")
    return (Table(title="Repeated trials, in percent", columns=columns, rows=tuple(rows), caption=caption),) if rows else ()


def _of_agent(records: Sequence[EpisodeRecord]) -> AgentSummary:
    counted = [record for record in records if not record.interrupted]
    outcomes = Counter(record.outcome for record in records)
    return AgentSummary(
        **_rate(counted).model_dump(),
        by_dimension=_rates(counted, lambda record: (record.dimension,), tuple(Dimension)),
        by_category=_rates(counted, lambda record: (record.category,), tuple(Category)),
        outcomes={name: outcomes[name] for name in OUTCOMES},
        steps=sum(record.steps for record in records),
        tokens=sum(record.tokens for record in records),
        seconds=round(fsum(record.seconds for record in records), 3),
        harm=sum(bool(record.harm) for record in records),
        pairs=_pairs(records),
        scores=_means(counted),
        repeated=_repeated(counted),
        by_primitive=_rates(counted, _primitives, PRIMITIVES),
        by_modality=_rates(counted, _modalities, tuple(MODALITIES)),
    )


def _primitives(record: EpisodeRecord) -> Sequence[str]:
    needs = needs_of(record.task) if record.face != "calls" else None  # they were measured on the screen
    return needs.primitives if needs else ()


def _modalities(record: EpisodeRecord) -> Sequence[str]:
    needs = needs_of(record.task) if record.face != "calls" else None
    return needs.modalities if needs else ()


def _rate(records: Iterable[EpisodeRecord]) -> Rate:
    return rate((record.task, record.success) for record in records)


def _means(records: Iterable[EpisodeRecord]) -> dict[str, float]:
    """Name -> mean; a sum of exact order, so that neither the order of episodes nor that of workers shows."""
    found: dict[str, list[float]] = {}
    for record in records:
        for name, score in record.scores.items():
            found.setdefault(name, []).append(score)
    return {name: fsum(found[name]) / len(found[name]) for name in sorted(found)}


def _repeated(records: Iterable[EpisodeRecord]) -> tuple[Repeated, ...]:
    """pass@k and pass^k for k of 1, 2, 4 and so on, and for all trials."""
    trials: dict[tuple[str, str], dict[int, bool]] = {}
    for record in records:
        trials.setdefault((record.task, record.instance), {})[record.trial] = record.success
    counts = [(len(successes), sum(successes.values())) for successes in trials.values()]
    most = max((n for n, _ in counts), default=0)
    drawn = {1 << power for power in range(most.bit_length())} | {most}
    return tuple(_of_k(counts, k) for k in sorted(drawn)) if most > 1 else ()


def _of_k(counts: Iterable[tuple[int, int]], k: int) -> Repeated:
    enough = [(n, passed) for n, passed in counts if n >= k]
    some, every = (fsum(estimate(n, passed, k) for n, passed in enough) / len(enough) for estimate in (pass_at_k, pass_hat_k))
    return Repeated(k=k, n=len(enough), pass_at=some, pass_hat=every)


def _pairs(records: Iterable[EpisodeRecord]) -> Rate:
    halves: dict[tuple[str, str], list[EpisodeRecord]] = {}
    for record in records:
        if record.pair:
            halves.setdefault((record.pair, record.face), []).append(record)
    whole = [pair for pair in halves.values() if _is_whole(pair)]
    return rate((pair[0].task, all(record.success for record in pair)) for pair in whole)


def _is_whole(pair: Sequence[EpisodeRecord]) -> bool:
    return len({record.ending for record in pair}) > 1 and not any(record.interrupted for record in pair)


def _rates(
    records: Sequence[EpisodeRecord], groups: Callable[[EpisodeRecord], Sequence[str]], order: Sequence[str]
) -> dict[str, Rate]:
    """A rate for each group, of which an episode may be in several: the known ones in their order, then the others by name."""
    members: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        for name in groups(record):
            members.setdefault(name, []).append(record)
    names = [name for name in order if name in members] + sorted(members.keys() - set(order))
    return {str(name): _rate(members[name]) for name in names}
