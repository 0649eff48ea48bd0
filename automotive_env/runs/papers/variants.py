"""How scores move with one option: the data of Figures 5, 6, 7, 9 and 10 of the VehicleWorld paper, from the records of runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from automotive_env.agents.options import AgentOptions
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.contestants import ContestantGroup, option_words
from automotive_env.runs.tables.figures import Table, TableCell, table_of
from automotive_env.runs.tables.items import counted_items
from automotive_env.suites.vehicleworld.tables import score_cell

STUDIED = ("reflections", "examples", "plan", "distractors")
"""Options that the paper varies; a figure that does not vary one tells it apart by name."""
METHODS = {"fc": "FC", "sfc": "SFC", "fc_sfc": "FC+SFC"}
_PARAMETERS = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s*[bB]\b")


class Variant(NamedTuple):
    """Where a contestant stands in a figure.

    Attributes:
        group: what it is compared within, such as a model.
        name: which variant it is.
        order: variants are shown in this order; on a numeric axis, its position.
    """

    group: str
    name: str
    order: float


class VariantScores(NamedTuple):
    """The scores of a variant, in percent.

    Attributes:
        variant: whose.
        n: episodes that count.
        cells: a score for each of the figure's; None where no episode has it.
    """

    variant: Variant
    n: int
    cells: tuple[TableCell | None, ...]


FindVariant: TypeAlias = Callable[[ContestantGroup], Variant | None]


@dataclass(frozen=True, slots=True)
class VariantStudy:
    """A figure of the paper that compares variants.

    Attributes:
        title: what it shows.
        source: which figure of the paper.
        find: the variant of a contestant; None if it has no place in the figure.
        scores: column -> score; the first is drawn as bars or lines, the second as marks.
        axis: what is on a numeric axis; empty if variants have names.
    """

    title: str
    source: str
    find: FindVariant
    scores: Mapping[str, str]
    axis: str = ""

    def results(self, contestants: Sequence[ContestantGroup]) -> list[VariantScores]:
        """The scores of each variant; none unless at least two variants of one group were played."""
        found: dict[Variant, list[EpisodeRecord]] = {}
        for one in sorted(contestants, key=lambda one: [*METHODS, one.agent].index(one.agent)):
            if one.model and (variant := self.find(one)):
                found.setdefault(variant, []).extend(counted_items(one.records))
        groups = [variant.group for variant in found]
        shown = {variant: records for variant, records in found.items() if groups.count(variant.group) > 1}
        ordered = sorted(shown, key=lambda variant: (groups.index(variant.group), variant.order, variant.name))
        return [
            VariantScores(one, len(shown[one]), tuple(score_cell(shown[one], score) for score in self.scores.values()))
            for one in ordered
        ]

    def table(self, results: Sequence[VariantScores]) -> Table:
        """The scores as a table."""
        return table_of(
            f"{self.title}, in percent",
            ("group", "variant", "n", *self.scores),
            [(one.variant.group, one.variant.name, str(one.n), *one.cells) for one in results],
            f"{self.source} of the VehicleWorld paper, scored as in the paper; 95 % intervals, clustered by scenario.",
        )


def _group(one: ContestantGroup, *varied: str, method: bool = True, model: str | None = None) -> str:
    """The method, the model and the options of the paper that differ from their defaults, except those that a figure varies."""
    told = [option_words(name, one.options.get(name)) for name in STUDIED if name not in varied and _differs(one, name)]
    return ", ".join(filter(None, (_method(one) if method else "", one.model if model is None else model, *told)))


def _method(one: ContestantGroup) -> str:
    return METHODS.get(one.agent, one.agent)


def _differs(one: ContestantGroup, name: str) -> bool:
    default = getattr(AgentOptions, name)
    return bool(one.options.get(name, default) != default)


def _by_distractors(one: ContestantGroup) -> Variant | None:
    added = one.options.get("distractors", 0)
    return Variant(_group(one, "distractors"), str(added), added) if isinstance(added, int) else None


def _by_size(one: ContestantGroup) -> Variant | None:
    found = _PARAMETERS.search(one.model)
    if not found:
        return None
    family = (one.model[: found.start()] + one.model[found.end() :]).strip(" -_:/")
    return Variant(_group(one, model=family), f"{found[1]}B", float(found[1]))


def _by_prompting(one: ContestantGroup) -> Variant | None:
    reflects, without = _differs(one, "reflections"), _differs(one, "examples")
    if reflects and without:
        return None
    names = ("ReAct", "ReAct + reflection", "ReAct without examples")
    order = 1 if reflects else 2 if without else 0
    return Variant(_group(one, "reflections", "examples"), names[order], order)


def _by_reasoning(one: ContestantGroup) -> Variant:
    plans = _differs(one, "plan")
    return Variant(_group(one, "plan"), "with a plan" if plans else "without a plan", float(plans))


def _by_method(one: ContestantGroup) -> Variant | None:
    known = list(METHODS)
    return Variant(_group(one, method=False), _method(one), known.index(one.agent)) if one.agent in known else None


_BOTH = {"accuracy": "paper.accuracy", "F1 positive": "paper.f1_positive"}
STUDIES: Mapping[str, VariantStudy] = {
    "complexity": VariantStudy(
        "Accuracy by the number of irrelevant devices shown",
        "Figure 5",
        _by_distractors,
        {"accuracy": "paper.accuracy"},
        "irrelevant devices",
    ),
    "scale": VariantStudy("Accuracy and F1 by model size", "Figure 6", _by_size, _BOTH, "billions of parameters"),
    "prompting": VariantStudy("Accuracy and F1 by prompting strategy", "Figure 7", _by_prompting, _BOTH),
    "reasoning": VariantStudy("Accuracy with and without a plan", "Figure 9", _by_reasoning, {"accuracy": "paper.accuracy"}),
    "devices": VariantStudy(
        "Accuracy and device selection by method",
        "Figure 10",
        _by_method,
        {"accuracy": "paper.accuracy", "device selection": "devices.found", "exactly the right devices": "devices.exact"},
    ),
}
"""Name of the files -> the figure in them."""
