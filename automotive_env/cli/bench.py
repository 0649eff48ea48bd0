"""`automotive-env bench`: how fast the package is here."""

from __future__ import annotations

from typing import Annotated

import typer

from automotive_env.cli.options import JsonOption
from automotive_env.text.extras import install

BENCHMARKS = ("world", "gui", "session", "start", "android", "gym")
EXTRAS = {"gym": "gymnasium"}
"""Benchmark -> the library that it needs, which an extra of the same name brings."""


def bench(
    name: Annotated[
        str, typer.Argument(help="What to measure: world | gui | session | start | android | gym (default: all).")
    ] = "",
    json: JsonOption = False,
) -> None:
    """Measure speed on this machine: median CPU microseconds per call.

    For walks (sequences of touches) it also prints the mean, p99 and the maximum.
    """
    import json as encoder
    from importlib import import_module
    from importlib.util import find_spec

    from automotive_env.cli import out
    from automotive_env.errors import UsageError
    from automotive_env.speed.measure import machine

    if name and name not in BENCHMARKS:
        raise UsageError(f"unknown benchmark {name!r}; choose from {', '.join(BENCHMARKS)}")
    lacking = [part for part, library in EXTRAS.items() if find_spec(library) is None]
    if name in lacking:
        raise UsageError(f"the benchmark {name!r} needs {EXTRAS[name]}: {install(name)}")
    figures: dict[str, float] = {}
    if not json:
        out(", ".join(f"{what} {value}" for what, value in machine().items()))
    for part in [name] if name else [part for part in BENCHMARKS if part not in lacking]:
        for what, median in import_module(f"automotive_env.speed.{part}").measure():
            figures[what] = median
            if not json:  # as it comes: some take a while
                out(f"{what:<26} {median:>12,.1f}")
    if json:
        out(encoder.dumps({"median_us": figures, "machine": machine()}))
