"""The keyboard: its keys, the field they write to, and when it goes away."""

from __future__ import annotations

import pytest
from headunit_touch import drives

from automotive_env.car.core.world import World
from automotive_env.episode.observation import Element
from automotive_env.headunit.head_unit import SIZES, HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.drawing import DrawnTextLine
from automotive_env.headunit.kit.rendering.theme import DAY
from automotive_env.headunit.panels.keyboard import LATIN, LETTERS
from automotive_env.headunit.ui_state import UiState

FIELD = "search_edit_text"


def element(unit: HeadUnit, name: str) -> Element:
    return next(e for e in unit.elements() if e.name == name)


def press(unit: HeadUnit, *names: str) -> str:
    said = ""
    for name in names:
        said = unit.tap(*element(unit, name).box.center)
    return said


def keys(unit: HeadUnit) -> list[Element]:
    return [e for e in unit.elements() if e.window == "InputMethod"]


@pytest.fixture
def maps(head_unit: HeadUnit) -> HeadUnit:
    head_unit.open_app("maps")
    assert press(head_unit, FIELD) == ""
    return head_unit


def test_keys_write_at_the_end_of_the_field(maps: HeadUnit) -> None:
    press(maps, "key_b", "key_o", "key_n", "key_n", "key_space", "key_digits", "key_4", "key_hyphen", "key_letters", "key_a")
    assert element(maps, FIELD).text == "bonn 4-a"


def test_shift_is_for_one_letter_until_it_is_locked(maps: HeadUnit) -> None:
    press(maps, "key_shift", "key_u", "key_l", "key_shift", "key_shift", "key_m", "key_x", "key_shift", "key_y")
    assert element(maps, FIELD).text == "UlMXy"


def test_delete_takes_one_sign_and_a_long_press_all(maps: HeadUnit) -> None:
    maps.type_text("Köln é")
    press(maps, "key_delete")
    assert element(maps, FIELD).text == "Köln "
    assert maps.long_press(*element(maps, "key_delete").box.center) == ""
    assert element(maps, FIELD).text == ""
    assert "delete" in press(maps, "key_delete")


def test_enter_searches(maps: HeadUnit, world: World) -> None:
    maps.type_text("Museum of Technology")
    assert element(maps, "key_enter").description == "Search"
    assert press(maps, "key_enter") == ""
    assert element(maps, "result_item").text == "Museum of Technology"
    assert not world.navigation.is_active
    assert not keys(maps)


def test_a_field_takes_no_more_than_it_may(maps: HeadUnit) -> None:
    maps.type_text("x" * 120)
    assert "at most" in press(maps, "key_y")
    assert element(maps, FIELD).text == "x" * 120


def test_every_key_is_named_and_can_be_hit(maps: HeadUnit) -> None:
    for page in ("key_digits", "key_letters"):
        press(maps, page)
        assert len({key.name for key in keys(maps)}) == len(keys(maps)) >= 26
        assert all(key.label and key.clickable and min(key.box.width, key.box.height) >= 76 for key in keys(maps))


@pytest.mark.parametrize("key", ["hide_keyboard", "back"])
def test_it_is_put_away_before_anything_else(maps: HeadUnit, world: World, key: str) -> None:
    if key == "back":
        maps.back()
    else:
        press(maps, key)
    assert not keys(maps)
    assert not element(maps, FIELD).focused
    assert world.system.foreground_app == "maps"


def test_only_the_field_it_writes_to_has_the_focus(maps: HeadUnit) -> None:
    assert [e.name for e in maps.elements() if e.focused] == [FIELD]


def test_a_panel_puts_it_away_for_good(maps: HeadUnit, world: World) -> None:
    world.set("system.notification_center_open", True)
    assert not keys(maps)
    world.set("system.notification_center_open", False)
    assert not keys(maps)


def test_it_begins_with_letters_again(maps: HeadUnit) -> None:
    press(maps, "key_digits", "hide_keyboard", FIELD)
    assert element(maps, "key_q").text == "q"


def test_it_goes_with_the_field(head_unit: HeadUnit) -> None:
    head_unit.open_app("phone")
    press(head_unit, "phone_messages", "message_edit_text")
    assert keys(head_unit)
    press(head_unit, "phone_contacts")
    assert not keys(head_unit)
    assert "focus" in head_unit.type_text("Hello")


def test_driving_off_puts_it_away_and_keeps_the_text(maps: HeadUnit, world: World) -> None:
    maps.type_text("Bon")
    drives(world)
    assert not keys(maps)
    assert "not available while driving" in press(maps, FIELD)
    assert element(maps, FIELD).text == "Bon"


def test_the_end_of_a_long_text_is_seen_while_it_is_written(maps: HeadUnit) -> None:
    def drawn() -> str:
        layer = next(layer for layer in maps._scene.layers if layer.entry.app == "maps")
        place = next(i for i in range(len(layer.states)) if layer.widget(i).id == FIELD)
        return next(op.text for op in layer.drawing(place, DAY).ops if isinstance(op, DrawnTextLine))

    maps.type_text("the beginning " * 7 + "the end")
    maps.elements()
    assert drawn().endswith("the end")
    press(maps, "hide_keyboard")
    maps.elements()
    assert drawn().startswith("the beginning")


@pytest.mark.parametrize(
    ("language", "held", "names", "typed"),
    [
        ("German", "key_u", ("key_z", "key_y"), "üzy"),
        ("French", "key_e", ("key_a", "key_m"), "éam"),
        ("Spanish", "key_o", ("key_n_with_tilde", "key_shift", "key_n_with_tilde"), "óñÑ"),
        ("Arabic", "key_alef", ("key_beh", "key_language", "key_a", "key_language", "key_teh_marbuta"), "أبaة"),
        ("Japanese", "key_q", ("key_a",), "qa"),
    ],
)
def test_a_language_has_its_letters(
    maps: HeadUnit, world: World, language: str, held: str, names: tuple[str, ...], typed: str
) -> None:
    world.environment.language = language
    maps.long_press(*element(maps, held).box.center)
    press(maps, *names)
    assert element(maps, FIELD).text == typed


@pytest.mark.parametrize("size", SIZES)
def test_all_letters_of_all_languages_can_be_hit(size: tuple[int, int], world: World) -> None:
    unit = HeadUnit(world, size)
    for language in (*LETTERS, "English"):
        world.environment.language = language
        unit.restore(UiState((ScreenEntry("maps", "maps", focus=FIELD),)))
        shown = keys(unit)
        assert {sign for row in LETTERS.get(language, LATIN) for sign in row} <= {key.text for key in shown}
        assert all(min(key.box.width, key.box.height) >= 76 and key.name.isascii() for key in shown), language


def test_no_keyboard_has_a_key_for_control_characters(head_unit: HeadUnit) -> None:
    head_unit.open_app("maps")
    head_unit.tap(*next(element for element in head_unit.elements() if element.editable).box.center)
    for text in ("A\0B", "\x1b[31m", "\x7f"):
        assert head_unit.type_text(text) == "the field does not take this text"
    assert head_unit.type_text("Straße 7 🙂 مرحبا\u200f") == ""
