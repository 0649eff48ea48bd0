"""Mutation test of the code that judges episodes: change one operator or constant at a time, and count how many the tests notice.

python -m automotive_env.scripts.mutants --count 50 --seed 0
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import cache_from_source
from itertools import count
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from automotive_env.scripts.copied_checkout import copy_checkout
from automotive_env.text.output import prepare_output

CHECKOUT = Path(__file__).resolve().parents[1]
TARGETS: dict[str, tuple[str, ...]] = {
    "validators/check.py": ("tests/validators/test_check.py",),
    "automotive_env/suites/vehicleworld/score.py": ("tests/car/test_score.py",),
    "automotive_env/episode/session.py": ("tests/episode/test_session.py", "tests/episode/test_turns.py"),
    "automotive_env/suites/automotive/play.py": ("tests/episode/test_episode.py", "tests/episode/test_turns.py"),
    "automotive_env/episode/targeting.py": ("tests/episode/test_targeting.py",),
}
"""Module -> its own tests, which must notice a change. A rule that only other tests check counts as untested."""
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
SKIPPED = ("__all__", "Raises", "TYPE_CHECKING")


Result: TypeAlias = Literal["noticed", "survived", "timed out"]
"""How the tests of a change ended. A time-out does not count as noticed, because the machine may have been busy."""


@dataclass(frozen=True)
class Mutant:
    """One change of one module.

    Attributes:
        path: the module, relative to the checkout.
        number: which of all changes of the module it is, counted from 0.
        line: where, counted from 1.
        change: what was changed, as "before -> after".
    """

    path: str
    number: int
    line: int
    change: str

    def source(self, checkout: Path) -> str:
        """The whole changed module."""
        return next(ast.unparse(tree) for mutant, tree in changed_trees(checkout, self.path) if mutant == self)


def changes(node: ast.AST) -> Iterator[tuple[str, object, object]]:
    """What can be changed in a node: name of the field, the new value and, for lists, the whole new list."""
    if isinstance(node, ast.Compare):
        for number, operator in enumerate(node.ops):
            if type(operator) in SWAPPED:
                yield "ops", node.ops, [*node.ops[:number], SWAPPED[type(operator)](), *node.ops[number + 1 :]]
    elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in SWAPPED:
        yield "op", node.op, SWAPPED[type(node.op)]()
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "operand", node.operand, ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "value", node.value, not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "value", node.value, node.value + 1
    elif isinstance(node, ast.If | ast.IfExp):
        yield "test", node.test, ast.UnaryOp(ast.Not(), node.test)


def without_effect(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that are not worth changing: decorators and annotations."""
    yield from getattr(node, "decorator_list", ())
    yield from (part for name in ("annotation", "returns") if (part := getattr(node, name, None)) is not None)


def changed_trees(checkout: Path, path: str) -> Iterator[tuple[Mutant, ast.Module]]:
    """All changes of a module that are worth trying, each with its tree, which holds the change until the next one."""
    tree = ast.parse((checkout / path).read_text(encoding="utf-8"))
    numbers = count()
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom) or any(word in ast.unparse(statement)[:60] for word in SKIPPED):
            continue
        left_out = {id(part) for node in ast.walk(statement) for top in without_effect(node) for part in ast.walk(top)}
        for node in [node for node in ast.walk(statement) if id(node) not in left_out]:
            for field, old, new in list(changes(node)):
                before = ast.unparse(node.test if isinstance(node, ast.If) else node)
                setattr(node, field, new)
                after = ast.unparse(node.test if isinstance(node, ast.If) else node)
                yield Mutant(path, next(numbers), getattr(node, "lineno", 0), f"{before} -> {after}"), tree
                setattr(node, field, old)


def mutants_of(checkout: Path, path: str) -> list[Mutant]:
    """All changes of a module that are worth trying: none in decorators, annotations, docstrings or type-checking blocks."""
    return [mutant for mutant, _ in changed_trees(checkout, path)]


def run_tests(path: str, scratch: Path, timeout: float) -> Result:
    """Run the tests of a module until the first that fails. Only the time for all of them is limited."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-o", "timeout=0", *TARGETS[path]]
    environment = {**os.environ, "PYTHONPATH": str(scratch)}
    try:
        run = subprocess.run(command, cwd=scratch, env=environment, capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return "timed out"
    return "noticed" if run.returncode else "survived"


def try_mutant(mutant: Mutant, scratch: Path, timeout: float) -> Result:
    """Run the tests of a module with a change, and undo the change."""
    target = scratch / mutant.path
    original = target.read_text(encoding="utf-8")
    _write(target, mutant.source(scratch))
    try:
        return run_tests(mutant.path, scratch, timeout)
    finally:
        _write(target, original)


def _write(module: Path, source: str) -> None:
    """Write a module and drop its compiled form, which Python would take for a new one of the same second and length."""
    module.write_text(source, encoding="utf-8", newline="\n")
    Path(cache_from_source(str(module))).unlink(missing_ok=True)


def drawn(checkout: Path, count: int, seed: int) -> list[Mutant]:
    """Mutants of all targets, in equal shares where there are enough."""
    rng = Random(seed)
    shares = [mutants_of(checkout, path) for path in TARGETS]
    for share in shares:
        rng.shuffle(share)
    chosen: list[Mutant] = []
    while len(chosen) < count and any(shares):
        chosen += [share.pop() for share in shares if share]
    return chosen[:count]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the mutants; exit status 1 if fewer than --least percent were noticed."""
    parser = argparse.ArgumentParser(description="Count how many small changes of the judging code the tests notice.")
    parser.add_argument("--count", type=int, default=50, help="number of changes to try")
    parser.add_argument("--seed", type=int, default=0, help="seed that draws the changes")
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds for the tests of one change")
    parser.add_argument("--least", type=float, default=90.0, help="percentage that must be noticed")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    missed: list[tuple[Mutant, Result]] = []
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder) / "checkout"
        copy_checkout(CHECKOUT, scratch)
        mutants = drawn(scratch, options.count, options.seed)
        for path in dict.fromkeys(mutant.path for mutant in mutants):
            if run_tests(path, scratch, options.timeout) != "survived":
                parser.error(
                    f"the tests of {path} fail without a change, or take more than {options.timeout:g} s; mend them first"
                )
        for number, mutant in enumerate(mutants, 1):
            result = try_mutant(mutant, scratch, options.timeout)
            missed += [] if result == "noticed" else [(mutant, result)]
            if not options.json:
                print(f"{number:3} {result:9} {mutant.path}:{mutant.line} {mutant.change[:100]}", flush=True)
    noticed = 100 * (1 - len(missed) / len(mutants))
    if options.json:
        rows = [{"path": one.path, "line": one.line, "change": one.change, "result": result} for one, result in missed]
        print(json.dumps({"mutants": len(mutants), "noticed_percent": round(noticed, 1), "missed": rows}, indent=2))
    else:
        print(f"{len(mutants) - len(missed)} of {len(mutants)} noticed ({noticed:.0f} %)")
    return int(noticed < options.least)


if __name__ == "__main__":
    prepare_output()
    sys.exit(main())
