"""`automotive-env bench peers`: this package beside others."""

from __future__ import annotations

from pathlib import Path


def bench_peers(json: bool, figure: Path | None, vehicleworld: Path | None) -> None:
    """Measure all peers that are here, and print and draw what was found.

    Args:
        json: print JSON instead of Markdown.
        figure: a file for the picture.
        vehicleworld: a checkout of VehicleWorld's release.
    """
    import json as encoder
    from dataclasses import asdict

    import typer

    from automotive_env.cli import out
    from automotive_env.errors import UsageError
    from automotive_env.runs.records.files import write_atomically, writing
    from automotive_env.runs.tables.table_formats import markdown
    from automotive_env.speed.measure import machine
    from automotive_env.speed.peers.every import PEERS
    from automotive_env.speed.peers.peer import Asked
    from automotive_env.speed.peers.running import run
    from automotive_env.speed.peers.telling import drawn, table

    if figure and figure.suffix != ".svg":
        raise UsageError(f"the picture is drawn as SVG: name it .svg, not {figure.name}")
    if figure:
        drawn([])  # says at once where matplotlib is missing
    found = list(run(PEERS.values(), Asked(vehicleworld), lambda who: typer.echo(f"measuring {who}", err=True)))
    if figure:
        with writing(figure.parent):
            figure.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(figure, drawn(found))
    out(encoder.dumps({"peers": [asdict(one) for one in found], "machine": machine()}) if json else markdown(table(found)))
