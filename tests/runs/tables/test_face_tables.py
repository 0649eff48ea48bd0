"""What a run on several faces is summed up to."""

from result_fakes import episode

from automotive_env.runs.tables.face_tables import face_tables


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
    assert row == ("t3a, calls less screen", "2", 100.0, -3.0, -60.0, 0.0, 0.0)
    assert differences.intervals[0][2:4] == ((100.0, 100.0), (-3.0, -3.0))
    assert by_face.texts()[0][2] == "0.0 (0.0..65.8)"
    assert all(len(row) == len(table.columns) for table in (by_face, differences) for row in table.rows)


def test_harm_is_told_as_a_share_of_the_episodes() -> None:
    harm = [{"name": "cold", "step": 1, "wanted": "", "found": ""}]
    by_face, _ = face_tables([played("screen", 1), played("both", 1, harm=harm), played("both", 2)])
    assert [row[-1] for row in by_face.rows] == [0.0, 50.0]
