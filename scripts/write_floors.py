"""Play the floors and the ceiling of the default run, and keep their rates with the task set.

It plays all tasks four times, headless: doing nothing, a constant reply, the built-in model as T3A, and the oracle.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Literal, TypeAlias

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.summary import summarise
from automotive_env.suites.automotive.floors import FILE, MeasuredFloors, digest, floor_of

FloorKind: TypeAlias = Literal["floor", "ceiling"]
PLAYED: dict[str, FloorKind] = {"noop": "floor", "constant": "floor", "t3a": "floor", "oracle": "ceiling"}
"""Agent -> what it is; the first ones are shown first."""


def main() -> None:
    """Play, and write the rates."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        command = [sys.executable, "-m", "automotive_env", "run", "--agent", ",".join(PLAYED), "--no-images", "--out", str(out)]
        subprocess.run([*command, "--json"], check=True, stdout=subprocess.DEVNULL)
        run = RunFolder.open(out)
        records, manifest = run.episodes(), run.manifest
    agents = summarise(records).agents
    models = {record.agent: record.model for record in records}
    measured = MeasuredFloors(
        task_set=manifest.task_set,
        instances=digest((record.task, record.instance) for record in records),
        seed=manifest.seed,
        place=str(manifest.options["place"]),
        rows=tuple(floor_of(kind, name, models[name], agents[name]) for name, kind in PLAYED.items()),
    )
    text = json.dumps(measured.model_dump(mode="json"), indent=1)
    FILE.write_text(f"{text}\n", encoding="utf-8", newline="\n")
    print(f"wrote {FILE.name}: " + ", ".join(f"{one.agent} {one.whole.passed} of {one.whole.n}" for one in measured.rows))


if __name__ == "__main__":
    main()
