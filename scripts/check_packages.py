"""Build the wheel and the source distribution, and use both in clean environments of every Python on the PATH.

    pip install '.[release]'
    python -m automotive_env.scripts.check_packages --out dist

Each package is installed into a fresh virtual environment of each interpreter; there it is imported, plays one task as the
README's run command does, and, for the wheel, passes a few tests. Interpreters are those of the classifiers in `pyproject.toml`,
found on the PATH or named with `--python`. Prints a line for each, and ends with 1 where
anything failed. Dependencies are downloaded.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from automotive_env.scripts.copied_checkout import copy_checkout
from automotive_env.text.output import prepare_output

ROOT = Path(__file__).resolve().parent.parent
CLASSIFIER = "Programming Language :: Python :: "
SHORT_RUN = ("--tasks", "hvac.too_hot")
SHORT_TESTS = ("tests/episode/test_action.py", "tests/episode/test_headless.py", "tests/validators")


class StepFailed(Exception):
    """A step failed; the message is its command and the last lines that it printed."""


def main(
    out: Annotated[Path, typer.Option(help="Write the two packages to this folder.")] = Path("dist"),
    python: Annotated[list[Path] | None, typer.Option(exists=True, help="Interpreters (default: those on the PATH).")] = None,
    build_only: Annotated[bool, typer.Option(help="Build and compare, but install nothing.")] = False,
) -> None:
    """Check the packages of this checkout."""
    with tempfile.TemporaryDirectory() as work:
        source = Path(work) / "source"
        copy_checkout(ROOT, source)
        try:
            wheel, sdist = build(source, out.resolve())
            differences = compare(source, wheel, sdist)
            run([sys.executable, "-m", "twine", "check", "--strict", wheel, sdist])
        except StepFailed as fault:
            print(fault)
            raise typer.Exit(1) from None
        print("\n".join(differences) or f"{wheel.name} and {sdist.name} hold the files of the checkout; twine finds no fault")
        failed = bool(differences)
        for interpreter in [] if build_only else python or list(interpreters()):
            for package in (wheel, sdist):
                failed |= not used(package, interpreter, source)
    raise typer.Exit(int(failed))


def build(source: Path, out: Path) -> tuple[Path, Path]:
    """The wheel, which is made from the source distribution, and the source distribution."""
    out.mkdir(parents=True, exist_ok=True)
    run([sys.executable, "-m", "build", "--outdir", out, source])
    version = run(
        [sys.executable, "-B", "-c", "from automotive_env.version import __version__; print(__version__)"], folder=source
    ).strip()
    return out / f"automotive_env-{version}-py3-none-any.whl", out / f"automotive_env-{version}.tar.gz"


def compare(source: Path, wheel: Path, sdist: Path) -> list[str]:
    """What a package lacks of the checkout's package, or has besides; the linked folders are ordinary ones in both."""
    package = source / "automotive_env"
    wanted = {
        f"automotive_env/{(Path(folder) / name).relative_to(package).as_posix()}"
        for folder, _, names in os.walk(package, followlinks=True)
        for name in names
        if name != "README.md"  # for people who look through a checkout
    }
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = {name for name in archive.namelist() if name.startswith("automotive_env/")}
    with tarfile.open(sdist) as archive:
        entries = [entry for entry in archive if not entry.isdir()]
    in_sdist = {entry.name.partition("/")[2] for entry in entries}
    faults = [f"{sdist.name}: {entry.name} is no regular file" for entry in entries if not entry.isfile()]
    for package_file, held in ((wheel, in_wheel), (sdist, in_sdist)):
        ours = {name for name in held if name.startswith("automotive_env/")}
        faults += [f"{package_file.name} lacks {name}" for name in sorted(wanted - ours)]
        faults += [f"{package_file.name} has {name}, which the checkout has not" for name in sorted(ours - wanted)]
    needed = {"README.md", "CHANGELOG.md", "LICENSE", "constraints.txt", "pyproject.toml"}
    return faults + [f"{sdist.name} lacks {name}" for name in sorted(needed - in_sdist)]


def versions(text: str) -> list[str]:
    """The versions of Python that a `pyproject.toml` names in its classifiers."""
    classifiers: list[str] = tomllib.loads(text)["project"]["classifiers"]
    return [line.removeprefix(CLASSIFIER) for line in classifiers if re.fullmatch(rf"{CLASSIFIER}3\.\d+", line)]


def interpreters() -> Iterator[Path]:
    """Those on the PATH of the versions that are supported; what is missing is said."""
    for version in versions((ROOT / "pyproject.toml").read_text(encoding="utf-8")):
        found = shutil.which(f"python{version}")
        if found and starts(found):
            yield Path(found)
        else:
            print(f"Python {version}: not found here, so not checked")


def starts(interpreter: str) -> bool:
    """Whether it does: pyenv has a name on the PATH for each version that it holds, and refuses those that are not chosen."""
    return subprocess.run([interpreter, "-c", ""], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def used(package: Path, interpreter: Path, source: Path) -> bool:
    """Whether a package does what it should with one interpreter; prints a line."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as work:
        try:
            version = run([interpreter, "-c", "import platform; print(platform.python_version())"]).strip()
            use(package, interpreter, source, Path(work))
        except StepFailed as fault:
            print(f"{interpreter}, {package.name}: FAILED\n{fault}")
            return False
    print(f"Python {version}, {package.name}: passed in {time.monotonic() - started:.0f} s")
    return True


def use(package: Path, interpreter: Path, source: Path, work: Path) -> None:
    """Install a package into a new environment, import it, play, and test.

    Raises:
        Failed: a step of these.
    """
    is_wheel = package.suffix == ".whl"
    run([interpreter, "-m", "venv", work / "venv"])
    python = work / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = f"{package}[test]" if is_wheel else str(package)
    run([python, "-m", "pip", "install", "--quiet", "--constraint", source / "constraints.txt", wanted])
    run([python, "-c", "import automotive_env"], folder=work)
    run([python, "-m", "automotive_env.run", "--agent", "asurada", *SHORT_RUN, "--out", work / "played"], folder=work)
    if is_wheel:
        shutil.copytree(source / "tests", work / "tests")
        shutil.copy(source / "pyproject.toml", work)
        run([python, "-m", "pytest", *SHORT_TESTS], folder=work)


def run(command: Sequence[str | Path], folder: Path | None = None) -> str:
    """What a command prints; nothing of this checkout is found by it.

    Raises:
        Failed: its exit status is not 0.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        list(command), cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )
    if done.returncode:
        raise StepFailed("\n".join([" ".join(map(str, command)), *done.stdout.splitlines()[-20:]]))
    return done.stdout


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
