from itertools import combinations

import numpy as np
import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.episode.observation import Box, Element
from automotive_env.episode.set_of_mark import COLOURS, REACH, TAG_HEIGHT, _sprite, can_be_touched, draw_marks, place_marks

WIDTH, HEIGHT = 800, 480


def screen(value=40):
    return np.full((HEIGHT, WIDTH, 3), value, np.uint8)


def element(index, box, **states):
    return Element(index, "android.widget.Button", box=Box(*box), **({"clickable": True} | states))


@st.composite
def boxes(draw, width=WIDTH, height=HEIGHT):
    left, top = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
    return Box(left, top, draw(st.integers(left + 1, width)), draw(st.integers(top + 1, height)))


def overlap(a, b):
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


def distance(a, b):
    across = max(a.left - b.right, b.left - a.right, 0)
    down = max(a.top - b.bottom, b.top - a.bottom, 0)
    return max(across, down)


def marks_of(drawn, size=(WIDTH, HEIGHT)):
    return place_marks([element(index, box) for index, box in enumerate(drawn)], size)


@given(st.lists(boxes(), max_size=10))
def test_tags_never_hide_each_other_where_there_is_room(drawn):
    marks = marks_of(drawn)
    assert len(marks) == len(drawn)
    assert not any(overlap(a.tag, b.tag) for a, b in combinations(marks, 2))


@given(boxes(), st.integers(2, 12))
def test_even_equal_boxes_get_tags_of_their_own(box, count):
    marks = marks_of([box] * count)
    assert not any(overlap(a.tag, b.tag) for a, b in combinations(marks, 2))


@given(st.lists(boxes(), max_size=60))
def test_tags_stay_on_the_screen_and_near_their_boxes(drawn):
    for mark in marks_of(drawn):
        assert 0 <= mark.tag.left < mark.tag.right <= WIDTH
        assert 0 <= mark.tag.top < mark.tag.bottom <= HEIGHT
        assert mark.tag.height == TAG_HEIGHT
        assert distance(mark.tag, mark.box) <= REACH


@given(st.integers(1, 12), st.integers(1, 8), st.integers(0, 6))
def test_each_tag_of_a_grid_of_buttons_touches_its_own_box(columns, rows, gap):
    drawn = [Box(x * 64, y * 58, x * 64 + 64 - gap, y * 58 + 58 - gap) for y in range(rows) for x in range(columns)]
    marks = marks_of(drawn)
    assert not any(overlap(a.tag, b.tag) for a, b in combinations(marks, 2))
    assert all(overlap(mark.tag, mark.box) for mark in marks)


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 5))
def test_tiny_screens_are_no_trouble(width, height, count):
    box = Box(0, 0, width, height)
    marked = draw_marks(np.zeros((height, width, 3), np.uint8), [element(index, box) for index in range(count)])
    assert marked.shape == (height, width, 3)


@given(st.lists(boxes(), max_size=len(COLOURS)))
def test_overlapping_boxes_have_different_colours(drawn):
    for a, b in combinations(marks_of(drawn), 2):
        assert not overlap(a.box, b.box) or a.colour != b.colour


def test_places_depend_on_nothing_but_the_elements():
    drawn = [Box(10 * i, 7 * i, 10 * i + 90, 7 * i + 50) for i in range(40)]
    elements = [element(index, box) for index, box in enumerate(drawn)]
    assert place_marks(elements, (WIDTH, HEIGHT)) == place_marks(elements[::-1], (WIDTH, HEIGHT))
    assert np.array_equal(draw_marks(screen(), elements), draw_marks(screen(), tuple(elements)))


@pytest.mark.parametrize("state", ["clickable", "editable", "scrollable", "long_clickable", "checkable"])
def test_everything_that_can_be_touched_is_marked(state):
    touchable = element(3, (100, 100, 300, 200), **({"clickable": False} | {state: True}))
    assert can_be_touched(touchable)
    assert not np.array_equal(draw_marks(screen(), [touchable]), screen())


def test_what_can_only_be_looked_at_is_marked_on_request():
    label = element(3, (100, 100, 300, 200), clickable=False)
    assert np.array_equal(draw_marks(screen(), [label]), screen())


def test_the_screenshot_is_left_alone():
    before = screen()
    draw_marks(before, [element(0, (100, 100, 300, 200))])
    assert np.array_equal(before, screen())


@pytest.mark.parametrize("box", [(-200, 0, -50, 100), (0, 500, 100, 600), (50, 50, 50, 90), (90, 90, 60, 60)])
def test_what_is_off_the_screen_or_empty_is_not_marked(box):
    assert np.array_equal(draw_marks(screen(), [element(0, box)]), screen())


def test_what_is_half_on_the_screen_is_marked_there():
    (mark,) = marks_of([Box(-100, 400, 200, 900)])
    assert mark.box == Box(0, 400, 200, HEIGHT)


@pytest.mark.parametrize("value", [0, 128, 255])
def test_the_box_shows_on_any_background(value):
    marked = draw_marks(screen(value), [element(0, (100, 100, 300, 200))])
    (mark,) = marks_of([Box(100, 100, 300, 200)])
    edge = marked[150, 100:104]
    assert [tuple(pixel) for pixel in edge] == [COLOURS[mark.colour]] * 2 + [(0, 0, 0), (value,) * 3]
    assert np.array_equal(marked[150, 296:300][::-1], edge)
    assert np.array_equal(marked[196:200, 200][::-1], edge)
    assert np.array_equal(marked[101, 160:299], np.broadcast_to(COLOURS[mark.colour], (139, 3)))


@given(st.lists(boxes(), max_size=8))
def test_only_boxes_and_tags_are_painted(drawn):
    untouched = np.ones((HEIGHT, WIDTH), bool)
    for _, box, tag, _ in marks_of(drawn):
        untouched[tag.top : tag.bottom, tag.left : tag.right] = False
        edge = np.zeros((HEIGHT, WIDTH), bool)
        edge[box.top : box.bottom, box.left : box.right] = True
        edge[box.top + 3 : box.bottom - 3, box.left + 3 : box.right - 3] = False
        untouched &= ~edge
    marked = draw_marks(screen(), [element(index, box) for index, box in enumerate(drawn)])
    assert (marked[untouched] == 40).all()


@cases("number", [1, 8, 47, 100, 9999])
@cases("colour", range(len(COLOURS)))
def test_digits_are_high_and_inside_their_tag(number, colour):
    inner = _sprite(number, colour)[1:-1, 1:-1].max(axis=2) < 100
    rows, columns = inner.any(axis=1).nonzero()[0], inner.any(axis=0).nonzero()[0]
    assert rows[-1] - rows[0] + 1 >= 15
    assert rows[0] >= 1
    assert rows[-1] <= TAG_HEIGHT - 4
    assert columns[0] >= 1
    assert columns[-1] < inner.shape[1] - 1


@cases("colour", COLOURS)
def test_digits_stand_out(colour):
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    assert (luminance + 0.05) / 0.05 > 8
