"""What strangers wrote, in the terminal: no code of theirs reaches it."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from automotive_env.cli import exit_status
from automotive_env.cli.progress import ProgressReporter, show_failures
from automotive_env.errors import ModelFault
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.runs.tables.summary import summarise
from automotive_env.runs.tables.table import print_tables
from automotive_env.text.printable import printable

HOSTILE = "\x1b]0;title\x07\x1b[31mred [bold]markup[/] \u202etxet\u2066 \x9b2J \r\nerror: forged"
CODES = set("\x1b\x07\r\x9b\u202e\u2066")


def record() -> EpisodeRecord:
    texts = dict.fromkeys(("task", "agent", "model", "category", "dimension", "goal", "place", "error"), HOSTILE)
    counts = dict.fromkeys(("seed", "steps", "tokens", "prompt_tokens", "completion_tokens", "model_calls", "seconds"), 1)
    names = {"id": "a", "suite": "automotive", "instance": "0", "backend": "headless"}
    return EpisodeRecord(**names, **texts, **counts, outcome="agent_error", success=False)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain „ünïcode“ 車 °C 🚗", "plain „ünïcode“ 車 °C 🚗"),
        ("\x1b[2J\n", "\\x1b[2J\\n"),
        ("\u202e\ud800", "\\u202e\\ud800"),
        (Path("a/b"), "a/b"),
    ],
    ids=["words", "codes", "direction and half a pair", "path"],
)
def test_what_is_no_character_is_shown_as_its_escape(text: object, shown: str) -> None:
    assert printable(text) == shown


def test_tables_hold_no_codes() -> None:
    file = io.StringIO()
    print_tables(summarise([record()]), Console(file=file, width=400))
    assert not CODES & set(file.getvalue())
    assert "\\x1b[31mred [bold]markup[/]" in file.getvalue()


def test_progress_holds_no_codes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    with ProgressReporter(HOSTILE) as progress:
        progress.planned([], Path(HOSTILE), {HOSTILE: [HOSTILE]})
        progress.warned(HOSTILE)
        progress.finished(record().model_copy(update={"outcome": "env_error"}))
    shown = capsys.readouterr().err
    assert not CODES & set(shown)
    assert shown.count("[bold]markup[/]") >= 6


def test_failures_hold_no_codes_and_cut_no_goal() -> None:
    goal = "Drive home by way of the bakery, " * 10
    file = io.StringIO()
    show_failures(
        map(EpisodeRow.of, [record(), record().model_copy(update={"id": "b", "goal": goal})]), Console(file=file, width=80)
    )
    assert not CODES & set(file.getvalue().replace("\n", " "))
    assert goal.strip() in " ".join(file.getvalue().split())


def test_an_error_is_one_line_without_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit), exit_status():
        raise ModelFault(HOSTILE)
    shown = capsys.readouterr().err
    assert not CODES & set(shown)
    assert shown.count("\n") == 1
