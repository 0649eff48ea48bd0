"""Play the built-in model as every agent, with and without what it can be given, and write `docs/results.md` and its picture.

It takes about twenty minutes of CPU time. The layout is that of the published paper's Table 3 and Figure 4; its figures, which
were taken on other tasks and another head unit, are quoted beside ours.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Annotated, NamedTuple

import typer

from automotive_env.results.folder import RunFolder
from automotive_env.results.records import EpisodeRecord
from automotive_env.results.statistics import Rate
from automotive_env.results.summary import AgentSummary, summarise
from automotive_env.task import Category, Dimension

DOCS = Path(__file__).resolve().parent.parent / "docs"
PICTURE = "images/results-place.svg"


class Row(NamedTuple):
    """A row of the tables: how it is called, what the agent is given, and the options of the run."""

    name: str
    given: str
    options: str


AGENTS = (
    Row("T3A", "tree", "--agent t3a"),
    Row("M3A", "tree + screen", "--agent m3a"),
    Row("ASURADA", "tree + screen + place", "--agent asurada"),
)
WITHOUT_PLACE = Row("ASURADA", "tree + screen", "--agent asurada --geo off")
ABLATIONS = (
    Row("T3A", "tree + place", "--agent t3a --geo context"),
    Row("M3A", "screen", "--agent m3a --see screenshot"),
    Row("M3A", "tree + screen, no sensors", "--agent m3a --see elements,screenshot,marks"),
    Row("M3A", "no reflection", "--agent m3a --no-reflection"),
    WITHOUT_PLACE,
    Row("ASURADA", "position alone", "--agent asurada --geo gps"),
    Row("ASURADA", "no memory", "--agent asurada --no-memory"),
    Row("ASURADA", "lasting memory", "--agent asurada --lasting-memory"),
    Row("ASURADA", "free form", "--agent asurada --free-form"),
    Row("ASURADA", "no shortcuts", "--agent asurada --no-shortcuts"),
)
QUOTED = """\
| *Human (quoted)* | *screen* | *90.0* | *82.0* | *100.0* | *88.0* | | |
| *GPT-4o mini, T3A (quoted)* | *tree* | *43.1* | *5.2* | *45.0* | *55* | | |
| *GPT-4o mini, M3A (quoted)* | *tree + screen* | *52.1* | *13.6* | *50.0* | *55* | | |
| *GPT-4o mini, ASURADA (quoted)* | *tree + screen + GPS* | *52.3* | *14.2* | *60.0* | *65* | | |
| *Gemini 1.5 Pro, T3A (quoted)* | *tree* | *30.0* | *38.0* | *55.0* | *80.0* | | |
| *Gemini 1.5 Pro, M3A (quoted)* | *tree + screen* | *40.0* | *33.3* | *55.0* | *80.0* | | |
| *Gemini 1.5 Pro, ASURADA (quoted)* | *tree + screen + GPS* | *43.3* | *33.3* | *90.0* | *90.0* | | |
| *Gemini 1.5 Flash, T3A (quoted)* | *tree* | *43.3* | *28.5* | *55.0* | *45.0* | | |
| *Gemini 1.5 Flash, M3A (quoted)* | *tree + screen* | *46.6* | *33.3* | *75.0* | *55.0* | | |
| *Gemini 1.5 Flash, ASURADA (quoted)* | *tree + screen + GPS* | *46.6* | *33.3* | *90.0* | *85.0* | | |
| *Gemini 2.0 Flash, T3A (quoted)* | *tree* | *30.0* | *38.1* | *65.0* | *55.0* | | |
| *Gemini 2.0 Flash, M3A (quoted)* | *tree + screen* | *43.3* | *38.0* | *65.0* | *45.0* | | |
| *Gemini 2.0 Flash, ASURADA (quoted)* | *tree + screen + GPS* | *46.6* | *45.7* | *90.0* | *70.0* | | |
| *Gemini 2.0 Flash-Lite, T3A (quoted)* | *tree* | *43.3* | *32.8* | *50.0* | *60.0* | | |
| *Gemini 2.0 Flash-Lite, M3A (quoted)* | *tree + screen* | *33.3* | *33.3* | *42.8* | *60.0* | | |
| *Gemini 2.0 Flash-Lite, ASURADA (quoted)* | *tree + screen + GPS* | *40.0* | *35.0* | *90.0* | *60.0* | | |
"""
TEXT = """\
# Results of the built-in model

Written by `{command}`: {episodes} episodes a row of the
agents. `builtin` is a model of rules that reads no pictures; it was frozen before the tasks were written, and is no measure of
what language models can do. Rates are per cent, with 95 % intervals clustered by task; *tokens* are those of prompts and replies,
per episode. Every row is one command, see [ablations.md](ablations.md).

## Agents

The layout is Table 3 of the published paper (Automotive-ENV and ASURADA). **Its rows are quoted**: they were taken on 185 other
tasks and another head unit, so that nothing follows from comparing them with ours.

{head}
{agents}{quoted}
## Ablations

{head}
{ablations}
## With and without the place

The layout is the paper's Figure 4: how many tokens an episode takes, and what is passed of each module, with the place and
without.

![Tokens of an episode, and rates by module, with and without the place]({picture})

| module | with the place | without | difference |
|---|--:|--:|--:|
{modules}
ASURADA takes {tokens_with:,} tokens in the median episode with the place and {tokens_without:,} without. On driving alignment it
passes {gap}.
"""
HEAD = """\
| agent | is given | explicit control | implicit intent | driving alignment | environment alerts | pairs | tokens |
|---|---|--:|--:|--:|--:|--:|--:|"""


class Played(NamedTuple):
    """The episodes of a row, and what they come to."""

    records: Sequence[EpisodeRecord]
    summary: AgentSummary


def play(row: Row, tasks: str, instances: int) -> Played:
    """Play a row in a process of its own.

    Raises:
        subprocess.CalledProcessError: the run ended with a fault.
    """
    with tempfile.TemporaryDirectory() as folder:
        selected = ["--tasks", tasks, "--instances", str(instances), "--no-images", "--out", f"{folder}/run"]
        command = [sys.executable, "-m", "automotive_env", "run", *row.options.split(), *selected]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        records = RunFolder.open(Path(folder) / "run").episodes()
    (summary,) = summarise(records).agents.values()
    return Played(records, summary)


def line(row: Row, played: Played) -> str:
    """The row of a table."""
    of = played.summary
    rates = [_rate(of.by_dimension.get(dimension)) for dimension in Dimension]
    return f"| {row.name} | {row.given} | {' | '.join(rates)} | {_rate(of.pairs)} | {of.tokens // of.episodes:,} |\n"


def _rate(rate: Rate | None) -> str:
    return f"{100 * rate.rate:.1f} ({100 * rate.low:.1f}-{100 * rate.high:.1f})" if rate and rate.n else ""


def modules(here: Played, nowhere: Played) -> Iterator[tuple[str, float, float]]:
    """Each module with the rates of an agent that knows the place, and of one that does not; per cent."""
    for category in Category:
        one, other = (played.summary.by_category.get(category) for played in (here, nowhere))
        if one and other:
            yield category.value, 100 * one.rate, 100 * other.rate


def picture(here: Played, nowhere: Played) -> str:
    """Figure 4 as SVG: lines of how many episodes take so many tokens on the left, bars by module on the right."""
    tokens = [[record.tokens for record in played.records] for played in (here, nowhere)]
    most, bins = max(quantiles(counts, n=20)[-1] for counts in tokens), 16  # a few long episodes would stretch the axis
    shares = [_spread([min(bins - 1, int(bins * one / most)) for one in counts], bins) for counts in tokens]
    tallest, colors = max(map(max, shares)), ("#1f6feb", "#9aa4b2")
    parts = [
        text(60, 24, "Share of episodes by their tokens; more than that at the end", "start"),
        text(520, 24, "Passed, per cent", "start"),
    ]
    for counts, color in zip(shares, colors, strict=True):
        points = " ".join(f"{60 + 24 * place},{260 - 200 * share / tallest:.1f}" for place, share in enumerate(counts))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="3"/>')
    parts += [text(60 + 24 * place, 282, f"{most * place / bins / 1000:.0f}k") for place in range(0, bins, 3)]
    rows = list(modules(here, nowhere))
    scale = 200 / max(1.0, *(max(row[1:]) for row in rows))
    for place, (name, *rates) in enumerate(rows):
        for side, (rate, color) in enumerate(zip(rates, colors, strict=True)):
            high, left = scale * rate, 520 + 66 * place + 22 * side
            parts.append(f'<rect x="{left}" y="{260 - high:.1f}" width="20" height="{high:.1f}" fill="{color}"/>')
        parts += [text(541 + 66 * place, 282, name), text(541 + 66 * place, 252 - scale * max(rates), f"{max(rates):.0f}")]
    for place, (name, color) in enumerate(zip(("with the place", "without"), colors, strict=True)):
        parts += [
            f'<rect x="{60 + 130 * place}" y="300" width="14" height="14" fill="{color}"/>',
            text(80 + 130 * place, 312, name, "start"),
        ]
    shapes = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1060 330" font-family="sans-serif" font-size="12">\n' \
        f'<rect width="1060" height="330" fill="#ffffff"/>\n{shapes}\n</svg>\n'  # fmt: skip


def _spread(places: Sequence[int], bins: int) -> list[float]:
    """The share of each bin."""
    return [places.count(place) / len(places) for place in range(bins)]


def text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    """A text of the picture."""
    return f'<text x="{x}" y="{y:.1f}" text-anchor="{anchor}" fill="#24292f">{words}</text>'


def document(played: Mapping[Row, Played], command: str) -> str:
    """`docs/results.md`."""
    here, nowhere = played[AGENTS[-1]], played[WITHOUT_PLACE]
    alignment = [_rate(of.summary.by_dimension.get(Dimension.DRIVING_ALIGNMENT)) for of in (here, nowhere)]
    return TEXT.format(
        command=command,
        episodes=here.summary.episodes,
        head=HEAD,
        agents="".join(line(row, played[row]) for row in AGENTS),
        quoted=QUOTED,
        ablations="".join(line(row, played[row]) for row in ABLATIONS),
        picture=PICTURE,
        modules="".join(
            f"| {name} | {one:.1f} | {other:.1f} | {one - other:+.1f} |\n" for name, one, other in modules(here, nowhere)
        ),
        tokens_with=round(median(record.tokens for record in here.records)),
        tokens_without=round(median(record.tokens for record in nowhere.records)),
        gap=f"{alignment[0]} with the place and {alignment[1]} without",
    )


def main(
    tasks: Annotated[str, typer.Option(help="Names or patterns, separated by commas.")] = "*",
    instances: Annotated[int, typer.Option(help="Instances of each ending of each task.")] = 3,
    ablations: Annotated[int, typer.Option(help="The same for the ablations, of which there are many.")] = 1,
    out: Annotated[Path, typer.Option(help="The folder of the documents.")] = DOCS,
) -> None:
    """Play every row and write the page."""
    played = dict[Row, Played]()
    for row in dict.fromkeys((*AGENTS, *ABLATIONS)):
        played[row] = play(row, tasks, instances if row in (*AGENTS, WITHOUT_PLACE) else ablations)
        print(line(row, played[row]), end="", flush=True)
    command = f"python -m automotive_env.scripts.builtin_results --instances {instances} --ablations {ablations}"
    (out / "images").mkdir(exist_ok=True)
    (out / "results.md").write_text(document(played, command), encoding="utf-8")
    (out / PICTURE).write_text(picture(played[AGENTS[-1]], played[WITHOUT_PLACE]), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
