"""How often automatic evaluation errs, measured against what people say of the same turns (the paper's appendix A.3).

A file of labels has a JSON object a line: {"episode": id of the episode, "turn": counts from 1, "correct": true or false}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.runs.records.files import read_bounded
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.figures import Table
from automotive_env.text.foreign_text import read_json

MAX_BYTES = 20_000_000

RowLabels: TypeAlias = Mapping[tuple[str, int], bool]
"""Episode and turn -> whether people call it correct."""

EVALUATIONS: Mapping[str, Callable[[Mapping[str, Any]], bool | None]] = {
    "state-based, strict": lambda notes: bool(notes.get("perfect")),
    "state-based, paper": lambda notes: notes.get("paper.accuracy") == 1 and notes.get("paper.f1_positive") == 1,
    "rule-based": lambda notes: notes.get("follows"),
}
"""Way of evaluating -> whether it calls a turn correct by what the record notes of it; None where it cannot tell."""


def read_labels(file: Path) -> RowLabels:
    """The labels of a file.

    Raises:
        UsageError: it cannot be read, or a line is no label.
    """
    held = read_bounded(file, MAX_BYTES)
    if held is None:
        raise UsageError(f"there is no file {file}")
    found: dict[tuple[str, int], bool] = {}
    for number, line in enumerate(held.splitlines(), 1):
        try:
            label = read_json(line) if line.strip() else None
        except ValueError:
            label = line
        match label:
            case None:
                continue
            case {"episode": str(episode), "turn": int(turn), "correct": bool(correct)}:
                found[episode, turn] = correct
            case _:
                raise UsageError(f'{file}, line {number} is no label like {{"episode": "...", "turn": 1, "correct": true}}')
    if not found:
        raise UsageError(f"{file} holds no label")
    return found


def errors_against(labels: RowLabels, run: RunFolder) -> Table:
    """How often each way of evaluating disagrees with people on the labelled turns of a run.

    Raises:
        UsageError: a labelled turn is not in the run.
    """
    known = {record.id for record in run.episodes()}
    episodes = sorted({episode for episode, _ in labels})
    if strange := [episode for episode in episodes if episode not in known]:
        raise UsageError(f"the run has no episode {strange[0][:200]!r}, which is labelled")
    notes = {(episode, step.step): step.notes for episode in episodes for step in run.steps(episode)}
    if missing := [label for label in labels if label not in notes]:
        raise UsageError(f"the episode {missing[0][0]} has no turn {missing[0][1]}, which is labelled")
    rows = []
    for way, judge in EVALUATIONS.items():
        said = [(judge(notes[turn]), correct) for turn, correct in labels.items()]
        pairs = [(judged, correct) for judged, correct in said if judged is not None]
        wrongly = sum(judged and not correct for judged, correct in pairs)
        missed = sum(correct and not judged for judged, correct in pairs)
        rate = 100 * (wrongly + missed) / len(pairs) if pairs else None
        rows.append((way, str(len(pairs)), str(wrongly), str(missed), rate))
    return Table(
        title="Error of evaluation against people's labels",
        columns=("evaluation", "turns", "false positives", "false negatives", "error rate %"),
        rows=tuple(rows),
        caption="Error rate: turns judged otherwise than by people, of all that are labelled.",
    )
