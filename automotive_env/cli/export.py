"""`automotive-env export`: a run for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export(
    run: Annotated[Path, typer.Argument(help="Run folder, or its archive made by --to zip.")],
    to: Annotated[str, typer.Option(help="Format: parquet | csv | sharegpt | inspect | zip; folder unpacks an archive.")],
    out: Annotated[Path | None, typer.Option(help="New folder, or file for zip (default: next to the run).")] = None,
    max_gib: Annotated[float, typer.Option(help="With --to folder: unpack at most N GiB.", min=0)] = 2,
) -> None:
    """Export a run for other tools: as tables, training conversations, an Inspect log, or an archive of the whole folder.

    An archive is checked completely before anything is unpacked. Tables and conversations get a dataset card for Hugging Face.
    """
    from automotive_env.cli import out as say
    from automotive_env.errors import UsageError
    from automotive_env.runs.sharing.archive import opened
    from automotive_env.runs.sharing.export import FORMATS, export_run, unpack_run
    from automotive_env.text.printable import printable

    if to == "folder":
        if not run.is_file():
            raise UsageError(f"{run} is not an archive; --to folder unpacks an archive made by --to zip")
        say(printable(unpack_run(run, out, max_gib)))
        return
    if to not in FORMATS:
        raise UsageError(f"unknown format {to[:40]!r}; choose from {', '.join(FORMATS)}, folder")
    with opened(run) as folder:
        beside = run.resolve().with_name(f"{run.stem}-{to}") if run.is_file() else None
        say(printable(export_run(folder, to, out or beside)))
