"""Compare this package's speed with similar tools that do the same kind of work in one run. Takes minutes.

python -m automotive_env.scripts.bench_peers --figure peers.svg
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from automotive_env.errors import UsageError
from automotive_env.runs.records.files import write_atomically, writing
from automotive_env.runs.tables.table_formats import markdown
from automotive_env.scripts.peers.every import PEERS
from automotive_env.scripts.peers.peer import PeerOptions
from automotive_env.scripts.peers.running import run
from automotive_env.scripts.peers.telling import drawn, table
from automotive_env.speed.measure import machine


def main(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of Markdown.")] = False,
    figure: Annotated[Path | None, typer.Option(help="Draw the figures into this file, as SVG.")] = None,
    vehicleworld: Annotated[
        Path | None, typer.Option(help="Your checkout of VehicleWorld's release, whose code is run.", file_okay=False)
    ] = None,
) -> None:
    """Measure all installed peers, print a table and draw the figures.

    Raises:
        UsageError: the picture is not named .svg, or matplotlib is missing.
    """
    if figure and figure.suffix != ".svg":
        raise UsageError(f"the picture is an SVG; give it a name ending in .svg, not {figure.name}")
    if figure:
        drawn([])  # says at once where matplotlib is missing
    found = list(run(PEERS.values(), PeerOptions(vehicleworld), lambda who: typer.echo(f"measuring {who}", err=True)))
    if figure:
        with writing(figure.parent):
            figure.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(figure, drawn(found))
    figures = {"peers": [asdict(one) for one in found], "machine": machine()}
    typer.echo(json.dumps(figures) if as_json else markdown(table(found)))


if __name__ == "__main__":
    typer.run(main)
