"""Resolve every extra as docs/install.md installs it, with and without constraints.

    python -m automotive_env.scripts.resolve_extras
    python -m automotive_env.scripts.resolve_extras gym web

Nothing is installed; pip downloads what it needs to know. Prints a line for each, and ends with 1 where one cannot be resolved.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from automotive_env.text.output import prepare_output

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINED = ("-c", "constraints.txt")
UNCONSTRAINED = ("gemini-legacy", "openenv")
"""Extras that need older versions than `constraints.txt` pins; docs/install.md says so."""
SLOW_SECONDS = 120
ExtrasCase: TypeAlias = tuple[str, tuple[str, ...]]
"""An extra, and options of pip."""


def main(
    extras: Annotated[list[str] | None, typer.Argument(help="Extras (default: all).")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Resolve N extras at a time.")] = 2,
    seconds: Annotated[float, typer.Option(help="Stop pip after N seconds.")] = 600.0,
) -> None:
    """Resolve extras of this checkout in a fresh virtual environment."""
    cases = [
        (extra, options)
        for extra in extras or all_extras()
        for options in ((), CONSTRAINED)
        if not (options and extra in UNCONSTRAINED)
    ]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        pip = [str(python), "-m", "pip"]
        subprocess.run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, "."], cwd=ROOT, check=True)
        [wheel] = Path(folder).glob("*.whl")
        failed = sum(not resolved for resolved in pool.map(partial(_told, pip, wheel, seconds), cases))
    raise typer.Exit(1 if failed else 0)


def all_extras() -> tuple[str, ...]:
    """The extras that `pyproject.toml` declares."""
    return tuple(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])


def resolve(pip: Sequence[str], options: Sequence[str], package: str, seconds: float) -> str:
    """Resolve what a package needs; returns what pip complains about, or nothing."""
    command = [*pip, "install", "--dry-run", "--ignore-installed", *options, package]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=seconds)
    except subprocess.TimeoutExpired:
        return f"\n  not resolved within {seconds:g} s"
    said = (done.stdout + done.stderr).strip().splitlines()[-12:]
    return "".join(f"\n  {line}" for line in said) if done.returncode else ""


def _told(pip: Sequence[str], wheel: Path, seconds: float, case: ExtrasCase) -> bool:
    extra, options = case
    began = time.monotonic()
    fault = resolve(pip, options, f"{wheel}[{extra}]", seconds)
    took = time.monotonic() - began
    slow = f" (more than {SLOW_SECONDS} s)" if took > SLOW_SECONDS else ""
    command = " ".join(("pip install", *options, f".[{extra}]"))
    print(f"{'failed' if fault else 'ok':6} {took:4.0f} s  {command}{slow}{fault}", flush=True)
    return not fault


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
