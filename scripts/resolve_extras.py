"""Resolve every extra as docs/install.md installs it: in a fresh virtual environment, with and without constraints.

    python -m automotive_env.scripts.resolve_extras
    python -m automotive_env.scripts.resolve_extras gym web

Nothing is installed; pip downloads what it needs to know. Prints a line for each extra, and ends with 1 where one cannot be resolved.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from pathlib import Path
from typing import Annotated

import typer

from automotive_env.output import prepare_output

ROOT = Path(__file__).resolve().parent.parent
UNCONSTRAINED = ("gemini-legacy", "openenv")
"""Extras that need older versions than `constraints.txt` pins; docs/install.md says so."""
SLOW_SECONDS = 120


def main(
    extras: Annotated[list[str] | None, typer.Argument(help="Extras; without one, all.")] = None,
    seconds: Annotated[float, typer.Option(help="After which pip is stopped.")] = 600.0,
) -> None:
    """Resolve extras of this checkout."""
    failed = 0
    for extra in extras or all_extras():
        for options in ((), ("-c", "constraints.txt")):
            if options and extra in UNCONSTRAINED:
                continue
            began = time.monotonic()
            fault = resolve(extra, options, seconds)
            took = time.monotonic() - began
            slow = f" (more than {SLOW_SECONDS} s)" if took > SLOW_SECONDS else ""
            print(
                f"{'failed' if fault else 'ok':6} {took:4.0f} s  pip install {' '.join((*options, f'.[{extra}]'))}{slow}{fault}"
            )
            failed += bool(fault)
    raise typer.Exit(1 if failed else 0)


def all_extras() -> tuple[str, ...]:
    """The extras that `pyproject.toml` declares."""
    return tuple(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])


def resolve(extra: str, options: tuple[str, ...], seconds: float) -> str:
    """Resolve an extra in an environment of its own; returns what pip complains about, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        command = [str(python), "-m", "pip", "install", "--dry-run", "--ignore-installed", *options, f".[{extra}]"]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return f"\n  not resolved within {seconds:g} s"
    said = (done.stdout + done.stderr).strip().splitlines()[-12:]
    return "".join(f"\n  {line}" for line in said) if done.returncode else ""


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
