"""A step as it is laid out on the disk, before what repeats in it is told once; see `automotive_env.runs.records.coding`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import dropwhile
from typing import Any

from automotive_env.runs.records.calls import UsageRecord
from automotive_env.runs.records.fields import SentJson
from automotive_env.runs.records.records import ChangeRecord, StepRecord

SHARED = ("purpose", "tools", "reply_schema", "sampling")
"""Of a call, what is kept as a part, with its system messages."""
_CHANGE = ("path", "before", "after", "cause", "by", "at", "seconds")
_USAGE = tuple(UsageRecord.model_fields)
_FLAGS = {"true": True, "false": False}


class DamagedSteps(ValueError):
    """What stands in a file is no step; the message says why."""


class PairsObject(dict[str, str]):
    """An object that is written as pairs."""


class SharedPart:
    """A value that is kept as a part."""

    def __init__(self, value: Any) -> None:
        self.value = value


def laid_out(step: StepRecord) -> dict[str, Any]:
    """A step as JSON, with what is written as pairs or kept as parts marked, and what was thought before what was sent."""
    data = step.model_dump(mode="json", exclude_defaults=True)
    seen = data["observation"]
    if "network" in seen:
        seen["network"] = _as_pairs({name: str(on).lower() for name, on in seen["network"].items()}) or seen["network"]
    if "vehicle" in seen:
        seen["vehicle"] = _as_pairs(seen["vehicle"]) or seen["vehicle"]
    if "usage" in data:
        data["usage"] = _row(data["usage"], UsageRecord, _USAGE)
    if "changes" in data:
        data["changes"] = [_row(change, ChangeRecord, _CHANGE) for change in data["changes"]]
    calls = {"calls": [_split(call) for call in data.pop("calls")]} if "calls" in data else {}
    return data | calls


def as_recorded(data: Any) -> Any:
    """A step again as it was before `laid_out`; what was no step is still none.

    Raises:
        DamagedSteps: a row or a call is none.
    """
    if not isinstance(data, dict):
        return data
    seen = data.get("observation")
    if isinstance(seen, dict) and isinstance(seen.get("network"), dict):
        seen["network"] = {name: _FLAGS.get(on, on) if isinstance(on, str) else on for name, on in seen["network"].items()}
    if isinstance(data.get("usage"), list):
        data["usage"] = _unrowed(data["usage"], _USAGE)
    if isinstance(data.get("changes"), list):
        data["changes"] = [_unrowed(row, _CHANGE) for row in data["changes"]]
    if isinstance(data.get("calls"), list):
        data["calls"] = [_whole(call) for call in data["calls"]]
    return data


def part_as_sent(value: Any) -> Any:
    """A part whose JSON is looked through once, not in each call that names it; what is no part of a call stays as it is."""
    if not isinstance(value, dict):
        return value
    sent = {name: _as_sent(value[name]) for name in ("reply_schema", "sampling") if name in value}
    tools = value.get("tools")
    return value | sent | ({"tools": list(map(_tool, tools))} if isinstance(tools, list) else {})


def _tool(tool: Any) -> Any:
    return tool | {"parameters": _as_sent(tool["parameters"])} if isinstance(tool, dict) and "parameters" in tool else tool


def _as_sent(value: Any) -> Any:
    return SentJson.of(value) if isinstance(value, dict) else value


def _as_pairs(facts: Mapping[str, str]) -> PairsObject | None:
    """The facts as pairs, if each can be read back from one line."""
    readable = all(": " not in f"{key}:" and "\n" not in f"{key}{text}" for key, text in facts.items())
    return PairsObject(facts) if facts and readable else None


def _row(data: Mapping[str, Any], kind: type[UsageRecord | ChangeRecord], names: Sequence[str]) -> list[Any]:
    """The values of a record in an order of its fields, without the last ones that have their default."""
    fields = [kind.model_fields[name] for name in names]
    values = [data.get(name, field.default) for name, field in zip(names, fields, strict=True)]
    while values and not fields[len(values) - 1].is_required() and values[-1] == fields[len(values) - 1].default:
        values.pop()
    return values


def _unrowed(row: Any, names: Sequence[str]) -> dict[str, Any]:
    if not isinstance(row, list) or len(row) > len(names):
        raise DamagedSteps(f"{str(row)[:40]} is not a row of {', '.join(names)}")
    return dict(zip(names, row, strict=False))


def _split(call: dict[str, Any]) -> dict[str, Any]:
    """A call as what it shares with others of its kind and what it does not."""
    own = list(dropwhile(lambda message: message["role"] == "system", call["messages"]))
    system = call["messages"][: len(call["messages"]) - len(own)]
    shared = {name: call[name] for name in SHARED if name in call} | {"messages": system}
    rest = {name: value for name, value in call.items() if name not in SHARED} | {"messages": own}
    if "usage" in rest:
        rest["usage"] = _row(rest["usage"], UsageRecord, _USAGE)
    return {"shared": SharedPart(shared)} | rest


def _whole(call: Any) -> Any:
    """A call again as it was before it was split."""
    match call:
        case {"shared": {"messages": [*system], **shared}, "messages": [*own], **rest}:
            if isinstance(rest.get("usage"), list):
                rest["usage"] = _unrowed(rest["usage"], _USAGE)
            return {**shared, **rest, "messages": [*system, *own]}
    raise DamagedSteps("a call has no messages, or shares none")
