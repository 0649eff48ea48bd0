"""`automotive-env doctor`: what works on this machine, and what to do about the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from automotive_env.cli.options import JsonOption
from automotive_env.text.option import words

if TYPE_CHECKING:
    from automotive_env.emulator.doctor import Diagnosis

_COLOURS = {"ok": "green", "missing": "red", "note": "yellow"}


def doctor(
    backend: Annotated[
        str, typer.Option(help="Backends that must work, separated by commas: headless | virtual | emulator.")
    ] = "headless,virtual",
    json: JsonOption = False,
) -> None:
    """Check which backends work here, what the others lack, and which command installs it.

    Exit status 0: the backends of --backend work.
    """
    import json as encoder

    from automotive_env.cli import COULD_NOT_RUN, out
    from automotive_env.emulator.doctor import BACKENDS, diagnose
    from automotive_env.errors import UsageError

    needed = words(backend, "--backend")
    if unknown := [name for name in needed if name not in BACKENDS]:
        raise UsageError(f"there is no backend {unknown[0][:40]!r}; choose from {', '.join(BACKENDS)}")
    diagnosis = diagnose()
    if json:
        out(encoder.dumps(diagnosis.to_json(), indent=2))
    else:
        _show(diagnosis)
    if not all(diagnosis.works[name] for name in needed):
        raise typer.Exit(COULD_NOT_RUN)


def _show(diagnosis: Diagnosis) -> None:
    from rich.console import Console
    from rich.text import Text

    from automotive_env.runs.tables.grid import TextGrid

    console = Console()
    rows = [[Text(one.what), Text(one.state, _COLOURS[one.state]), Text(one.found), Text(one.why)] for one in diagnosis.findings]
    heads = ("what", "state", "found", "what it is for")
    console.print(TextGrid("This machine", heads, rows, words=len(heads)))
    console.print()
    for fix in dict.fromkeys(finding.fix for finding in diagnosis.findings if finding.fix):
        names = ", ".join(finding.what for finding in diagnosis.findings if finding.fix == fix)
        console.print(Text.assemble((f"{names}: ", "bold"), fix), soft_wrap=True)
    console.print()
    for backend, works in diagnosis.works.items():
        console.print(Text.assemble(f"{backend:9}", ("works", "green") if works else ("does not work", "red")))
