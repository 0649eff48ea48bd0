"""A comparison as tables: rates, costs and what chance does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from automotive_env.runs.tables.attention import score_decimals
from automotive_env.runs.tables.comparison import AgentComparison
from automotive_env.runs.tables.figures import Table, TableCell, TableRow, mean_cell, rate_cell, table_of
from automotive_env.runs.tables.labels import level_name
from automotive_env.runs.tables.means import MeanEstimate
from automotive_env.runs.tables.paired import PairedRate
from automotive_env.runs.tables.table import words

CAPTION = (
    "A pair of episodes counts as one item and passes when both halves pass. Difference: the second minus the first, with its "
    "95 % interval from resampling tasks. Alone: items that only the first passed, and items that only the "
    "second passed. p: McNemar's exact test, "
    "which treats the instances of a task as independent."
)


def comparison_tables(found: AgentComparison) -> tuple[Table, ...]:
    """The tables of a comparison."""
    return _rates(found), *_errors(found), _costs(found), *_scores(found), *_chance(found)


def _rates(found: AgentComparison) -> Table:
    columns = ("compared", "n", found.first, found.second, "difference", "alone", "p")
    return table_of("Pass rates on the same items, in percent", columns, _rows(found), CAPTION)


def _rows(found: AgentComparison) -> Iterator[TableRow]:
    yield _row("all", found.success)
    if found.contrast.n:
        yield _row("contrast pairs", found.contrast)
    for groups in (found.by_dimension, found.by_category):
        for name, rates in groups.items():
            yield _row(name.replace("_", " "), rates)
    for level, rates in found.by_level.items():
        yield _row(level_name(level), rates)
    if len(found.by_ending) > 1:
        for ending, rates in found.by_ending.items():
            yield _row(f"to {ending}", rates)
    yield _row("episodes with harm", found.harm)


def _errors(found: AgentComparison) -> Iterator[Table]:
    """How items failed; nothing where none did, or types are not known."""
    if found.error_types:
        columns = ("primary error type", "n", found.first, found.second, "difference", "alone", "p")
        rows = [_row(name, rates) for name, rates in found.error_types.items()]
        yield table_of("Failure rates on the same items, in percent", columns, rows, "Shares of all items that both played.")


def _row(name: str, rates: PairedRate) -> TableRow:
    known = None if rates.low is None or rates.high is None else (100 * rates.low, 100 * rates.high)
    alone = f"{rates.only_first}, {rates.only_second}"
    difference = TableCell(100 * rates.difference, known)
    return (name, str(rates.n), rate_cell(rates.first), rate_cell(rates.second), difference, alone, p_text(rates.p))


def p_text(p: float) -> str:
    """A p-value as it is written."""
    return "<.001" if p < 0.001 else "1" if p == 1 else f"{p:.3f}".removeprefix("0")


def _costs(found: AgentComparison) -> Table:
    rows = [_cost(name, (of.first, of.second, of.difference)) for name, of in found.costs.items()]
    return table_of("Averages per episode", ("cost", found.first, found.second, "difference"), rows)


def _cost(name: str, means: Iterable[MeanEstimate]) -> TableRow:
    """A cost; prices are small, and so in cents."""
    title, scale = ("US cents", 100.0) if name == "price" else (name, 1.0)
    return (title, *(mean_cell(mean, scale) for mean in means))


def _scores(found: AgentComparison) -> Iterator[Table]:
    """The scores that both have in some episode."""
    if found.scores:
        columns = ("score", "n", found.first, found.second, "difference")
        rows: list[TableRow] = [
            (words(name), str(of.first.n), *(_score(name, mean) for mean in (of.first, of.second, of.difference)))
            for name, of in found.scores.items()
        ]
        yield table_of("Scores of an episode on average", columns, rows, "n: episodes in which both have the score.")


def _score(name: str, mean: MeanEstimate) -> str:
    """A score with its interval, rounded as a report rounds it."""
    places = score_decimals(name)
    told = "" if mean.low is None or mean.high is None else f" ({mean.low:z,.{places}f}..{mean.high:z,.{places}f})"
    return f"{mean.mean:z,.{places}f}{told}" if mean.n else "–"


def _chance(found: AgentComparison) -> Iterator[Table]:
    """By how much each would differ from itself; none where each instance was played once."""
    chances = ((found.first, found.first_noise), (found.second, found.second_noise))
    rows: list[TableRow] = [
        (name, str(noise.instances), mean_cell(noise.disagreement, 100.0), 100 * noise.floor) for name, noise in chances if noise
    ]
    if rows:
        columns = ("agent", "instances", "two trials differ", "noise floor")
        yield table_of("Differences by chance alone, in percent", columns, rows)
