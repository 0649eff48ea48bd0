"""Source of other packages: which files it is in, and a hash of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from automotive_env.errors import UsageError


def package_of(module: str) -> tuple[Path, ...]:
    """The folder of the outermost package that an imported module is in, or its own file; empty where it has none."""
    parts = module.split(".")
    for depth in range(1, len(parts) + 1):
        file = getattr(sys.modules.get(".".join(parts[:depth])), "__file__", None)
        if file:
            return (Path(file).parent if Path(file).stem == "__init__" else Path(file),)
    return ()


def hash_of(paths: Iterable[Path]) -> str:
    """SHA-256 over the names within the paths, and the contents, of all files but hidden ones and bytecode.

    Raises:
        UsageError: one of them cannot be read.
    """
    import hashlib

    digest = hashlib.sha256()
    for path in paths:
        for file in sorted(_files(path)):
            try:
                with file.open("rb") as stream:
                    content = hashlib.file_digest(stream, "sha256").hexdigest()
            except OSError as error:
                raise UsageError(f"cannot read {file}, on which the run depends: {error.strerror}") from None
            name = file.relative_to(path).as_posix()
            digest.update(f"{path.name} {name} {content}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(path: Path) -> Iterator[Path]:
    """The file itself, or the files of a folder, through links, each folder once."""
    if path.is_file():
        yield path
    seen: set[str] = set()
    for folder, folders, names in os.walk(path, followlinks=True):
        real = os.path.realpath(folder)
        is_new = real not in seen
        seen.add(real)
        folders[:] = sorted(name for name in folders if is_new and name[0] != "." and name != "__pycache__")
        files = (Path(folder, name) for name in names if is_new and name[0] != "." and not name.endswith(".pyc"))
        yield from (file for file in files if file.is_file())  # neither pipes nor links to nothing
