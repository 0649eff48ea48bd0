"""The maps tell the kind of road, which what is drawn around the car cannot."""

from __future__ import annotations

from itertools import pairwise

import pytest
from cases import cases
from headunit_touch import find

from automotive_env.car.core.world import World
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.headunit.kit.rendering.fonts import width
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.language.translate import TABLES, translate
from automotive_env.headunit.shared.road_sign import KINDS, icon_of_road
from automotive_env.place.surroundings import ROAD_TYPES


@pytest.mark.parametrize("app", ["home", "maps"])
@pytest.mark.parametrize("guided", [False, True])
def test_each_kind_of_road_is_told(head_unit: HeadUnit, world: World, app: str, guided: bool) -> None:
    if guided:
        world.call("navigation.navigation_route_plan", {"address": "Airport"})
    assert head_unit.open_app(app)
    told = []
    for kind in ROAD_TYPES:
        world.set("road.road_type", kind)
        told.append(find(head_unit, "road_kind").text)
    assert told == [KINDS[kind] for kind in ROAD_TYPES]
    assert len(set(told)) == len(ROAD_TYPES)
    world.set("road.light", "tunnel")
    assert find(head_unit, "road_kind").text == "Tunnel"


def test_the_sign_of_a_car_park_stands_beside_no_other_word() -> None:
    assert icon_of_road("parking", "day") == "local_parking"
    assert {icon_of_road(kind, "tunnel") for kind in ROAD_TYPES} == {"road"}


@cases("language", TABLES)
def test_the_kind_of_road_is_written_whole_in_every_language(language: str) -> None:
    room = 300 - 2 * 22 - 36 - 10  # of the card, without its padding and icon
    for words in (*KINDS.values(), "Tunnel"):
        assert width(translate(words, language), SECONDARY) <= room, words


@pytest.mark.parametrize("size", SIZES)
def test_what_lies_over_the_map_of_a_route_does_not_overlap(world: World, size: tuple[int, int]) -> None:
    world.call("navigation.navigation_route_plan", {"address": "Airport"})
    unit = HeadUnit(world, size)
    boxes = [find(unit, name).box for name in ("next_turn_text", "destination_text", "road_kind", "speed_text", "speed_unit")]
    for above, below in pairwise(boxes):
        assert above.bottom <= below.top
