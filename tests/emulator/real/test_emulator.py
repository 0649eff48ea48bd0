"""A whole emulator's life: a fake with a virtual device takes the flags and the part of the real program."""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest
from fake_devices import devices
from fake_sdk import FIRST_PORT, holds, program

from automotive_env.android.controller import AndroidController
from automotive_env.emulator import emulator
from automotive_env.emulator.boot import BootFault
from automotive_env.emulator.emulator import Emulator
from automotive_env.emulator.launch import LaunchFault
from automotive_env.emulator.ports import PortPair, is_free, take_ports
from automotive_env.emulator.sdk import Sdk, SdkMissing
from automotive_env.errors import EnvironmentFault
from automotive_env.machine.locks import FileLock

Take: TypeAlias = Callable[[], PortPair]
PORTS = range(FIRST_PORT, FIRST_PORT + 20, 2)
SLOW = """
import pathlib, time
(pathlib.Path(__file__).parent / "launches").write_text("one\\n")
time.sleep(60)
"""


@pytest.fixture(autouse=True)
def take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Take:
    """Ports of the tests' own, and a machine with virtualization."""
    own = partial(take_ports, tmp_path, PORTS)
    monkeypatch.setattr(emulator, "take_ports", own)
    monkeypatch.setattr(emulator, "kvm_problem", lambda: "")
    return own


@pytest.fixture(autouse=True)
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The source of a program that takes the part of an emulator."""
    monkeypatch.setenv("HOME", str(tmp_path))  # for the token of its console
    with devices() as source:
        yield source


@pytest.fixture
def car(sdk: Sdk, tmp_path: Path, fake: str) -> Iterator[Emulator]:
    program(sdk.root / "emulator" / "emulator", fake)
    made = Emulator(sdk=sdk, avd_home=tmp_path / "avd", boot_timeout=60)
    yield made
    made.stop()


@pytest.fixture
def environment(sdk: Sdk) -> Callable[[], dict[str, str]]:
    """What the last launch found in its environment."""
    return lambda: json.loads((sdk.root / "emulator" / "environment").read_text())


def launches(sdk: Sdk) -> list[str]:
    return (sdk.root / "emulator" / "launches").read_text().splitlines()


def test_it_boots_serves_and_leaves_nothing(car: Emulator, sdk: Sdk, tmp_path: Path) -> None:
    held = FileLock(tmp_path / "avd" / "automotive_env_34-ext9.lock")
    with car:
        assert not held.take(shared=True), "its AVD is its own"
        assert car.serial == f"emulator-{FIRST_PORT}"
        assert car.problems() == ()
        assert car.console.send("avd status") == "virtual device is running"
        controller = AndroidController.emulator(car)
        assert controller.backend == "emulator"
        assert controller.observe().elements
        controller.close()
        server = car.adb_port
    assert launches(sdk) == [
        f"-avd automotive_env_34-ext9 -port {FIRST_PORT} -no-window -no-audio -no-boot-anim -gpu swiftshader_indirect "
        f"-no-passive-gps -no-snapshot -memory 4096 -cores {min(4, os.cpu_count() or 1)}"
    ]
    assert holds(lambda: all(map(is_free, (server, FIRST_PORT, FIRST_PORT + 1))))
    assert held.take()
    held.release()


@pytest.mark.sweep
def test_a_healthy_one_is_left_alone_and_another_is_launched_anew(car: Emulator, sdk: Sdk) -> None:
    (sdk.root / "emulator" / "dies").touch()
    car.ensure_healthy()
    assert len(launches(sdk)) == 2, "a launch that fails is tried once more"
    serial, server = car.serial, car._server
    assert server is not None
    car.ensure_healthy()
    assert len(launches(sdk)) == 2
    assert server._child is not None
    server._child.kill()
    server._child.wait()
    car.ensure_healthy()
    assert len(launches(sdk)) == 2, "an adb server that has gone is started again without the car"
    car.console.kill()
    car.ensure_healthy()
    assert len(launches(sdk)) == 3
    assert (car.serial, car.adb_port) == (serial, server.port)
    assert not car.problems()


def test_an_emulator_that_does_not_live_is_a_fault_with_its_last_words(car: Emulator, sdk: Sdk, take: Take) -> None:
    program(sdk.root / "emulator" / "emulator", "import sys\nsys.exit('ERROR | no space left')")
    with pytest.raises(LaunchFault, match=r"(?s)ended with status 1.*no space left"):
        car.start()
    pair = take()
    assert pair.console == FIRST_PORT, "its ports are free again"
    pair.release()
    with pytest.raises(EnvironmentFault, match="not running"):
        _ = car.serial


def test_one_that_does_not_boot_is_ended(sdk: Sdk, tmp_path: Path) -> None:
    program(sdk.root / "emulator" / "emulator", SLOW)
    car = Emulator(sdk=sdk, avd_home=tmp_path / "avd", boot_timeout=1)
    with pytest.raises(BootFault, match="adb sees it"):
        car.start()
    assert is_free(FIRST_PORT)


def test_one_that_is_stopped_while_it_boots_is_not_launched_again(sdk: Sdk, tmp_path: Path) -> None:
    program(sdk.root / "emulator" / "emulator", SLOW)
    car = Emulator(sdk=sdk, avd_home=tmp_path / "avd", boot_timeout=60)
    faults: list[EnvironmentFault] = []

    def boot() -> None:
        try:
            car.start()
        except EnvironmentFault as fault:
            faults.append(fault)

    booting = threading.Thread(target=boot)
    booting.start()
    while not (sdk.root / "emulator" / "launches").exists():
        time.sleep(0.05)
    car.stop()
    booting.join(30)
    assert not booting.is_alive()
    assert len(faults) == 1
    assert len(launches(sdk)) == 1
    assert is_free(FIRST_PORT)


def test_one_starts_with_the_sdk_and_the_keys_it_is_given(
    sdk: Sdk, tmp_path: Path, fake: str, environment: Callable[[], dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_HOME", "/elsewhere")
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "5037")
    program(sdk.root / "emulator" / "emulator", fake)
    home = tmp_path / "avd"
    with Emulator(sdk=sdk, avd_home=home) as car:
        found = environment()
        assert found["ANDROID_HOME"] == found["ANDROID_SDK_ROOT"] == str(sdk.root)
        assert found["ANDROID_AVD_HOME"] == str(home)
        assert found["ANDROID_ADB_SERVER_PORT"] == str(car.adb_port) != "5037"
        assert found["HOME"] != os.environ["HOME"]
        assert Path(found["ANDROID_EMULATOR_HOME"], "adbkey").is_file(), "both have the key of the adb server"


@pytest.mark.sweep
def test_shared_ones_are_read_only(sdk: Sdk, tmp_path: Path, fake: str) -> None:
    program(sdk.root / "emulator" / "emulator", fake)
    cars = [Emulator(shared=True, sdk=sdk, avd_home=tmp_path / "avd", boot_timeout=60) for _ in range(2)]
    with cars[0], cars[1]:
        assert [car.serial for car in cars] == [f"emulator-{FIRST_PORT}", f"emulator-{FIRST_PORT + 2}"]
        assert cars[0].adb_port != cars[1].adb_port
        alone = Emulator(sdk=sdk, avd_home=tmp_path / "avd")
        with pytest.raises(EnvironmentFault, match="automotive_env_34-ext9 is used by another run"):
            alone.start()
        assert not cars[0].problems()
    assert all("-read-only" in flags for flags in launches(sdk))


def test_what_is_missing_is_said_before_anything_starts(sdk: Sdk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emulator, "kvm_problem", lambda: "no such device")
    with pytest.raises(EnvironmentFault, match="no such device; see `automotive-env doctor`"):
        Emulator(sdk=sdk)
    monkeypatch.setattr(emulator, "kvm_problem", lambda: "")
    (sdk.root / "emulator" / "emulator").unlink()
    with pytest.raises(SdkMissing, match="has no emulator"):
        Emulator(sdk=sdk)
