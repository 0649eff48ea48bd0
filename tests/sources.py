"""The sources of the package: each is read and parsed once for all tests that look at them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "automotive_env"
LINKED = sorted(path.name for path in PACKAGE.iterdir() if path.is_symlink())
"""Top-level folders that are subpackages by links inside the package."""
BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
"""The fields of a statement that hold further statements."""
OF_A_SYSTEM = re.compile(r"TYPE_CHECKING|sys\.platform")


@dataclass(frozen=True)
class Import:
    """An import statement: the module, and the names that are taken from it; `import a.b` has names only."""

    module: str
    names: tuple[str, ...]
    level: int = 0
    runs: bool = True
    """Whether it is carried out, not only read by type checkers."""
    always: bool = True
    """Whether it is carried out on every system as soon as its module is imported."""


@dataclass(frozen=True)
class Source:
    """A module of the package."""

    path: str
    """Its file, from the folder of the package."""
    text: str

    @property
    def module(self) -> str:
        """Its dotted name inside the package; empty for the package itself."""
        return "" if self.path == "__init__.py" else self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def tree(self) -> ast.Module:
        """Its syntax tree. None is kept, since those of all modules take hundreds of megabytes."""
        return ast.parse(self.text)

    @cached_property
    def statements(self) -> tuple[tuple[Import, ...], tuple[str, ...]]:
        """Its imports and the public classes and type aliases that it declares."""
        tree = self.tree()
        return tuple(imports(tree)), tuple(declared(tree))


@cache
def sources() -> Mapping[str, Source]:
    """Every module of the package by its path inside it."""
    folders = [PACKAGE, *(PACKAGE / name for name in LINKED)]
    paths = {file.relative_to(PACKAGE).as_posix(): file for folder in folders for file in folder.rglob("*.py")}
    return {path: Source(path, paths[path].read_text("utf-8")) for path in sorted(paths)}


def imports(node: ast.AST, runs: bool = True, always: bool = True) -> Iterator[Import]:
    """The import statements in a block and in the blocks inside it. An expression holds none."""
    if isinstance(node, ast.Import):
        yield Import("", tuple(alias.name for alias in node.names), 0, runs, always)
    elif isinstance(node, ast.ImportFrom):
        yield Import(node.module or "", tuple(alias.name for alias in node.names), node.level, runs, always)
    else:
        test = ast.unparse(node.test) if isinstance(node, ast.If) else ""
        always = always and not (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or OF_A_SYSTEM.search(test))
        for field in BLOCKS:
            for inner in getattr(node, field, ()):
                yield from imports(inner, runs and not (test == "TYPE_CHECKING" and field == "body"), always)


def declared(tree: ast.Module) -> Iterator[str]:
    """Public classes and type aliases of a module."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name) if name[0].isupper():
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name[0].isupper() and not name.isupper():
                    yield name
