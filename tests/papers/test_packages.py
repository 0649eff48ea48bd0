"""docs/papers.md says where the named packages are used, and there they are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = {
    "adbutils": "adbutils",
    "uiautomator2": "uiautomator2",
    "pillow": "PIL",
    "opencv-python-headless": "cv2",
    "openai": "openai",
    "google-genai": "google.genai",
    "google-generativeai": "google.generativeai",
    "geopy": "geopy",
}


def rows() -> dict[str, list[str]]:
    """Package -> the files in which the page says that it is used."""
    table = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8").partition("## Packages")[2]
    cells = [line.split("|")[1:4] for line in table.splitlines() if line.startswith("| ") and "`" in line]
    return {name.strip(): re.findall(r"`([\w/]+\.py)`", used) for name, _, used in cells}


def test_all_named_packages_are_listed() -> None:
    assert rows().keys() == MODULES.keys()


@pytest.mark.parametrize("package", MODULES)
def test_each_place_imports_the_package(package: str) -> None:
    files = rows()[package]
    assert files
    for file in files:
        text = (ROOT / "automotive_env" / file).read_text(encoding="utf-8")
        assert re.search(rf"^\s*(from|import) {re.escape(MODULES[package])}\b", text, re.MULTILINE), file
