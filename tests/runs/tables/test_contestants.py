"""Several runs as one: which episodes are whose, and what contestants are called."""

from result_fakes import add_episode, episode, manifest

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.contestants import contestants, option_words


def run(path, *records, **options) -> RunFolder:
    folder = RunFolder.create(path, manifest(options=options))
    for record in records:
        add_episode(folder, record)
    return folder


def names(runs, split=()):
    return [(one.name, len(one.records)) for one in contestants(runs, split)]


def test_parts_of_a_large_run_are_one_contestants(tmp_path):
    parts = [run(tmp_path / str(number), episode(f"t3a-{number}")) for number in range(3)]
    assert names(parts) == [("t3a", 3)]


def test_the_same_episodes_again_are_another_row(tmp_path):
    assert names([run(tmp_path / "a", episode("1")), run(tmp_path / "b", episode("1"))]) == [("t3a (a)", 1), ("t3a (b)", 1)]


def test_a_run_that_is_named_twice_counts_once_and_namesakes_are_told_apart(tmp_path):
    first, second = (run(tmp_path / part / "run", episode("1")) for part in "ab")
    assert names([first, first]) == [("t3a", 1)]
    assert names([first, second]) == [(f"t3a ({tmp_path}/{part}/run)", 1) for part in "ab"]


def test_models_and_options_tell_contestants_apart_where_they_differ(tmp_path):
    runs = [
        run(tmp_path / "a", episode("1", model="x"), episode("2", agent="m3a"), geo=None, workers=1),
        run(tmp_path / "b", episode("3", model="y"), geo="off", workers=4),
        run(tmp_path / "c", episode("4", model="y"), geo=None, reflection=False),
    ]
    assert names(runs) == [("m3a", 1), ("t3a (x)", 1), ("t3a (y, geo off)", 1), ("t3a (y, no reflection)", 1)]


def test_rows_by_place_trial_and_run(tmp_path):
    records = [episode(f"{place}-{trial}", place=place, trial=trial) for place in ("Oslo", "Rome") for trial in (0, 1)]
    folder = run(tmp_path / "a", *records)
    assert names([folder], ["place"]) == [("t3a (Oslo)", 2), ("t3a (Rome)", 2)]
    assert names([folder], ["place", "trial"])[1] == ("t3a (Oslo, trial 1)", 1)
    other = run(tmp_path / "b", episode("other"))
    assert names([folder, other], ["run"]) == [("t3a (a)", 4), ("t3a (b)", 1)]


def test_options_are_told_in_words():
    told = (("geo", "off"), ("reflection", False), ("tools", True), ("see", ["marks", "elements"]), ("geo", None), ("stop", []))
    assert [option_words(*option) for option in told] == ["geo off", "no reflection", "tools", "see marks, elements", "", ""]
