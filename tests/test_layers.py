"""Lower packages import no higher ones: validators and the facts about vehicles know nothing of Android."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize(
    ("folder", "higher"),
    [
        ("validators", ("android", "emulator", "headunit", "headless")),
        ("automotive_env/vehicle", ("android", "emulator", "validators")),
    ],
)
def test_a_package_imports_none_above_it(folder: str, higher: tuple[str, ...]):
    names = tuple(f"automotive_env.{name}" for name in higher)
    found = {file.name: [name for name in imported(file) if name.startswith(names)] for file in (ROOT / folder).glob("*.py")}
    assert found
    assert not {file: wrong for file, wrong in found.items() if wrong}
