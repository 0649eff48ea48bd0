"""The summary as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from automotive_env.results.records import INTERRUPTED, OUTCOMES
from automotive_env.results.statistics import Rate
from automotive_env.results.summary import Summary

BAR = 20
"""Characters of a bar from 0 % to 100 %."""


def tables(summary: Summary) -> Group:
    """Success by dimension and by category, outcomes and cost, for every agent."""
    return Group(_success(summary), _outcomes(summary), _cost(summary))


def print_tables(summary: Summary, console: Console | None = None) -> None:
    """Print the tables."""
    (console or Console()).print(tables(summary))


def _table(title: str, *columns: str, words: int = 2) -> Table:
    """A table whose first columns hold words and whose others hold figures."""
    table = Table(title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold")
    for position, column in enumerate(columns):
        table.add_column(column, justify="left" if position < words else "right", no_wrap=position >= words)
    return table


def _success(summary: Summary) -> Table:
    table = _table("Success", "agent", "tasks", "n", "passed", "rate", "95 % interval")
    table.add_column("")
    for agent, of in summary.agents.items():
        table.add_row(Text(agent), Text("all", "bold"), *_figures(of), _bar(of), end_section=True)
        for kind in (of.by_dimension, of.by_category):
            for name, rate in kind.items():
                table.add_row("", Text(words(name)), *_figures(rate), _bar(rate))
            table.add_section()
    return table


def _figures(rate: Rate) -> tuple[str, str, str, str]:
    if not rate.n:
        return "0", "0", "–", "–"
    return str(rate.n), str(rate.passed), percent(rate.rate), f"{percent(rate.low)} – {percent(rate.high)}"


def percent(share: float) -> str:
    """A share as a percentage with one decimal, such as "66.7 %"."""
    return f"{100 * share:.1f} %"


def words(name: str) -> str:
    """The name of a group or an outcome as people write it."""
    return "HVAC" if name == "hvac" else name.replace("_", " ")


def _bar(rate: Rate) -> Text:
    """The interval as a line and the rate as a dot in it."""
    low, high, dot = (min(BAR - 1, int(share * BAR)) for share in (rate.low, rate.high, rate.rate))
    bar = Text("·" * BAR, "dim")
    if rate.n:
        bar = Text("·" * low, "dim") + Text("━" * (high - low + 1), "cyan") + Text("·" * (BAR - 1 - high), "dim")
        bar = bar[:dot] + Text("●", "bold cyan") + bar[dot + 1 :]
    return bar


def _outcomes(summary: Summary) -> Table:
    table = _table("Outcomes", "agent", "episodes", *map(words, OUTCOMES), words=1)
    for agent, of in summary.agents.items():
        table.add_row(Text(agent), str(of.episodes), *(_count(of.outcomes[name]) for name in OUTCOMES))
    broken = sum(of.outcomes[name] for of in summary.agents.values() for name in INTERRUPTED)
    if broken:
        table.caption = f"{broken} broken off by the environment or the model: shown here, counted in no n"
        table.caption_justify = "left"
    return table


def _count(number: int) -> Text:
    return Text(str(number), "" if number else "dim")


def _cost(summary: Summary) -> Table:
    table = _table("Cost", "agent", "steps", "an episode", "tokens", "an episode", "seconds", "an episode", words=1)
    for agent, of in summary.agents.items():
        table.add_row(Text(agent), *_totals_and_means((of.steps, of.tokens, of.seconds), of.episodes))
    return table


def _totals_and_means(totals: Iterable[float], episodes: int) -> Iterator[str]:
    for total in totals:
        yield f"{total:,.1f}" if isinstance(total, float) else f"{total:,}"
        yield f"{total / max(1, episodes):,.1f}"
