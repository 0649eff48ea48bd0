"""The declarations of state: layout, start states, documents of what is allowed, what APIs reach."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest
from cases import cases
from world_strategies import is_sound

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused, StateError
from automotive_env.car.core.schema import (
    HEAD_UNIT,
    ChoiceProperty,
    FlagProperty,
    NumberProperty,
    TextProperty,
    WholeNumberProperty,
)
from automotive_env.car.core.structure import KeyedStructProperty, Struct
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import INDEX, MODULES, SCHEMA, World, all_apis, start_overrides
from automotive_env.car.owner.scenarios import scenarios, world_of
from automotive_env.scripts.random_calls import WORDS, arguments

STARTS = [(module, name) for module, kind in MODULES.items() for name in kind.starts]


def test_paths_are_unique_and_begin_with_their_module():
    assert len(INDEX) == len(SCHEMA)
    assert {path.split(".")[0] for path in INDEX} == set(MODULES)


def test_module_attributes_of_the_world_are_its_modules():
    world = World()
    for module, kind in MODULES.items():
        assert type(getattr(world, module)) is kind
        assert World.__annotations__[module] == kind.__name__


def test_the_default_start_fits_the_schema():
    is_sound(World())


@cases(("module", "name"), STARTS)
def test_every_named_start_fits_the_schema_and_keeps_to_its_module_and_the_environment(module, name):
    world = World({module: name})
    is_sound(world)
    changed = world.diff(World().snapshot())
    assert all(path.startswith((f"{module}.", "environment.")) for path in changed)


@cases(("module", "name"), STARTS)
def test_every_path_of_a_start_exists(module, name):
    kind = MODULES[module]
    paths = {slot.path for slot in kind.slots} | {slot.pattern for slot in kind.slots}
    assert {path for path in kind.starts[name] if path not in INDEX} <= paths
    assert not any(path.startswith("environment.") for path in paths)


def test_a_start_may_say_something_of_the_environment_and_the_last_one_counts():
    assert World({"radio": "init1"}).environment.sound_channel == "radio"
    assert World({"radio": "init1", "video": "init1"}).environment.sound_channel == "video"
    assert World({"video": "init1", "music": "init1"}).environment.sound_channel == "music"


def test_unknown_starts_are_refused_with_those_known():
    with pytest.raises(StateError, match=r"init9.*default, init1"):
        start_overrides("music", "init9")


def test_every_property_is_described():
    for path, prop in ((slot.path, slot.prop) for slot in SCHEMA):
        assert prop.description, path
        assert not prop.description.endswith("."), path
        assert prop.allowed(), path
        assert prop.type_name in {"bool", "int", "float", "str", "list", "object"}, path
        assert prop.from_json(prop.to_json(prop.check(prop.start))) == prop.check(prop.start), path


@pytest.mark.parametrize(
    ("prop", "good", "bad"),
    [
        (FlagProperty("f"), [True, False], [0, 1, "true", None]),
        (ChoiceProperty("c", ("a", "b"), "a"), ["a", "b"], ["A", None, 1, ["a"]]),
        (WholeNumberProperty("w", 0, 10, 5), [0, 10, 3.0], [-1, 11, 3.5, True, "3", float("nan"), float("inf")]),
        (NumberProperty("n", -1, 1, 0), [-1, 0.5, 1], [1.01, True, "0", float("nan"), float("-inf"), None]),
        (TextProperty("t", longest=3), ["", "abc"], ["abcd", 1, None]),
    ],
)
def test_properties_take_what_they_allow_and_nothing_else(prop, good, bad):
    for value in good:
        assert prop.check(value) == value
    for value in bad:
        with pytest.raises(StateError, match="must be"):
            prop.check(value)


class Lamp(Struct):
    """A lamp."""

    is_on = FlagProperty("light")
    power = WholeNumberProperty("power", 0, 100, 10)


class Lamps(Device, module="lamps"):
    """Some lamps."""

    lamps = KeyedStructProperty(("left", "right"), Lamp, placeholder="<side>", in_path=False)
    all_on = FlagProperty("light everywhere")


def test_layout_is_flat_in_order_with_patterns():
    assert [slot.path for slot in Lamps.slots] == ["left.is_on", "left.power", "right.is_on", "right.power", "all_on"]
    assert Lamps.offsets["<side>.power"] == {"left": 1, "right": 3}


def test_attributes_read_and_write_their_own_slot():
    world = World()
    world.airConditioner.ac_states["passenger seat"].is_on = True
    assert world.diff(World().snapshot()) == {"airConditioner.ac_states.passenger seat.is_on": (False, True)}
    with pytest.raises(StateError, match="must be true or false"):
        world.airConditioner.ac_states["passenger seat"].is_on = "yes"
    assert world.get("airConditioner.ac_states.passenger seat.is_on") is True


def test_unknown_paths_are_refused_with_a_near_one():
    with pytest.raises(StateError, match=r"environment\.volume"):
        World().get("environment.volum")
    with pytest.raises(StateError, match="no property"):
        World().set("nothing.like.it", 1)


@pytest.fixture(scope="module")
def reached() -> set[str]:
    """Patterns of the properties that some API changes, from many starts, before and during a call on the phone."""
    rng = Random(1)
    changed: set[int] = set()
    for name in list(scenarios())[::40]:
        world = world_of(name)
        world.listeners.append(lambda cause, before, world=world: changed.update(_reached(cause, before, world)))
        for contact in world.conversation.contacts:  # random names seldom are those of contacts
            world.call("conversation.conversation_phone_call", {"contact": contact.name})
            world.conversation.lose()
        for phone in ("", WORDS[0]):
            if phone and world.conversation.call_state == "idle":
                world.conversation.ring(phone)
            for api in rng.sample([*all_apis().values()] * 10, 10 * len(all_apis())):
                world.call(f"{api.module}.{api.name}", arguments(api, rng))
    return {SCHEMA[slot].pattern for slot in changed}


def _reached(cause: ChangeCause, before: Mapping[int, StateValue], world: World) -> Iterator[int]:
    """What a call gave another value."""
    return (slot for slot, value in before.items() if cause.kind == "call" and world.values[slot] != value)


def test_every_property_is_changed_by_an_api_or_says_why_none_does(reached):
    unreached = {slot.pattern: slot.prop for slot in SCHEMA if slot.pattern not in reached}
    assert [pattern for pattern, prop in unreached.items() if not prop.read_only] == []
    set_on_the_head_unit = {pattern for pattern, prop in unreached.items() if prop.read_only == HEAD_UNIT}
    assert {"airConditioner.defroster.front", "system.location", "assistance.drive_mode"} <= set_on_the_head_unit


def test_what_is_said_to_be_set_on_the_head_unit_has_no_api(reached):
    marked = {slot.pattern for slot in SCHEMA if slot.prop.read_only == HEAD_UNIT}
    assert marked.isdisjoint(reached)


REFERENCE = Path(__file__).parents[3] / "shared" / "reference" / "vehicleworld_api.json"


@pytest.mark.skipif(not REFERENCE.is_file(), reason="the list of the public interface is not beside this checkout")
def test_every_documented_value_of_the_public_interface_is_accepted():
    refused = []
    for api in json.loads(REFERENCE.read_text())["apis"]:
        ours = all_apis()[f"{api['module']}.{api['name']}"]
        assert [parameter["name"] for parameter in api["params"]] == list(ours.parameters), api["name"]
        for parameter in api["params"]:
            for value in parameter.get("allowed") or ():
                try:
                    ours.parameters[parameter["name"]].check(value)
                except CallRefused as refusal:
                    refused.append((api["module"], api["name"], value, str(refusal)))
    assert refused == []


@pytest.mark.parametrize("value", [10**5000, -(10**5000), [10**5000], {"x": 10**5000}], ids=["up", "down", "list", "object"])
def test_a_number_of_thousands_of_digits_is_refused_by_every_property(value):
    world = World()
    for path in INDEX:
        with pytest.raises(StateError):
            world.set(path, value)
    for path in (value, "nowhere"):
        with pytest.raises(StateError):
            world.set(path, value)
    assert world.diff(World().snapshot()) == {}
