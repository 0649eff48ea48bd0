"""What Hypothesis draws for tests of the state core: start states, arguments of APIs, junk, values of properties."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from hypothesis import strategies as st

from automotive_env.car.calls.api import Api
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.schema import (
    ChoiceProperty,
    FlagProperty,
    LocalTimeProperty,
    NumberProperty,
    OptionalChoiceProperty,
    OptionalTextProperty,
    OptionalTimeProperty,
    TextProperty,
    WholeNumberProperty,
)
from automotive_env.car.core.structure import Property
from automotive_env.car.core.world import MODULES, SCHEMA, World, all_apis

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.lists(st.text(max_size=5), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)

STARTS = st.dictionaries(st.sampled_from(sorted(MODULES)), st.sampled_from(["default", "init1", "init2"])).map(
    lambda starts: {module: name for module, name in starts.items() if name in MODULES[module].starts}
)

NAMES = ["Sofia Marino", "Marek Novotny", "Lena Fischer", "Harbour Square"]
"""Texts, some of which name a contact."""


def fitting(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a JSON schema of a parameter accepts."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema["type"]
    if kind == "boolean":
        return st.booleans()
    if kind == "integer":
        return st.integers(schema["minimum"], schema["maximum"])
    if kind == "number":
        return st.one_of(
            st.integers(int(schema["minimum"]), int(schema["maximum"])),
            st.floats(max(schema["minimum"], -200), min(schema["maximum"], 200)),
        )
    if kind == "array":
        return st.lists(fitting(schema["items"]), min_size=1, max_size=min(3, schema.get("maxItems", 3)))
    words = st.text(min_size=1, max_size=min(30, schema["maxLength"])).filter(str.strip)
    return st.one_of(st.sampled_from(NAMES), words)


@cache
def accepted_arguments(api: Api) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments that the declaration of an API accepts; the car may still refuse them."""
    schema = api.schema()
    values = {name: fitting(of) for name, of in schema["properties"].items()}
    exclusive, whether = st.sampled_from(api.exclusive or [None]), st.booleans()

    @st.composite
    def arguments(draw: st.DrawFn) -> dict[str, Any]:
        one = draw(exclusive) if api.exclusive else None
        return {
            name: draw(value)
            for name, value in values.items()
            if name == one or (name not in api.exclusive and (name in schema["required"] or draw(whether)))
        }

    return arguments()


API_NAMES = st.sampled_from(sorted(all_apis()))
ONE_OF_FIVE = st.integers(0, 4)


@cache
def parameter_names(api: Api) -> st.SearchStrategy[str]:
    """Parameters of an API, and one that it has not."""
    return st.sampled_from([*api.parameters, "surprise"])


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Any API with arguments that mostly fit."""
    name = draw(API_NAMES)
    api = all_apis()[name]
    arguments = draw(accepted_arguments(api))
    if draw(ONE_OF_FIVE) == 0:
        arguments[draw(parameter_names(api))] = draw(JUNK)
    return name, arguments


TRACES = st.lists(calls(), max_size=6)


def writable(prop: Property[Any]) -> st.SearchStrategy[Any] | None:
    """Values of a property; None for lists and records."""
    if isinstance(prop, FlagProperty):
        return st.booleans()
    if isinstance(prop, ChoiceProperty):
        return st.sampled_from(prop.choices)
    if isinstance(prop, OptionalChoiceProperty):
        return st.sampled_from([None, *prop.choices])
    if isinstance(prop, WholeNumberProperty):
        return st.integers(int(prop.low), int(prop.high))
    if isinstance(prop, NumberProperty):
        return st.floats(prop.low, prop.high)
    if isinstance(prop, LocalTimeProperty):
        times = st.datetimes(datetime(1970, 1, 1), datetime(2099, 12, 31, 20)).map(lambda time: str(time.replace(microsecond=0)))
        return times | st.just("") if isinstance(prop, OptionalTimeProperty) else times
    if isinstance(prop, (TextProperty, OptionalTextProperty)):
        return st.text(max_size=min(prop.longest, 12))
    return None


SCALARS = {slot.path: values for slot in SCHEMA if (values := writable(slot.prop)) is not None}
"""Path of a property -> its values."""
WRITTEN = st.lists(st.sampled_from(list(SCALARS)), max_size=8)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """A car in any state: a start state, some calls, some direct writes."""
    world = World(draw(STARTS))
    for name, arguments in draw(TRACES):
        world.call(name, arguments)
    for path in draw(WRITTEN):
        value = draw(SCALARS[path])
        try:
            world.set(path, value)
        except StateError:
            continue  # the value is outside the unit that the level is spoken of in
    return world


def is_sound(world: World) -> None:
    """Every value fits its property."""
    for slot, value in zip(SCHEMA, world.values, strict=True):
        assert slot.prop.check(value) == value, slot.path
