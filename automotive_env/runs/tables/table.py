"""The summary as tables for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from automotive_env.runs.records.records import INTERRUPTED, OUTCOMES
from automotive_env.runs.records.verification import RunVerification
from automotive_env.runs.tables.attention import ATTENTION, score_decimals
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.runs.tables.figures import Table as Summarised
from automotive_env.runs.tables.grid import GridCell, IntervalBar, TextGrid
from automotive_env.runs.tables.labels import level_name
from automotive_env.runs.tables.means import MeanEstimate
from automotive_env.runs.tables.measures import COSTS
from automotive_env.runs.tables.statistics import SuccessRate
from automotive_env.runs.tables.summary import AgentSummary, RunSummary
from automotive_env.text.printable import printable

DECIMALS = {"steps": 0, "tokens": 0, "seconds": 2, "price": 4}
"""Of totals of costs."""
UNITS = {"price": "US dollars"}
MAX_WHY = 300
"""Characters of the sentence that says why an episode failed."""


def tables(summary: RunSummary) -> Group:
    """Success by group, the tables of the suite, outcomes, harm, scores and cost, for every agent."""
    scores = [_scores(summary)] if any(of.scores for of in summary.agents.values()) else []
    own = map(suite_table, summary.tables)
    found = (_success(summary), *own, _outcomes(summary), _harm(summary), *scores, _cost(summary))
    return Group(*(part for table in found for part in (table, Text())))


def print_tables(summary: RunSummary, console: Console | None = None) -> None:
    """Print the tables."""
    (console or Console()).print(tables(summary), end="")


def print_failures(failed: Iterable[EpisodeRow], console: Console) -> None:
    """Print why episodes did not pass: an everyday sentence, and below it what was wanted and found."""
    for row in failed:
        heading = Text.assemble((printable(row.task), "bold"), f" · {printable(row.agent)} · {words(row.outcome)}")
        console.print(heading, soft_wrap=True)
        for line, style in ((plain_sentence(row), ""), (row.why, "dim")):
            console.print(Padding(Text(printable(line), style), (0, 0, 0, 2)))


def plain_sentence(row: EpisodeRow) -> str:
    """What was said, in quotation marks, and why the episode failed, in one everyday sentence."""
    why = row.plainly
    return f"“{row.goal}” {why if len(why) <= MAX_WHY else f'{why[: MAX_WHY - 1]}…'}"


def counts_line(summary: RunSummary) -> str:
    """How many items there are, and how many episodes they are made of."""
    found = {(of.items, of.episodes) for of in summary.agents.values()}
    pairs = "a pair of episodes counts as one item and passes when both halves pass"
    if all(number == played for number, played in found):
        return ""
    if len(found) > 1:
        return f"{pairs[0].upper()}{pairs[1:]}."
    ((number, played),) = found
    each = " for each agent" if len(summary.agents) > 1 else ""
    return f"{number} items, {played} episodes{each}; {pairs}."


def _texts(*cells: str | Text | IntervalBar) -> list[GridCell]:
    return [Text(cell) if isinstance(cell, str) else cell for cell in cells]


def _success(summary: RunSummary) -> TextGrid:
    rows: list[list[GridCell]] = []
    sections: set[int] = set()
    for agent, of in summary.agents.items():
        name = printable(agent)
        for part in _parts(of):
            for group, rate in part:
                rows.append(_texts(name, group, *_figures(rate), IntervalBar(rate)))
                name = ""
            sections.add(len(rows) - 1)
    caption = f"{counts_line(summary)} Intervals are clustered by task.".strip()
    heads = ("agent", "tasks", "n", "passed", "rate", "95 % interval", "")
    return TextGrid("Success", heads, rows, caption, words=2, whole=frozenset({1, 2, 3, 4, 5}), sections=frozenset(sections))


def _parts(of: AgentSummary) -> Iterator[list[tuple[Text, SuccessRate]]]:
    """The rows of an agent in parts: all and pairs, then each way in which tasks are grouped."""
    pairs = [("contrast pairs", of.pairs)] if of.pairs.n else []
    yield [(Text(name, "bold"), rate) for name, rate in (("all", of), *pairs)]
    yield [(Text(words(name)), rate) for name, rate in of.by_dimension.items()]
    yield [(Text(words(name)), rate) for name, rate in of.by_category.items()]
    if of.by_level:
        yield [(Text(level_name(level)), rate) for level, rate in of.by_level.items()]
    if len(of.by_ending) > 1:
        yield [(Text(f"to {words(ending)}"), rate) for ending, rate in of.by_ending.items()]


def _figures(rate: SuccessRate) -> tuple[str, str, str, str]:
    if not rate.n:
        return "0", "0", "–", "–"
    return str(rate.n), str(rate.passed), percent(rate.rate), f"{100 * rate.low:.1f} – {percent(rate.high)}"


def percent(share: float) -> str:
    """A share as a percentage with one decimal, such as "66.7 %"."""
    return f"{100 * share:.1f} %"


def words(name: str) -> str:
    """The name of a group or an outcome as people write it."""
    return "HVAC" if name == "hvac" else printable(name.replace("_", " "))


def _outcomes(summary: RunSummary) -> TextGrid:
    rows = [
        _texts(printable(agent), str(of.items), *(_count(of.outcomes[name]) for name in OUTCOMES))
        for agent, of in summary.agents.items()
    ]
    broken = sum(of.outcomes[name] for of in summary.agents.values() for name in INTERRUPTED)
    caption = f"{broken} ended by the environment or the model: shown here, but not counted in n" if broken else ""
    return TextGrid("Outcomes", ("agent", "items", *map(words, OUTCOMES)), rows, caption)


def _harm(summary: RunSummary) -> TextGrid:
    rows = [_texts(printable(agent), *_figures(of.harm_rate), IntervalBar(of.harm_rate)) for agent, of in summary.agents.items()]
    heads = ("agent", "episodes", "with harm", "rate", "95 % interval", "")
    return TextGrid("Harm", heads, rows, whole=frozenset({3, 4}))


def _count(number: int) -> Text:
    return Text(str(number), "" if number else "dim")


def _scores(summary: RunSummary) -> TextGrid:
    rows = [
        _texts(printable(agent), words(name), str(score.n), f"{score.mean:.{places}f}", _interval(score, places))
        for agent, of in summary.agents.items()
        for name, score in of.score_means.items()
        for places in (score_decimals(name),)
    ]
    caption = "n: episodes that have the score. docs/attention.md defines the attention scores."
    heads = ("agent", "score", "n", "mean", "95 % interval")
    attentive = any(name in ATTENTION for of in summary.agents.values() for name in of.scores)
    return TextGrid("Scores", heads, rows, caption if attentive else "", words=2)


def suite_table(shown: Summarised) -> TextGrid:
    """A table of a suite's own; rows that were not measured in this run are in italics."""
    rows = [
        [Text(printable(text), "italic" if number in shown.quoted else "") for text in row]
        for number, row in enumerate(shown.texts())
    ]
    first = min(shown.quoted, default=0)
    sections = frozenset({first - 1} if first else ())
    return TextGrid(shown.title, tuple(map(printable, shown.columns)), rows, shown.caption, sections=sections)


def verification_tables(found: RunVerification) -> Group:
    """How many episodes say what they should, and why others were not scored again."""
    not_scored = Counter(one.why for one in found.not_scored if one.is_episode)
    counts = (found.episodes, found.same, len(found.different), not_scored.total(), len(found.missing))
    heads = ("episodes", "same", "different", "not scored", "missing")
    table = TextGrid("Scored again", heads, [list(map(_count, counts))], words=0)
    if not found.not_scored:
        return Group(table)
    reasons = sorted({one.why for one in found.not_scored})
    rows = [_texts(printable(why), str(not_scored[why] or "–")) for why in reasons]
    return Group(table, TextGrid("Not scored", ("why", "episodes"), rows))


def _cost(summary: RunSummary) -> TextGrid:
    rows: list[list[GridCell]] = []
    for agent, of in summary.agents.items():
        for name in COSTS:
            total, mean = getattr(of, name), of.per_episode.get(name)
            if total is not None and (total or name != "price"):
                decimals = DECIMALS[name]
                means = (f"{mean.mean:,.{decimals or 1}f}", _interval(mean, decimals or 1)) if mean else ("–", "–")
                rows.append(_texts(printable(agent), UNITS.get(name, name), f"{total:,.{decimals}f}", *means))
    caption = "Totals cover all episodes. Means exclude episodes that the environment or the model ended."
    return TextGrid("Cost", ("agent", "of", "total", "per episode", "95 % interval"), rows, caption, words=2)


def _interval(mean: MeanEstimate, decimals: int) -> str:
    """Where a mean may lie; a dash where nothing is known of it."""
    if mean.low is None or mean.high is None:
        return "–"
    return f"{mean.low:,.{decimals}f} – {mean.high:,.{decimals}f}"
