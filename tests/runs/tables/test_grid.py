"""Tables at the width of any terminal."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from automotive_env.runs.tables.figures import TableCell, table_of
from automotive_env.runs.tables.grid import IntervalBar, TextGrid
from automotive_env.runs.tables.statistics import rate
from automotive_env.runs.tables.table import suite_table

COLUMNS = ("agent", "failed", "planning", "parameters", "premature stop", "wrong tool", "parse", "unknown")


def shown(grid, width):
    console = Console(width=width, file=io.StringIO())
    console.print(grid)
    return console.file.getvalue()


def wide():
    cells = [TableCell(10.0 + column, (1.5, 98.5)) for column in range(6)]
    return suite_table(table_of("Failed", COLUMNS, [("t3a (openai:a-model-with-a-long-name)", "183", *cells)], "What it is."))


@pytest.mark.parametrize("width", [40, 60, 80, 100, 160, 400])
def test_no_column_is_lost_and_no_cell_is_cut(width):
    text = shown(wide(), width)
    assert max(map(len, text.splitlines())) <= width
    words = "".join(text.split())
    assert [column for column in COLUMNS if not all(word in words for word in column.split())] == []
    assert [figure for figure in range(10, 16) if f"{figure}.0" not in text] == []
    assert text.count("(1.5..98.5)") == 6
    assert "…" not in text


def test_a_wide_terminal_shows_one_table_and_a_narrow_one_several_with_their_names():
    assert "(continued)" not in shown(wide(), 160)
    narrow = shown(wide(), 60)
    assert narrow.count("Failed (continued)") == narrow.count("t3a") - 1 >= 1


def test_cells_that_are_whole_are_never_folded():
    row = [Text("a name of many words that can be folded"), Text("0.0 – 98.7 %"), IntervalBar(rate([("a", True)]))]
    text = shown(TextGrid("Rates", ("agent", "95 % interval", ""), [row], whole=frozenset({1})), 40)
    assert "0.0 – 98.7 %" in text
    assert max(map(len, text.splitlines())) <= 40
