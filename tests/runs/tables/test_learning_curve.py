"""The learning curve: which position an episode has, parts, rolling rates, and who is shown."""

from dataclasses import replace
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st
from result_fakes import add_episode, episode, manifest

from automotive_env.runs.papers.learning_figure import learning_figure
from automotive_env.runs.papers.writing import write_paper
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.contestants import contestants, option_words
from automotive_env.runs.tables.learning_curve import learning_table, part_of, rolling, streams_of
from automotive_env.runs.tables.streams import in_stream
from automotive_env.runs.viewer.viewed_run import ViewedRun

N = 60


def run(path, passes, **options):
    """A run of N tasks, of which those pass whose positions in the stream are named."""
    folder = RunFolder.create(path, manifest(agents=("kate:fc",), options=options))
    for at, record in enumerate(in_stream([episode(f"e{n}", task=f"t.{n}", agent="kate:fc") for n in range(N)], 7)):
        changed = {} if at in passes else {"outcome": "fail", "success": False}
        add_episode(folder, record.model_copy(update=changed))
    return folder


@given(st.permutations(range(12)), st.integers())
def test_the_order_follows_from_the_seed_and_what_is_played_alone(order, seed):
    records = [episode(str(n), task=f"t.{n}") for n in range(12)]
    assert in_stream([records[n] for n in order], seed) == in_stream(records, seed)
    assert len({tuple(one.id for one in in_stream(records, other)) for other in range(9)}) > 1


def test_a_run_that_learns_stands_beside_one_that_does_not(tmp_path):
    learnt, plain = run(tmp_path / "a", range(30, N), learn="stream"), run(tmp_path / "b", range(10), knowledge=[])
    found = contestants([learnt, plain], over_seeds=True)
    table = learning_table(found)
    assert table.chart == "lines"
    assert table.columns == ("position", "kate:fc (learn stream)", "kate:fc (no knowledge)")
    assert [row[0] for row in table.rows] == ["1 to 10", "11 to 20", "21 to 30", "31 to 40", "41 to 50", "51 to 60"]
    assert [row[1] for row in table.rows] == [0.0, 0.0, 0.0, 100.0, 100.0, 100.0]
    assert [row[2] for row in table.rows] == [100.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert all(interval for row in table.intervals for interval in row[1:])
    points = list(rolling(streams_of(found[0]), part_of(N)))
    assert [(points[0].position, points[0].rate.rate), (points[-1].position, points[-1].rate.rate)] == [(10, 0.0), (N, 1.0)]
    assert points[25].rate.rate == 0.5
    short = replace(found[1], repetitions=(found[1].repetitions[0][:3],))
    for beside in (found, [found[0], short]):
        ElementTree.fromstring(learning_figure(beside))
    assert {"learning.md", "learning.svg"} <= {file.name for file in write_paper(found, tmp_path / "paper", found)}


def test_without_learning_there_is_no_curve_and_a_page_shows_that_of_its_run(tmp_path):
    plain = run(tmp_path / "b", range(10))
    assert learning_table(contestants([plain], over_seeds=True)) is None
    learnt = run(tmp_path / "a", range(30, N), learn="train")
    titles = [table.title for table in ViewedRun(learnt).summary().tables]
    assert any(title.startswith("Learning curve") for title in titles)


def test_trials_are_repetitions_of_the_stream(tmp_path):
    folder = run(tmp_path / "a", range(30, N), learn="stream")
    for record in list(folder.episodes()):
        add_episode(folder, record.model_copy(update={"id": f"{record.id}-1", "trial": 1, "outcome": "pass", "success": True}))
    (one,) = contestants([folder], over_seeds=True)
    assert [row[1] for row in learning_table([one]).rows] == [50.0, 50.0, 50.0, 100.0, 100.0, 100.0]


def test_no_knowledge_is_told_as_such():
    assert option_words("knowledge", []) == "no knowledge"
    assert option_words("knowledge", None) == ""
