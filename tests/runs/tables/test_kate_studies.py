"""What the figures of the KATE paper compare, on episodes whose rates are known."""

from xml.etree import ElementTree

import pytest
from result_fakes import episode

from automotive_env.runs.papers.kate_studies import KATE_STUDIES, KateSetup, kate_figure, setup_of
from automotive_env.runs.papers.writing import write_paper
from automotive_env.runs.tables.contestants import ContestantGroup


def played(agent, passed, model="m", **options):
    """Two kinds of tasks, four episodes of each, of which so many pass."""
    of = {"suite": "bfcl", "model": model}
    records = [
        episode(f"{kind}{number}", "pass" if number < count else "fail", task=f"{kind}.{number}", dimension=kind, **of)
        for kind, count in zip(("base", "miss_func"), passed, strict=True)
        for number in range(4)
    ]
    return ContestantGroup(agent, model, options, (), records, [records])


PLAIN = played("fc", (1, 2))
TOLD = played("kate:fc", (3, 2), knowledge=["st"], sample=False)
SAMPLED = [
    played("kate:fc", passed, knowledge=[], samples=samples, aggregate=way)
    for way, samples, passed in (("self", 2, (2, 2)), ("self", 4, (2, 3)), ("model", 4, (4, 4)))
]


def rows(name, *contestants):
    study = KATE_STUDIES[name]
    return [(row[0], row[1], row[3]) for row in study.table(study.results(contestants)).rows]


def test_a_set_up_is_read_from_the_options_of_a_run():
    assert setup_of(PLAIN) == KateSetup("none", "none", 1, "")
    assert setup_of(TOLD) == KateSetup("st", "none", 1, "")
    assert setup_of(played("kate:fc", (0, 0))) == KateSetup("st", "none", 4, "chosen by the model")
    options = {"knowledge": ["es", "st"], "hints": ["state"], "samples": 8, "aggregate": "write"}
    assert setup_of(played("kate:fc", (0, 0), **options)) == KateSetup("st + es", "state", 8, "written by the model")
    assert setup_of(played("kate:fc", (0, 0), knowledge=["all"])).knowledge == "all"


def test_knowledge_is_compared_by_kind_of_task_and_on_average():
    """1 of 4 and 2 of 4 pass plainly, 3 of 4 and 2 of 4 with trajectories: on average 37.5 and 62.5 per cent."""
    assert rows("knowledge", PLAIN, TOLD, SAMPLED[0]) == [
        ("base", "none", 25.0),
        ("base", "st", 75.0),
        ("miss func", "none", 50.0),
        ("miss func", "st", 50.0),
        ("average", "none", 37.5),
        ("average", "st", 62.5),
    ]


def test_sample_sizes_are_a_line_for_each_way_to_settle_them_which_begin_with_one_reply():
    assert rows("samples", PLAIN, *SAMPLED) == [
        ("chosen by the model", "1", 37.5),
        ("chosen by the model", "4", 100.0),
        ("majority", "1", 37.5),
        ("majority", "2", 50.0),
        ("majority", "4", 62.5),
    ]


def test_hints_and_single_set_ups_and_other_agents_are_not_mixed():
    hinted = played("kate:fc", (4, 0), knowledge=[], hints=["state"], sample=False)
    assert [row[1:] for row in rows("hints", PLAIN, hinted)[:2]] == [("none", 25.0), ("state", 100.0)]
    assert rows("hints", PLAIN, TOLD) == []
    assert rows("knowledge", played("prompt", (1, 1)), TOLD) == []
    assert rows("knowledge", played("fc", (1, 1), model="other"), TOLD) == []


def test_two_models_are_told_apart():
    both = [PLAIN, TOLD, played("fc", (0, 0), model="n"), played("kate:fc", (4, 4), model="n", knowledge=["st"], sample=False)]
    assert ("average, fc, n", "st", 100.0) in rows("knowledge", *both)
    assert ("average, fc, m", "st", 62.5) in rows("knowledge", *both)


@pytest.mark.parametrize("name", KATE_STUDIES)
@pytest.mark.at_once(1)
def test_figures_are_svg_and_equal_for_equal_episodes(name):
    every = [PLAIN, TOLD, *SAMPLED, played("kate:fc", (4, 0), knowledge=[], hints=["state"], sample=False)]
    drawn = kate_figure(KATE_STUDIES[name], every)
    ElementTree.fromstring(drawn)
    assert drawn == kate_figure(KATE_STUDIES[name], every)


def test_files_are_written_for_what_was_compared_only(tmp_path):
    names = {file.stem for file in write_paper([PLAIN, *SAMPLED], tmp_path / "paper", [PLAIN, *SAMPLED])}
    assert {"samples", "samples-by-kind"} <= names
    assert not names & {"knowledge", "hints"}
