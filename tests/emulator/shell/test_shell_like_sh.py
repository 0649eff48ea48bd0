"""Scripts that mean the same in every POSIX shell do in the device's: output and status are those of this machine's `sh`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from shell_runs import shell

SCRIPTS = Path(__file__).with_name("portable_scripts.txt").read_text().removesuffix("\n").split("\n---\n")


@pytest.mark.parametrize("script", SCRIPTS)
def test_output_and_status_are_those_of_sh(script, tmp_path):
    host = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, cwd=tmp_path, stdin=subprocess.DEVNULL, timeout=60, check=False
    )
    device = shell(script)
    assert (device.out, device.status) == (host.stdout, host.returncode), device.err
