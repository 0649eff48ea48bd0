"""Every table of every command, piped at 80, 100 and 160 columns: no line is longer, no column is missing, no cell is cut."""

from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import run_here
from registered import PAIR, PLAIN, SPOKEN, THREE_TURNS

WIDTHS = ("80", "100", "160")
LABELS = ("Qwen3-Coder-480B-A35B-Instruct-FP8", "a model of forty characters or so it is")
MODEL = """
from automotive_env.models.builtin import BuiltinModel

class Other(BuiltinModel):
    name = "other"

    def __init__(self, rest=""):
        super().__init__()
"""
SUMMARY = ("95 % interval", "step limit", "model error", "with harm", "an episode")
TYPES = ("planning", "parameters", "premature stop", "wrong tool", "parse", "unknown")
COMMANDS = (
    ("report wide", (*SUMMARY, *TYPES)),
    ("report wide --rows place", (*SUMMARY, *TYPES)),
    ("report talks", SUMMARY),
    ("compare wide again", ("compared", "difference", "alone", "p", "cost")),
    ("verify wide", ("episodes", "same", "different", "not scored", "missing")),
    ("agents", ("agent", "asks a model", "what it is")),
    ("models", ("model", "what it is", "missing here")),
    ("doctor", ("what", "state", "found", "what it is for")),
)


ASKED = ("--agent", "asurada,t3a", "--model", "builtin,wide_model:Other", "--label", ",".join(LABELS), "--no-images")
FEW = ("--tasks", f"{PLAIN},{PAIR},{THREE_TURNS},{SPOKEN}")
RUNS = {
    "wide": (*ASKED, *FEW),
    "again": (*ASKED, *FEW, "--free-form"),
    "talks": ("--suite", "conversations", "--agent", "noop", "--limit", "4"),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Plays the runs that a command names, each once; returns their folder."""
    path = tmp_path_factory.mktemp("widths")
    (path / "wide_model.py").write_text(MODEL)

    def played(command: str) -> Path:
        for name in set(command.split()) & RUNS.keys():
            if not (path / name).exists():
                done = run_here("run", *RUNS[name], "--json", "--out", name, cwd=path)
                assert done.returncode == 0, done.stderr
        return path

    return played


@pytest.mark.parametrize(("command", "heads"), COMMANDS, ids=[command for command, _ in COMMANDS])
@pytest.mark.at_once(3)
def test_no_table_is_wider_than_the_terminal_or_lacks_a_column(
    command: str, heads: tuple[str, ...], played: Callable[[str], Path]
) -> None:
    folder = played(command)
    for width in WIDTHS:
        text = run_here(*command.split(), cwd=folder, COLUMNS=width).stdout
        tables = [line.rstrip() for line in text.splitlines() if "──" in line or "  " in line.strip()]
        assert tables
        assert [line for line in tables if len(line) > int(width) or "…" in line] == []
        assert {word for head in heads for word in head.split()} - set(text.split()) == set()
