"""The summary as tables for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from automotive_env.printable import printable
from automotive_env.results.figures import Table as Summarised
from automotive_env.results.means import Mean
from automotive_env.results.measures import COSTS
from automotive_env.results.records import INTERRUPTED, OUTCOMES, EpisodeRecord
from automotive_env.results.statistics import Rate
from automotive_env.results.summary import Summary
from automotive_env.results.verification import Verification

NARROWEST, WIDEST = 6, 24
"""Characters of a bar from 0 % to 100 %: it takes the room that the words and figures leave."""


DECIMALS = {"steps": 0, "tokens": 0, "seconds": 2, "price": 4}
"""Of totals of costs."""
UNITS = {"price": "US dollars"}
MAX_UNBROKEN = 20
"""Characters of a word in a table that is kept whole."""


@dataclass(frozen=True, slots=True)
class Bar:
    """An interval as a line, with the rate as a dot on it."""

    rate: Rate

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(NARROWEST, min(WIDEST, options.max_width))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(WIDEST, options.max_width)
        bar = Text("·" * width, "dim")
        if self.rate.n:
            low, high, dot = (min(width - 1, int(x * width)) for x in (self.rate.low, self.rate.high, self.rate.rate))
            bar = Text("·" * low, "dim") + Text("━" * (high - low + 1), "cyan") + Text("·" * (width - 1 - high), "dim")
            bar = bar[:dot] + Text("●", "bold cyan") + bar[dot + 1 :]
        yield bar


def tables(summary: Summary) -> Group:
    """Success by dimension and category, outcomes, harm, scores, the tables of the suite, and cost, for every agent."""
    scores = [_scores(summary)] if any(of.scores for of in summary.agents.values()) else []
    return Group(
        _success(summary), _outcomes(summary), _harm(summary), *scores, *map(suite_table, summary.tables), _cost(summary)
    )


def print_tables(summary: Summary, console: Console | None = None) -> None:
    """Print the tables."""
    (console or Console()).print(tables(summary))


def print_failures(records: Iterable[EpisodeRecord], console: Console) -> None:
    """Print why each episode that did not pass did not, one paragraph an episode."""
    for record in records:
        if not record.success:
            heading = Text.assemble((printable(record.task), "bold"), f" · {printable(record.agent)} · {words(record.outcome)}")
            console.print(heading, soft_wrap=True)
            console.print(Padding(Text(printable(record.why), "dim"), (0, 0, 0, 2)))


def _table(title: str, *columns: str, words: int = 1) -> Table:
    """A table whose first columns hold words and whose others hold figures, under headings that may be folded."""
    table = Table(title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False)
    for position, column in enumerate(columns):
        heading = printable(column)
        widest = max(map(len, heading.split()), default=0)
        table.add_column(Text(heading), justify="left" if position < words else "right", min_width=widest, overflow="fold")
    return table


def _success(summary: Summary) -> Table:
    table = _table("Success", "agent", "tasks", "n", "passed", "rate", "95 % interval", words=2)
    for column in table.columns[1:]:
        column.no_wrap = True
    table.add_column("")
    for agent, of in summary.agents.items():
        pairs = [("contrast pairs", of.pairs)] if of.pairs.n else []
        table.add_row(Text(printable(agent)), Text("all", "bold"), *_figures(of), Bar(of), end_section=not pairs)
        for name, rate in pairs:
            table.add_row("", Text(name, "bold"), *_figures(rate), Bar(rate), end_section=True)
        for kind in (of.by_dimension, of.by_category):
            for name, rate in kind.items():
                table.add_row("", Text(words(name)), *_figures(rate), Bar(rate))
            table.add_section()
    table.caption = "Intervals are clustered by task; a contrast pair passes only where all its halves do."
    table.caption_justify = "left"
    return table


def _figures(rate: Rate) -> tuple[str, str, str, str]:
    if not rate.n:
        return "0", "0", "–", "–"
    return str(rate.n), str(rate.passed), percent(rate.rate), f"{100 * rate.low:.1f} – {percent(rate.high)}"


def percent(share: float) -> str:
    """A share as a percentage with one decimal, such as "66.7 %"."""
    return f"{100 * share:.1f} %"


def words(name: str) -> str:
    """The name of a group or an outcome as people write it."""
    return "HVAC" if name == "hvac" else printable(name.replace("_", " "))


def _outcomes(summary: Summary) -> Table:
    table = _table("Outcomes", "agent", "episodes", *map(words, OUTCOMES), "with harm")
    for agent, of in summary.agents.items():
        counts = (*(of.outcomes[name] for name in OUTCOMES), of.harm)
        table.add_row(Text(printable(agent)), str(of.episodes), *map(_count, counts))
    broken = sum(of.outcomes[name] for of in summary.agents.values() for name in INTERRUPTED)
    if broken:
        table.caption = f"{broken} broken off by the environment or the model: shown here, counted in no n"
        table.caption_justify = "left"
    return table


def _harm(summary: Summary) -> Table:
    table = _table("Harm on the way", "agent", "n", "with harm", "rate", "95 % interval")
    table.add_column("")
    for agent, of in summary.agents.items():
        table.add_row(Text(printable(agent)), *_figures(of.harm_rate), Bar(of.harm_rate))
    return table


def _count(number: int) -> Text:
    return Text(str(number), "" if number else "dim")


def _scores(summary: Summary) -> Table:
    table = _table("Scores", "agent", "score", "mean", "95 % interval", words=2)
    for agent, of in summary.agents.items():
        for name, score in of.score_means.items():
            table.add_row(Text(printable(agent)), Text(printable(name)), f"{score.mean:.4f}", _interval(score, 4))
    return table


def suite_table(shown: Summarised) -> Table:
    """A table of a suite's own."""
    table = _table(shown.title, *shown.columns)
    rows = [list(map(printable, row)) for row in shown.texts()]
    for column, texts in zip(table.columns, zip(*rows, strict=True), strict=False):
        longest = max(len(word) for text in texts for word in text.split() or [""])
        column.min_width = min(MAX_UNBROKEN, max(column.min_width or 0, longest))
    for row in rows:
        table.add_row(*map(Text, row))
    table.caption = shown.caption or None
    table.caption_justify = "left"
    return table


def verification_tables(found: Verification) -> Group:
    """How many episodes say what they should, and why others were not scored again."""
    table = _table("Scored again", "episodes", "same", "different", "not scored", "missing", words=0)
    counts = (found.episodes, found.same, len(found.different), len(found.not_scored), len(found.missing))
    table.add_row(*map(_count, counts))
    if not found.not_scored:
        return Group(table)
    reasons = _table("Not scored", "why", "episodes")
    for why, number in sorted(Counter(one.why for one in found.not_scored).items()):
        reasons.add_row(Text(printable(why)), str(number))
    return Group(table, reasons)


def _cost(summary: Summary) -> Table:
    table = _table("Cost", "agent", "of", "total", "an episode", "95 % interval", words=2)
    for agent, of in summary.agents.items():
        for name in COSTS:
            total, mean = getattr(of, name), of.per_episode.get(name)
            if total is not None and (total or name != "price"):
                decimals = DECIMALS[name]
                means = (f"{mean.mean:,.{decimals or 1}f}", _interval(mean, decimals or 1)) if mean else ("–", "–")
                table.add_row(Text(printable(agent)), UNITS.get(name, name), f"{total:,.{decimals}f}", *means)
    table.caption = "Totals are of all episodes, means of those that count."
    table.caption_justify = "left"
    return table


def _interval(mean: Mean, decimals: int) -> str:
    """Where a mean may lie; a dash where nothing is known of it."""
    if mean.low is None or mean.high is None:
        return "–"
    return f"{mean.low:,.{decimals}f} – {mean.high:,.{decimals}f}"
