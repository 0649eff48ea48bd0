"""What the car offers: APIs as tool schemas, and modules with their APIs and properties as a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from automotive_env.car.calls.api import Api
from automotive_env.car.calls.look_ups import UNLISTED, SearchableEnvironment, label, module_of, signature
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import StateError, shown, suggest
from automotive_env.car.core.world import MODULES
from automotive_env.car.devices import DEVICES
from automotive_env.car.driving.assistance import Assistance
from automotive_env.car.systems.system import AndroidSystemState
from automotive_env.text.argument_values import fitted_object
from automotive_env.text.spelling import spelling_key


def mcp_tools(modules: Iterable[str] | None = None) -> list[dict[str, Any]]:
    """APIs as tools of the Model Context Protocol."""
    return [
        {
            "name": tool_name(api),
            "description": api.summary,
            "inputSchema": _schema(api),
            "annotations": {"readOnlyHint": api.reads_only},
        }
        for api in _apis(modules)
    ]


def tool_name(api: Api) -> str:
    """The name of an API as a tool: its own, with the module where others share it; at most 64 letters and digits."""
    return api.name if api.name in _tools() else f"{api.module}__{api.name}"


def find_api(name: str) -> Api | None:
    """The one API that a name means, in any spelling, with its module or, where no other API is called so, without it."""
    return _tools().get(name) or _spellings().get(spelling_key(name))


def api_name(tool: str) -> str:
    """The full name of the API that a tool stands for, in any spelling.

    Raises:
        StateError: there is no such tool.
    """
    api = find_api(tool)
    if api is None:
        raise StateError(f"there is no tool {shown(tool)}{suggest(tool, _tools())}")
    return f"{api.module}.{api.name}"


def declared_call(name: str, arguments: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A call under the full name of its API, with its arguments as the API declares them; what is unknown stays as it is."""
    api = find_api(name)
    if api is None:
        return name, dict(arguments)
    return f"{api.module}.{api.name}", fitted_object(arguments, _schema_of(api))


@cache
def _tools() -> Mapping[str, Api]:
    apis = [api for kind in MODULES.values() for api in kind.apis.values()]
    times = Counter(api.name for api in apis)
    return {api.name if times[api.name] == 1 else f"{api.module}__{api.name}": api for api in apis}


@cache
def _spellings() -> Mapping[str, Api]:
    """Spelling key -> the only API that has it: of its full name, and of its own."""
    apis = [api for kind in MODULES.values() for api in kind.apis.values()]
    keys = [(spelling_key(name), api) for api in apis for name in (f"{api.module}.{api.name}", api.name)]
    times = Counter(key for key, _ in keys)
    return {key: api for key, api in keys if times[key] == 1}


@cache
def _schema_of(api: Api) -> Mapping[str, Any]:
    return api.schema()


@cache
def assistant_apis() -> Mapping[str, str]:
    """What an assistant that makes calls is told of at first: full name -> what it does and what it takes.

    These are the look-ups, which tell of all others, and the APIs of the modules that no look-up lists.
    """
    told = [
        api
        for kind in (SearchableEnvironment, AndroidSystemState, Assistance)
        for api in kind.apis.values()
        if api.name not in UNLISTED
    ]
    return {f"{api.module}.{api.name}": f"{api.summary} {api.usage()}" for api in told}


def _schema(api: Api) -> dict[str, Any]:
    schema = api.schema()
    return {key: value for key, value in schema.items() if value or key != "required"}


def _apis(modules: Iterable[str] | None) -> list[Api]:
    kinds = DEVICES if modules is None else [module_of(name, MODULES) for name in modules]
    return [api for kind in kinds for api in kind.apis.values()]


def document() -> str:
    """The whole catalogue as Markdown, for docs/apis.md."""
    devices = sum(len(kind.apis) for kind in DEVICES)
    look_ups = SearchableEnvironment.apis.keys() - UNLISTED
    lines = [
        "# APIs",
        "",
        "Made by `python -m automotive_env.scripts.write_docs` from the declarations in `automotive_env/car`; do not edit.",
        "",
        f"{len(DEVICES)} devices with {devices} APIs, {len(look_ups)} look-ups, and the APIs of the car itself.",
        "",
    ]
    for kind in MODULES.values():
        lines += _section(kind)
    return "\n".join(lines).rstrip() + "\n"


def _section(kind: type[Device]) -> list[str]:
    lines = [f"## {kind.module}", "", f"{label(kind)}.", ""]
    if kind.apis:
        lines += ["| API | what it does | takes |", "|---|---|---|"]
        lines += [f"| `{_name(api)}` | {_cell(api.summary)} | {_cell(_takes(api))} |" for api in kind.apis.values()]
        lines.append("")
    lines += ["| property | says | values |", "|---|---|---|"]
    patterns = dict.fromkeys((slot.pattern, slot.prop) for slot in kind.slots)
    for pattern, prop in patterns:
        said = prop.description + (f" (read-only: {prop.read_only})" if prop.read_only else "")
        lines.append(f"| `{pattern}` | {_cell(said)} | {_cell(prop.allowed())} |")
    return [*lines, ""]


def _name(api: Api) -> str:
    return signature(api).split(".", 1)[1]


def _takes(api: Api) -> str:
    return api.usage().removeprefix("Arguments: ").rstrip(".")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
