"""What touches reach, and what they mean, counted from the records of steps."""

import pytest

from automotive_env.runs.records.records import ObservationRecord, StepRecord
from automotive_env.runs.tables.touches import touch_counts, touch_scores

LINES = (
    '0 LinearLayout "Climate" #panel not-clickable (500,500)',
    '1 Switch "Rear defrost" #rear_defroster off (100,100)',
    '2 Switch "Front defrost" #front_defroster off (300,100)',
    '3 ImageButton desc="Close (500,500) disabled" #close (500,20)',
    "4 RecyclerView #list scrollable (500,400)",
    '5 Button "Off" #off disabled (700,100)',
)
SIZES = ("1000x1000", "100x80", "100x80", "60x40", "800x400", "100x80")


def step(action, reasoning="", app="climate"):
    seen = ObservationRecord(id=1, app=app, driving_state="parked", time="", gps="", elements=LINES, sizes=SIZES)
    return StepRecord(step=1, observation=seen, action=action, reasoning=reasoning)


def click(**fields):
    return {"action_type": "click", **fields}


def only(*steps):
    (found,) = touch_counts(steps)
    return found


def test_an_index_means_the_element_that_it_names():
    found = only(step(click(index=1)))
    assert (found.way, found.side, found.on_control, found.known, found.as_meant) == ("index", "12 to 13 mm", True, True, True)


@pytest.mark.parametrize("index", [0, 4, 5, 99])
def test_an_index_of_no_control_reaches_none(index):
    found = only(step(click(index=index)))
    assert (found.on_control, found.known, found.side) == (False, False, "")


@pytest.mark.parametrize(
    ("x", "reasoning", "reached", "known", "as_meant"),
    [
        (100, "I tap the rear defrost switch.", True, True, True),
        (300, "I tap the rear defrost switch.", True, True, False),
        (900, "I tap the Rear defrost switch.", False, True, False),
        (100, "I tap it.", True, False, False),
        (100, "Not front defrost but rear defrost.", True, False, False),
        (100, "The wardrobe is rear defrosted.", True, False, False),
    ],
)
def test_a_point_means_a_control_only_where_the_reasoning_names_one(x, reasoning, reached, known, as_meant):
    found = only(step(click(x=x, y=100), reasoning))
    assert (found.way, found.on_control, found.known, found.as_meant) == ("point", reached, known, as_meant)


def test_the_size_is_that_of_what_was_meant_or_else_reached():
    assert only(step(click(x=500, y=20), "rear defrost")).side == "12 to 13 mm"
    assert only(step(click(x=500, y=20))).side == "under 12 mm"


def test_points_have_scores_and_indices_have_none():
    steps = [step(click(x=100, y=100), "rear defrost"), step(click(x=300, y=100), "rear defrost"), step(click(x=900, y=100))]
    assert touch_scores(touch_counts(steps)) == {"points_on_control": 0.6667, "points_as_meant": 0.5}
    assert touch_scores(touch_counts([step(click(x=100, y=100))])) == {"points_on_control": 1.0}
    assert touch_scores(touch_counts([step(click(index=1))])) == {}


def test_touches_are_counted_by_what_they_have_in_common_and_nothing_else_is_a_touch():
    steps = [step(click(index=1)), step(click(index=2)), step({"action_type": "long_press", "index": 1}, app="home")]
    steps += [step(None), step({"action_type": "scroll", "direction": "down", "index": 4}), step(click(x="a", y=2))]
    assert [(found.app, found.number) for found in touch_counts(steps)] == [("climate", 2), ("home", 1)]
