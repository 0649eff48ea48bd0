"""From a point in a model's answer to the display's pixel, and back."""

from typing import get_args

import numpy as np
import pytest
from cases import cases
from contracts.computer_writers import COMPUTER_WRITERS
from contracts.native_contract import in_numbers
from contracts.native_writers import WRITERS
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.agents.native.geometry import SentPicture, fit_for
from automotive_env.agents.native.points import read_point
from automotive_env.agents.native.settings import picture_size
from automotive_env.agents.options import Space
from automotive_env.episode.action import ActionError
from automotive_env.episode.imaging import fitted
from automotive_env.episode.picture import PictureSize
from automotive_env.errors import UsageError
from automotive_env.headunit.kit.display_size import SIZES, DisplaySize
from automotive_env.scripts import native_grid

FAMILIES = {**WRITERS, **COMPUTER_WRITERS}
SPACES: tuple[Space, ...] = get_args(Space)
DISPLAYS = st.sampled_from(SIZES)
FITS = st.builds(PictureSize, st.integers(64, 3_000), st.integers(64, 3_000), st.booleans())


@st.composite
def sent_pictures(draw: st.DrawFn) -> tuple[SentPicture, int, int]:
    """A picture of any size, and a pixel of its display."""
    display = draw(DISPLAYS)
    sent = SentPicture(display, draw(FITS), draw(st.sampled_from(SPACES)))
    return sent, draw(st.integers(0, display[0] - 1)), draw(st.integers(0, display[1] - 1))


@given(sent_pictures())
def test_a_pixel_comes_back_as_exactly_as_the_numbers_allow(given: tuple[SentPicture, int, int]) -> None:
    sent, x, y = given
    point = sent.from_display(x, y)
    assert all(0 <= value <= top for value, top in zip(point, sent.top, strict=True))
    try:
        found = sent.to_display(*point)
    except ActionError:  # the nearest number of a coarse space may already lie on the bar
        assert sent.fit.padded
        assert sent.space in ("0..999", "0..1000")
        return
    margin = native_grid.margin(sent)
    assert all(abs(at - meant) <= most for at, meant, most in zip(found, (x, y), margin, strict=True))


@given(DISPLAYS, st.sampled_from(SPACES), st.data())
def test_the_edges_of_a_stretched_picture_are_those_of_the_display(
    display: DisplaySize, space: Space, data: st.DataObject
) -> None:
    smaller = st.integers(64, min(display))
    sent = SentPicture(display, PictureSize(data.draw(smaller), data.draw(smaller)), space)
    if space != "pixels":
        assert sent.to_display(0, 0) == (0, 0)
        assert sent.to_display(*sent.top) == (display[0] - 1, display[1] - 1)
    assert sent.from_display(0, 0) == (0, 0)
    assert sent.from_display(display[0] - 1, display[1] - 1) == pytest.approx(sent.top)


@given(DISPLAYS, st.data())
def test_a_picture_of_the_display_s_own_size_changes_nothing(display: DisplaySize, data: st.DataObject) -> None:
    sent = SentPicture(display, PictureSize(*display), "pixels")
    point = data.draw(st.integers(0, display[0] - 1)), data.draw(st.integers(0, display[1] - 1))
    assert sent.to_display(*point) == sent.from_display(*point) == point


@given(sent_pictures())
def test_what_is_drawn_at_a_pixel_is_seen_at_its_point(given: tuple[SentPicture, int, int]) -> None:
    sent, x, y = given
    sent = SentPicture(sent.display, sent.fit, "pixels")
    screen = np.zeros((sent.display[1], sent.display[0], 3), np.uint8)
    left, top = max(0, x - 40), max(0, y - 40)
    screen[top : y + 41, left : x + 41] = 255
    across, down = map(int, sent.from_display(x, y))
    assert fitted(screen, sent.fit.width, sent.fit.height, padded=sent.fit.padded)[down, across].max() > 200


@cases(
    ("space", "point", "says"),
    [
        ("pixels", (1_200, 90), r"\(1200, 90\) lies outside the picture of 1000 x 640; x goes from 0 to 999, y from 0 to 639"),
        ("pixels", (10, 640), "y from 0 to 639"),
        ("pixels", (-1, 5), "lies outside"),
        ("0..999", (1_000, 5), r"\(1000, 5\) lies outside 0..999"),
        ("0..1000", (5, 1_001), "lies outside 0..1000"),
        ("0..1", (1.5, 0.5), r"\(1.5, 0.5\) lies outside 0..1"),
        ("pixels", (float("nan"), 5), "lies outside"),
        ("pixels", (float("inf"), 5), "lies outside"),
    ],
)
def test_a_point_outside_is_answered_and_never_moved_inside(space: Space, point: tuple[float, float], says: str) -> None:
    with pytest.raises(ActionError, match=says):
        SentPicture((1408, 792), PictureSize(1000, 640), space).to_display(*point)


def test_a_point_on_a_bar_beside_the_screen_is_answered() -> None:
    sent = SentPicture((1408, 792), PictureSize(1024, 768, padded=True), "pixels")
    assert sent.to_display(0, 96) == (0, 0)
    assert sent.to_display(1023, 671) == (1407, 791)
    with pytest.raises(ActionError, match=r"\(500, 20\) lies on a bar beside the screen; it covers .* y from 96 to 671"):
        sent.to_display(500, 20)


@given(DISPLAYS, st.integers(64, 4_096), st.sampled_from([1, 14, 28, 32]))
def test_a_picture_is_never_larger_than_asked_for_and_keeps_the_shape(display: DisplaySize, longest: int, multiple: int) -> None:
    fit = fit_for(display, longest, multiple)
    assert fit.width % multiple == fit.height % multiple == 0
    assert max(fit.width, fit.height) <= min(longest, max(display))
    scale = max(fit.width, fit.height) / max(display)
    assert abs(min(fit.width, fit.height) - min(display) * scale) <= multiple


@cases("text", ["9", "90000", "12x", "x12", "1024*768", "1024x9", "-5", "10 24"])
def test_a_size_that_no_picture_can_have_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--picture-size takes the longer side in pixels, such as 1280"):
        picture_size(text)


@cases(
    ("value", "point"),
    [
        ([3, 4], (3, 4)),
        (["3", " 4.5 "], (3, 4.5)),
        ([2, 3, 4, 5], (3, 4)),
        ([[2, 3], [4, 5]], (3, 4)),
        ("(3,4)", (3, 4)),
        ("<|box_start|>(3, 4)<|box_end|>", (3, 4)),
        ("<point>3 4</point>", (3, 4)),
        ({"x": 3, "y": "4"}, (3, 4)),
        ("[2, 3, 4, 5]", (3, 4)),
    ],
)
def test_a_point_is_read_however_it_is_written(value: object, point: tuple[float, float]) -> None:
    assert read_point(value) == point


@cases("value", [None, "", [], [1], [1, 2, 3], True, {"x": 1}, "here", [[[[[1, 2]]]]], "9" * 10_000, [1] * 10_000, [None, 4]])
def test_what_is_no_point_is_refused_with_what_is_one(value: object) -> None:
    with pytest.raises(ActionError, match=r"a point is \[x, y\], or a box"):
        read_point(value)


EVERY_WRITER = {**WRITERS, **COMPUTER_WRITERS}


def read_by_family(name: str) -> native_grid.GivePoint:
    """The point of a click that a family's model writes and its reader reads."""
    family, write = EVERY_WRITER[name]

    def give(sent: SentPicture, x: int, y: int) -> tuple[float, float]:
        fields = in_numbers({"action_type": "click", "x": x, "y": y}, sent)
        (action,) = family.read(write(fields, sent), sent).actions
        return read_point([action.fields["x"], action.fields["y"]])

    return give


@pytest.mark.parametrize("display", [SIZES[0], *(pytest.param(size, marks=pytest.mark.sweep) for size in SIZES[1:])])
@pytest.mark.sweep
def test_no_point_of_a_grid_hits_another_element(display: DisplaySize) -> None:
    shown = native_grid.screens(display)
    for name, (family, _) in EVERY_WRITER.items():
        for picture in native_grid.PICTURES:
            found = native_grid.measure(family, display, shown, picture, give=read_by_family(name))
            assert (found.points, found.wrong) == (native_grid.POINTS, 0), (name, picture)
            assert found.farthest <= 2
