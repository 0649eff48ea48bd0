"""How extras are installed is said in one form everywhere: from a checkout, which is what users have."""

import re
import tomllib
from pathlib import Path

import pytest

from automotive_env.text.extras import install, requirement

ROOT = Path(__file__).parents[1]
EXTRAS = frozenset(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
PAGES = (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
FOLDERS = ("agents", "automotive_env", "emulator", "scripts", "tasks", "tests", "validators")
SOURCES = tuple(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
BY_NAME = re.compile(r"automotive-env" + r"\[[a-z]")
HINT = re.compile(r"pip install[^'\n]*'\.\\{0,2}\[([a-z,-]+)\]'")


def test_the_command_installs_from_a_checkout():
    assert (requirement("web"), install("web")) == (".[web]", "pip install '.[web]'")


@pytest.mark.parametrize("kind", ["pages", "sources"])
def test_no_hint_names_the_package(kind):
    files = PAGES if kind == "pages" else SOURCES
    assert [str(file.relative_to(ROOT)) for file in files if BY_NAME.search(file.read_text("utf-8"))] == []


def test_every_hint_names_extras_that_there_are():
    named = {
        extra for file in (*PAGES, *SOURCES) for found in HINT.findall(file.read_text("utf-8")) for extra in found.split(",")
    }
    assert len(named) > 10
    assert named <= EXTRAS
