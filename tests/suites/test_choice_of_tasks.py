"""A suite of another package that is a choice of the benchmark's tasks."""

from __future__ import annotations

from pathlib import Path

from command_line import run_here

from automotive_env.runs.records.folder import RunFolder


def test_it_is_played_recorded_under_its_name_and_verified(tmp_path: Path) -> None:
    suite = ("--suite", "winter_suite:Winter")
    run = tmp_path / "run"
    done = run_here("run", *suite, "--agent", "oracle", "--tasks", "hvac.fan_speed_max", "--out", str(run))
    assert done.returncode == 0, done.stderr
    (record,) = RunFolder.open(run).read_episodes().records
    assert (record.suite, record.success) == ("winter", True)
    verified = run_here("verify", str(run), *suite)
    assert verified.returncode == 0, verified.stdout + verified.stderr
