"""What a wheel holds: every package, and nothing named that is not there."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOP_LEVEL = ("agents", "emulator", "scripts", "tasks", "validators")


def test_every_package_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    folders = {path.parent.relative_to(ROOT) for path in (ROOT / "automotive_env").rglob("__init__.py")}
    inside = {".".join(folder.parts) for folder in folders}
    outside = {
        f"automotive_env.{'.'.join(path.parent.relative_to(ROOT).parts)}"
        for name in TOP_LEVEL
        for path in (ROOT / name).rglob("__init__.py")
    }
    assert set(project["tool"]["setuptools"]["packages"]) == inside | outside


def test_every_top_level_folder_has_a_readme() -> None:
    for name in ("automotive_env", "tests", *TOP_LEVEL):
        assert (ROOT / name / "README.md").is_file(), name


def test_shipped_assets_have_their_licences() -> None:
    assets = {path.name for path in (ROOT / "automotive_env" / "headunit" / "assets").iterdir()}
    assert {"LICENSE-roboto.txt", "LICENSE-material-icons.txt"} <= assets


def test_test_files_have_names_of_their_own() -> None:
    names = [path.name for path in (ROOT / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(set(names)) == sorted(names), "pytest imports test files by their base names"
