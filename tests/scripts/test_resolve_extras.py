"""The extras and what docs/install.md says of them; `python -m automotive_env.scripts.resolve_extras` asks an index."""

import re
import sys
from pathlib import Path

import pytest

from automotive_env.scripts import resolve_extras

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/install.md").read_text(encoding="utf-8")


def test_the_page_lists_every_extra():
    names = "".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `"))
    assert set(re.findall("`([a-z-]+)`", names)) == set(resolve_extras.all_extras())


def test_the_page_says_which_go_without_constraints():
    [line] = [line for line in PAGE.splitlines() if "Leave out `-c constraints.txt`" in line]
    assert set(re.findall(r"`([a-z-]+)`", line)) == set(resolve_extras.UNCONSTRAINED)


@pytest.mark.parametrize(
    ("said", "expected"), [("raise SystemExit(0)", ""), ("print('no such version'); raise SystemExit(1)", "\n  no such version")]
)
def test_what_pip_complains_about_is_returned(said: str, expected: str):
    assert resolve_extras.resolve([sys.executable, "-c", said], (), ".[gym]", 60) == expected
