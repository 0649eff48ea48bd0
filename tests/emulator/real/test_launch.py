"""Launching fake emulators, and what is left of them afterwards: nothing."""

import os
import sys
from pathlib import Path

import pytest
from fake_sdk import holds, lives, program
from processes import started

from automotive_env.emulator.launch import EmulatorFlags, EmulatorProcess, LaunchFault, kvm_problem

WITH_HELPER = """
import os, pathlib, subprocess, sys, time
helper = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)"])
pathlib.Path(__file__).with_name("pids").write_text(f"{os.getpid()} {helper.pid} ")
print("up", sys.argv[1:], flush=True)
time.sleep(60)
"""


def pids(folder: Path) -> list[int]:
    """Those of the fake and its helper, as soon as both are there."""
    noted = folder / "pids"
    assert holds(lambda: noted.exists() and noted.read_text().endswith(" "))
    return [int(number) for number in noted.read_text().split()]


def launch(folder: Path, source: str) -> EmulatorProcess:
    fake = program(folder / "emulator", source)
    return EmulatorProcess(fake, ["-avd", "x"], environ=dict(os.environ), log=folder / "log")


def test_a_headless_emulator_is_the_same_each_time() -> None:
    assert " ".join(EmulatorFlags("car", 5556, cores=1).arguments()) == (
        "-avd car -port 5556 -no-window -no-audio -no-boot-anim -gpu swiftshader_indirect -no-passive-gps -no-snapshot "
        "-memory 4096 -cores 1"
    )


def test_flags_follow_what_is_wanted() -> None:
    shared = EmulatorFlags("car", 5554, shared=True, window=True, cores=500).arguments()
    assert "-read-only" in shared
    assert "-no-window" not in shared
    assert int(shared[-1]) == os.cpu_count()
    assert "-read-only" not in EmulatorFlags("car", 5554).arguments()


def test_one_that_ends_early_is_reported_with_its_last_words(tmp_path: Path) -> None:
    said = "\\n".join(f"line {number}" for number in range(100))
    process = launch(tmp_path, f"import sys\nprint('{said}')\nsys.exit('ERROR | x86_64 emulation needs hardware acceleration')")
    assert process.wait(60)
    with pytest.raises(LaunchFault, match=r"(?s)status 1.*line 99\nERROR . x86_64 emulation") as fault:
        process.check_alive()
    assert "line 90\n" not in str(fault.value)


def test_one_killed_by_a_signal_has_the_status_that_a_shell_would_give(tmp_path: Path) -> None:
    process = launch(tmp_path, "import os\nos.kill(os.getpid(), 11)")
    assert process.wait(60)
    with pytest.raises(LaunchFault, match=r"status 139\. It said nothing"):
        process.check_alive()


def test_one_that_cannot_be_launched_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(LaunchFault, match=r"cannot launch .*: No such file"):
        EmulatorProcess(tmp_path / "none", [], environ={}, log=tmp_path / "no folder" / "log")


def test_stopping_ends_its_helpers_too(tmp_path: Path) -> None:
    process = launch(tmp_path, WITH_HELPER)
    found = pids(tmp_path)
    process.check_alive()
    assert not process.wait(0.01)
    process.stop()
    assert holds(lambda: not any(map(lives, found)))
    process.stop()


def test_when_it_ends_by_itself_its_helpers_end(tmp_path: Path) -> None:
    process = launch(tmp_path, WITH_HELPER)
    emulator, helper = pids(tmp_path)
    os.kill(emulator, 15)
    assert process.wait(60)
    assert holds(lambda: not lives(helper))


def test_one_that_ignores_being_asked_is_killed(tmp_path: Path) -> None:
    process = launch(tmp_path, "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + WITH_HELPER)
    found = pids(tmp_path)
    process.stop()
    assert holds(lambda: not any(map(lives, found)))


def test_nothing_is_left_when_who_launched_it_is_killed(tmp_path: Path) -> None:
    program(tmp_path / "emulator", WITH_HELPER)
    code = (
        "import os, pathlib, sys, time\nfrom automotive_env.emulator.launch import EmulatorProcess\n"
        f"folder = pathlib.Path({str(tmp_path)!r})\n"
        "EmulatorProcess(folder / 'emulator', [], environ=dict(os.environ), log=folder / 'log')\ntime.sleep(60)"
    )
    with started([sys.executable, "-c", code]) as parent:
        found = pids(tmp_path)
        parent.kill()
    assert holds(lambda: not any(map(lives, found)))


def test_virtualization_is_a_device_that_one_may_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    device = tmp_path / "kvm"
    assert "turn on virtualization" in kvm_problem(device)
    device.touch()
    assert kvm_problem(device) == ""
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "not yours to use" in kvm_problem(device)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert kvm_problem(tmp_path / "none") == ""
