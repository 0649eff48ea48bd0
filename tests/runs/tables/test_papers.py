"""The papers' tables and figures: layout, quoted rows, and that they come out the same."""

import re
from statistics import fmean
from xml.etree import ElementTree

import pytest
from registered import THREE_TURNS
from result_fakes import HOSTILE, add_episode, episode, fake_run, manifest

from automotive_env.errors import UsageError
from automotive_env.runs.error_types.runs import RunErrorTypes
from automotive_env.runs.papers.ablation import ablation_table, repetition_table
from automotive_env.runs.papers.figures import place_figure, success_figure
from automotive_env.runs.papers.goals import goal_table
from automotive_env.runs.papers.quoted import SUCCESS
from automotive_env.runs.papers.quoted_kate import GOALS
from automotive_env.runs.papers.quoted_kate import SUCCESS as KATE
from automotive_env.runs.papers.tables import accuracy_table, input_of, success_table
from automotive_env.runs.papers.writing import write_paper
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.contestants import ContestantGroup, contestants
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
        return input_of(ContestantGroup(agent, "x", options, (), ()))

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
        add_episode(folder, record)
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
    played = [ContestantGroup("$\\frac{1}{0}$ " + HOSTILE, "", {}, (), [episode("1"), episode("2", task=THREE_TURNS)])]
    drawn = success_figure(played).decode()
    assert not re.search("<script|<img", drawn)
    assert "frac{1}{0}" in "".join(ElementTree.fromstring(drawn).itertext())


@pytest.mark.sweep
def test_many_rows_have_a_panel_for_each_model():
    played = [
        ContestantGroup(agent, model, {}, (model,), [episode(f"{agent}-{model}", agent=agent, model=model)])
        for model in ("first", "second", "third", "fourth", "fifth")
        for agent in ("t3a", "m3a", "asurada")
    ]
    for draw in (success_figure, place_figure):
        told = "".join(ElementTree.fromstring(draw(played)).itertext())
        assert [told.count(name) for name in ("first", "fifth", "asurada", "m3a (")] == [1, 1, 1, 0]


def test_what_no_paper_has_a_table_of_is_refused(tmp_path):
    for none in ([ContestantGroup("a", "", {}, (), [episode("1"), *scenarios()])], []):
        with pytest.raises(UsageError, match="need runs of one suite, not of"):
            write_paper(none, tmp_path / "paper")
    many = [ContestantGroup(f"a{number}", "", {}, (), [episode("1")]) for number in range(9)]
    with pytest.raises(UsageError, match="8 rows at most, not 9"):
        write_paper(many, tmp_path / "paper")
    assert not (tmp_path / "paper").exists()


def test_quoted_rates_of_kate_have_the_means_that_the_paper_gives_but_for_three():
    odd = {who for who, (*rates, mean) in KATE.items() if fmean(rates) != pytest.approx(mean)}
    assert odd == {("Qwen3-8B", "KATE"), ("Qwen3-8B", "KATE + SFT"), ("Qwen3-8B", "KATE + RL")}


def test_goals_of_appworld_count_tasks_and_whole_scenarios_and_have_the_quoted_rows():
    assert {who for who, (*rates, mean) in GOALS.items() if fmean(rates) != pytest.approx(mean, abs=0.006)} == {
        ("Qwen3-8B", "Memp")
    }
    played = [("a_1", "pass"), ("a_2", "pass"), ("b_1", "pass"), ("b_2", "fail"), ("b_3", "env_error")]
    records = [
        episode(f"{name}-{dataset}", outcome, suite="appworld", task=f"{dataset}.test.{name}", dimension=dataset)
        for dataset in ("test_normal", "test_challenge")
        for name, outcome in played
    ]
    table = goal_table([ContestantGroup("code", "x", {}, (), records, [records])])
    assert table.rows[0] == ("x", "code", "8", "1", 75.0, 50.0, 75.0, 50.0, 62.5)
    assert table.rows[1][4:] == (10.1, 1.8, 3.8, 0.7, "4.10")
    assert len(table.quoted) == 8


def seeded(tmp_path, suite="bfcl", kinds=("base", "miss_func"), agent="fc", passes=((1, 0), (1, 1), (0, 0))):
    """A run for each seed, in which a task of each kind passes or not."""
    runs = []
    for seed, outcomes in enumerate(passes):
        folder = RunFolder.create(tmp_path / f"{agent}-{seed}", manifest(suite=suite, options={"model_seed": seed}))
        for kind, passed in zip(kinds, outcomes, strict=True):
            outcome = "pass" if passed else "fail"
            add_episode(folder, episode(kind, outcome, suite=suite, dimension=kind, agent=agent, tokens=100 * (seed + 1)))
        runs.append(folder)
    return runs


def test_the_ablation_table_has_means_and_deviations_over_seeds_and_the_quoted_rows(tmp_path):
    table = ablation_table(contestants(seeded(tmp_path), over_seeds=True))
    assert table.columns[:9] == (
        "base model", "method", "n", "repetitions", "base", "miss func", "miss param", "long context", "average",
    )  # fmt: skip
    name, of = table.rows[0], table.deviations[0]
    assert name[:4] == ("builtin", "fc", "6", "3")
    assert (name[4], of[4]) == (pytest.approx(66.6667, abs=1e-3), pytest.approx(57.735, abs=1e-3))
    assert (name[9], of[9]) == (200.0, 100.0)
    assert table.quoted == tuple(range(1, 1 + len(KATE)))
    assert table.rows[table.quoted[0]][:9] == ("gpt-5", "FC", "", "1", 49.0, 35.0, 30.0, 37.0, "37.75")


def test_only_what_was_repeated_is_told_of_in_a_report(tmp_path):
    runs = seeded(tmp_path)
    assert repetition_table(contestants(runs[:1], over_seeds=True)) is None
    table = repetition_table(contestants(runs, over_seeds=True))
    assert table is not None
    assert not table.quoted
    assert len(table.rows) == 1


def test_every_suite_has_tables_of_methods_and_errors(tmp_path):
    runs = seeded(tmp_path, suite="conversations", kinds=("limits", "consent"))
    found = contestants(runs, over_seeds=True)
    files = write_paper(found, tmp_path / "paper", found, RunErrorTypes(runs))
    assert {file.stem for file in files} == {"ablation", "errors"}
    for file in files:
        if file.suffix == ".svg":
            ElementTree.fromstring(file.read_bytes())
