"""What the doctor says of machines that lack something."""

import json
import os
import shutil
import socket
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from automotive_env.cli import COULD_NOT_RUN, make_app
from automotive_env.cli.doctor import doctor
from automotive_env.emulator import doctor as doctors
from automotive_env.emulator.doctor import Diagnosis, Finding, Machine, diagnose
from automotive_env.emulator.sdk import Sdk, images


@pytest.fixture
def machine(sdk: Sdk, tmp_path: Path) -> Machine:
    """One that has everything."""
    kvm = tmp_path / "kvm"
    kvm.touch()
    jvm = tmp_path / "jvm"
    (jvm / "bin").mkdir(parents=True)
    (jvm / "bin" / "java").touch()
    (jvm / "release").write_text('IMPLEMENTOR="x"\nJAVA_VERSION="17.0.15"\n')
    home = tmp_path / "home"
    home.mkdir()
    return Machine({"ANDROID_HOME": str(sdk.root)}, home, kvm, {"java": str(jvm / "bin" / "java")}.get, lambda package: True)


def without(machine: Machine, **changes: object) -> Machine:
    return Machine(**{**vars(machine), **changes})  # type: ignore[arg-type]


def found(diagnosis: Diagnosis, what: str) -> Finding:
    return next(finding for finding in diagnosis.findings if finding.what == what)


def test_where_everything_is_there_all_backends_work(machine: Machine) -> None:
    diagnosis = diagnose(machine)
    assert diagnosis.works == {"headless": True, "virtual": True, "emulator": True}
    assert found(diagnosis, "emulator").found.startswith("35.4.9, ")
    assert found(diagnosis, "Java").found.startswith("17.0.15, ")
    assert found(diagnosis, "AVD").found == "none yet; the first run makes one"
    assert found(diagnosis, "adb").state == "ok"


def test_what_is_in_the_way_has_a_reason_and_a_command(machine: Machine, tmp_path: Path) -> None:
    bare = Machine({}, tmp_path / "nobody", tmp_path / "no-kvm", lambda name: None, lambda package: False)
    for finding in diagnose(bare).findings:
        assert finding.why
        if finding.state == "missing":
            assert finding.fix, finding.what
            assert finding.blocks, finding.what
    assert diagnose(bare).works == {"headless": False, "virtual": False, "emulator": False}


@pytest.mark.parametrize(
    ("lacking", "works"),
    [
        ("numpy", {"headless": False, "virtual": False, "emulator": False}),
        ("uiautomator2", {"headless": True, "virtual": False, "emulator": False}),
        ("adbutils", {"headless": True, "virtual": False, "emulator": False}),
        ("starlette", {"headless": True, "virtual": True, "emulator": True}),
    ],
)
def test_a_missing_package_blocks_what_needs_it(machine: Machine, lacking: str, works: dict[str, bool]) -> None:
    diagnosis = diagnose(without(machine, has=lambda package: package != lacking))
    assert diagnosis.works == works
    assert any("pip install" in finding.fix for finding in diagnosis.findings)


def test_without_an_sdk_only_the_emulator_does_not_work(machine: Machine) -> None:
    diagnosis = diagnose(without(machine, environ={}))
    assert diagnosis.works == {"headless": True, "virtual": True, "emulator": False}
    assert "ANDROID_HOME" in found(diagnosis, "Android SDK").found
    assert found(diagnosis, "system image").fix.endswith(f"sdkmanager emulator platform-tools '{images()[0].package}'")


def test_a_missing_image_has_the_command_of_the_sdk_that_is_there(machine: Machine, sdk: Sdk) -> None:
    shutil.rmtree(sdk.root / "system-images")
    image = found(diagnose(machine), "system image")
    assert image.state == "missing"
    assert image.fix == f"{sdk.sdkmanager} emulator platform-tools '{images()[0].package}'"


def test_an_avd_needs_java_only_until_it_is_made(machine: Machine) -> None:
    poor = without(machine, which=lambda name: None)
    assert found(diagnose(poor), "AVD").state == "missing"
    assert "jre" in found(diagnose(poor), "AVD").fix
    home = machine.home / ".android" / "avd"
    folder = home / "automotive_env_34-ext9.avd"
    folder.mkdir(parents=True)
    (folder / "config.ini").touch()
    (home / "automotive_env_34-ext9.ini").write_text(f"path={folder}\n")
    assert found(diagnose(poor), "AVD").state == "ok"
    assert diagnose(poor).works["emulator"]


def test_virtualization_is_loaded_or_joined(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert "modprobe" in found(diagnose(without(machine, kvm=tmp_path / "none")), "KVM").fix
    monkeypatch.setattr(os, "access", lambda path, mode, **options: path != machine.kvm)
    kvm = found(diagnose(machine), "KVM")
    assert kvm.state == "missing"
    assert "usermod -aG kvm" in kvm.fix
    assert 'KERNEL=="kvm"' in kvm.fix


def test_a_persons_own_adb_server_is_noted_and_left_alone(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.getsockname()[1]))
        note = found(diagnose(machine), "adb server")
        server.settimeout(5)
        client, _ = server.accept()
        with client:
            assert client.recv(10) == b"", "nothing is asked of it"
    assert (note.state, note.blocks) == ("note", ())


def test_a_little_disk_stands_in_nobodys_way(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(machine.home)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1 << 30))
    assert found(diagnose(machine), "disk").state == "note"
    assert diagnose(machine).works["emulator"]


def answer(monkeypatch: pytest.MonkeyPatch, machine: Machine, *arguments: str) -> tuple[int, str]:
    diagnosis = diagnose(machine)
    monkeypatch.setattr(doctors, "diagnose", lambda: diagnosis)
    done = CliRunner().invoke(make_app(doctor), arguments)
    return done.exit_code, done.output


def test_the_command_ends_well_where_headless_and_virtual_work(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    status, text = answer(monkeypatch, without(machine, environ={}))
    assert status == 0
    assert "virtual  works" in text
    assert "emulator does not work" in text


def test_the_command_fails_where_a_backend_that_is_needed_does_not_work(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer(monkeypatch, machine, "--backend", "emulator")[0] == 0
    assert answer(monkeypatch, without(machine, environ={}), "--backend", "emulator")[0] == COULD_NOT_RUN
    assert answer(monkeypatch, without(machine, has=lambda package: package != "adbutils"), "--backend", "headless")[0] == 0


def test_the_command_tells_programs_the_same(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    status, text = answer(monkeypatch, without(machine, has=lambda package: package != "adbutils"), "--json")
    assert status == COULD_NOT_RUN
    told = json.loads(text)
    assert told["works"] == {"headless": True, "virtual": False, "emulator": False}
    assert {"what", "state", "found", "why", "fix", "blocks"} == set(told["findings"][0])
