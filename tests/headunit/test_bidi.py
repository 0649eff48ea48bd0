"""Arabic lines: letters are joined, and stand in the order that Unicode's algorithm gives them."""

from __future__ import annotations

import unicodedata

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.headunit.kit.rendering.bidi import is_right_to_left, joined, visual
from automotive_env.headunit.kit.rendering.fonts import cut, line_height, text_mask, width

LETTERS = "ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءأإآؤئ"
arabic = st.text(st.sampled_from(LETTERS + " ،؟12.:%()") | st.sampled_from("abC°"), max_size=12)


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("باب", "INITIAL FINAL ISOLATED"),
        ("سلام", "INITIAL FINAL ISOLATED"),  # lam with alef is one sign
        ("لا", "ISOLATED"),
        ("من أجل", "INITIAL FINAL - ISOLATED INITIAL FINAL"),
        ("ءبـ", "ISOLATED INITIAL -"),
    ],
)
def test_letters_take_the_form_that_their_neighbours_ask_for(text: str, forms: str) -> None:
    found = [unicodedata.name(sign).split() for sign in joined(text)]
    assert " ".join(name[-2] if name[-1] == "FORM" else "-" for name in found) == forms


@cases(
    ("text", "seen"),  # as python-bidi 0.6.12 orders them, with brackets mirrored
    [
        ("abc 12", "abc 12"),
        ("אבג", "גבא"),
        ("אב 12 גד", "דג 12 בא"),
        ("אב 12:30-13", "12:30-13 בא"),
        ("אב (Wi-Fi) גד", "דג (Wi-Fi) בא"),
        ("Hi אב, 5 °C", "Hi 5 ,בא °C"),
        ("אב...", "...בא"),
    ],
)
def test_lines_are_seen_in_order_from_the_left(text: str, seen: str) -> None:
    assert visual(text) == seen


@given(arabic)
def test_no_sign_is_lost_and_the_width_is_that_of_what_is_drawn(text: str) -> None:
    assert len(visual(text)) == len(joined(text))
    if text:
        assert text_mask(text, 24, "regular").shape == (line_height(24), max(1, width(text, 24)))


def test_a_long_line_ends_at_the_left() -> None:
    line = cut("الأبواب والنوافذ مغلقة", 24, "regular", 140)
    assert line.endswith("…")
    assert visual(line).startswith("…")


def test_a_line_runs_as_its_first_letter_does() -> None:
    assert is_right_to_left("12 دقيقة")
    assert not is_right_to_left("Hannah كتبت")
    assert not is_right_to_left("12:30")
