"""Play the built-in model as every agent, with and without what it can be given, and write `docs/results.md` and its picture.

It takes about twenty minutes of CPU time. Tables and picture are those that `automotive-env report --paper` makes.
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

from automotive_env.output import prepare_output
from automotive_env.papers.figures import place_figure
from automotive_env.papers.tables import module_table, success_table
from automotive_env.results.contestants import Contestant, contestants
from automotive_env.results.folder import RunFolder
from automotive_env.results.table_formats import markdown

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

Written by `{command}`: {episodes} episodes a row of the
agents. `builtin` is a model of rules that reads no pictures; it was frozen before the tasks were written, and is no measure of
what language models can do. Every row is one command, see [ablations.md](ablations.md).

{agents}
{ablations}
{modules}
The layout is Figure 4 of the Automotive-ENV paper: how many tokens an episode takes, and what is passed of each module, with the
place and without.

![Tokens of an episode, and rates by module, with and without the place]({picture})

ASURADA takes {tokens_with:,} tokens in the median episode with the place and {tokens_without:,} without.
"""


def play(options: str, tasks: str, instances: int, folder: Path) -> Contestant:
    """Play a row in a process of its own.

    Raises:
        subprocess.CalledProcessError: the run ended with a fault.
    """
    selected = ["--tasks", tasks, "--instances", str(instances), "--no-images", "--out", str(folder)]
    command = [sys.executable, "-m", "automotive_env", "run", *options.split(), *selected]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (played,) = contestants([RunFolder.open(folder)])
    return played


def document(played: Mapping[str, Contestant], command: str) -> str:
    """`docs/results.md`."""
    agents, ablations = ([played[options] for options in rows] for rows in (AGENTS, ABLATIONS))
    here, nowhere = with_and_without(played)
    return TEXT.format(
        command=command,
        episodes=len(here.records),
        agents=markdown(success_table(agents)),
        ablations=markdown(success_table(ablations, quote=False).model_copy(update={"title": "Ablations"})),
        modules=markdown(module_table([here, nowhere])),
        picture=PICTURE,
        tokens_with=round(median(record.tokens for record in here.records)),
        tokens_without=round(median(record.tokens for record in nowhere.records)),
    )


def with_and_without(played: Mapping[str, Contestant]) -> Sequence[Contestant]:
    """ASURADA with the place and without, named so."""
    return [called(played[HERE], "with the place"), called(played[NOWHERE], "without")]


def called(one: Contestant, told: str) -> Contestant:
    """A contestant by another name."""
    return Contestant(one.agent, one.model, one.options, (told,), one.records)


def main(
    tasks: Annotated[str, typer.Option(help="Names or patterns, separated by commas.")] = "*",
    instances: Annotated[int, typer.Option(help="Instances of each ending of each task.")] = 3,
    ablations: Annotated[int, typer.Option(help="The same for the ablations, of which there are many.")] = 1,
    out: Annotated[Path, typer.Option(help="The folder of the documents.")] = DOCS,
) -> None:
    """Play every row and write the page."""
    played: dict[str, Contestant] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for number, options in enumerate(dict.fromkeys((*AGENTS, *ABLATIONS))):
            drawn = instances if options in (*AGENTS, NOWHERE) else ablations
            played[options] = play(options, tasks, drawn, Path(scratch) / str(number))
            print(options, sum(record.success for record in played[options].records))
    command = f"python -m automotive_env.scripts.builtin_results --instances {instances} --ablations {ablations}"
    (out / "images").mkdir(exist_ok=True)
    (out / "results.md").write_text(document(played, command), encoding="utf-8", newline="\n")
    (out / PICTURE).write_bytes(place_figure(with_and_without(played)))


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
