"""The catalogue: texts, schemas and the document come from the declarations, and agree."""

from pathlib import Path

import pytest

from automotive_env.car.calls import catalogue
from automotive_env.car.calls.look_ups import UNLISTED, SearchableEnvironment, search_api, search_module
from automotive_env.car.core.documents import to_flat
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.world import MODULES, World, all_apis
from automotive_env.car.devices import DEVICES
from automotive_env.car.owner.scenarios import scenarios, world_of
from automotive_env.errors import UsageError

DOCUMENT = Path(__file__).parents[2] / "docs" / "apis.md"


def test_the_document_is_up_to_date() -> None:
    assert DOCUMENT.read_text() == catalogue.document(), "run `python -m automotive_env.scripts.write_docs`"


def test_the_document_names_every_api_and_property() -> None:
    text = catalogue.document()
    assert all(f"`{api.name}(" in text for api in all_apis().values())
    assert all(f"`{slot.pattern}`" in text for kind in MODULES.values() for slot in kind.slots)


def test_every_api_is_a_tool_under_a_name_of_its_own() -> None:
    names = [tool["name"] for tool in catalogue.mcp_tools()]
    assert {catalogue.api_name(name) for name in names} == {f"{kind.module}.{name}" for kind in DEVICES for name in kind.apis}
    assert len(set(names)) == len(names)
    assert all(len(name) <= 64 and name.replace("_", "").isalnum() for name in names)


def test_search_finds_modules_and_their_apis() -> None:
    assert list(search_module()) == [kind.module for kind in DEVICES]
    text = search_api(["airConditioner", "fogLight"], MODULES)
    assert all(name in text for kind in (MODULES["airConditioner"], MODULES["fogLight"]) for name in kind.apis)
    assert "music_" not in text
    with pytest.raises(StateError, match="did you mean 'airConditioner'"):
        search_api(["airconditioner"], MODULES)


def test_the_car_has_all_modules_and_apis_of_the_public_interface_and_two_look_ups() -> None:
    apis = sum(len(kind.apis) for kind in DEVICES)
    assert (len(DEVICES) >= 30, apis >= 248) == (True, True), "the public interface has so many"
    assert set(SearchableEnvironment.apis) - UNLISTED == {"search_module", "search_api"}
    assert f"{len(DEVICES)} devices with {apis} APIs, 2 look-ups" in catalogue.document()


def test_look_ups_are_apis_that_answer_with_data_and_have_the_names_of_the_release() -> None:
    car = World()
    before = car.snapshot()
    for name in ("search_module", "get_modules"):
        assert car.call(f"environment.{name}", {}).data == dict(search_module())
    for name in ("search_api", "get_module_API"):
        answer = car.call(f"environment.{name}", {"modules": ["HUD", "door"]})
        assert answer.data == search_api(["HUD", "door"], MODULES)
        refused = car.call(f"environment.{name}", {"modules": ["door", "hud"]})
        assert not refused.success
        assert "did you mean 'HUD'" in refused.message
    assert all(api.reads_only for api in SearchableEnvironment.apis.values())
    assert car.snapshot() == before


def test_the_shared_state_is_a_look_up_with_values_types_and_descriptions() -> None:
    car = World()
    car.call("music.music_soundVolume_set", {"value": 35})
    told = car.call("environment.to_dict", {}).data
    assert told["volume"] == {"value": 35, "type": "int", "description": "loudness of whatever is heard"}
    assert list(told) == [
        *("volume", "sound_channel", "unit_system", "timestamp", "speaker", "temperature", "language", "time_display_format")
    ]
    assert {name: node["value"] for name, node in told.items()} == {
        path.partition(".")[2]: value for path, value in to_flat(car, ["environment"]).items()
    }


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.sweep)])
def test_scenarios_are_many_different_and_the_same_by_name(every: int) -> None:
    names = [*scenarios()][::every]
    assert len(scenarios()) >= 303
    assert len({world_of(name).snapshot() for name in names}) >= len(names) - 1
    assert world_of("start-007").snapshot() == world_of("start-007").snapshot()
    assert world_of("default").snapshot() == World().snapshot()
    with pytest.raises(UsageError, match="did you mean 'start-"):
        world_of("start-07")
    with pytest.raises(UsageError, match="unknown scenario 'start-999'; choose default, or start-001 to start-320"):
        world_of("start-999")
