"""Play the built-in model as every agent and in every ablation, and write `docs/results.md` and its picture.

It takes about twenty minutes of CPU time. Tables and picture are those of `automotive-env report --paper`; the rates by level
are its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated

import typer

from automotive_env.runs.papers.figures import place_figure
from automotive_env.runs.papers.tables import module_table, success_table, summary_of
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.contestants import ContestantGroup, contestants
from automotive_env.runs.tables.figures import Table, TableRow, rate_cell, table_of
from automotive_env.runs.tables.table_formats import markdown
from automotive_env.suites.automotive.floors import floors
from automotive_env.text.output import prepare_output
from automotive_env.version import TASK_SET_VERSION

DOCS = Path(__file__).resolve().parent.parent / "docs"
PICTURE = "images/results-place.svg"
HERE, NOWHERE = "--agent asurada", "--agent asurada --geo off"
AGENTS = ("--agent t3a", "--agent m3a", HERE)
ABLATIONS = (
    "--agent t3a --geo context",
    "--agent m3a --see screenshot",
    "--agent m3a --see elements,screenshot,marks",
    "--agent m3a --no-reflection",
    NOWHERE,
    "--agent asurada --geo gps",
    "--agent asurada --no-memory",
    "--agent asurada --free-form",
    "--agent asurada --no-shortcuts",
)
TEXT = """\
# Results of the built-in model

Written by `{command}`: {items} items,
{episodes} episodes, in each row of the agents. `builtin` is a small program of rules that reads no pictures. It was developed on
other corpora of commands and on sentences by its authors. Nobody read the wishes of this task set to write it, but variants were
chosen by their pass counts by level and dimension, so its rates are optimistic. They say nothing about language models. Each row
is one command: see [ablations.md](ablations.md).

{agents}
{levels}
{ablations}
{modules}
The picture follows Figure 4 of the Automotive-ENV paper: tokens of an episode, and success by module, with the place and without
it.

![Tokens of an episode, and rates by module, with and without the place]({picture})

The median episode of ASURADA takes {tokens_with:,} tokens with the place and {tokens_without:,} without it.
"""
LEVELS = {"1": "1 plain", "2": "2 moderate", "3": "3 long"}


def play(options: str, tasks: str, instances: int, folder: Path) -> ContestantGroup:
    """Play a row in a process of its own.

    Raises:
        subprocess.CalledProcessError: the run ended with a fault.
    """
    selected = ["--tasks", tasks, "--instances", str(instances), "--no-images", "--out", str(folder)]
    command = [sys.executable, "-m", "automotive_env", "run", *options.split(), *selected]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (played,) = contestants([RunFolder.open(folder)])
    return played


def document(played: Mapping[str, ContestantGroup], command: str) -> str:
    """`docs/results.md`."""
    agents, ablations = ([played[options] for options in rows] for rows in (AGENTS, ABLATIONS))
    here, nowhere = with_and_without(played)
    whole = summary_of(here)
    return TEXT.format(
        command=command,
        items=whole.n,
        episodes=whole.episodes,
        agents=markdown(success_table(agents)),
        levels=markdown(level_table(agents)),
        ablations=markdown(success_table(ablations, quote=False).model_copy(update={"title": "Ablations"})),
        modules=markdown(module_table([here, nowhere])),
        picture=PICTURE,
        tokens_with=round(median(record.tokens for record in here.records)),
        tokens_without=round(median(record.tokens for record in nowhere.records)),
    )


def level_table(agents: Sequence[ContestantGroup]) -> Table:
    """Success by level, between the floors and the ceiling of this task set."""
    rows: list[TableRow] = []
    for one in agents:
        of = summary_of(one)
        rates = (of.by_level.get(level) for level in LEVELS)
        rows.append((one.agent.upper(), rate_cell(of), *(rate_cell(rate) if rate else None for rate in rates)))
    kept = floors()
    measured = kept.rows if kept and kept.task_set == TASK_SET_VERSION else ()
    quoted: list[TableRow] = [
        (row.name, *(100 * part.passed / part.n for part in (row.whole, *(row.by_level[level] for level in LEVELS))))
        for row in measured
    ]
    caption = "With 95 % intervals, clustered by task. Rows in italics are the floors and the ceiling of the default run."
    return table_of("Success rates by level, in percent", ("agent", "all", *LEVELS.values()), rows, caption, quoted)


def with_and_without(played: Mapping[str, ContestantGroup]) -> Sequence[ContestantGroup]:
    """ASURADA with the place and without it, named accordingly."""
    return [called(played[HERE], "with the place"), called(played[NOWHERE], "without")]


def called(one: ContestantGroup, told: str) -> ContestantGroup:
    """A contestant under another name."""
    return ContestantGroup(one.agent, one.model, one.options, (told,), one.records)


def main(
    tasks: Annotated[str, typer.Option(help="Names or patterns, separated by commas.")] = "*",
    instances: Annotated[int, typer.Option(help="Items of each task.")] = 3,
    ablations: Annotated[int, typer.Option(help="Items of each task in the ablations.")] = 1,
    out: Annotated[Path, typer.Option(help="The folder of the documents.")] = DOCS,
) -> None:
    """Play every row and write the page."""
    played: dict[str, ContestantGroup] = {}
    (out / "images").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for number, options in enumerate(dict.fromkeys((*AGENTS, *ABLATIONS))):
            drawn = instances if options in (*AGENTS, NOWHERE) else ablations
            played[options] = play(options, tasks, drawn, Path(scratch) / str(number))
            of = summary_of(played[options])
            print(f"{options}: {of.passed} of {of.n} items")
    command = f"python -m automotive_env.scripts.builtin_results --instances {instances} --ablations {ablations}"
    (out / "results.md").write_text(document(played, command), encoding="utf-8", newline="\n")
    (out / PICTURE).write_bytes(place_figure(with_and_without(played)))


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
