"""What this machine has and lacks for each backend, why it matters, and the command that helps.

It asks no network, and starts nothing but `adb version`.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from automotive_env.android.console_client import console_token
from automotive_env.emulator.adb_server import find_adb, running, users_port
from automotive_env.emulator.avd import avd_home, avds, default_name
from automotive_env.emulator.child import run_tool
from automotive_env.emulator.launch import DEVICE, RULE, kvm_problem
from automotive_env.emulator.ports import CONSOLE_PORTS, free_pairs
from automotive_env.emulator.sdk import Sdk, SystemImage, find_sdk, images, install_command, installed
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.models.kind import is_installed
from automotive_env.models.kinds import all_forms
from automotive_env.text.extras import install

MIN_PYTHON = (3, 11)
DISK = 20 << 30
"""Bytes for a system image (6 GB), the disk of a car (6 GB) and some snapshots (1 to 4 GB each): an estimate."""
MEMORY = 6 << 30
"""Bytes for an emulator with 4 GB and what plays it: an estimate."""
BACKENDS = ("headless", "virtual", "emulator")
_PACKAGES = ("anyio", "cv2", "geopy", "jinja2", "numpy", "PIL", "pydantic", "rich", "typer")
_ADB_PACKAGES = ("adbutils", "uiautomator2")
_EXTRAS = {
    "web": ("a person drives the car in a browser", ("starlette", "uvicorn", "websockets")),
    "programs": ("agents answer with programs, in VehicleWorld and conversations", ("pydantic_monty",)),
}
"""Extras that the doctor looks for: what each is for, and its packages."""
_TOOLS = "~/Android/Sdk/cmdline-tools"
_GET_TOOLS = (
    'download "Command line tools only" from developer.android.com/studio, then: '
    f"mkdir -p {_TOOLS} && unzip commandlinetools-*_latest.zip -d {_TOOLS} && mv {_TOOLS}/cmdline-tools {_TOOLS}/latest "
    "&& export ANDROID_HOME=~/Android/Sdk"
)
_GET_JAVA = "sudo apt-get install openjdk-17-jre-headless"

DiagnosedBackend = Literal["headless", "virtual", "emulator"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked for.

    Attributes:
        what: its name.
        state: "ok"; "missing", so that a backend does not work; "note", which blocks no backend.
        found: what there is.
        why: what it is for.
        fix: the command that installs or mends it; empty where there is nothing to do.
        blocks: the backends that do not work without it.
    """

    what: str
    state: Literal["ok", "missing", "note"]
    found: str
    why: str
    fix: str = ""
    blocks: tuple[DiagnosedBackend, ...] = ()


@dataclass(frozen=True)
class Diagnosis:
    """All findings."""

    findings: tuple[Finding, ...]

    @property
    def works(self) -> dict[str, bool]:
        """Whether each backend works now."""
        blocked = {backend for finding in self.findings if finding.state == "missing" for backend in finding.blocks}
        return {backend: backend not in blocked for backend in BACKENDS}

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {"works": self.works, "findings": [asdict(finding) for finding in self.findings]}


@dataclass(frozen=True)
class Machine:
    """What is looked at; tests bring another.

    Attributes:
        environ: environment variables.
        home: home folder of the user.
        kvm: the device of the virtualization.
        which: path of a program, None where there is none.
        has: whether a Python package is installed.
    """

    environ: Mapping[str, str]
    home: Path
    kvm: Path = DEVICE
    which: Callable[[str], str | None] = shutil.which
    has: Callable[[str], bool] = is_installed

    @property
    def sdk(self) -> Sdk | None:
        """The SDK."""
        return find_sdk(self.environ, self.home)

    @property
    def image(self) -> SystemImage | None:
        """The best image that is installed, else the best for this machine."""
        sdk = self.sdk
        return next(iter((*(installed(sdk) if sdk else ()), *images())), None)


def diagnose(machine: Machine | None = None) -> Diagnosis:
    """Look at everything."""
    seen = machine or Machine(os.environ, Path.home())
    return Diagnosis(tuple(finding for look in _LOOKS for finding in look(seen)))


ALL: tuple[DiagnosedBackend, ...] = ("headless", "virtual", "emulator")
ON_ADB: tuple[DiagnosedBackend, ...] = ("virtual", "emulator")
EMULATOR: tuple[DiagnosedBackend, ...] = ("emulator",)


def _need(good: object, what: str, found: str, why: str, fix: str, blocks: tuple[DiagnosedBackend, ...]) -> Finding:
    return Finding(what, "ok", found, why) if good else Finding(what, "missing", found, why, fix, blocks)


def _advise(good: object, what: str, found: str, why: str, fix: str = "") -> Finding:
    return Finding(what, "ok", found, why) if good else Finding(what, "note", found, why, fix)


def _python(machine: Machine) -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info[:2] >= MIN_PYTHON
    yield _need(good, "Python", version, "3.11 or newer runs the package", "sudo apt-get install python3.11", ALL)
    for names, what, why, fix, blocks in (
        (_PACKAGES, "Python packages", "the car, its head unit and the runs", "pip install -c constraints.txt .", ALL),
        (_ADB_PACKAGES, "packages for ADB", "ADB clients", "pip install -c constraints.txt .", ON_ADB),
    ):
        lacking = [name for name in names if not machine.has(name)]
        yield _need(not lacking, what, f"lacking: {', '.join(lacking)}" if lacking else "installed", why, fix, blocks)
    for extra, (why, packages) in _EXTRAS.items():
        has = all(map(machine.has, packages))
        yield _advise(has, f"extra: {extra}", "installed" if has else "not installed", why, install(extra))


def _models(machine: Machine) -> Iterator[Finding]:
    for spec, form in all_forms():
        if form.keys or form.module:
            missing = form.missing(machine.environ, machine.has)
            yield _advise(not missing, f"model {spec}", "not ready" if missing else "ready", form.about, "; ".join(missing))


def _adb(machine: Machine) -> Iterator[Finding]:
    why, fix = "connects to devices; adbutils includes one, except on some ARM machines", "sudo apt-get install adb"
    try:
        if not machine.has("adbutils"):
            raise EnvironmentFault("none")
        path = find_adb()
        # It asks no server; the port makes sure of that.
        said = run_tool([path, "version"], timeout=5, environ={**machine.environ, "ANDROID_ADB_SERVER_PORT": "1"}).text
        version = next((line.split()[-1] for line in said.splitlines() if line.startswith("Version ")), "of unknown version")
        yield Finding("adb", "ok", f"{version}, {path}", why)
    except EnvironmentFault as fault:
        yield Finding("adb", "missing", str(fault), why, fix, ON_ADB)
    yield from _own_server()


def _own_server() -> Iterator[Finding]:
    try:
        port = users_port()
    except UsageError as fault:
        yield Finding(
            "adb server",
            "note",
            str(fault),
            "your own adb server; runs do not use it and start their own",
            "unset ANDROID_ADB_SERVER_PORT",
        )
        return
    if running(port):
        yield Finding(
            "adb server", "note", f"one runs on port {port}", "your own server, which runs do not use; they start their own"
        )


def _loopback(machine: Machine) -> Iterator[Finding]:
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            good = running(server.getsockname()[1])  # a network that is down lets ports be opened, too
    except OSError:
        good = False
    found = "ports can be reached" if good else "no port can be reached on 127.0.0.1"
    yield _need(good, "loopback", found, "devices listen on 127.0.0.1 only", "sudo ip link set lo up", ON_ADB)


def _virtualization(machine: Machine) -> Iterator[Finding]:
    problem = kvm_problem(machine.kvm)
    fix = "sudo modprobe kvm_intel || sudo modprobe kvm_amd"
    if machine.kvm.exists():
        fix = f"sudo usermod -aG kvm $USER, then log in again; for CI the udev rule {RULE}"
    yield _need(not problem, "KVM", problem or "can be used", "without it an emulator is too slow", fix, EMULATOR)


def _sdk(machine: Machine) -> Iterator[Finding]:
    sdk = machine.sdk
    found = str(sdk.root) if sdk else "not found; set ANDROID_HOME to its folder"
    yield _need(sdk, "Android SDK", found, "holds the emulator and its images", _GET_TOOLS, EMULATOR)
    manager = sdk.sdkmanager if sdk else None
    yield _advise(manager, "sdkmanager", str(manager or "not found"), "installs the emulator and images", _GET_TOOLS)
    java = _java(machine)
    yield _advise(java, "Java", java or "not found", "sdkmanager and avdmanager need 17 or newer", _GET_JAVA)


def _java(machine: Machine) -> str:
    home = machine.environ.get("JAVA_HOME")
    path = machine.which(str(Path(home) / "bin" / "java")) if home else machine.which("java")
    if path is None:
        return ""
    try:
        lines = Path(path).resolve().parents[1].joinpath("release").read_text(encoding="utf-8")[:10_000].splitlines()
    except OSError:
        lines = []
    version = next((line.partition("=")[2].strip('"') for line in lines if line.startswith("JAVA_VERSION=")), "")
    return f"{version or 'of unknown version'}, {path}"


def _emulator(machine: Machine) -> Iterator[Finding]:
    sdk, image = machine.sdk, machine.image
    if image is None:
        yield Finding("system image", "missing", "no image fits the processor of this machine", "the car's Android", "", EMULATOR)
        return
    install = install_command(sdk, image)
    program = sdk.emulator if sdk else None
    found = f"{sdk.revision('emulator')}, {program}" if sdk and program else "not installed"
    yield _need(program, "emulator", found, "runs the car's Android", install, EMULATOR)
    there = sdk is not None and image.is_installed(sdk)
    found = image.package if there else "no Android Automotive image; images with playstore in their name refuse root"
    yield _need(there, "system image", found, f"the car's Android {image.release}", install, EMULATOR)
    made = default_name(image) in [avd.name for avd in avds(avd_home(machine.environ, machine.home))]
    manager = sdk.avdmanager if sdk else None
    can_make = manager and _java(machine)
    found = default_name(image) if made else "none yet; the first run makes one" if can_make else "none, and no tool to make one"
    yield _need(made or can_make, "AVD", found, "the car's disk and display", _GET_JAVA if manager else _GET_TOOLS, EMULATOR)


def _room(machine: Machine) -> Iterator[Finding]:
    folder = avd_home(machine.environ, machine.home)
    while not folder.exists():
        folder = folder.parent
    free, memory = shutil.disk_usage(folder).free, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    yield _advise(free >= DISK, "disk", f"{free >> 30} GB free at {folder}", f"an emulator fills about {DISK >> 30} GB", "df -h")
    found = f"{memory >> 30} GB"
    yield _advise(memory >= MEMORY, "memory", found, f"an emulator needs about {MEMORY >> 30} GB", "use one worker only")


def _ports(machine: Machine) -> Iterator[Finding]:
    free, first, last = free_pairs(), CONSOLE_PORTS[0], CONSOLE_PORTS[-1] + 1
    found = f"{free} of {len(CONSOLE_PORTS)} pairs from {first} to {last} are free"
    yield _need(free, "emulator ports", found, "each emulator takes two", "stop some emulators; adb devices lists them", EMULATOR)
    token = console_token(machine.home)
    yield Finding(
        "console token",
        "ok" if token else "note",
        "there" if token else "none yet",
        "it is written when an emulator first starts",
    )


_LOOKS = (_python, _models, _adb, _loopback, _virtualization, _sdk, _emulator, _room, _ports)
