"""Displays smaller than the one that the screens are declared for: what gives way, what stays, what scrolls."""

from __future__ import annotations

from itertools import combinations

import pytest
from headunit_screens import layers
from headunit_touch import named

from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.headunit.gallery import entries, label
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.drawing import DrawnTextLine, overlap
from automotive_env.headunit.kit.rendering.fonts import line_height, wrap
from automotive_env.headunit.kit.rendering.scroll_parts import SCROLL
from automotive_env.headunit.kit.rendering.theme import DAY, SECONDARY, TARGET
from automotive_env.headunit.kit.widgets.card import CardSurface
from automotive_env.headunit.ui_state import UiState

every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
small = pytest.mark.parametrize("size", SIZES[1:], ids="{0[0]}x{0[1]}".format)
ALWAYS = {"home", "map_nav", "media_nav", "phone_nav", "grid_nav", "hvac", "notifications", "clock"}


def texts(head_unit: HeadUnit) -> set[str]:
    return {element.text for element in head_unit.elements()}


@every_size
def test_the_way_to_everything_is_always_there(size: tuple[int, int]) -> None:
    head_unit = HeadUnit(World(), size)
    assert {element.name for element in head_unit.elements()} >= ALWAYS


def test_bars_leave_out_what_is_needed_least() -> None:
    wide, middle, narrow = (HeadUnit(World(), size) for size in SIZES[:3])
    assert [len(named(unit, "hvac_temperature_text")) for unit in (wide, middle, narrow)] == [2, 1, 0]
    assert "Robin" in texts(wide)
    assert "Robin" not in texts(middle)
    assert named(middle, "fuel_gauge")
    assert not named(narrow, "fuel_gauge")


@small
def test_a_screen_that_is_too_high_scrolls_and_what_is_away_is_not_in_the_tree(size: tuple[int, int]) -> None:
    head_unit = HeadUnit(World(), size)
    head_unit.open_app("lights")
    assert named(head_unit, SCROLL)[0].scrollable
    plan = next(layer.plan for layer in layers(head_unit) if layer.entry.app == "lights")
    assert plan
    inside = [placed for placed in plan.placed if placed.widget.clickable and placed.scroller >= 0]
    last = max(inside, key=lambda placed: placed.box.bottom)
    assert not named(head_unit, last.widget.id)
    (part,) = named(head_unit, plan.placed[last.scroller].widget.id)
    while not head_unit.scroll("down", part.box.center):
        pass
    assert named(head_unit, last.widget.id)[0].box.height >= TARGET
    assert named(head_unit, "car_ui_toolbar_title")


@small
def test_the_field_that_is_typed_into_stays_above_the_keyboard(size: tuple[int, int]) -> None:
    head_unit = HeadUnit(World(), size)
    head_unit.open_app("messages")
    field = next(element for element in head_unit.elements() if element.editable)
    assert head_unit.tap(*field.box.center) == ""
    field = next(element for element in head_unit.elements() if element.editable)
    keyboard = next(layer.region for layer in layers(head_unit) if layer.entry.screen == "keyboard")
    assert field.box.height >= TARGET
    assert field.box.bottom <= keyboard.top
    assert head_unit.type_text("On my way") == ""
    assert "On my way" in texts(head_unit)


@small
def test_what_pops_up_is_not_wider_than_the_display(size: tuple[int, int]) -> None:
    world = World()
    head_unit = HeadUnit(world, size)
    world.set("conversation.current_contact", "Hannah Lindqvist")
    world.set("conversation.call_state", "ringing")
    assert named(head_unit, "answer_button")
    assert named(head_unit, "decline_button")
    for element in head_unit.elements():
        assert element.box.left >= 0
        assert element.box.right <= size[0]


@small
def test_cards_over_the_map_lie_apart_while_a_route_is_followed(size: tuple[int, int]) -> None:
    head_unit = HeadUnit(World(), size)
    head_unit.open_app("maps")
    assert head_unit.tap(*named(head_unit, "destination_item")[0].box.center) == ""
    assert head_unit.tap(*named(head_unit, "start_button")[0].box.center) == ""
    assert named(head_unit, "next_turn_text")
    assert named(head_unit, "search_edit_text")
    plan = next(layer.plan for layer in layers(head_unit) if layer.entry.screen == "maps")
    assert plan
    cards = [placed.box for placed in plan.placed if isinstance(placed.widget, CardSurface) and placed.widget.floats]
    for first, second in combinations(cards, 2):
        shared = overlap(first, second)
        assert shared.left >= shared.right or shared.top >= shared.bottom


@small
def test_panes_scroll_by_themselves(size: tuple[int, int]) -> None:
    head_unit = HeadUnit(World(), size)
    head_unit.open_app("media")
    tab = next(element for element in head_unit.elements() if element.text == "Library")
    assert head_unit.tap(*tab.box.center) == ""
    before = head_unit.elements()
    (songs, *_) = [element for element in before if element.scrollable]
    assert head_unit.scroll("down", songs.box.center) == ""
    outside = [element for element in before if not songs.box.contains(*element.box.center)]
    assert {(element.name, element.box) for element in outside} <= {
        (element.name, element.box) for element in head_unit.elements()
    }
    assert {element.text for element in before} != texts(head_unit)


@small
def test_the_buttons_of_a_dialog_that_scrolls_stay_in_sight(size: tuple[int, int]) -> None:
    head_unit = HeadUnit(World(), size)
    head_unit.open_app("assistance")
    head_unit.push(ScreenEntry("assistance", "pick_speed"))
    assert "Close" in texts(head_unit)


@every_size
def test_a_banner_leaves_the_clock_free_where_both_have_room(size: tuple[int, int]) -> None:
    head_unit = HeadUnit(World(), size)
    happen(head_unit.world, "ice warning")
    clock = named(head_unit, "clock")
    banner = next(layer.region for layer in layers(head_unit) if layer.entry.screen == "heads_up")
    if size[0] > banner.width:
        assert clock[0].box.right <= banner.left
    else:
        assert size[0] < 1000, "there is room for the clock"


@small
@pytest.mark.parametrize("message", ["The road ahead may be frozen. Keep your distance, and slow down.", "Slow down."])
def test_an_alert_is_read_whole(size: tuple[int, int], message: str) -> None:
    head_unit = HeadUnit(World(), size)
    head_unit.world.call("system.safety_alert", {"kind": "ice", "message": message})
    (text,) = named(head_unit, "notification_body_content")
    rows = wrap(message, SECONDARY, "regular", text.box.width, 9)
    assert " ".join(rows) == message
    assert len(rows) * line_height(SECONDARY) <= text.box.height
    assert {"alert_details", "alert_dismiss"} <= {element.name for element in head_unit.elements()}


@small
def test_what_pops_up_shows_all_its_buttons(size: tuple[int, int]) -> None:
    world = World()
    head_unit = HeadUnit(world, size)
    happen(world, "message", content="Could you bring the blue folder? It is on the shelf in the hall.")
    assert {"headsup_reply", "headsup_dismiss"} <= {element.name for element in head_unit.elements()}
    world.call("navigation.navigation_route_plan", {"address": "Airport"})
    happen(world, "traffic ahead")
    assert {"detour_keep", "detour_take"} <= {element.name for element in head_unit.elements()}
    assert all(element.box.height >= TARGET for name in ("detour_keep", "detour_take") for element in named(head_unit, name))


@small
@pytest.mark.at_once(1)
def test_every_field_stays_in_sight_while_it_is_typed_into(size: tuple[int, int]) -> None:
    head_unit = HeadUnit(World(), size)
    for entry in entries():
        if entry.app != "system":
            head_unit.restore(UiState((entry,)))
            for field in [element for element in head_unit.elements() if element.editable]:
                head_unit.restore(UiState((entry,)))
                assert head_unit.tap(*field.box.center) == ""
                (shown,) = named(head_unit, field.name)
                assert shown.focused
                assert shown.box.height >= TARGET, f"{field.name} of {label(entry)} is {shown.box.height} high"


@every_size
@pytest.mark.parametrize("name", ["heads_up", "heads_up_message"])
def test_the_words_of_a_banner_are_whole(size: tuple[int, int], name: str) -> None:
    head_unit, words = HeadUnit(World(), size), "Fog lies over the motorway ahead: slow down, and switch the fog lamps on."
    if name == "heads_up":
        head_unit.world.call("system.safety_alert", {"kind": "fog", "message": words})
    else:
        happen(head_unit.world, "message", content=words)
    layer = next(layer for layer in layers(head_unit) if layer.entry.screen == name)
    drawn = [op for place in range(len(layer.boxes)) for op in layer.drawing(place, DAY).ops if isinstance(op, DrawnTextLine)]
    assert words in " ".join(label.text for label in drawn)
