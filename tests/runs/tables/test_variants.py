"""Figures 5, 6, 7, 9 and 10 of the VehicleWorld paper: who is compared with whom, and the scores, worked by hand."""

from xml.etree import ElementTree

import pytest
from result_fakes import episode

from automotive_env.errors import UsageError
from automotive_env.runs.papers.variant_figures import variant_figure
from automotive_env.runs.papers.variants import STUDIES, Variant, VariantScores
from automotive_env.runs.papers.writing import write_paper
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.runs.tables.figures import TableCell


def played(agent="sfc", model="Qwen2.5-7B", accuracies=(0.5, 1.0), **options):
    """A contestant with a scenario for each accuracy; half of its devices are found, and F1 is 0.25."""
    scores = [
        {"paper.accuracy": right, "paper.f1_positive": 0.25, "devices.found": 0.5, "devices.exact": 0.0} for right in accuracies
    ]
    records = [
        episode(str(number), suite="vehicleworld", task=f"vehicleworld.test.{number}", agent=agent, model=model, scores=one)
        for number, one in enumerate(scores)
    ]
    return ContestantGroup(agent, model, options, (), records)


def rows(name, *contestants):
    study = STUDIES[name]
    return [list(row) for row in study.table(study.results(contestants)).rows]


def test_complexity_follows_the_number_of_irrelevant_devices():
    assert rows("complexity", played(distractors=6, accuracies=(0.0, 0.5)), played(), played("fc_sfc")) == [
        ["SFC, Qwen2.5-7B", "0", "2", 75.0],
        ["SFC, Qwen2.5-7B", "6", "2", 25.0],
    ]


def test_scale_reads_the_size_in_the_name_of_a_model():
    assert rows("scale", played(model="Qwen2.5-72B"), played(accuracies=(0.0, 0.5)), played(model="gpt-4o")) == [
        ["SFC, Qwen2.5", "7B", "2", 25.0, 25.0],
        ["SFC, Qwen2.5", "72B", "2", 75.0, 25.0],
    ]


def test_prompting_compares_react_with_reflection_and_without_examples():
    found = rows("prompting", played(examples=False), played(reflections=3), played(), played(examples=False, reflections=3))
    assert [row[1] for row in found] == ["ReAct", "ReAct + reflection", "ReAct without examples"]
    assert {row[0] for row in found} == {"SFC, Qwen2.5-7B"}


def test_reasoning_compares_plans_of_otherwise_equal_runs():
    found = rows("reasoning", played(plan=True, accuracies=(0.0,)), played(), played(plan=True, reflections=3))
    assert found == [["SFC, Qwen2.5-7B", "without a plan", "2", 75.0], ["SFC, Qwen2.5-7B", "with a plan", "1", 0.0]]


def test_devices_compares_the_three_methods_of_a_model():
    found = rows("devices", played("fc_sfc"), played("sfc"), played("fc"), played("oracle", model=""), played("fc", "other"))
    assert found == [["Qwen2.5-7B", method, "2", 75.0, 50.0, 0.0] for method in ("FC", "SFC", "FC+SFC")]


@pytest.mark.parametrize("name", STUDIES)
def test_a_single_variant_is_no_comparison(name):
    assert rows(name, played()) == []


def test_runs_with_variants_get_their_tables_and_figures(tmp_path):
    files = write_paper([played(), played("fc"), played(distractors=2), played(model="Qwen2.5-32B")], tmp_path / "paper")
    assert {"complexity.svg", "complexity.md", "scale.svg", "devices.svg"} <= {file.name for file in files}
    assert not any(file.stem in ("prompting", "reasoning") for file in files)
    for file in files:
        if file.suffix == ".svg":
            ElementTree.fromstring(file.read_bytes())


def test_a_figure_with_too_many_lines_is_refused():
    study = STUDIES["complexity"]
    many = [played(model=f"m{number}", distractors=added) for number in range(9) for added in (0, 2)]
    with pytest.raises(UsageError, match="8 groups at most, not 9"):
        variant_figure(study, study.results(many))


@pytest.mark.parametrize("count", [9, 16])
@pytest.mark.filterwarnings("error")
def test_bars_with_more_variants_than_colours_get_stripes(count):
    study = STUDIES["prompting"]
    results = [
        VariantScores(Variant("モデル", f"разновидность {number}", number), 3, (TableCell(50.0), TableCell(40.0)))
        for number in range(count)
    ]
    drawn = variant_figure(study, results)
    ElementTree.fromstring(drawn)
    assert b"<pattern" in drawn
    assert "モデル".encode() in drawn
    assert b"<pattern" not in variant_figure(study, results[:8])
