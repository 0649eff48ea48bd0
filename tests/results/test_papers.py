"""The papers' tables and figures: layout, quoted rows, and that they come out the same."""

import re
from statistics import fmean
from xml.etree import ElementTree

import pytest
from result_fakes import HOSTILE, episode, fake_run, manifest

from automotive_env.errors import UsageError
from automotive_env.papers.figures import success_figure
from automotive_env.papers.quoted import SUCCESS
from automotive_env.papers.tables import accuracy_table, input_of, success_table
from automotive_env.papers.writing import write_paper
from automotive_env.results.contestants import Contestant, contestants
from automotive_env.results.folder import RunFolder
from automotive_env.suites.vehicleworld.published import ACCURACY


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return contestants([fake_run(tmp_path_factory.mktemp("run") / "run", pictures=False)])


def test_table_3_has_our_rows_and_the_quoted_ones(played):
    table = success_table(played)
    assert table.columns[:4] == ("base model", "method", "input", "n")
    assert table.columns[4:8] == ("explicit control", "implicit intent", "driving alignment", "environment alerts")
    assert [row[1] for row in table.rows[:3]] == ["ASURADA", "M3A", "T3A"]
    assert table.rows[0][2] == "a11y tree + screen + GPS"
    assert table.quoted == tuple(range(3, 3 + len(SUCCESS)))
    assert len(table.rows) == 19
    assert all(interval for interval in table.intervals[0][4:8])
    assert not any(table.intervals[3])


def test_options_show_in_what_is_given():
    def given(agent="asurada", **options):
        return input_of(Contestant(agent, "x", options, (), ()))

    assert given(geo="off") == "a11y tree + screen"
    assert given("t3a", geo="context") == "a11y tree + GPS"
    assert given(geo="gps", free_form=True) == "a11y tree + screen + GPS alone, free form"
    assert given("m3a", see=["screenshot"], reflection=False) == "screen, no sensors, no reflection"
    assert given(see=["elements", "sensors"]) == "a11y tree + GPS"
    assert given("mine", tools=True) == "tools"


def test_quoted_accuracies_have_the_means_that_the_paper_gives():
    for way in ("FC", "SFC"):
        models = [figures for name, figures in ACCURACY.items() if name.endswith(f", {way}") and "mean" not in name]
        assert len(models) == 8
        for cell, mean in ACCURACY[f"mean of 8, {way}"].items():
            assert fmean(figures[cell] for figures in models) == pytest.approx(mean, abs=0.35)  # the paper's are rounded


def scenarios():
    scores = {"strict.accuracy": 0.5, "paper.accuracy": 1.0}
    return [episode(str(n), suite="vehicleworld", category="light", dimension="S-S", scores=scores, agent="fc") for n in range(3)]


def test_table_4_has_both_ways_of_scoring(tmp_path):
    folder = RunFolder.create(tmp_path / "run", manifest(suite="vehicleworld"))
    for record in scenarios():
        folder.add_episode(record)
    table = accuracy_table(contestants([folder]))
    assert [row[:3] for row in table.rows[:2]] == [("fc", "strict", 50.0), ("fc", "paper", 100.0)]
    assert table.rows[0][table.columns.index("Light S-S")] == 50.0
    assert len(table.quoted) == 18
    assert {file.name for file in write_paper(contestants([folder]), tmp_path / "paper")} == {
        *(f"accuracy.{ending}" for ending in ("md", "csv", "tex")),
        "effort.svg",
    }


def test_the_files_are_equal_for_equal_episodes_and_are_svg(played, tmp_path):
    files = write_paper(played, tmp_path / "one")
    again = write_paper(played, tmp_path / "two")
    assert {file.name for file in files} >= {"success.md", "success.csv", "success.tex", "success.svg", "modules.md", "place.svg"}
    assert [file.read_bytes() for file in files] == [file.read_bytes() for file in again]
    for file in files:
        if file.suffix == ".svg":
            ElementTree.fromstring(file.read_bytes())


def test_names_of_strangers_do_nothing_in_a_figure():
    played = [Contestant("$\\frac{1}{0}$ " + HOSTILE, "", {}, (), [episode("1"), episode("2", task="hvac.too_hot")])]
    drawn = success_figure(played).decode()
    assert not re.search("<script|<img", drawn)
    assert "frac{1}{0}" in "".join(ElementTree.fromstring(drawn).itertext())


def test_what_no_paper_has_a_table_of_is_refused(tmp_path):
    mixed = [Contestant("a", "", {}, (), [episode("1"), *scenarios()])]
    for none in (mixed, [], [Contestant("a", "", {}, (), [episode("1", suite="conversations")])]):
        with pytest.raises(UsageError, match="of one suite, automotive or vehicleworld"):
            write_paper(none, tmp_path / "paper")
    many = [Contestant(f"a{number}", "", {}, (), [episode("1")]) for number in range(9)]
    with pytest.raises(UsageError, match="8 rows at most, not 9"):
        write_paper(many, tmp_path / "paper")
    assert not (tmp_path / "paper").exists()
