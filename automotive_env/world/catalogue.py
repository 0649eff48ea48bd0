"""What the car offers: modules and APIs as texts, as tool schemas, and as a document; all from the same declarations.

`search_module` and `search_api` are the two look-ups of VehicleWorld; the environment offers them as APIs, also by the names
of the public release.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from automotive_env.world.api import Api
from automotive_env.world.device import Device
from automotive_env.world.devices import DEVICES
from automotive_env.world.environment import ALIASES, Environment
from automotive_env.world.errors import StateError, shown
from automotive_env.world.parameters import SPEAKER, Parameter
from automotive_env.world.world import MODULES, suggest


def label(kind: type[Device]) -> str:
    """What a module is, one line."""
    return (kind.__doc__ or "").strip().split("\n")[0].rstrip(".")


@cache
def search_module() -> Mapping[str, str]:
    """Every device's module name with a one-line label."""
    return {kind.module: label(kind) for kind in DEVICES}


def search_api(modules: Iterable[str]) -> str:
    """The APIs of some modules as text: name, what it does, what it takes.

    Raises:
        StateError: a module does not exist; the message suggests one.
    """
    texts = []
    for name in modules:
        kind = _module(name)
        texts += [f"{name}: {label(kind)}", *(f"- {signature(api)}: {api.summary} {api.usage()}" for api in kind.apis.values())]
    return "\n".join(texts)


def signature(api: Api) -> str:
    """Full name and parameters: "airConditioner.temperature_set(position=..., value=None)"."""
    return f"{api.module}.{api.name}({', '.join(_parameter(name, each) for name, each in api.parameters.items())})"


def _parameter(name: str, parameter: Parameter) -> str:
    if parameter.required:
        return name
    return f"{name}={'speaker' if parameter.default is SPEAKER else repr(parameter.default)}"


def _module(name: str) -> type[Device]:
    if name not in MODULES:
        raise StateError(f"there is no module {shown(name)}{suggest(name, MODULES)}")
    return MODULES[name]


def openai_tools(modules: Iterable[str] | None = None) -> list[dict[str, Any]]:
    """APIs as tools of the OpenAI API; see `tool_name`."""
    return [
        {
            "type": "function",
            "function": {"name": tool_name(api), "description": api.summary, "parameters": _schema(api)},
        }
        for api in _apis(modules)
    ]


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
    return next(name for name, known in _tools().items() if known is api)


def api_name(tool: str) -> str:
    """The full name of the API that a tool stands for.

    Raises:
        StateError: there is no such tool.
    """
    if tool not in _tools():
        raise StateError(f"there is no tool {shown(tool)}{suggest(tool, _tools())}")
    api = _tools()[tool]
    return f"{api.module}.{api.name}"


@cache
def _tools() -> Mapping[str, Api]:
    apis = [api for kind in MODULES.values() for api in kind.apis.values()]
    times = Counter(api.name for api in apis)
    return {api.name if times[api.name] == 1 else f"{api.module}__{api.name}": api for api in apis}


def _schema(api: Api) -> dict[str, Any]:
    schema = api.schema()
    return {key: value for key, value in schema.items() if value or key != "required"}


def _apis(modules: Iterable[str] | None) -> list[Api]:
    kinds = DEVICES if modules is None else [_module(name) for name in modules]
    return [api for kind in kinds for api in kind.apis.values()]


def document() -> str:
    """The whole catalogue as Markdown, for docs/apis.md."""
    devices = sum(len(kind.apis) for kind in DEVICES)
    look_ups = Environment.apis.keys() - ALIASES.keys()
    lines = [
        "# APIs",
        "",
        "Made by `python -m automotive_env.scripts.write_docs` from the declarations in `automotive_env/world`; do not edit.",
        "",
        f"{len(DEVICES)} devices with {devices} APIs, {len(look_ups)} look-ups, and what the car has beside them.",
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
