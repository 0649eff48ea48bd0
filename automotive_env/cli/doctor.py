"""`automotive-env doctor`: what works on this machine, and what to do about the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from automotive_env.cli.options import JsonOption

if TYPE_CHECKING:
    from automotive_env.emulator.doctor import Diagnosis

_COLOURS = {"ok": "green", "missing": "red", "note": "yellow"}


def doctor(json: JsonOption = False) -> None:
    """Say which backends work here, what is missing for the others, and which command mends it.

    Exit status 0: headless and virtual work.
    """
    import json as encoder

    from automotive_env.cli import COULD_NOT_RUN, out
    from automotive_env.emulator.doctor import diagnose

    diagnosis = diagnose()
    if json:
        out(encoder.dumps(diagnosis.to_json(), indent=2))
    else:
        _show(diagnosis)
    if not (diagnosis.works["headless"] and diagnosis.works["virtual"]):
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
