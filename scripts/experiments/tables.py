"""Writes the papers' tables and figures of what was played of experiments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from automotive_env.runs.error_types.runs import RunErrorTypes
from automotive_env.runs.papers.writing import write_paper
from automotive_env.runs.records.files import write_atomically, writing
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.contestants import ContestantGroup, contestants
from automotive_env.runs.tables.figures import Table
from automotive_env.runs.tables.table_formats import FORMATS
from automotive_env.scripts.experiments.planning import EvidencePlan
from automotive_env.scripts.experiments.playing import is_begun


def write_tables(plan: EvidencePlan) -> list[Path]:
    """Write the tables and figures of each experiment; returns the files. Runs without an episode are left out."""
    files: list[Path] = []
    for name in plan.experiments:
        begun = [(one.arm, RunFolder.open(one.folder)) for one in plan.runs() if one.experiment == name and is_begun(one)]
        if runs := [(arm, folder) for arm, folder in begun if folder.finished_ids()]:
            types = RunErrorTypes([run for _, run in runs])
            files += write_paper(_by_arm(runs), plan.out / "tables" / name, _by_arm(runs, over_seeds=True), types)
    return files


def _by_arm(runs: Sequence[tuple[str, RunFolder]], *, over_seeds: bool = False) -> list[ContestantGroup]:
    """Who played, with the arm in place of the options that set it apart."""
    arms = list(dict.fromkeys(arm for arm, _ in runs))
    if len(arms) == 1:
        return contestants([run for _, run in runs], over_seeds=over_seeds)
    found: list[ContestantGroup] = []
    for arm in arms:
        played = contestants([run for of, run in runs if of == arm], over_seeds=over_seeds)
        found += [replace(one, told=(*one.told, arm.replace("-", " "))) for one in played]
    return found


def write_table(table: Table, path: Path) -> list[Path]:
    """Write a table in all formats; returns the files."""
    with writing(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    files = {path.with_suffix(f".{ending}"): write(table) for ending, write in FORMATS.items()}
    for file, text in files.items():
        write_atomically(file, text.encode("utf-8", "replace"))
    return list(files)
