"""The mutation test changes code that decides something, and runs tests that are there."""

import ast
from pathlib import Path

import pytest

from automotive_env.scripts import mutants

MODULE = '''
def limit(count: int | None = None, *, strict: bool = False) -> int | None:
    """A docstring; 5 stays."""
    if count is None or (strict and count > 3):
        return None
    return count + 1
'''


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "limit.py").write_text(MODULE)
    return tmp_path


def test_operators_constants_and_conditions_are_changed_and_annotations_are_not(checkout: Path) -> None:
    assert sorted(mutant.change for mutant in mutants.mutants_of(checkout, "limit.py")) == [
        "1 -> 2",
        "3 -> 4",
        "False -> True",
        "count + 1 -> count - 1",
        "count > 3 -> count >= 3",
        "count is None -> count is not None",
        "count is None or (strict and count > 3) -> count is None and (strict and count > 3)",
        "count is None or (strict and count > 3) -> not (count is None or (strict and count > 3))",
        "strict and count > 3 -> strict or count > 3",
    ]


def test_each_mutant_is_the_whole_module_with_one_change(checkout: Path) -> None:
    original = ast.unparse(ast.parse(MODULE)).splitlines()
    for mutant in mutants.mutants_of(checkout, "limit.py"):
        differing = [pair for pair in zip(original, mutant.source(checkout).splitlines(), strict=True) if pair[0] != pair[1]]
        assert len(differing) == 1


def test_the_same_seed_draws_the_same_and_each_module_its_share() -> None:
    drawn, again, other = (mutants.drawn(mutants.CHECKOUT, 10, seed) for seed in (3, 3, 4))
    assert drawn == again != other
    assert sorted(mutant.path for mutant in drawn) == sorted([*mutants.TARGETS, *mutants.TARGETS])


def test_the_modules_and_their_tests_are_there() -> None:
    for module, tests in mutants.TARGETS.items():
        assert all((mutants.CHECKOUT / name).is_file() for name in (module, *tests))
