"""Elements are found again on a changed screen, and swipes run along what they are made on."""

import pytest

from automotive_env.episode.observation import Box, Element, RangeInfo
from automotive_env.episode.targeting import find_again, outside_screen, stroke

SCREEN = (1000, 600)


def element(index: int, left: int = 0, top: int = 0, **fields: object) -> Element:
    told = {
        "resource_id": "car:id/row",
        "class_name": "android.widget.Button",
        "text": "Row",
        "box": Box(left, top, left + 100, top + 50),
    }
    return Element(index=index, **told | fields)  # type: ignore[arg-type]


SEEN = [element(0), element(1, top=100, text="Other")]


def test_on_an_unchanged_screen_an_index_means_what_it_meant() -> None:
    twins = [element(0), element(1)]  # alike even in their place
    for present in (twins, list(twins)):
        assert [find_again(index, twins, present) for index in (0, 1)] == twins


@pytest.mark.parametrize("index", [2, 3, 900])
def test_an_index_beyond_the_list_is_refused_with_the_last_one(index: int) -> None:
    assert find_again(index, SEEN, SEEN) == f"there is no element {index}; the list goes from 0 to 1"


@pytest.mark.parametrize("index", [0, 1])
def test_no_element_is_meant_where_none_was_seen(index: int) -> None:
    assert find_again(index, [], SEEN) == f"element {index} was never seen"


def test_an_element_is_found_where_it_is_now() -> None:
    moved = element(4, left=500, top=300, text="Other")
    assert find_again(1, SEEN, [element(0), moved]) is moved


@pytest.mark.parametrize(
    "changed", [{"resource_id": "car:id/other"}, {"class_name": "android.widget.Switch"}, {"text": "Else"}, {"window": "dialog"}]
)
def test_one_that_differs_in_what_names_it_is_another(changed: dict[str, str]) -> None:
    assert find_again(0, SEEN, [SEEN[0]._replace(**changed)]) == "element 0 is not on the screen any more"  # type: ignore[arg-type]


def test_of_several_alike_the_nearest_is_meant() -> None:
    """Both directions count, and where it was is asked of the element that was meant."""
    meant = element(0, left=200, top=200)
    present = [
        element(0, left=200, top=130),
        element(1, left=240, top=210),
        element(2, left=140, top=200),
        element(3, left=0, top=0),
    ]
    assert find_again(0, [meant], present) is present[1]
    assert find_again(0, [meant], [present[0], present[2]]) is present[2]
    assert find_again(0, [meant], [element(0, left=300, top=300), element(1, left=290, top=290)]).index == 1  # type: ignore[union-attr]
    assert find_again(0, [meant], [element(0, left=260, top=140), element(1, left=200, top=310)]).index == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("direction", "ends"),
    [
        ("left", (750, 300, 250, 300)),
        ("right", (250, 300, 750, 300)),
        ("up", (500, 450, 500, 150)),
        ("down", (500, 150, 500, 450)),
    ],
)
def test_a_stroke_on_the_screen_runs_around_its_middle(direction: str, ends: tuple[int, ...]) -> None:
    assert stroke(direction, 0.5, None, SCREEN) == ends  # type: ignore[arg-type]


def test_a_whole_stroke_runs_from_edge_to_edge() -> None:
    assert stroke("right", 1.0, None, (1001, 601)) == (0, 300, 1001, 300)
    assert stroke("down", 1.0, None, (1001, 601)) == (500, 0, 500, 601)


def test_a_stroke_on_an_element_is_measured_by_it() -> None:
    row = element(0, left=200, top=100)
    assert stroke("right", 1.0, row, SCREEN) == (200, 125, 300, 125)
    assert stroke("up", 0.6, row, SCREEN) == (250, 140, 250, 110)


@pytest.mark.parametrize(("value", "x"), [(10, 220), (20, 245), (30, 270)])
def test_a_slider_is_dragged_from_its_knob_by_a_part_of_its_track(value: float, x: int) -> None:
    slider = element(0, left=200, top=100, range=RangeInfo(10, 30, value), track=Box(220, 130, 271, 140))
    assert stroke("right", 0.2, slider, SCREEN) == (x, 135, x + 10, 135)
    assert stroke("left", 0.2, slider, SCREEN) == (x, 135, x - 10, 135)
    assert stroke("down", 0.5, slider, SCREEN) == (x, 135, x, 160)
    assert stroke("up", 0.5, slider, SCREEN) == (x, 135, x, 110)


@pytest.mark.parametrize(("value", "x"), [(10, 200), (30, 299)])
def test_a_slider_that_does_not_tell_its_track_is_dragged_along_its_box(value: float, x: int) -> None:
    slider = element(0, left=200, top=100, range=RangeInfo(10, 30, value))
    assert stroke("right", 1.0, slider, SCREEN) == (x, 125, x + 99, 125)


@pytest.mark.parametrize("point", [(0, 0), (999, 0), (0, 599), (999, 599)])
def test_the_corners_are_on_the_screen(point: tuple[int, int]) -> None:
    assert outside_screen(SCREEN, point) == ""


@pytest.mark.parametrize("point", [(1000, 0), (0, 600), (1000, 600)])
def test_a_point_beyond_an_edge_is_outside_whichever_it_is(point: tuple[int, int]) -> None:
    for points in ((point,), (point, (500, 300)), ((500, 300), point)):
        assert outside_screen(SCREEN, *points) == "the point is outside the screen of 1000x600"
