"""The headless car needs nothing that only POSIX systems have, and text files are the same bytes on every system."""

import ast
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from registered import PLAIN, THREE_TURNS
from sources import Source, sources
from without_posix import MODULES, OF_OS, OF_SIGNAL

from automotive_env.cli import exit_status, out

POSIX = ("emulator", "android", "scripts", "machine/locks.py")
"""Rooms and modules that need a POSIX system; importing the emulator's says so elsewhere."""
OTHER_END = {"suites/rpc_server.py": "is started by suites/rpc_process.py alone, which imports the emulator's room"}
ATTRIBUTES = {
    *(f"os.{name}" for name in OF_OS.split()),
    *(f"signal.{name}" for name in OF_SIGNAL.split()),
    "select.poll",
    "select.epoll",
}
NAMED = re.compile("|".join(map(re.escape, sorted(ATTRIBUTES))))
TEXT_MODE = frozenset("rwaxt+")
OPENS = re.compile(r"\b(read_text|write_text|open|fdopen)\(|\btext=True\b")
"""Only sources that contain these words are looked at node by node."""


def imported(source: Source) -> Iterator[str]:
    """What is imported with a module, on every system."""
    for found in source.statements[0]:
        if found.always and not (found.level and not found.module):
            yield from ([found.module] if found.module else [])
            yield from (f"{found.module}.{name}".lstrip(".") for name in found.names)


def is_posix(source: Source) -> bool:
    """Whether a module can be imported on a POSIX system only, which it then says."""
    return (
        source.path.startswith(POSIX)
        or source.path in OTHER_END
        or any(module.startswith("automotive_env.emulator") for module in imported(source))
    )


def attributes(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """What is looked up in a module or another name, and where."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}", node.lineno


def test_headless_modules_import_and_use_nothing_that_only_posix_systems_have() -> None:
    faults = []
    for name, source in sources().items():
        if is_posix(source):
            continue
        faults += [f"{name} imports {module}" for module in imported(source) if module in MODULES]
        if NAMED.search(source.text):
            faults += [f"{name}:{line} uses {used}" for used, line in attributes(source.tree()) if used in ATTRIBUTES]
    assert faults == []


def test_what_a_headless_run_imports_can_be_imported_everywhere() -> None:
    left, reached = ["__init__.py", "cli/run.py", "runs/execution/run.py", "suites/automotive/suite.py"], set[str]()
    while left:
        name = left.pop()
        reached.add(name)
        paths = [module.removeprefix("automotive_env.").replace(".", "/") for module in imported(sources()[name])]
        left += [file for path in paths for file in (f"{path}.py", f"{path}/__init__.py") if file in sources().keys() - reached]
    assert len(reached) > 200
    assert {name for name in reached if is_posix(sources()[name])} == set()


def text_calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    """Calls that open, read or write text, each with the mode in which it does."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = [word.value for word in node.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
        if name in ("read_text", "write_text"):
            yield node, name[0]
        elif name in ("open", "fdopen"):
            modes = [word for word in words if word and set(word) <= TEXT_MODE]
            if modes or not (node.args or isinstance(node.func, ast.Name)):
                yield node, modes[0] if modes else "r"
        elif any(word.arg == "text" and ast.unparse(word.value) == "True" for word in node.keywords):
            yield node, "r"


def test_text_has_an_encoding_and_what_is_written_the_same_newlines_everywhere() -> None:
    faults = []
    for name, source in sources().items():
        for call, mode in text_calls(source.tree()) if OPENS.search(source.text) else ():
            named = {word.arg for word in call.keywords}
            text = ast.unparse(call)
            if text.startswith("distribution.read_text(") or (mode == "r" and "'utf-8'" in text):
                continue  # of importlib.metadata, which decodes by itself; or given by place
            if "encoding" not in named:
                faults.append(f"{name}:{call.lineno}: no encoding: {text[:80]}")
            if mode[0] in "wax" and "newline" not in named:
                faults.append(f"{name}:{call.lineno}: no newline: {text[:80]}")
    assert faults == []


def program(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(Path(__file__).with_name("without_posix.py")), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=80)


def test_a_headless_run_needs_no_posix_system(tmp_path: Path) -> None:
    done = program(tmp_path, "run", "--agent", "oracle", "--tasks", PLAIN, "--out", "played")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "played" / "report.html").is_file()
    assert b"\r" not in (tmp_path / "played" / "episodes.jsonl").read_bytes()


@pytest.mark.sweep
def test_the_android_side_says_in_one_line_that_it_needs_one(tmp_path: Path) -> None:
    done = program(tmp_path, "run", "--backend", "virtual", "--agent", "oracle", "--tasks", THREE_TURNS, "--out", "played")
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1].startswith("error: Android devices")
    assert "Traceback" not in done.stderr
    assert "Linux or macOS" in done.stderr
    assert "--backend headless" in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_what_the_output_cannot_show_is_escaped(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding))
    with exit_status():
        out("─ 21 °C 北京")
    sys.stdout.flush()
    assert raw.getvalue().startswith(rb"\u2500 21 ")
    assert raw.getvalue().rstrip().endswith(rb"\u5317\u4eac")
