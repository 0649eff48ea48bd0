"""Languages: whatever a screen says can be said in them, and a switch takes effect at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from cases import cases
from headunit_screens import SCREENS, open_entry

from automotive_env.car.content.content import content_for
from automotive_env.car.core.schema import (
    ChoiceProperty,
    FlagProperty,
    NumberProperty,
    OptionalChoiceProperty,
    OptionalTextProperty,
    RecordsProperty,
)
from automotive_env.car.core.structure import Property
from automotive_env.car.core.values import StateRecord
from automotive_env.car.core.world import SCHEMA, World, slot_of
from automotive_env.car.owner.events import EVENTS, happen
from automotive_env.car.systems.language import LANGUAGES, language_of_tag
from automotive_env.car.systems.system import Notification
from automotive_env.episode.observation import Element
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.drawing import DrawnTextLine
from automotive_env.headunit.kit.rendering.fonts import fitted, runs, text_mask, width, wrap
from automotive_env.headunit.kit.rendering.layer import ScreenLayer
from automotive_env.headunit.kit.rendering.node import PlacedWidget
from automotive_env.headunit.kit.rendering.theme import DAY
from automotive_env.headunit.kit.rendering.typefaces import font
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState
from automotive_env.headunit.language.completeness import faults, missing
from automotive_env.headunit.language.translate import TABLES, VerbatimText, translate
from automotive_env.headunit.registry import apps
from automotive_env.headunit.ui_state import UiState
from automotive_env.place.town.words import TownWords, all_words
from automotive_env.suites.grounding.wishes import NAMED

ALLOWED = (
    *("Automotive-ENV", "Wi-Fi", "A/C", "AUTO", "MAX", "Eco", "ECO", "GPS", "USB", "FM", "AM", "MHz"),
    *("WPA", "DAB", "kHz", "km/h", "mph", "°C", "°F", "bar", "psi", "kPa"),
    *(language.own_name for language in LANGUAGES.values()),
    *(
        "Hao",
        "asdf",
        "qwerty",
        "coffee",
        "2D",
        "3D",
        "270P",
        "480P",
        "720P",
        "1080P",
        "ABC",
        "DEF",
        "GHI",
        "JKL",
        "MNO",
        "PQRS",
        "TUV",
        "WXYZ",
    ),
)
"""What is written the same in Chinese; so are single letters, which keys and initials are."""
PACKAGE = Path(__file__).parents[2] / "automotive_env"
DATA = ("headunit/language/*.json", "car/content/data/*.json", "place/data/*.json")
"""Whatever is written on a screen."""
WORDED = {"kind", "key", "id"}
"""Fields of records that are no names."""


def named_after(patterns: Iterable[str], words: TownWords) -> Iterator[str]:
    """Regular expressions of the names that follow from some patterns."""
    for pattern in patterns:
        yield re.escape(pattern).replace(r"\{stem\}", f"({'|'.join(map(re.escape, words.stems))})")


STREET = re.compile(
    "|".join(name for words in all_words().values() for name in named_after((*words.streets, *words.great), words))
)
LATIN = re.compile(r"[A-Za-zÀ-ɏ]")


def names_of(value: object) -> Iterator[str]:
    """Texts of records: names and what people wrote, which no table has."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from names_of(item)
    elif isinstance(value, StateRecord):
        for field in fields(value):  # type: ignore[arg-type]
            worded = isinstance(value, Notification) and value.kind not in ("message", "call") and field.name == "title"
            if field.name not in WORDED and not worded:
                yield from names_of(getattr(value, field.name))


@cache
def offered_names() -> frozenset[str]:
    """Names of what the car offers beside its own state."""
    return frozenset(_offered_names())


def _offered_names() -> Iterator[str]:
    for seed in (0, SCHEMA[slot_of("system.content_seed")].prop.high):  # type: ignore[attr-defined]
        content = content_for(seed, "DE", "Berlin")
        yield from names_of((*content.songs, *content.stations))
        for show in content.shows:
            yield from (show.title, show.publisher, *names_of(show.episodes))


def names_in(world: World, entry: ScreenEntry) -> list[str]:
    found = {name for value in world.values if not isinstance(value, str) for name in names_of(value)}
    found.update(offered_names())
    found.update(arg for arg in entry.args if isinstance(arg, str) and (" " in arg or entry.screen == "manual"))
    return sorted((name.strip() for name in found if LATIN.search(name)), key=len, reverse=True)


def choices(prop: Property[object], value: object) -> tuple[object, ...]:
    """Values of a property that may be worded in different ways."""
    if isinstance(prop, FlagProperty):
        return (not value,)
    if isinstance(prop, (ChoiceProperty, OptionalChoiceProperty)):
        return tuple(prop.choices)
    if isinstance(prop, NumberProperty):
        return prop.low, prop.high
    return (None,) if isinstance(prop, OptionalTextProperty) else ((),) if isinstance(prop, RecordsProperty) else ()


def variants(head_unit: HeadUnit, layer: ScreenLayer) -> Iterator[ScreenLayer]:
    """The screen as it is, while driving, and with each property it shows changed in turn."""
    assert layer.plan
    values = head_unit.world.values
    changes = [
        (slot, value) for slot in {*layer.plan.readers, *layer.plan.slots} for value in choices(SCHEMA[slot].prop, values[slot])
    ]
    for slot, value in [(-1, None), *changes]:
        changed = list(values)
        if slot >= 0:
            changed[slot] = value  # type: ignore[call-overload]
        other = ScreenLayer(layer.entry, layer.region, blocked=layer.blocked)
        other.set_language("Chinese")
        other.lay_out(changed, slot < 0)
        yield other


def drive(world: World) -> None:
    world.call("navigation.navigation_route_plan", {"address": "Airport"})


def call(state: str) -> Callable[[World], None]:
    def begin(world: World) -> None:
        world.set("conversation.current_contact", "Mum")
        world.set("conversation.call_state", state)

    return begin


SITUATIONS: dict[str, Callable[[World], None]] = {
    "route": drive,
    **{state: call(state) for state in ("ringing", "active")},
    "afternoon": lambda world: world.set("environment.time_display_format", "12-hour format"),
}
"""What may go on while screens are looked at."""


def texts(layer: ScreenLayer) -> Iterator[str]:
    """What the elements of a layer say."""
    for position in range(len(layer.states)):
        state = layer.worded(position)
        yield from (text for text in (state.text, state.description) if not isinstance(text, VerbatimText))
        yield layer.element(position, 0).hint


Painted: TypeAlias = dict[tuple[int, WidgetState], PlacedWidget[Widget]]
"""Identity of a widget in its place, and what it showed when it was painted -> the widget in its place."""


def painted(layer: ScreenLayer, monkeypatch: pytest.MonkeyPatch, known: Painted) -> set[str]:
    """What is written on a layer, in whole texts, where it was not painted before: equal states look the same."""
    written: set[str] = set()
    write = WidgetBrush.text

    def note(brush: WidgetBrush, text: str, *args: Any, **options: Any) -> None:
        if not isinstance(text, VerbatimText):
            written.add(translate(text, brush.language))
        write(brush, text, *args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(WidgetBrush, "text", note)
        assert layer.plan
        for position, placed in enumerate(layer.plan.placed):
            key = id(placed), layer.worded(position)
            if key not in known:
                known[key] = placed
                layer.drawing(position, DAY)
    return written


def foreign(text: str, names: list[str]) -> bool:
    """Whether a text has Latin letters that are neither of a name nor allowed."""
    text = STREET.sub("", text)
    for known in (*names, *ALLOWED, *ENGLISH_ONLY.values()):
        text = text.replace(known, "") if known in text else text
    return any(len(word) > 1 for word in re.findall(r"[A-Za-zÀ-ɏ]+", text))


ENGLISH_ONLY = {app.name: app.title for app in apps().values() if not app.translated}
TRANSLATED = [screen for screen in SCREENS if screen.values[0].app not in ENGLISH_ONLY]
FIRST_SCREENS = {screen.values[0].app: screen for screen in reversed(TRANSLATED)}.values()
HOW_MANY = [
    pytest.param(screen.values[0], changes, id=f"{screen.id}-{name}", marks=[] if at_once else pytest.mark.sweep)
    for screen in TRANSLATED
    for name, changes, at_once in (("changed", 6 if screen in FIRST_SCREENS else 1, True), ("changed at will", None, False))
]
"""Every screen and how many of its changes are looked at: some of each app's first screen, all of all screens in the sweep."""


@pytest.mark.parametrize("language", TABLES)
def test_a_label_is_translated_beside_a_name_and_beside_words(language: str) -> None:
    named, worded = (translate(f"Dismiss {title}", language) for title in ("Julien Aubert", "Weather warning"))
    assert "Julien Aubert" in named
    assert not {"Dismiss", "Weather"} & {*named.split(), *worded.split()}


@pytest.mark.parametrize(("entry", "changes"), HOW_MANY)
def test_every_text_has_a_translation(entry: ScreenEntry, changes: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    head_unit = HeadUnit(World())
    layer = open_entry(head_unit, entry)
    names = names_in(head_unit.world, entry)
    known: Painted = {}
    seen = islice(variants(head_unit, layer), changes)
    said = {text for variant in seen for text in (*texts(variant), *painted(variant, monkeypatch, known))}
    missing = {text for text in said if foreign(text, names)}
    assert not missing, "add to automotive_env/headunit/language/chinese.json:\n" + "\n".join(sorted(missing))


@pytest.mark.parametrize(
    ("situation", "screens"),
    [
        pytest.param("route", FIRST_SCREENS, id="route, first screens"),
        *(pytest.param(name, TRANSLATED, id=name, marks=pytest.mark.sweep) for name in SITUATIONS),
    ],
)
def test_every_text_of_a_situation_has_a_translation(
    situation: str, screens: Iterable[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = set()
    for parameter in screens:
        (entry,) = parameter.values
        world = World()
        SITUATIONS[situation](world)
        world.set("environment.language", "Chinese")
        head_unit = HeadUnit(world)
        if entry.screen == "blocked" or (entry.app == "system" and situation == "ringing"):  # not shown then
            continue
        layer, names = open_entry(head_unit, entry), names_in(world, entry)
        missing |= {text for text in (*texts(layer), *painted(layer, monkeypatch, {})) if foreign(text, names)}
    assert not missing, "add to automotive_env/headunit/language/chinese.json:\n" + "\n".join(sorted(missing))


@cases("event", EVENTS)
def test_what_happens_on_the_road_has_a_translation(event: str) -> None:
    world = World()
    happen(world, event)
    for entry in world.system.notifications:
        for text in (entry.text,) if entry.kind == "call" else () if entry.kind == "message" else (entry.title, entry.text):
            assert not foreign(translate(text, "Chinese"), []), f"add to automotive_env/headunit/language/chinese.json: {text}"


def test_every_language_has_a_table_and_every_table_a_language() -> None:
    assert {*TABLES, "English"} == set(LANGUAGES)
    assert set(NAMED) == set(LANGUAGES), "add rows to NAMED in automotive_env/suites/grounding/wishes.py"
    assert all(language_of_tag(language.tag) is language for language in LANGUAGES.values())


@cases("language", TABLES)
def test_every_table_is_whole(language: str) -> None:
    lacking = missing(language)
    assert not list(faults(language))
    hint = f"run `python -m automotive_env.scripts.missing_words {language}`; the first {min(9, len(lacking))} of {len(lacking)}"
    assert not lacking, f"{hint}: {lacking[:9]}"


@cache
def no_glyph(face: str) -> bytes:
    return bytes(font(face, 32).getmask("\uffff"))


def has_glyph(face: str, sign: str) -> bool:
    return bytes(font(face, 32).getmask(sign)) != no_glyph(face)


@pytest.mark.sweep
def test_every_sign_of_every_table_can_be_drawn() -> None:
    tables = [file.read_text(encoding="utf-8") for pattern in DATA for file in sorted(PACKAGE.glob(pattern))]
    tables = [re.sub(r'"native_name": "[^"]*"', "", table) for table in tables]  # a place is found by it, no screen shows it
    words = {word for text in (*tables, *(language.own_name for language in LANGUAGES.values())) for word in text.split()}
    styles = product(("regular", "medium"), ("chinese", "japanese"))
    signs = {(face, sign) for style in styles for word in words for face, run in runs(word, *style) for sign in run}
    missing = sorted(f"{sign} ({face})" for face, sign in signs if not has_glyph(face, sign))
    assert not missing, f"build the faces again (scripts/build_assets.py), they lack: {', '.join(missing)}"


def find(head_unit: HeadUnit, id: str) -> Element:
    return next(element for element in head_unit.elements() if element.name == id)


def test_a_switch_of_the_language_takes_effect_at_once_and_back(head_unit: HeadUnit) -> None:
    before, frame = head_unit.elements(), head_unit.frame().copy()
    head_unit.world.set("environment.language", "Chinese")
    chinese = head_unit.elements()
    assert [element.resource_id for element in chinese] == [element.resource_id for element in before]
    assert find(head_unit, "hvac").description == "空调控制"
    assert (head_unit.frame() != frame).any()
    assert (head_unit.frame() == head_unit.redrawn()).all()
    head_unit.world.set("environment.language", "English")
    assert head_unit.elements() == before
    assert (head_unit.frame() == frame).all()


def test_what_was_typed_and_hints() -> None:
    world = World()
    world.set("environment.language", "Chinese")
    head_unit = HeadUnit(world)
    head_unit.restore(UiState((ScreenEntry("maps", "maps", focus="search_edit_text"),)))
    assert find(head_unit, "search_edit_text").hint == "去哪里？"
    head_unit.type_text("Home")
    assert find(head_unit, "search_edit_text").text == "Home"


def test_a_quick_reply_sends_what_it_says() -> None:
    world = World()
    world.set("environment.language", "Chinese")
    head_unit = HeadUnit(world)
    head_unit.restore(UiState((ScreenEntry("phone", "phone", ("messages", "Sofia Marino")),)))
    reply = find(head_unit, "quick_reply")
    head_unit.tap(*reply.box.center)
    assert world.conversation.messages[-1].content == reply.text == "在路上了。"


def test_apps_open_by_their_chinese_names(head_unit: HeadUnit, world: World) -> None:
    assert head_unit.open_app("地图")
    assert world.system.foreground_app == "maps"


@cases(
    ("english", "chinese"),
    [
        ("Heading north-east", "车头朝东北"),
        ("Seat heating driver: low", "驾驶员座椅加热：低"),
        ("1 h 20 min", "1 小时 20 分"),
        ("12 Apr · Missed call", "4月12日 · 未接来电"),
        ("Wi-Fi, mobile data", "Wi-Fi，移动数据"),
        ("Traffic is on", "路况已开启"),
        ("Harbour Lights is on", "Harbour Lights is on"),
        ("Hannah wrote", "Hannah 发送的"),
        ("{count} min", "{count} min"),
        (VerbatimText("Home"), "Home"),
        ("22.0°", "22.0°"),
    ],
)
def test_texts_and_patterns(english: str, chinese: str) -> None:
    assert translate(english, "Chinese") == chinese
    assert translate(english, "English") == english


@cases(
    ("english", "german", "french"),
    [
        ("21.5 °C", "21,5 °C", "21,5 °C"),
        ("1,234.5", "1.234,5", "1\u00a0234,5"),
        ("12,345 km", "12.345 km", "12\u00a0345 km"),
        ("3:04", "3:04", "3:04"),
        ("10.0.2.15", "10.0.2.15", "10.0.2.15"),
        ("22.0°", "22,0°", "22,0°"),
    ],
)
def test_numbers_follow_the_language(english: str, german: str, french: str) -> None:
    assert (translate(english, "German"), translate(english, "French")) == (german, french)
    assert translate(english, "Japanese").startswith(english.split(" ")[0])


@pytest.mark.parametrize(
    ("english", "language", "said"),
    [("Road", "French", "Route"), ("12,345 km", "German", "12.345 km"), ("Version 6.1", "German", "Version 6.1")],
)
def test_what_is_said_is_not_translated_again(english: str, language: str, said: str) -> None:
    assert translate(translate(english, language), language) == translate(english, language) == said


def test_a_text_too_wide_is_written_smaller_then_in_two_lines_then_cut() -> None:
    room = width("Fenster hinten", 24, "medium")
    assert fitted("Fenster", 32, "medium", room, 76) == (("Fenster",), 32)
    assert fitted("Fenster hinten", 32, "medium", room, 40) == (("Fenster hinten",), 24)
    assert fitted("Fenster hinten rechts", 32, "medium", room, 76) == (("Fenster hinten", "rechts"), 24)
    (row,), size = fitted("Fenster hinten rechts", 32, "medium", room, 40)
    assert (row[-1], size) == ("…", 32)


def test_a_line_is_not_broken_at_a_space_that_holds_together() -> None:
    assert wrap("Supprimer ce contact\u00a0?", 24, "regular", width("Supprimer ce contact", 24), 2)[1] == "contact\u00a0?"


def test_letters_of_both_scripts_in_one_line() -> None:
    assert runs("2D 地图", "regular") == (("regular", "2D "), ("chinese regular", "地图"))
    assert width("2D 地图", 32) >= width("2D ", 32) + width("地图", 32) - 1
    brush = WidgetBrush(DAY, "card", 300, 80, "Chinese")
    brush.text("2D map")
    (label,) = brush.ops
    assert isinstance(label, DrawnTextLine)
    assert (label.text, label.whole) == ("2D 地图", True)


def test_chinese_characters_have_the_forms_of_the_language() -> None:
    assert runs("直", "regular", "japanese") == (("japanese regular", "直"),)
    assert (text_mask("直", 32, "regular", "japanese") != text_mask("直", 32, "regular")).any()
    assert runs("设", "regular", "japanese") == (("chinese regular", "设"),), "the Japanese face has no simplified ones"


def test_chinese_lines_break_anywhere_but_before_a_full_stop() -> None:
    rows = wrap("停车后显示列表其余内容。", 24, "regular", 24 * 11, 2)
    assert rows == ("停车后显示列表其余内", "容。")


def test_a_person_who_is_called_like_a_button_keeps_the_name() -> None:
    world = World()
    person = world.conversation.contacts[0]
    world.set("conversation.contacts", (replace(person, name="Settings"), *world.conversation.contacts[1:4]))
    world.set("environment.language", "Chinese")
    head_unit = HeadUnit(world)
    head_unit.open_app("phone")
    assert "Settings" in [element.text for element in head_unit.elements() if element.name == "contact_item"]
