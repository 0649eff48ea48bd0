"""Every example runs: Python in documents and docstrings is executed, command lines are read by the program that they name."""

import ast
import contextlib
import doctest
import inspect
import io
import pkgutil
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import typer
from cases import cases
from command_line import PROGRAM, run_here

import automotive_env
from automotive_env.android import stock_table
from automotive_env.car.core.world import World
from automotive_env.cli import application
from automotive_env.models import kinds
from automotive_env.scripts import command_reference
from automotive_env.scripts.site_pages import CODE, LINK, leads
from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.conversations.rules.document import with_rules

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    path
    for pattern in ("*.md", "docs/*.md", "*/README.md", "automotive_env/*/README.md", "emulator/virtual/README.md")
    for path in sorted(ROOT.glob(pattern))
    if not path.parent.is_symlink()
]
NEEDS_A_REAL_EMULATOR = "Emulator()"
EXTRAS = ("gymnasium", "inspect_ai", "mcp", "openenv", "verifiers")
"""Libraries that are not installed with the package; an example that imports one is left out where it is not installed."""
SOURCES = {
    found.name: path.read_text(encoding="utf-8")
    for found in pkgutil.walk_packages(automotive_env.__path__, "automotive_env.")
    if (path := Path(found.module_finder.path, found.name.rpartition(".")[2] + ".py")).is_file()
}
COMMANDS = typer.main.get_command(application())


def fenced(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def examples() -> Iterator[pytest.param]:
    for document in DOCUMENTS:
        if document.with_suffix(".ipynb").exists():
            continue  # runs from top to bottom: tests/scripts/test_tutorial.py
        for number, block in enumerate(fenced(document, "python")):
            if NEEDS_A_REAL_EMULATOR not in block:
                lacks = [
                    name
                    for name in EXTRAS
                    if re.search(rf"^(import|from) {name}\b", block, re.MULTILINE) and find_spec(name) is None
                ]
                left_out = [pytest.mark.skip(f"{name} is not installed") for name in lacks]
                yield pytest.param(block, id=f"{document.relative_to(ROOT)}-{number}", marks=left_out)


def run_commands_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the commands of an example in this process, and whatever else it starts as it asks for."""
    run = subprocess.run

    def run_one(command: list[str], *, check: bool = False, **options: Any) -> subprocess.CompletedProcess[str]:
        if command[:3] != PROGRAM:
            return run(command, check=check, **options)
        assert options == {"capture_output": True}
        done = run_here(*command[3:])
        if check:
            done.check_returncode()
        return done

    monkeypatch.setattr(subprocess, "run", run_one)


@pytest.mark.parametrize("block", list(examples()))
def test_an_example_of_a_document_runs(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_commands_here(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    if ">>>" in block:
        test = doctest.DocTestParser().get_doctest(block, {}, "example", None, 0)
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0
    else:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block, "example", "exec"), {"__name__": "__main__"})


@cases("document", DOCUMENTS)
def test_a_fenced_block_says_what_it_is_if_it_is_python(document: Path) -> None:
    assert [block for block in fenced(document, "") if looks_like_python(block)] == []


def looks_like_python(text: str) -> bool:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return False
    return any(isinstance(node, ast.Call | ast.Assign | ast.ClassDef | ast.Import) for node in ast.walk(tree))


@cases("name", [name for name, source in SOURCES.items() if ">>>" in source])
def test_examples_of_a_module_pass(name: str) -> None:
    results = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert results.attempted > 0
    assert results.failed == 0


def code_without_prompts(text: str) -> list[str]:
    """Indented paragraphs of a docstring that are Python but no doctests."""
    blocks = [block for block in inspect.cleandoc(text).split("\n\n") if block.startswith("    ") and ">>>" not in block]
    return [block for block in blocks if looks_like_python("if 1:\n" + block)]


def test_examples_in_docstrings_are_doctests() -> None:
    """Only a source with such a paragraph between quotes is parsed: parsing all takes seconds."""
    quoted = re.compile(r'"""(.*?)"""', re.DOTALL)
    found = [name for name, source in SOURCES.items() if any(map(code_without_prompts, quoted.findall(source)))]
    nodes = [(name, node) for name in found for node in ast.walk(ast.parse(SOURCES[name]))]
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    texts = [(name, ast.get_docstring(node) or "") for name, node in nodes if isinstance(node, documented)]
    assert [(name, blocks) for name, text in texts if (blocks := code_without_prompts(text))] == []


INLINE_CALLS = [call for path in DOCUMENTS for call in re.findall(r"`(car\.\w+\.\w+\(.*?\))`", path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("call", INLINE_CALLS)
def test_a_call_in_a_sentence_is_carried_out(call: str) -> None:
    assert eval(call, {"car": World()}).success


HEADING = re.compile(r"^#+ (.*)", re.MULTILINE)


@cache
def anchors(document: Path) -> frozenset[str]:
    """Addresses of the headings of a document."""
    headings = HEADING.findall(re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE))
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


@cases("document", DOCUMENTS)
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    links = [address for _, address in LINK.findall(CODE.sub("", document.read_text(encoding="utf-8")))]
    lost = []
    for address in links:
        path, fragment = leads(str(document.relative_to(ROOT)), address) or ("", "")
        file = ROOT / path
        if not file.exists() or (fragment and file.suffix == ".md" and fragment not in anchors(file)):
            lost.append(address)
    assert lost == []


def test_commands_are_documented_as_they_are() -> None:
    document = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert document == command_reference.document(), "run `python -m automotive_env.scripts.write_docs`"


def test_kinds_of_models_are_documented_as_they_are_declared() -> None:
    document = (ROOT / "docs" / "models.md").read_text(encoding="utf-8")
    assert document == kinds.document(document), "run `python -m automotive_env.scripts.write_docs`"


def test_what_a_stock_image_has_is_documented_as_it_is() -> None:
    document = (ROOT / "docs" / "stock.md").read_text(encoding="utf-8")
    assert document == stock_table.document(), "run `python -m automotive_env.scripts.write_docs`"


def test_rules_of_conversations_are_documented_as_they_are() -> None:
    document = (ROOT / "docs" / "conversations.md").read_text(encoding="utf-8")
    assert document == with_rules(document), "run `python -m automotive_env.scripts.write_docs`"
    assert all(f"| `{rule.name}` |" in document for rule in RULES)


def test_every_document_is_a_page_of_the_site_and_every_page_is_there() -> None:
    pages = re.findall(r"^ +- .*: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(set(pages)) == len(pages)
    assert {path.name for path in ROOT.glob("docs/*.md")} - set(pages) == set(), "add it to `nav` in mkdocs.yml"
    assert [page for page in pages if not (ROOT / "docs" / page).is_file() and not (ROOT / page).is_file()] == []


def test_every_extra_is_explained() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    rows = [
        line.split("|")[1]
        for line in (ROOT / "docs" / "install.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    assert {name for row in rows for name in re.findall(r"`(.+?)`", row)} == set(extras), "see docs/install.md"


def test_every_python_name_of_the_reference_exists() -> None:
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    named = re.findall(r"^::: (\S+)(?:\n +options:\n +members: \[(.*)\])?", page, re.MULTILINE)
    lost = [
        f"{module}.{name}"
        for module, names in named
        for name in names.split(", ")
        if name and not hasattr(import_module(module), name)
    ]
    assert named
    assert lost == []


def command_lines() -> Iterator[pytest.param]:
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        found = re.findall(r"^(?: {4})?((?:automotive-env|python -m automotive_env)\b.*)", text, re.MULTILINE)
        found += re.findall(r"`((?:automotive-env|python -m automotive_env)[^`]*)`", text)
        for line in dict.fromkeys(found):
            yield pytest.param(line, id=f"{document.relative_to(ROOT)}: {line[:60]}")


@cache
def help_of(module: str) -> str:
    """What a program of the package says of itself."""
    said = io.StringIO()
    with patch.object(sys, "argv", [module, "--help"]), contextlib.redirect_stdout(said), warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*found in sys.modules", RuntimeWarning)  # it is run as a program all the same
        with pytest.raises(SystemExit) as end:
            runpy.run_module(module, run_name="__main__")
    assert not end.value.code
    return said.getvalue()


@cases("line", list(command_lines()))
def test_a_command_line_of_a_document_is_understood(line: str) -> None:
    words = shlex.split(line, comments=True)
    if words[0] == "python":
        module, arguments = words[2], words[3:]
        if module == "automotive_env.run":
            COMMANDS.commands["run"].make_context("run", arguments)
        else:
            options = [word for word in arguments if word.startswith("--")]
            assert [option for option in options if option not in help_of(module)] == []
    elif words[1:] == ["--version"]:
        with pytest.raises(typer.Exit):
            COMMANDS.make_context("automotive-env", words[1:])
    elif words[1:]:
        COMMANDS.commands[words[1]].make_context(words[1], words[2:])
