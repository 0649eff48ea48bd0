"""Every command of `automotive-env` with every option, as Markdown: docs/commands.md, from the application itself."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any

import typer

from automotive_env.cli import application

HEAD = """\
# Commands

Made by `python -m automotive_env.scripts.write_docs` from the program itself; do not edit. `--help` after any command prints the
same. `--install-completion` adds completion to your shell. [README](../README.md#running) shows the most common commands.
"""
OF_THE_SHELL = ("--install-completion", "--show-completion")
"""Options of the program that are typer's own."""


def document() -> str:
    """The whole page."""
    program = typer.main.get_command(application())
    page = "\n".join([HEAD, *_command(program, "automotive-env", level=2)])
    return re.sub(r"`automotive-env (\w+)`", r"[automotive-env \1](#automotive-env-\1)", page)


def _command(command: Any, path: str, level: int) -> Iterator[str]:
    """A command and those below it; typer's classes have no public types in all of its versions."""
    context = command.context_class(command, info_name=path)
    below: Mapping[str, Any] = getattr(command, "commands", {})
    yield f"{'#' * level} {path}\n"
    yield f"{_unescaped(inspect.cleandoc(command.help or ''))}\n"
    yield f"```text\nusage: {' '.join([path, *command.collect_usage_pieces(context)])}\n```\n"
    told = [one for one in command.params if not set(one.opts) & set(OF_THE_SHELL)]
    panels: dict[str, list[Any]] = {}
    for one in told:
        panels.setdefault(one.rich_help_panel or one.param_type_name.title(), []).append(one)
    for panel, options in panels.items():
        rows = [record for one in options if (record := one.get_help_record(context))]
        if rows:
            yield f"| {panel} | |\n|---|---|"
            yield from (f"| `{_cell(names).removeprefix('/ ')}` | {_cell(text).replace('<', '&lt;')} |" for names, text in rows)
            yield ""
    for name, one in below.items():
        yield from _command(one, f"{path} {name}", min(level + 1, 3))


def _cell(text: str) -> str:
    """Text of a table's cell, which a bar would end."""
    return _unescaped(" ".join(text.split())).replace("|", "\\|")


def _unescaped(text: str) -> str:
    """Text of a help, in which typer wants brackets escaped, since terminals have colours in them."""
    return text.replace("\\[", "[")
