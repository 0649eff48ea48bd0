"""Files of rows: as TRL reads them, as verl does, and as tasks of verifiers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, TypeAlias

from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.episodes import split_of_task
from automotive_env.kate.training.plain import plain_messages
from automotive_env.kate.training.rewards import schemas_of
from automotive_env.kate.training.row import TrainingRow
from automotive_env.runs.records.files import write_atomically, writing
from automotive_env.runs.sharing.tables import write_parquet_file

VERL: Mapping[str, str] = MappingProxyType(
    {
        "data_source": "VARCHAR",
        "prompt": "STRUCT(role VARCHAR, content VARCHAR)[]",
        "ability": "VARCHAR",
        "reward_model": "STRUCT(style VARCHAR, ground_truth VARCHAR)",
        "extra_info": "STRUCT(split VARCHAR, index BIGINT, task VARCHAR, turn BIGINT, query VARCHAR)",
    }
)
"""Columns of verl's data sets -> their types in SQL."""
WriteRows: TypeAlias = Callable[[Sequence[TrainingRow], Path], None]


def write_trl(rows: Sequence[TrainingRow], file: Path) -> None:
    """Write JSON lines: `prompt`, `completion` and `tools` as TRL names them, and what else a row has.

    Raises:
        RecordsFault: the file cannot be written.
    """
    _write_lines((row.to_json() for row in rows), file)


def write_verifiers(rows: Sequence[TrainingRow], file: Path) -> None:
    """Write JSON lines, each the data of a task of verifiers (`TaskData`) with the right calls as `answer`.

    Raises:
        RecordsFault: the file cannot be written.
    """
    _write_lines(map(_task, rows), file)


def _task(row: TrainingRow) -> dict[str, Any]:
    """Messages as plain text, because its tasks take no tools of their own from data."""
    system, *rest = plain_messages(row)
    told = {"id": row.id, "name": row.task, "system_prompt": system["content"], "prompt": rest}
    return told | {"answer": ground_truth(row), "environment": row.environment, "turn": row.turn, "seed": row.seed}


def write_verl(rows: Sequence[TrainingRow], file: Path) -> None:
    """Write Parquet with the columns of verl; see `automotive_env.kate.training.verl` for the reward that goes with it.

    Raises:
        UsageError: duckdb is missing, or a row is of a roll-out, which no file of verl holds.
        RecordsFault: the file cannot be written.
    """
    if rolled := next((row for row in rows if not row.completion), None):
        raise UsageError(f"verl gets replies, and {rolled.id[:80]} is a roll-out: leave --roll-outs out")
    with writing(file), TemporaryDirectory(dir=file.parent, prefix=".rows-") as scratch:
        draft = Path(scratch) / "draft.parquet"
        write_parquet_file(draft, VERL, (_sample(index, row) for index, row in enumerate(rows)))
        draft.replace(file)


def _sample(index: int, row: TrainingRow) -> dict[str, Any]:
    return {
        "data_source": f"automotive_env/{row.suite}",
        "prompt": plain_messages(row),
        "ability": "tool_calling",
        "reward_model": {"style": "rule", "ground_truth": ground_truth(row)},
        "extra_info": {
            "split": split_of_task(row.task),
            "index": index,
            "task": row.task,
            "turn": row.turn,
            "query": row.query,
        },
    }


def ground_truth(row: TrainingRow) -> str:
    """The right calls and the schemas of the tools they are judged by, as JSON text; the other tools need no schema."""
    schemas = schemas_of(row.tool_list())
    used = {call.name: schemas[call.name] for call in row.calls if call.name in schemas}
    calls = [{"name": call.name, "arguments": call.arguments} for call in row.calls]
    return json.dumps({"calls": calls, "schemas": used}, ensure_ascii=False)


def _write_lines(lines: Iterable[Mapping[str, Any]], file: Path) -> None:
    def texts() -> Iterator[str]:
        for line in lines:
            yield json.dumps(line, ensure_ascii=False) + "\n"

    write_atomically(file, "".join(texts()).encode("utf-8", "replace"))


FORMATS: Mapping[str, WriteRows] = MappingProxyType({"trl": write_trl, "verl": write_verl, "verifiers": write_verifiers})
"""Name of a format -> what writes it."""
