"""VehicleWorld's look-ups as APIs of the environment: `search_module`, `search_api`, and `to_dict` for the shared state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from automotive_env.car.calls.api import Api, ApiAnswer
from automotive_env.car.calls.parameters import SPEAKER, Parameter, TextListParameter
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import StateError, shown, suggest
from automotive_env.car.core.structure import Property
from automotive_env.car.devices import DEVICES
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.text.docstrings import first_line

ALIASES = {"get_modules": "search_module", "get_module_API": "search_api"}
"""What the public VehicleWorld release calls the two look-ups -> what its paper and we call them."""
SHARED_STATE = "to_dict"
"""The look-up for the state that all devices share; scenarios know it, and agents on the face `calls` are not offered it."""
UNLISTED = frozenset({*ALIASES, SHARED_STATE})
"""Look-ups that no list of APIs shows."""
LOOK_UPS = frozenset(f"{SharedEnvironment.module}.{name}" for name in (*ALIASES, *ALIASES.values(), SHARED_STATE))
"""Full names of the APIs that say what there is and change nothing."""


def label(kind: type[Device]) -> str:
    """What a module is, one line."""
    return first_line(kind)


@cache
def search_module() -> Mapping[str, str]:
    """Every device's module name with a one-line label."""
    return {kind.module: label(kind) for kind in DEVICES}


def search_api(modules: Iterable[str], kinds: Mapping[str, type[Device]]) -> str:
    """The APIs of some modules as text: name, what it does, what it takes.

    Args:
        modules: names of modules.
        kinds: every module by name.

    Raises:
        StateError: a module does not exist; the message suggests one.
    """
    found = [module_of(name, kinds) for name in modules]
    return "\n".join(line for kind in found for line in describe(kind, kind.apis.values()))


def describe(kind: type[Device], apis: Iterable[Api]) -> list[str]:
    """A module and its APIs, or some of them, one a line."""
    return [f"{kind.module}: {label(kind)}", *(f"- {signature(api)}: {api.summary} {api.usage()}" for api in apis)]


def module_of(name: str, kinds: Mapping[str, type[Device]]) -> type[Device]:
    """A module by name.

    Raises:
        StateError: it does not exist; the message suggests one.
    """
    if name not in kinds:
        raise StateError(f"there is no module {shown(name)}{suggest(name, kinds)}")
    return kinds[name]


def signature(api: Api) -> str:
    """Full name and parameters: "airConditioner.temperature_set(position=..., value=None)"."""
    return f"{api.module}.{api.name}({', '.join(_parameter(name, each) for name, each in api.parameters.items())})"


def _parameter(name: str, parameter: Parameter) -> str:
    if parameter.required:
        return name
    return f"{name}={'speaker' if parameter.default is SPEAKER else repr(parameter.default)}"


def _modules(environment: SharedEnvironment) -> ApiAnswer:
    found = dict(search_module())
    return ApiAnswer(f"{len(found)} modules: {', '.join(found)}", found)


def _apis(environment: SharedEnvironment, modules: list[str]) -> ApiAnswer:
    kinds = {name: type(module) for name, module in vars(environment._store).items() if isinstance(module, Device)}
    return ApiAnswer(f"the APIs of {', '.join(modules)}", search_api(modules, kinds))


def _shared_state(environment: SharedEnvironment) -> ApiAnswer:
    found = {
        prop.name: {"value": getattr(environment, prop.name), "type": prop.type_name, "description": prop.description}
        for prop in type(environment)._members.values()
        if isinstance(prop, Property)
    }
    return ApiAnswer("the state that all devices share", found)


def _lists_modules(summary: str) -> Api:
    return Api(summary, _modules, {}, reads_only=True)


def _describes_apis(summary: str) -> Api:
    return Api(summary, _apis, {"modules": TextListParameter("names of modules", most=40)}, reads_only=True)


class SearchableEnvironment(SharedEnvironment, module=SharedEnvironment.module):
    """The shared surroundings of the devices, and the look-ups for what the car offers."""

    __slots__ = ()

    search_module = _lists_modules("Lists the devices of the car by the names of their modules.")
    search_api = _describes_apis("Describes the APIs of some modules: name, what it does, what it takes.")
    get_modules = _lists_modules("Another name of search_module.")
    get_module_API = _describes_apis("Another name of search_api.")
    to_dict = Api(
        "Returns the state that all devices share, such as volume, sound channel and time.", _shared_state, {}, reads_only=True
    )
