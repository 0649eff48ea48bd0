"""`automotive-env export`: a run for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export(
    run: Annotated[Path, typer.Argument(help="Folder of a run, or its archive from --to zip.")],
    to: Annotated[str, typer.Option(help="Format: parquet | csv | sharegpt | inspect | zip; folder unpacks an archive.")],
    out: Annotated[Path | None, typer.Option(help="New folder, or file for zip; beside the run without it.")] = None,
    max_gib: Annotated[float, typer.Option(help="With --to folder: GiB that the archive may unpack to.", min=0)] = 2,
) -> None:
    """Write a run for other tools: tables, conversations to train from, logs of Inspect, or an archive of the whole folder.

    All of an archive is checked before anything is written. Tables and conversations have a data set card for Hugging Face.
    """
    from automotive_env.cli import out as say
    from automotive_env.errors import UsageError
    from automotive_env.runs.sharing.archive import opened
    from automotive_env.runs.sharing.export import FORMATS, export_run, unpack_run
    from automotive_env.text.printable import printable

    if to == "folder":
        if not run.is_file():
            raise UsageError(f"{run} is no archive; --to folder unpacks what --to zip has packed")
        say(printable(unpack_run(run, out, max_gib)))
        return
    if to not in FORMATS:
        raise UsageError(f"no format {to[:40]!r}; the formats are {', '.join(FORMATS)}, folder")
    with opened(run) as folder:
        beside = run.resolve().with_name(f"{run.stem}-{to}") if run.is_file() else None
        say(printable(export_run(folder, to, out or beside)))
