"""`automotive-env bench`: how fast the package is here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

BENCHMARKS = ("world", "gui", "session", "start", "android", "gym")
EXTRAS = {"gym": "gymnasium"}
"""Benchmark -> the library that it needs, which an extra of the same name brings."""
PEERS = "peers"
"""The benchmark beside others; only by its name, because it takes minutes."""


def bench(
    name: Annotated[
        str, typer.Argument(help="world | gui | session | start | android | gym, all of these without it; peers: beside others.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    figure: Annotated[Path | None, typer.Option(help="With peers: draw the figures into this file, as SVG.")] = None,
    vehicleworld: Annotated[
        Path | None, typer.Option(help="With peers: your checkout of VehicleWorld's release, whose code is run.", file_okay=False)
    ] = None,
) -> None:
    """Measure speed: median CPU microseconds of one call, on this machine; peers prints a Markdown table in milliseconds."""
    import json as encoder
    from importlib import import_module
    from importlib.util import find_spec

    from rich.console import Console
    from rich.table import Table

    from automotive_env.benchmarks.measure import machine
    from automotive_env.cli import out
    from automotive_env.errors import UsageError

    if name == PEERS:
        from automotive_env.cli.bench_peers import bench_peers

        bench_peers(json, figure, vehicleworld)
        return
    if name and name not in BENCHMARKS:
        raise UsageError(f"no benchmark {name!r}; there are: {', '.join((*BENCHMARKS, PEERS))}")
    if figure or vehicleworld:
        raise UsageError(f"--figure and --vehicleworld are of `automotive-env bench {PEERS}` only")
    lacking = [part for part, library in EXTRAS.items() if find_spec(library) is None]
    if name in lacking:
        raise UsageError(f"the benchmark {name!r} needs {EXTRAS[name]}: pip install 'automotive-env[{name}]'")
    figures: dict[str, float] = {}
    for part in [name] if name else [part for part in BENCHMARKS if part not in lacking]:
        figures |= import_module(f"automotive_env.benchmarks.{part}").measure()
    if json:
        out(encoder.dumps({"median_us": figures, "machine": machine()}))
        return
    table = Table("what", "median CPU us", title=str(machine()))
    for what, median in figures.items():
        table.add_row(what, f"{median:,.1f}")
    Console().print(table)
