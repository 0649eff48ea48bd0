"""`automotive-env bench`: how fast the package is here."""

from __future__ import annotations

from typing import Annotated

import typer

BENCHMARKS = ("world", "gui", "session", "start", "android")


def bench(
    name: Annotated[str, typer.Argument(help="world | gui | session | start | android; all without it.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure speed: median CPU microseconds of one call, on this machine."""
    import json as encoder
    from importlib import import_module

    from rich.console import Console
    from rich.table import Table

    from automotive_env.benchmarks.measure import machine
    from automotive_env.cli import out
    from automotive_env.errors import UsageError

    if name and name not in BENCHMARKS:
        raise UsageError(f"no benchmark {name!r}; there are: {', '.join(BENCHMARKS)}")
    figures: dict[str, float] = {}
    for part in [name] if name else BENCHMARKS:
        figures |= import_module(f"automotive_env.benchmarks.{part}").measure()
    if json:
        out(encoder.dumps({"median_us": figures, "machine": machine()}))
        return
    table = Table("what", "median CPU us", title=str(machine()))
    for what, median in figures.items():
        table.add_row(what, f"{median:,.1f}")
    Console().print(table)
