"""The layout of the package: every module has one name, which Python, editors and type checkers find alike."""

import importlib
import importlib.util
import re
import tomllib
import zlib
from pathlib import Path

import pytest

from automotive_env.scripts.check_packages import interpreters

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "automotive_env"
LINKED = sorted(path.name for path in PACKAGE.iterdir() if path.is_symlink())
"""Top-level folders that are packages of automotive_env by a link inside it."""


def test_every_top_level_folder_of_modules_is_linked_into_the_package() -> None:
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"automotive_env"}
    assert set(LINKED) == folders
    assert all((PACKAGE / name).resolve() == ROOT / name for name in LINKED)


@pytest.mark.parametrize("name", LINKED)
def test_a_linked_folder_cannot_be_imported_under_a_second_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    with pytest.raises(ImportError, match=f"it is the package automotive_env.{name}"):
        importlib.import_module(name)


@pytest.mark.parametrize("name", ["automotive_env", "tests"])
def test_nothing_else_of_the_checkout_is_a_module_of_the_package(name: str) -> None:
    assert importlib.util.find_spec(f"automotive_env.{name}") is None


def test_every_folder_of_python_files_is_a_package() -> None:
    folders = {path.parent for name in ("automotive_env", *LINKED) for path in (ROOT / name).rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_every_top_level_folder_has_a_readme() -> None:
    for name in ("automotive_env", "tests", *LINKED):
        assert (ROOT / name / "README.md").is_file(), name


def test_shipped_assets_have_their_licences() -> None:
    assets = {path.name for path in (PACKAGE / "headunit" / "kit" / "assets").iterdir()}
    families = {re.split("[-.]", name)[0].lower().removesuffix("extended") for name in assets if name.endswith(".ttf")}
    licences = {
        name.removeprefix("LICENSE-").removesuffix(".txt").replace("-", "") for name in assets if name.startswith("LICENSE")
    }
    assert families - {"materialsymbols"} | {"materialicons"} == licences


def test_the_wheel_stays_small() -> None:
    files = [path for path in PACKAGE.rglob("*") if path.suffix in (".ttf", ".json", ".jsonl", ".py") and path.is_file()]
    assert sum(len(zlib.compress(path.read_bytes())) for path in files) < 12_000_000


def test_test_files_have_names_of_their_own() -> None:
    names = [path.name for path in (ROOT / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(set(names)) == sorted(names), "pytest imports test files by their base names"


def test_every_file_of_the_package_is_declared() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    listed = {
        file
        for package, patterns in declared.items()
        for pattern in patterns
        for file in ROOT.joinpath(*package.split(".")).glob(pattern)
    }
    folders = [PACKAGE, *(PACKAGE / name for name in LINKED)]
    files = {file for folder in folders for file in folder.rglob("*") if file.is_file() and file.suffix not in (".py", ".pyc")}
    assert {file for file in files - listed if file.name != "README.md"} == set()


def test_a_python_that_is_on_the_path_and_does_not_start_is_not_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shim = tmp_path / "python3.12"
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert list(interpreters()) == []
    assert "Python 3.12: not found here" in capsys.readouterr().out
