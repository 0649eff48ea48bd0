"""Tables as Markdown, CSV and LaTeX: what stands in them, and that no name in them acts."""

import csv
import re
from html import unescape
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from result_fakes import HOSTILE

from automotive_env.runs.tables.figures import Table, TableCell, cell_text, table_of
from automotive_env.runs.tables.table_formats import comma_separated, csv_text, latex, latex_text, markdown, markdown_text
from automotive_env.text.printable import printable

TABLE = table_of(
    "Rates", ("agent", "n", "success %"), [("t3a", "9", TableCell(50.0, (20.0, 80.0))), ("a|b", "9", None)], "All of them."
)
QUOTED = TABLE.model_copy(update={"quoted": (1,)})
NAMES = (
    HOSTILE,
    '=HYPERLINK("http://x")',
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1)",
    " =1+1",
    "\\input{/etc/passwd} $x^2$ 50% a_b #1 ~ {",
    "*bold* _it_ `code` [link](javascript:alert(1)) ![x](y) | cell\n# head",
)


def test_what_rounds_to_zero_has_no_sign():
    assert cell_text(-0.04, (-0.049, -0.0)) == "0.0 (0.0..0.0)"
    assert cell_text(-0.06) == "-0.1"
    assert cell_text(-1234.5, (-2000.0, 0.04)) == "-1,234.5 (-2,000.0..0.0)"


def test_markdown_marks_quoted_rows_and_sets_figures_to_the_right():
    assert markdown(QUOTED) == (
        "## Rates\n\nAll of them.\n\n| agent | n | success % |\n| --- | --: | --: |\n"
        "| t3a | 9 | 50.0 (20.0..80.0) |\n| *a\\|b* | *9* |  |\n"
    )


def test_csv_has_figures_as_numbers_with_their_bounds():
    assert list(csv.reader(StringIO(comma_separated(QUOTED)))) == [
        ["agent", "n", "success %", "success % low", "success % high", "quoted"],
        ["t3a", "9", "50.0", "20.0", "80.0", "no"],
        ["a|b", "9", "", "", "", "yes"],
    ]


def test_latex_parts_quoted_rows_from_the_others():
    text = latex(QUOTED)
    assert r"t3a & 9 & 50.0 (20.0..80.0) \\" in text
    assert text.index(r"\midrule", text.index("t3a")) < text.index(r"\textit{a\textbar{}b}")


@pytest.mark.parametrize("name", NAMES)
def test_names_of_strangers_are_only_text(name):
    table = Table(title=name, columns=("agent", name), rows=((name, 1.0),), caption=name)
    shown = MarkdownIt("commonmark").enable("table").render(markdown(table))
    assert set(re.findall(r"<(\w+)", shown)) == {"h2", "p", "table", "thead", "tbody", "tr", "th", "td"}
    assert f"<td>{printable(name).strip()}</td>" in unescape(shown)
    for row in csv.reader(StringIO(comma_separated(table))):
        assert not [cell for cell in row if cell.lstrip().startswith(("=", "+", "-", "@"))]
    assert not re.search(r"\\(input|href|write)", latex(table))


@given(st.text(max_size=40))
def test_any_text_stays_text_in_every_format(name):
    told = printable(name)
    unescaped = re.sub(r"\\([&%$#_{}])", r"\1", latex_text(name))
    assert unescaped.count("{") - told.count("{") == unescaped.count("}") - told.count("}")
    assert "\n" not in markdown_text(name)
    assert csv_text(name).lstrip()[:1] not in {"=", "+", "-", "@"} or re.fullmatch(r"[+-]?\d[\d,]*(\.\d+)?", told)
    if told.strip():
        shown = MarkdownIt("commonmark").enable("table").render(f"| x |\n| --- |\n| a{markdown_text(name)}b |\n")
        assert unescape(re.findall(r"<td>(.*)</td>", shown)[0]) == f"a{told}b"
