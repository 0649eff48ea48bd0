"""Tables of what touches of points reached."""

from result_fakes import episode

from automotive_env.runs.records.records import TouchCount
from automotive_env.runs.tables.touch_tables import TouchTally


def touch(number=1, **fields):
    given = {"app": "maps", "side": "12 to 13 mm", "way": "point", "on_control": True, "known": True, "as_meant": True}
    return TouchCount(**{**given, **fields}, number=number)


def tables(*records):
    tally = TouchTally()
    assert list(tally.noting(records)) == list(records)
    return tally.tables()


def test_points_are_counted_and_those_with_a_known_meaning_judged():
    missed = touch(2, side="24 mm and more", app="home", as_meant=False)
    unknown = touch(5, on_control=False, known=False, as_meant=False, side="")
    whole, by_side, by_app = tables(episode("a", touches=(touch(2), missed, unknown, touch(9, way="index"))))
    assert whole.rows[0][:2] == ("t3a", "9")
    assert whole.rows[0][3:] == ("4", 50.0)
    assert round(float(whole.rows[0][2]), 1) == 44.4
    assert by_side.rows == (("12 to 13 mm", 100.0), ("24 mm and more", 0.0))
    assert by_app.rows == (("home", 0.0), ("maps", 100.0))


def test_who_names_elements_has_no_row_and_broken_off_episodes_do_not_count():
    assert tables(episode("a", touches=(touch(way="index"),))) == ()
    assert tables(episode("a", "env_error", touches=(touch(),))) == ()
    (whole,) = tables(episode("a", touches=(touch(known=False, as_meant=False),)))
    assert whole.rows[0][3:] == ("0", None)
