"""Replies to the prompts of scenarios: devices, calls and writes whose words are those of the request. A floor, not a claim."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from automotive_env.model import CarFacts, Choice, ModelRequest, StateFact, Tool, ToolCall
from automotive_env.models.builtin.scenario_request import Clause, clauses, words_of

_DECLINES = "I know nothing of the car that would do that."


def scenario_reply(request: ModelRequest) -> Choice:
    """What the built-in model says to a prompt of a scenario; it knows the facts of the prompt and nothing else."""
    car, wishes = request.facts.car, clauses(request.facts.goal)
    assert car is not None
    if request.purpose == "plan":
        return Choice("\n".join(f"- {' '.join(wish.heard)}" for wish in wishes))
    if car.wants == "modules":
        names = [name for name in dict.fromkeys(_module(wish.words, car) for wish in wishes) if name]
        return Choice("<modules>\n" + "\n".join(names[: car.max_modules]) + "\n</modules>")
    if car.acted:
        return Choice("It is done.")
    if car.wants in ("state", "tree"):
        lines = [line for wish in wishes if (line := _write(wish, car))]
        return Choice(_block(lines)) if lines else _declines(request, car)
    calls = next_calls([Wish(wish, wish.words) for wish in wishes], car)
    return _as_choice(calls, car, {tool.name for tool in request.tools}) if calls else _declines(request, car)


def _declines(request: ModelRequest, car: CarFacts) -> Choice:
    """Says that it cannot be done: by a function where it has one."""
    reason = f"{_DECLINES} {request.facts.goal[:500]}"
    if not car.converses:
        return Choice(_DECLINES)
    if car.wants == "tools":
        return Choice("", tool_calls=(ToolCall("builtin-0", "decline", json.dumps({"reason": reason})),), finish="tool_calls")
    return Choice(_block([f"decline({reason!r})"]))


def _block(lines: Iterable[str]) -> str:
    return "```python\n" + "\n".join(lines) + "\n```"


def _module(words: frozenset[str], car: CarFacts) -> str:
    """The device whose name, label and properties have most words of a wish; empty where none has any."""
    about: dict[str, set[str]] = {}
    for fact in car.state:
        about.setdefault(fact.path.partition(".")[0], set()).update(words_of(fact.description))

    def score(name: str) -> float:
        own, told = words_of(name), words_of(car.modules[name])
        return 3 * len(words & own) + 2 * len(words & told) + 0.5 * len(words & about.get(name, set()))

    best = max(car.modules, key=score, default="")
    return best if best and score(best) >= 1 else ""


# Calls


Call: TypeAlias = tuple[str, Mapping[str, Any]]
"""Full name of an API, and arguments."""
UNLISTED = frozenset({"assistance", "environment", "system"})
"""Modules that no look-up lists."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a call is looked for.

    Attributes:
        clause: the wish in the words of APIs.
        about: words of the device that it concerns.
        texts: names and texts that belong to it, such as a contact and a message.
    """

    clause: Clause
    about: frozenset[str]
    texts: Sequence[str] = ()


def next_calls(wishes: Sequence[Wish], car: CarFacts) -> list[Call]:
    """What to call next: look-ups as long as something is unknown, then a call for each wish that some API serves."""
    told = [tool for tool in car.apis if _module_of(tool) in UNLISTED]
    listed = replace(car, apis=tuple(tool for tool in car.apis if tool not in told))
    calls = [_named_call(wish, told) for wish in wishes]
    unserved = [wish for wish, call in zip(wishes, calls, strict=True) if call is None]
    known = set(map(_module_of, listed.apis))
    if unserved and not known and not car.modules:
        return [("environment.search_module", {})]
    needed = [name for name in dict.fromkeys(_module(wish.about, car) for wish in unserved) if name and name not in known]
    if needed:
        return [("environment.search_api", {"modules": needed})]
    found = (call or _api_call(wish, listed.apis) for wish, call in zip(wishes, calls, strict=True))
    return [call for call in found if call]


def _module_of(tool: Tool) -> str:
    return tool.name.partition(".")[0]


def _named_call(wish: Wish, apis: Iterable[Tool]) -> Call | None:
    """A call of one of some APIs whose name has all words of a wish."""
    fits = [tool for tool in apis if wish.clause.words and wish.clause.words <= words_of(tool.name)]
    return _api_call(wish, fits)


def _as_choice(calls: list[Call], car: CarFacts, tools: Collection[str]) -> Choice:
    """Calls in the form that is wanted; a tool bears the name of its module where others share its own."""
    if car.wants == "tools":
        named = [(name.partition(".")[2], name.replace(".", "__"), given) for name, given in calls]
        told = [
            ToolCall(f"builtin-{n}", own if own in tools else full, json.dumps(given))
            for n, (own, full, given) in enumerate(named)
        ]
        return Choice("", tool_calls=tuple(told), finish="tool_calls")
    lines = [f"vw.{name}({', '.join(f'{key}={value!r}' for key, value in given.items())})" for name, given in calls]
    return Choice(_block(lines))


def _api_call(asked: Wish, apis: Sequence[Tool]) -> Call | None:
    """The API whose name and summary have most words of a wish, with the arguments that the wish says."""
    wish = asked.clause

    def score(tool: Tool) -> float:
        name = words_of(tool.name)
        steps = {1: "increase", -1: "decrease", 0: "set" if wish.number is not None else "switch"}
        fits = 1.5 * bool(words_of(steps[wish.way if wish.number is None or wish.way else 0]) & name)
        shared = 2 * len(wish.words & name) + len(wish.words & words_of(tool.description))
        return shared + fits - 0.01 * len(name) if shared else 0.0

    best = max(apis, key=score, default=None)
    if best is None or score(best) <= 0:
        return None
    given = {
        name: value for name, schema in best.parameters["properties"].items() if (value := _argument(wish, schema)) is not None
    }
    if "value" in given and "degree" in given:
        del given["degree"]
    free = [name for name, schema in best.parameters["properties"].items() if _is_free(schema)]
    given |= dict(zip(free, asked.texts, strict=False))
    return None if set(best.parameters.get("required", ())) - set(given) else (best.name, given)


def _is_free(schema: Mapping[str, Any]) -> bool:
    """Whether a parameter takes any text."""
    return schema.get("type") == "string" and "enum" not in schema


def _argument(wish: Clause, schema: Mapping[str, Any]) -> Any:
    """What a wish says for a parameter; None where it says nothing."""
    if schema.get("type") == "boolean":
        return wish.on
    if schema.get("type") in ("number", "integer"):
        number = wish.number
        return int(number) if number is not None and number.is_integer() else number
    choices = tuple(schema.get("enum") or schema.get("items", {}).get("enum") or ())
    if "all" in choices:
        named = wish.places(tuple(choice for choice in choices if choice != "all"))
        return (list(named) if "items" in schema else named[0]) if named else None
    if "tiny" in choices or "min" in choices:
        return wish.size if wish.size in choices else choices[-1]
    return _named(wish, choices)


def _named(wish: Clause, choices: Iterable[Any]) -> Any:
    found = [choice for choice in choices if isinstance(choice, str) and words_of(choice) and words_of(choice) <= wish.words]
    return max(found, key=len, default=None)


# State


def _write(wish: Clause, car: CarFacts) -> str:
    """A line of a program for the property whose path and description have most words of a wish; empty where none has."""

    def score(fact: StateFact) -> float:
        path = words_of(fact.path)
        counts = wish.number is not None or wish.way != 0
        shared = 2 * len(wish.words & path) + len(wish.words & words_of(fact.description))
        fits = bool(fact.schema) and counts == (fact.schema.get("type") == "number")
        return shared - 0.01 * len(path) if fits and shared else 0.0

    best = max(car.state, key=score, default=None)
    value = _value(wish, best) if best and score(best) > 0 else None
    if best is None or value is None:
        return ""
    between = '"]["value"]["' if car.wants == "tree" else '"]["'
    end = '"]["value"]' if car.wants == "tree" else '"]'
    return f'vw["{between.join(best.path.split("."))}{end} = {value!r}'


def _value(wish: Clause, fact: StateFact) -> Any:
    schema = fact.schema
    if schema.get("type") == "number":
        low, high = schema["minimum"], schema["maximum"]
        step = wish.way * (high - low) / 10
        value = wish.number if wish.number is not None and not wish.way else fact.value + step
        return int(value) if float(value).is_integer() else value
    return wish.on if schema.get("type") == "boolean" else _named(wish, schema.get("enum", ()))
