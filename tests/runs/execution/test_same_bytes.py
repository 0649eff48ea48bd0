"""The same seed writes the same bytes under any hash seed, time zone, locale, number of processes and current folder."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from command_line import PROGRAM, without_keys
from playable_agents import PLAYABLE, asks_about_pictures
from registered import THREE_TURNS

from automotive_env.suites.registry import OURS
from automotive_env.suites.suite import Selection
from automotive_env.tasks.registry import TASKS

EPISODES = 40
"""Of each agent, at least."""
MOST_SECONDS = 600
"""Of a run; on an idle machine it takes 10 to 30."""
CLOCKS = ("seconds", "model_seconds", "started", "ended", "workers", "tables", "git_commit")
"""What two runs may differ in. The commit of a checkout may move between them, and tables of the summary hold mean seconds.

`report.html` is left out: it is made of the other files.
"""


@dataclass(frozen=True)
class Surroundings:
    salt: str
    zone: str
    locale: str
    workers: int
    folder: str


SURROUNDINGS = (
    Surroundings("0", "UTC", "C.UTF-8", 1, "a"),
    Surroundings("1", "Asia/Kathmandu", "tr_TR.UTF-8", 2, "another folder/deeper"),
    Surroundings("7", "UTC", "tr_TR.UTF-8", 4, "a"),
    Surroundings("25", "Asia/Kathmandu", "C.UTF-8", 1, "another folder/deeper"),
    Surroundings("42", "UTC", "C.UTF-8", 2, "a"),
    Surroundings("1234", "Asia/Kathmandu", "tr_TR.UTF-8", 1, "another folder/deeper"),
    Surroundings("99999", "UTC", "tr_TR.UTF-8", 4, "a"),
    Surroundings("4294967295", "Asia/Kathmandu", "C.UTF-8", 2, "another folder/deeper"),
)
SUITES = {
    "automotive": [*(name for name in PLAYABLE if name != "human" and not asks_about_pictures(name)), "kate:t3a"],
    "vehicleworld": [*(name for name in OURS["vehicleworld"].players() if name != "nearest"), "kate:fc"],  # it needs a folder
    "conversations": [*OURS["conversations"].players(), "kate:fc"],
    "grounding": ["oracle", "noop", "random", "t3a", "kate:m3a"],
}


def chosen(suite: str) -> str:
    """Tasks of which each agent plays at least 40 episodes; of our own, one in which temperatures are compared."""
    if suite == "automotive":
        names = list(TASKS)
        return ",".join(sorted({*names[::5], THREE_TURNS}))
    names = [item.task for item in OURS[suite].plan(Selection(seed=3))]
    return ",".join(names[:: len(names) // EPISODES][:EPISODES])


def played(suite: str, agents: Sequence[str], around: Surroundings, root: Path) -> dict[str, bytes]:
    """What a run wrote: name of a file -> its bytes without clocks; the order of episodes follows from who was quicker."""
    here = root / around.salt / around.folder
    here.mkdir(parents=True)
    asked = ("--suite", suite, "--agent", ",".join(agents), "--tasks", chosen(suite), "--seed", "3", "--no-knowledge")
    variables = {"PYTHONHASHSEED": around.salt, "TZ": around.zone, "LC_ALL": around.locale}
    command = [*PROGRAM, "run", *asked, "--workers", str(around.workers), "--out", "run", "--no-images"]
    env = without_keys() | variables
    done = subprocess.run(command, capture_output=True, text=True, cwd=here, env=env, timeout=MOST_SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    run = here / "run"
    files = {str(file.relative_to(run)): file.read_bytes() for file in run.rglob("*") if file.is_file()}
    found = {name: content for name, content in files.items() if name not in ("report.html", ".lock")}
    for name in ("manifest.json", "summary.json", "episodes.jsonl"):
        lines = found[name].splitlines() if name.endswith("l") else [found[name]]
        found[name] = b"\n".join(sorted(json.dumps(without_clocks(json.loads(line))).encode() for line in lines))
    return found


def without_clocks(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: without_clocks(value) for name, value in data.items() if name not in CLOCKS}
    return [without_clocks(one) for one in data] if isinstance(data, list) else data


@pytest.mark.sweep
@pytest.mark.timeout(len(SURROUNDINGS) * MOST_SECONDS)
@pytest.mark.parametrize("suite", SUITES)
def test_the_same_seed_writes_the_same_bytes(suite: str, tmp_path: Path) -> None:
    agents = SUITES[suite]
    first, *others = SURROUNDINGS
    expected = played(suite, agents, first, tmp_path)
    counts = [expected["episodes.jsonl"].count(f'"agent": "{name}"'.encode()) for name in agents]
    assert min(counts) >= EPISODES, dict(zip(agents, counts, strict=True))
    for around in others:
        found = played(suite, agents, around, tmp_path)
        assert found.keys() == expected.keys(), around
        assert [name for name in found if found[name] != expected[name]] == [], around
