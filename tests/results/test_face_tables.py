"""What a run on several faces is summed up to."""

from hypothesis import given
from hypothesis import strategies as st
from result_fakes import episode

from automotive_env.results.face_tables import face_tables
from automotive_env.results.statistics import difference


def played(face: str, number: int, outcome: str = "pass", **fields):
    return episode(f"{face}-{number}", outcome, task=f"hvac.{number}", instance=str(number), face=face, **fields)


def test_one_face_needs_no_tables() -> None:
    assert face_tables([played("screen", 1), played("screen", 2)]) == ()
    assert face_tables([played("screen", 1), played("calls", 1, "env_error")]) == ()


def test_faces_are_compared_on_the_instances_that_were_played_on_both() -> None:
    records = [played("screen", n, "fail", steps=6, tokens=100) for n in (1, 2)]
    records += [played("calls", n, steps=3, tokens=40, harm=[]) for n in (1, 2, 3)]
    by_face, differences = face_tables(records)
    assert [row[:3] for row in by_face.rows] == [("t3a, screen", "2", 0.0), ("t3a, calls", "3", 100.0)]
    (row,) = differences.rows
    assert row == ("t3a, calls less screen", "2", 100.0, "+100.0 to +100.0", -3.0, -60.0, 0.0, 0.0)
    assert all(len(row) == len(table.columns) for table in (by_face, differences) for row in table.rows)


def test_harm_is_told_as_a_share_of_the_episodes() -> None:
    harm = [{"name": "cold", "step": 1, "wanted": "", "found": ""}]
    by_face, _ = face_tables([played("screen", 1), played("both", 1, harm=harm), played("both", 2)])
    assert [row[-1] for row in by_face.rows] == [0.0, 50.0]


pairs = st.lists(st.tuples(st.integers(0, 5), st.floats(-100, 100)), min_size=1, max_size=30)


@given(pairs)
def test_a_difference_lies_in_its_interval_and_repeating_a_cluster_does_not_narrow_it(found) -> None:
    one, twice = difference(found), difference([*found, *found])
    assert (one.n, twice.n) == (len(found), 2 * len(found))
    assert abs(one.mean - twice.mean) < 1e-9
    if len({cluster for cluster, _ in found}) < 2:
        assert one.low is one.high is None
    else:
        assert one.low is not None
        assert one.low <= one.mean <= one.high
        assert abs((one.high - one.low) - (twice.high - twice.low)) < 1e-6


def test_equal_differences_are_sure() -> None:
    assert difference([("a", 2.0), ("b", 2.0)]).model_dump() == {"n": 2, "mean": 2.0, "low": 2.0, "high": 2.0}
