"""The papers' tables: a row for each contestant, and their own rows below, marked as quoted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from automotive_env.agents.agent import AgentOptions
from automotive_env.runs.papers.quoted import DIMENSIONS, GPS, INPUTS, SCREEN, SUCCESS, TREE
from automotive_env.runs.tables.contestants import ContestantGroup, option_words
from automotive_env.runs.tables.figures import Table, TableCell, TableRow, mean_cell, rate_cell, table_of
from automotive_env.runs.tables.summary import AgentSummary, summarise
from automotive_env.suites.vehicleworld.published import ACCURACY, COUNTS, DOMAINS, KINDS
from automotive_env.suites.vehicleworld.tables import is_in, score_cell
from automotive_env.tasks.kit.task import Category

_QUOTED = (
    " Rows in italics are quoted from Table 3 of the paper. They were measured on 185 other tasks and another head unit, so "
    "nothing follows from comparing them."
)
_DESIGNS = {"t3a": TREE, "m3a": SCREEN, "asurada": GPS, "human": "screen"}
_PARTS = {"elements": "a11y tree", "screenshot": "screen", "marks": "", "sensors": "", "windscreen": "windscreen"}
_PLACES = {"gps": "GPS alone", "context": "GPS"}


def summary_of(contestant: ContestantGroup) -> AgentSummary:
    """What the episodes of a contestant come to."""
    (summary,) = summarise(record.model_copy(update={"agent": "", "model": ""}) for record in contestant.records).agents.values()
    return summary


def success_table(contestants: Sequence[ContestantGroup], *, quote: bool = True) -> Table:
    """Success by dimension, in the layout of Table 3 of the Automotive-ENV paper, with contrast pairs and tokens besides.

    Args:
        contestants: rows of our own.
        quote: whether the paper's rows follow.
    """
    quoted: list[TableRow] = [
        (model or "–", method, INPUTS[method], "", *rates, None, None) for (model, method), rates in SUCCESS.items() if quote
    ]
    return table_of(
        "Success rates by dimension, in percent",
        ("base model", "method", "input", "n", *(dimension.replace("_", " ") for dimension in DIMENSIONS), "pairs", "tokens"),
        map(_success_row, contestants),
        "With 95 % intervals, clustered by task. Pairs: contrast pairs with both halves passed. Tokens: per episode."
        + (_QUOTED if quote else ""),
        quoted,
    )


def _success_row(one: ContestantGroup) -> TableRow:
    summary = summary_of(one)
    rates = (summary.by_dimension.get(dimension) for dimension in DIMENSIONS)
    cells: list[str | float | TableCell | None] = [rate_cell(rate) if rate else None for rate in rates]
    told = [words for words in one.told if words not in (one.model, *_changed(one))]
    method = one.agent.upper() if one.agent in ("t3a", "m3a", "asurada") else one.agent
    tokens = summary.per_episode.get("tokens")
    name = f"{method} ({', '.join(told)})" if told else method
    costs = (rate_cell(summary.pairs), mean_cell(tokens) if tokens else None)
    return (one.model or "–", name, input_of(one), str(summary.n), *cells, *costs)


def method_of(one: ContestantGroup) -> str:
    """The agent, and the options that set it apart."""
    told = [words for words in one.told if words != one.model]
    return f"{one.agent} ({', '.join(told)})" if told else one.agent


def input_of(one: ContestantGroup) -> str:
    """What a contestant is given, as the paper writes it, and which parts of its design are taken away; as far as it is known."""
    base = _DESIGNS.get(one.agent, "")
    see, geo = one.options.get("see"), one.options.get("geo")
    changed = _changed(one, besides=("see", "geo"))
    if isinstance(see, list | tuple):
        place = ["GPS"] if base.endswith(" + GPS") else []
        base = " + ".join(filter(None, (*(_PARTS.get(str(part), str(part)) for part in see), *place)))
        changed = [*([] if "sensors" in see else ["no sensors"]), *changed]
    if geo is not None:
        base = " + ".join(filter(None, (base.removesuffix(" + GPS"), _PLACES.get(str(geo), ""))))
    return ", ".join(filter(None, (base, *changed)))


def _changed(one: ContestantGroup, besides: Sequence[str] = ()) -> list[str]:
    """Which parts of its design, and of how its model is asked, are changed, in words."""
    defaults = {field.name: field.default for field in fields(AgentOptions)} | {"free_form": False}
    names = [name for name, default in defaults.items() if one.options.get(name) not in (default, [], None)]
    return [option_words(name, one.options[name]) for name in names if name not in besides]


def module_table(contestants: Sequence[ContestantGroup]) -> Table:
    """Success by module: the right half of Figure 4 of the Automotive-ENV paper as a table."""
    summaries = {one.name: summary_of(one) for one in contestants}
    rows: list[TableRow] = []
    for category in Category:
        rates = [of.by_category.get(category) for of in summaries.values()]
        if any(rates):
            rows.append((category.value, *(rate_cell(rate) if rate else None for rate in rates)))
    return table_of("Success rates by module, in percent", ("module", *summaries), rows)


def accuracy_table(contestants: Sequence[ContestantGroup]) -> Table:
    """Accuracy by domain and kind, in the layout of Table 4 of the VehicleWorld paper."""
    cells = [f"{domain} {kind}" for domain in DOMAINS for kind in KINDS]
    ours: list[TableRow] = [(one.name, way, *_accuracies(one, way, cells)) for one in contestants for way in ("strict", "paper")]
    quoted: list[TableRow] = [
        (name, "paper", figures[""], _weighted([figures[cell] for cell in cells], cells), *(figures[cell] for cell in cells))
        for name, figures in ACCURACY.items()
    ]
    heads = [f"{name} {kind}" for name in DOMAINS.values() for kind in KINDS]
    return table_of(
        "Accuracy by domain and kind, in percent",
        ("method", "scored", "overall", "as Table 2", *heads),
        ours,
        "S-S: a single turn with single intents, to M-M: several turns with several. Strict wants exact values where they were "
        "said, and the whole car; paper scores as it does. As Table 2: the mean of the sixteen kinds, weighted by the paper's "
        "numbers of tasks. Rows in italics are quoted from its Table 4, on other scenarios.",
        quoted,
    )


def _accuracies(one: ContestantGroup, way: str, cells: Sequence[str]) -> Iterator[TableCell | None]:
    counted = [record for record in one.records if not record.interrupted]
    found = {cell: score_cell([record for record in counted if is_in(record, cell)], f"{way}.accuracy") for cell in ("", *cells)}
    yield found.pop("")
    mean = _weighted([cell.value if cell else None for cell in found.values()], cells)
    yield None if mean is None else TableCell(mean)
    yield from found.values()


def _weighted(figures: Sequence[str | float | None], cells: Sequence[str]) -> float | None:
    """The mean of figures by kind, weighted as in Table 2 of the paper; None unless all are known."""
    known = [(figure, COUNTS[cell]) for figure, cell in zip(figures, cells, strict=True) if isinstance(figure, float)]
    return round(sum(figure * n for figure, n in known) / sum(COUNTS.values()), 2) if len(known) == len(cells) else None
