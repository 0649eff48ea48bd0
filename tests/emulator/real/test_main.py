"""`python -m automotive_env.emulator` ends when it is told to."""

import os
import signal
import sys
from pathlib import Path
from subprocess import PIPE

import pytest
from fake_sdk import holds, lives, make_sdk, program
from processes import started

SLOW = """
import os, pathlib, time
(pathlib.Path(__file__).parent / "pid").write_text(str(os.getpid()))
time.sleep(1000)
"""
MAIN = """
import functools
from automotive_env.emulator import emulator
from automotive_env.emulator.__main__ import end_on_signals, make_app, start
emulator.kvm_problem = lambda: ""
end_on_signals()
make_app(start)()
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.sweep)])
def test_a_signal_ends_an_emulator_that_boots_and_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    sdk = make_sdk(tmp_path / "sdk")
    program(sdk.root / "emulator" / "emulator", SLOW)
    (tmp_path / "tmp").mkdir()
    environ = {**os.environ, "HOME": str(tmp_path), "TMPDIR": str(tmp_path / "tmp"), "ANDROID_HOME": str(sdk.root)}
    file = sdk.root / "emulator" / "pid"
    with started([sys.executable, "-c", MAIN], env=environ, stderr=PIPE) as process:
        assert holds(lambda: file.exists() and file.read_text()), process.stderr
        process.send_signal(number)
        process.send_signal(number)
        assert process.wait(60) == 0
    assert holds(lambda: not lives(int(file.read_text())))
    assert not list((tmp_path / "tmp").glob("automotive-env-adb-*"))
    assert not list((tmp_path / "tmp").glob("*/*"))
