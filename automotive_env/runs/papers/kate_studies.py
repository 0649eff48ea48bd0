"""How success moves with what is told and how replies are drawn: Figures 1, 2, 3 and 7 of the KATE paper, for all suites."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from automotive_env.runs.papers.ablation import group_cells, groups_of
from automotive_env.runs.papers.variant_figures import panel_figure, variant_figure
from automotive_env.runs.papers.variants import Variant, VariantScores, VariantStudy
from automotive_env.runs.records.told import PREFIX
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.runs.tables.figures import Table, table_of
from automotive_env.runs.tables.items import counted_items

KINDS = ("st", "es", "sic", "tic")
HINTS = ("intent", "reflection", "state")
USUAL_SAMPLES = 4
AGGREGATIONS = {"self": "majority", "model": "chosen by the model", "write": "written by the model"}
AVERAGE = "average"
_FIELDS = {"knowledge": "knowledge", "hints": "hints", "samples": "replies", "aggregation": ""}


class KateSetup(NamedTuple):
    """What is told to an agent, and how its replies are drawn; a plain agent is told nothing, and gives one reply.

    Attributes:
        knowledge: kinds, in words; "none" for none.
        hints: in words; "none" for none.
        samples: replies of a step.
        aggregation: what settles replies that differ; empty for one reply.
    """

    knowledge: str
    hints: str
    samples: int
    aggregation: str


def setup_of(one: ContestantGroup) -> KateSetup:
    """The set-up of a contestant, by the options of its run."""
    if not one.agent.startswith(PREFIX):
        return KateSetup("none", "none", 1, "")
    option = one.options.get
    named = option("knowledge")
    told = KINDS if named == ["all"] else ["st"] if named is None else named
    hints = option("hints") or ()
    samples = int(option("samples") or USUAL_SAMPLES) if option("sample", True) else 1
    aggregation = AGGREGATIONS.get(str(option("aggregate") or "model"), "") if samples > 1 else ""
    knowledge = _words([kind for kind in KINDS if kind in told], KINDS)
    return KateSetup(knowledge, _words([hint for hint in HINTS if hint in hints], HINTS), samples, aggregation)


def _words(some: Sequence[str], known: Sequence[str]) -> str:
    return "none" if not some else "all" if len(some) == len(known) else " + ".join(some)


VaryKate: TypeAlias = Callable[[KateSetup], Iterator[tuple[KateSetup, str, float]]]
"""What a set-up is compared within, the name of its variant, and the place of that; several where it belongs to several."""


@dataclass(frozen=True, slots=True)
class KateStudy(VariantStudy):
    """A figure of the KATE paper.

    Attributes:
        vary: what is compared.
        shown: which columns: "all", "average" or "kinds" of tasks.
    """

    vary: VaryKate = lambda setup: iter(())
    shown: str = "all"

    def results(self, contestants: Sequence[ContestantGroup]) -> list[VariantScores]:
        """The success of each variant, by kind of task; none unless two variants at least were played with all else equal."""
        columns = () if self.shown == "average" else self._columns(groups_of(contestants))
        return [one for results in self.panels(contestants, columns).values() for one in results]

    def panels(
        self, contestants: Sequence[ContestantGroup], columns: Sequence[str] = ()
    ) -> Mapping[str, Sequence[VariantScores]]:
        """The same by column: a kind of task, or the average of all kinds; groups then do not name it."""
        kinds = groups_of(contestants)
        found: dict[tuple[str, KateSetup], dict[tuple[float, str], ContestantGroup]] = {}
        for one in contestants:
            for fixed, name, order in self._variants(one, contestants):
                found.setdefault((f"{one.agent.removeprefix(PREFIX)}, {one.model}", fixed), {}).setdefault((order, name), one)
        keys = [key for key, of in found.items() if len(of) > 1]
        panels: dict[str, list[VariantScores]] = {}
        for column in (columns or self._columns(kinds)) if keys else ():
            for key in keys:
                group, place = _group(key, column if columns else "", keys), [*kinds, AVERAGE].index(column)
                for (order, name), one in sorted(found[key].items(), key=lambda item: item[0]):
                    cell = group_cells(one, kinds)[place]
                    scores = VariantScores(Variant(group, name, order), len(counted_items(one.records)), (cell,))
                    panels.setdefault(column.replace("_", " "), []).append(scores)
        return panels

    def _variants(self, one: ContestantGroup, contestants: Sequence[ContestantGroup]) -> Iterator[tuple[KateSetup, str, float]]:
        """The variants of a contestant; one reply is the first point of each way to settle several."""
        for fixed, name, order in self.vary(setup_of(one)):
            if self.axis and not fixed.aggregation:
                ways = {setup_of(other).aggregation for other in contestants} - {""}
                yield from ((fixed._replace(aggregation=way), name, order) for way in sorted(ways))
            else:
                yield fixed, name, order

    def _columns(self, kinds: Sequence[str]) -> list[str]:
        return [AVERAGE] if self.shown == "average" or len(kinds) < 2 else [*kinds, *([AVERAGE] if self.shown == "all" else [])]

    def table(self, results: Sequence[VariantScores]) -> Table:
        """The scores as a table."""
        return table_of(
            f"{self.title}, in percent",
            ("group", "variant", "n", *self.scores),
            [(one.variant.group, one.variant.name, str(one.n), *one.cells) for one in results],
            f"{self.source} of the KATE paper. Mean and deviation over repetitions; of a single one the 95 % interval.",
        )


def _group(key: tuple[str, KateSetup], column: str, keys: Sequence[tuple[str, KateSetup]]) -> str:
    """The column, if it is to be named, and whatever tells the key from the others."""
    who, fixed = key
    told = [who] if len({name for name, _ in keys}) > 1 else []
    apart = [field for field in KateSetup._fields if len({getattr(other, field) for _, other in keys}) > 1]
    told += [f"{_FIELDS[field]} {getattr(fixed, field)}".strip() for field in apart]
    return ", ".join([*filter(None, [column.replace("_", " ")]), *told]) or fixed.aggregation or who


def _by_knowledge(setup: KateSetup) -> Iterator[tuple[KateSetup, str, float]]:
    known = ("none", "st", "es", "st + es", "sic", "tic", "sic + tic", "all")
    order = known.index(setup.knowledge) if setup.knowledge in known else len(known)
    yield setup._replace(knowledge=""), setup.knowledge, order


def _by_hints(setup: KateSetup) -> Iterator[tuple[KateSetup, str, float]]:
    known = ("none", *HINTS, "all")
    yield setup._replace(hints=""), setup.hints, known.index(setup.hints) if setup.hints in known else len(known)


def _by_samples(setup: KateSetup) -> Iterator[tuple[KateSetup, str, float]]:
    yield setup._replace(samples=0), str(setup.samples), setup.samples


_STUDY = partial(KateStudy, find=lambda one: None, scores={"passed": "success"})


def kate_figure(study: KateStudy, contestants: Sequence[ContestantGroup]) -> bytes:
    """The figure of a study, with a panel for each kind of task if it shows these along an axis.

    Raises:
        UsageError: there is too much for one figure, or matplotlib is missing.
    """
    if study.axis and study.shown == "kinds":
        return panel_figure(study, study.panels(contestants))
    return variant_figure(study, study.results(contestants))


KATE_STUDIES: Mapping[str, KateStudy] = {
    "knowledge": _STUDY("Success by the knowledge shown", "Figure 1", vary=_by_knowledge),
    "hints": _STUDY("Success by the hints that are given", "Figure 2", vary=_by_hints),
    "samples": _STUDY(
        "Success by the number of replies", "Figure 3", axis="replies of a step", vary=_by_samples, shown="average"
    ),
    "samples-by-kind": _STUDY(
        "Success by the number of replies and the kind of task",
        "Figure 7",
        axis="replies of a step",
        vary=_by_samples,
        shown="kinds",
    ),
}
"""Name of the files -> the figure in them."""
