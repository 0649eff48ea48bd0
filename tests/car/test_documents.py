"""State documents: trees, texts, flat paths and hashes."""

import json
import os
import subprocess
import sys

import pytest
from cases import cases
from hypothesis import given
from world_strategies import worlds

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.documents import load, state_hash, to_flat, to_text, to_tree
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.world import MODULES, SCHEMA, World


def copied(document):
    return json.loads(json.dumps(document, allow_nan=False))


@given(world=worlds(), other=worlds())
def test_trees_and_flat_documents_carry_the_whole_state(world, other):
    for document in (to_tree(world), to_flat(world)):
        car = World()
        car.restore(other.snapshot())
        load(car, copied(document))
        assert car.snapshot() == world.snapshot()
        assert state_hash(car) == state_hash(world)
        assert (to_tree(car), to_flat(car)) == (to_tree(world), to_flat(world))


@given(world=worlds())
def test_the_text_is_the_tree_written(world):
    assert json.loads(to_text(world)) == copied(to_tree(world))
    assert json.loads(to_text(world, ["music"])) == copied(to_tree(world, ["music"]))


@given(world=worlds())
def test_flat_documents_hold_scalars_and_trees_say_the_same(world):
    flat = to_flat(world)
    assert all(value is None or isinstance(value, (bool, int, float, str)) for value in flat.values())
    car = World()
    load(car, to_tree(world))
    assert to_flat(car) == flat


@given(world=worlds(), other=worlds())
def test_equal_hashes_are_equal_states(world, other):
    assert (state_hash(world) == state_hash(other)) == (world.snapshot() == other.snapshot())


def test_every_node_has_value_type_and_description():
    def visit(node):
        assert set(node) == {"value", "type", "description"}
        assert node["description"]
        held = node["value"]
        if node["type"] == "list":
            items = held.values() if isinstance(held, dict) else held
            for item in items:
                visit(item)
        elif isinstance(held, dict):
            assert node["type"] == "object"
            for child in held.values():
                visit(child)

    for module in to_tree(World({"navigation": "init1"})).values():
        visit(module)


def test_trees_are_not_shared_with_the_car():
    world = World()
    tree = to_tree(world)
    tree["music"]["value"]["_tracks"]["value"][0]["value"]["title"]["value"] = "changed"
    tree["environment"]["value"]["volume"]["value"] = 1
    assert to_tree(world) == to_tree(World())


def test_only_the_modules_asked_for():
    assert list(to_tree(World(), ["music", "environment"])) == ["music", "environment"]
    assert {path.split(".")[0] for path in to_flat(World(), ["navigation"])} == {"navigation"}
    with pytest.raises(StateError, match="no module 'musik'; did you mean 'music'"):
        to_flat(World(), ["musik"])


def test_flat_paths_of_lists_named_items_and_records():
    flat = to_flat(World({"navigation": "init1"}))
    assert flat["music._tracks.#len"] == 10
    assert flat["music._tracks[0].id"] == "1"
    assert flat["music._musicians.Nora Elvestad.nationality"] == "Norway"
    assert flat["navigation.current_route.destination"] == "Seaview Conference Centre"
    whole = {slot.path for slot in SCHEMA if slot.prop.type_name in ("list", "object")}
    assert {path: flat[path] for path in whole & flat.keys()} == {
        "radio._current_station": None,
        "maps.progress": None,
        "maps.jam": None,
    }


def test_a_missing_record_and_empty_lists_come_back():
    world = World({"navigation": "init1"})
    assert world.call("navigation.navigation_exit", {}).success
    world.set("music._musicians", ())
    flat = to_flat(world)
    assert flat["navigation.current_route"] is None
    assert flat["navigation.waypoints.#len"] == 0
    assert flat["music._musicians.#len"] == 0
    car = World()
    load(car, flat)
    assert car.snapshot() == world.snapshot()


def test_parts_are_laid_over_what_the_car_has():
    world = World()
    load(world, {"conversation.messages[4].read": True, "environment.volume": 7})
    assert world.conversation.messages[4].read
    assert world.conversation.messages[:4] == World().conversation.messages[:4]
    assert world.environment.volume == 7
    load(world, {"conversation.messages.#len": 2})
    assert world.conversation.messages == World().conversation.messages[:2]
    load(world, {"navigation.current_route.destination": "Harbour Square"})
    assert world.navigation.current_route.departure == "Current location"


def test_loading_is_one_change_with_its_cause():
    world = World()
    heard = []
    world.listeners.append(lambda cause, before: heard.append((cause, len(before))))
    cause = ChangeCause("setup", "a task")
    load(world, {"environment.volume": 7, "music._is_playing": False}, cause=cause)
    assert heard == [(cause, 2)]


VOLUME = {"value": 3, "type": "int", "description": ""}


@cases(
    ("document", "says"),
    [
        (None, "must be an object, not NoneType"),
        ([1], "must be an object, not list"),
        ({"environment.volume": 130}, r"environment\.volume must be a whole number from 0 to 100, not 130"),
        ({"environment.volume": "loud"}, "not 'loud'"),
        ({"environment.volume": float("nan")}, "not nan"),
        ({"environment.volume": True}, "not True"),
        ({"environment.volum": 3}, r"no property 'environment\.volum'; did you mean 'environment\.volume'"),
        ({"environment.volume.x": 3}, "no property"),
        ({1: 2}, "no property '1'"),
        ({"music._tracks.#len": -1}, r"music\._tracks\.#len must be a whole number from 0 to 200"),
        ({"music._tracks.#len": True}, "#len must be"),
        ({"music._tracks.#len": 10**9}, "#len must be"),
        ({"music._tracks.#len": 11}, r"music\._tracks Track lacks id"),
        ({"music._tracks.#len": 1, "music._tracks[1].id": "7"}, r"music\._tracks\[1\] must be one of the 1 items"),
        ({"music._tracks[999999].id": "7"}, "must be one of the 200 items"),
        ({"music._tracks[0].id": 7}, r"music\._tracks Track\.id must be str, not 7"),
        ({"music._tracks[0].tempo": 7}, "Track has no field 'tempo'; it has id, title"),
        ({"music._tracks[0].lyrics": "x" * 5_000}, r"x"),
        ({"music._musicians.A. B.name": "C"}, r"music\._musicians\.A\. B\.name must be 'A\. B', not 'C'"),
        ({"navigation.current_route.via": "X"}, "Route has no field 'via'"),
        ({"music": {"value": 3}}, "music must be a group of properties, not 3"),
        ({"music": {"type": "object"}}, "music must be an object with a 'value'"),
        ({"musik": {"value": {}}}, "no property 'musik'; did you mean 'music'"),
        ({"environment": {"value": {"volume": 3}}}, r"environment\.volume must be an object with a 'value', not 3"),
        ({"environment": {"value": {"volume": VOLUME, "volum": VOLUME}}}, r"no property 'environment\.volum'"),
        ({"music": {"value": {"_tracks": {"value": [3]}}}}, r"music\._tracks\[0\] must be an object with a 'value'"),
        ({"music": {"value": {"_tracks": {"value": [{"value": 3}]}}}}, r"music\._tracks\[0\] must be an object with fields"),
        ({"music": {"value": {"_tracks": {"value": "none"}}}}, r"music\._tracks must be a list"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_changes(document, says):
    world = World()
    before = world.snapshot()
    if isinstance(document, dict) and not any(isinstance(value, dict) for value in document.values()):
        document = {"music._is_playing": False, **document}
    with pytest.raises(StateError, match=says):
        load(world, document)
    assert world.snapshot() == before


def test_a_quantity_follows_in_units_that_a_document_does_not_name():
    world = World()
    load(world, {"lowBeamHeadlight.height_percentage": 100})
    assert world.lowBeamHeadlight.height_level == 10
    assert world.lowBeamHeadlight.height_centimeter == 15
    load(world, {"lowBeamHeadlight.height_percentage": 50, "lowBeamHeadlight.height_level": 10})
    assert world.lowBeamHeadlight.height_level == 10, "what is named stands as it is"


def test_the_hash_is_the_same_in_every_process():
    code = (
        "from automotive_env.car.core.world import World\n"
        "from automotive_env.car.core.documents import state_hash\n"
        "print(state_hash(World({'music': 'init2'})))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    said = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=60
    ).stdout
    world = World({"music": "init2"})
    assert said.strip() == state_hash(world)


def test_equal_numbers_hash_alike():
    one, other = World(), World()
    one.set("road.speed", 50)
    other.set("road.speed", 50.0)
    assert state_hash(one) == state_hash(other)


def test_every_module_has_a_document():
    assert list(to_tree(World())) == list(MODULES)
    assert set(json.loads(to_text(World()))) == set(MODULES)
