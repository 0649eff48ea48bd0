"""`automotive-env models`: what can answer."""

from __future__ import annotations

from automotive_env.cli.options import JsonOption


def models(json: JsonOption = False) -> None:
    """List what can be written after `run --model`: what it is, what it needs, and what of that is missing here."""
    import json as encoder

    from rich.console import Console
    from rich.text import Text

    from automotive_env.cli import out
    from automotive_env.models.kinds import all_forms
    from automotive_env.runs.tables.grid import GridCell, TextGrid
    from automotive_env.text.printable import printable

    if json:
        rows = [
            {"model": spec, "about": form.about, "keys": form.keys, "requires": form.requires, "missing": form.missing()}
            for spec, form in all_forms()
        ]
        out(encoder.dumps(rows, indent=2))
        return
    table: list[list[GridCell]] = []
    for spec, form in all_forms():
        missing = form.missing()
        shown = Text(printable("; ".join(missing)), "yellow") if missing else Text("nothing", "dim")
        table.append([Text(printable(spec)), Text(printable(form.about)), shown])
    Console().print(TextGrid("Models", ("model", "what it is", "missing here"), table, words=3))
