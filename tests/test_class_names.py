"""A public class is named in one file, and what the head unit shows says by its suffix what it is."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

from automotive_env.headunit.kit.screen import Dialog
from automotive_env.headunit.registry import apps

ROOT = Path(__file__).parents[1]
FOLDERS = ("automotive_env", "agents", "emulator", "scripts", "tasks", "validators")
SAME_MEANING = {"CarState", "CarTask", "Direction", "DrivingState", "Float32Array", "PropertyAreaKey"}
"""They stand in several files because a layer may not import the other, and mean the same in each."""
SCREENS = ("Screen", "Page", "Panel", "Bar")


@cache
def declared() -> dict[str, set[str]]:
    """Each public class and type alias, and the files that declare it."""
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py") if not _linked(file)]
    found = defaultdict(set)
    for file in files:
        for node in ast.parse(file.read_bytes()).body:
            match node:
                case ast.ClassDef(name=name):
                    found[name].add(str(file.relative_to(ROOT)))
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if not name.isupper():
                    found[name].add(str(file.relative_to(ROOT)))
    return {name: files for name, files in found.items() if name[0].isupper()}


def _linked(file: Path) -> bool:
    return any(folder.is_symlink() for folder in file.parents)


def test_a_public_class_is_named_in_one_file() -> None:
    assert {name for name, files in declared().items() if len(files) > 1} == SAME_MEANING


def test_a_screen_and_a_dialog_say_what_they_are() -> None:
    kinds = [kind for app in apps().values() for kind in app.screens]
    assert len(kinds) > 50
    assert [kind for kind in kinds if not kind.__name__.endswith("Dialog" if issubclass(kind, Dialog) else SCREENS)] == []
