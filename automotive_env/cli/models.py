"""`automotive-env models`: what can answer."""

from __future__ import annotations

from automotive_env.cli.options import Json


def models(json: Json = False) -> None:
    """List what can be written after `run --model`: what it is, what it needs, and what of that is missing here."""
    import json as encoder

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from automotive_env.cli import out
    from automotive_env.models.kinds import all_kinds
    from automotive_env.text.printable import printable

    if json:
        rows = [
            {"model": kind.spec, "about": kind.about, "keys": kind.keys, "extra": kind.extra, "missing": kind.lacks}
            for kind in all_kinds()
        ]
        out(encoder.dumps(rows, indent=2))
        return
    table = Table("model", "what it is", "missing here")
    for kind in all_kinds():
        missing = Text("; ".join(kind.lacks), "yellow") if kind.lacks else Text("nothing", "dim")
        table.add_row(Text(printable(kind.spec)), Text(printable(kind.about)), missing)
    Console().print(table)
