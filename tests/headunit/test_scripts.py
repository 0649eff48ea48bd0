"""Texts in other scripts: the picture shows what the tree says, sign by sign."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import numpy as np
import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.core.world import World
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.bidi import RIGHT_TO_LEFT, visual
from automotive_env.headunit.kit.rendering.fonts import cut, runs, text_mask, width, wrap
from automotive_env.headunit.kit.rendering.signs import signs, unbreakable, without_last
from automotive_env.headunit.kit.rendering.typefaces import script as typeface_of
from automotive_env.headunit.ui_state import UiState

BOX = "ქ"
"""A letter that no typeface has."""
FAMILY = "👨\u200d👩\u200d👧"


def assigned(start: int, end: int) -> str:
    """The letters, digits, signs and punctuation of a block that Python's own table of characters names."""
    return "".join(sign for sign in map(chr, range(start, end)) if unicodedata.category(sign)[0] in "LNPS")


CHARACTERS = {
    "Cyrillic": assigned(0x400, 0x530),
    "Greek": assigned(0x370, 0x3E2) + assigned(0x3F0, 0x400) + assigned(0x1F00, 0x2000),
    "Hebrew": assigned(0x5D0, 0x5F5),
    "Thai": assigned(0xE01, 0xE5C),
    "Devanagari": assigned(0x904, 0x980),
    "Hangul": assigned(0xAC00, 0xD7A4) + assigned(0x3131, 0x318F).replace("\u3164", ""),
    "Latin": assigned(0x180, 0x250) + assigned(0x1E00, 0x1F00),
    "currency": "¢£¤¥฿" + assigned(0x20A0, 0x20C1),
    "emoji": assigned(0x1F600, 0x1F650) + assigned(0x1F680, 0x1F6C6) + assigned(0x1F400, 0x1F440) + assigned(0x1F90D, 0x1F93B),
}
WORDS = {
    "Cyrillic": "Привет, как дела? Ёжик замерз",
    "Greek": "Καλημέρα, τι κάνεις; Θα αργήσω",
    "Hebrew": "שלום, אני מאחר ב-15 דקות (Central Station)",
    "Thai": "สวัสดีครับ ผมจะไปถึงสนามบินสุวรรณภูมิประมาณหกโมงเย็นน้ำที่นี่",
    "Devanagari": "नमस्ते! विद्यार्थी क्षत्रिय को दूध और सब्ज़ी",
    "Hangul": "안녕하세요 오늘저녁일곱시에강남역앞에서만나요늦으면전화주세요",
    "emoji": f"🎉🎂 {FAMILY}👍🏽❤️🇩🇪🇯🇵1️⃣🎉🎂🚗🚗🚗🚗🚗",
}


@cases("script", CHARACTERS)
@pytest.mark.sweep
def test_every_character_is_drawn_as_itself(script: str) -> None:
    box = text_mask(BOX, 32, "regular").tobytes()
    characters, alike, before = CHARACTERS[script], [], b""
    assert all(typeface_of(character, "chinese") is not None for character in characters)
    for character in characters[:: 5 if len(characters) > 5000 else 1]:
        mask = text_mask(character, 32, "regular")
        assert width(character, 32) > 0, character
        assert mask.any(), character
        assert mask.tobytes() != box, character
        if mask.tobytes() == before:
            alike.append(character)
        before = mask.tobytes()
    assert len(alike) <= len(characters) // 100, alike  # some letters differ only in what they are for


@cases(
    ("text", "found"),
    [
        ("abc", ["a", "b", "c"]),
        ("e\u0301a", ["é", "a"]),
        ("ы\u0301", ["ы\u0301"]),
        ("น้ำ", ["น้ำ"]),
        ("नमस्ते", ["न", "म", "स्ते"]),
        ("क्\u200cष", ["क्\u200c", "ष"]),
        ("שָׁל", ["שָׁ", "ל"]),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", ["한", "글"]),
        (f"x{FAMILY}y", ["x", FAMILY, "y"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("🇩🇪🇯🇵", ["🇩🇪", "🇯🇵"]),
        ("1\ufe0f\u20e32", ["1\ufe0f\u20e3", "2"]),
    ],
)
def test_signs_are_what_a_reader_takes_for_one(text: str, found: list[str]) -> None:
    assert list(signs(text)) == found


@cases(
    ("text", "same"),
    [
        ("e\u0301", "é"),
        ("❤\ufe0f", "❤"),
        ("\u1112\u1161\u11ab", "한"),
        ("a\u200bb\u2060c\ufeff", "abc"),
        ("©\ufe0f", "©"),
        ("ქ\u0301", "ქ" + "\u0301"),
    ],
)
def test_texts_that_look_the_same(text: str, same: str) -> None:
    assert np.array_equal(text_mask(text, 32, "regular"), text_mask(same, 32, "regular"))


@cases(
    ("sign", "parts"),
    [("น้ำ", "นํ้า"), ("क्ष", "क्\u200cष"), ("कि", "क"), ("र्क", "क"), (FAMILY, "👨👩👧"), ("🇩🇪", "🇩x🇪"), ("שָׁ", "ש"), ("x\u0303", "x")],
)
def test_what_belongs_together_is_joined(sign: str, parts: str) -> None:
    assert sum(len(run) for _, run in runs(sign, "regular")) == 1
    joined, apart = text_mask(sign, 32, "regular"), text_mask(parts, 32, "regular")
    assert joined.any()
    assert sign == "น้ำ" or not np.array_equal(joined, apart)
    assert joined.shape[1] <= max(apart.shape[1], 48)


def test_marks_stand_over_their_letters() -> None:
    for letter, mark in (("ы", "\u0301"), ("น", "\u0e49"), ("क", "\u0947"), ("x", "\u0303"), ("ש", "\u05c1")):
        assert abs(width(letter + mark, 48) - width(letter, 48)) <= 2
        marked, plain = text_mask(letter + mark, 48, "regular"), text_mask(letter, 48, "regular")
        assert marked.any(axis=1).argmax() < plain.any(axis=1).argmax()


def test_hebrew_reads_from_the_right() -> None:
    first, both = text_mask("א", 32, "regular"), text_mask("אב", 32, "regular")
    assert np.array_equal(both[:, -first.shape[1] + 2 :], first[:, 2:])
    assert visual("אב 12 (Wi-Fi)") == "(Wi-Fi) 12 בא"
    assert signs(visual("שָׁלוֹם"))[-1] == "שָׁ"


def test_all_lines_of_a_text_run_as_its_first_letter_does() -> None:
    rows = wrap("שלום שלום Central Station שלום", 24, "regular", 170, 4)
    assert len(rows) > 1
    latin = next(row for row in rows if "Central" in row)
    assert latin.startswith(RIGHT_TO_LEFT) or not latin.lstrip(RIGHT_TO_LEFT)[0].isascii()
    assert visual(f"{RIGHT_TO_LEFT}Central אב.") == ".בא Central"


@cases("script", WORDS)
def test_wrapping_keeps_every_sign(script: str) -> None:
    text = WORDS[script]
    for room in (170, 220, 300, 500):
        rows = wrap(text, 28, "regular", room, 30)
        assert "".join(rows).replace(" ", "").replace(RIGHT_TO_LEFT, "") == text.replace(" ", "")
        assert all(width(row, 28) <= room for row in rows)
        assert [sign for row in rows for sign in signs(row.replace(" ", "").replace(RIGHT_TO_LEFT, ""))] == list(
            signs(text.replace(" ", ""))
        )


@given(st.sampled_from(sorted(WORDS)), st.integers(30, 400), st.integers(0, 20))
def test_what_is_cut_ends_with_a_whole_sign(script: str, room: int, start: int) -> None:
    text = "".join(signs(WORDS[script])[start:])
    shortened = cut(text, 28, "regular", room)
    kept = list(signs(shortened.removesuffix("…")))
    assert kept == list(signs(text))[: len(kept)]
    assert shortened == "…" or width(shortened, 28) <= room


@given(st.text(max_size=20))
def test_any_text_has_the_width_of_what_is_drawn(text: str) -> None:
    assert text_mask(text, 24, "regular").shape[1] == max(1, width(text, 24))
    assert "".join(unbreakable(text)) == text


@cases(
    ("text", "left"),
    [
        ("ab", "a"),
        ("", ""),
        (f"x{FAMILY}", "x"),
        ("👍👍🏽", "👍"),
        ("🇩🇪🇯🇵", "🇩🇪"),
        ("a1\ufe0f\u20e3", "a"),
        ("x❤\ufe0f", "x"),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", ""),
        ("น้ำ", "น้"),
        ("e\u0301", "e"),
        ("한", ""),
        ("12", "1"),
    ],
)
def test_backspace_takes_what_android_takes(text: str, left: str) -> None:
    assert without_last(text) == left


PAIRS = ("אב", "ЖЩ", "ΞΨ", "กข", "कख", "한글", "👍👎", "ĄĘ", "ẞß", "₽₹")


@cases("pair", PAIRS)
def test_a_field_shows_what_was_typed(pair: str) -> None:
    unit = HeadUnit(World())
    unit.restore(UiState((ScreenEntry("maps", "maps", focus="search_edit_text"),)))
    pictures = []
    for letter in pair:
        assert not unit.type_text(letter * 3)
        field = next(element for element in unit.elements() if element.editable)
        assert field.text == letter * 3
        left, top, right, bottom = field.box
        pictures.append(unit.frame()[top:bottom, left:right].copy())
    assert (pictures[0] != pictures[1]).any()


def test_backspace_in_a_field_takes_a_family_as_a_whole() -> None:
    unit = HeadUnit(World())
    unit.restore(UiState((ScreenEntry("maps", "maps", focus="search_edit_text"),)))
    unit.type_text(f"x{FAMILY}")
    assert not unit.erase()
    assert next(element for element in unit.elements() if element.editable).text == "x"


def test_latin_text_loads_nothing_for_other_scripts() -> None:
    code = (
        "import sys\nfrom automotive_env.headunit.kit.rendering import fonts, typefaces\n"
        "fonts.text_mask('Größe…', 32, 'regular')\n"
        "assert 'uharfbuzz' not in sys.modules; assert not typefaces._ranges.cache_info().currsize"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.mark.parametrize("face", ["regular", "medium"])
def test_a_character_without_a_typeface_is_a_box(face: str) -> None:
    box = text_mask(BOX, 32, face)  # type: ignore[arg-type]
    assert box.any()
    assert all(np.array_equal(box, text_mask(sign, 32, face)) for sign in "አଓ龘\uffff")  # type: ignore[arg-type]


def test_joined_emoji_that_no_typeface_has_stand_side_by_side() -> None:
    assert abs(width("🚗\u200d🎂", 32) - width("🚗🎂", 32)) <= 1
    assert width("👨\u200d👩\u200d👧\u200d👦\u200d🚗", 32) > width("🚗", 32)
