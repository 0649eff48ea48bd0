"""Calls and writes whose words are those of what is wished: for agents that call, and for scenarios. A floor, not a claim."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from automotive_env.model import CarFacts, Choice, Facts, ModelRequest, StateFact, Tool, ToolCall
from automotive_env.models.builtin.errands import errand
from automotive_env.models.builtin.planned_action import PlannedAction, act, end
from automotive_env.models.builtin.screen import Screen
from automotive_env.models.builtin.wish import Wish, wish, wishes
from automotive_env.models.builtin.words import PLACES, STOP, hint, meant, spoken

_DECLINES = "I know nothing of the car that would do that."
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_VERBS = {"more": "increase", "less": "decrease", "max": "set", "min": "set", "set": "set"}


@lru_cache(maxsize=5_000)
def words_of(text: str) -> frozenset[str]:
    """The words that count in a name or a description of the car's program."""
    words = spoken(_CAMEL.sub(" ", text))
    return frozenset(meant(word) for word in words if word not in STOP or word in ("mode", "set", "switch"))


def scenario_reply(request: ModelRequest) -> Choice:
    """What the built-in model says to a prompt of a scenario; it knows the facts of the prompt and nothing else."""
    car = request.facts.car
    assert car is not None
    wanted = _wanted(request.facts.goal)
    if request.purpose == "plan":
        return Choice("\n".join(f"- {one.said}" for one in wanted))
    if car.wants == "modules":
        names = [name for name in dict.fromkeys(_module(one.words, car) for one in wanted) if name]
        return Choice("<modules>\n" + "\n".join(names[: car.max_modules]) + "\n</modules>")
    if car.acted:
        return Choice("It is done.")
    if car.wants in ("state", "tree"):
        lines = [line for one in wanted if (line := _write(one, car))]
        return Choice(_block(lines)) if lines else _declines(request, car)
    calls = next_calls(wanted, car)
    return _as_choice(calls, car, {tool.name for tool in request.tools}) if calls else _declines(request, car)


def _wanted(request: str) -> list[Wish]:
    """The wishes of a request; those of what helps with a remark that names nothing to do."""
    said = wishes(request)
    return [wish(hint(one.said)) if not one.commands and hint(one.said) else one for one in said]


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


def next_calls(wanted: Sequence[Wish], car: CarFacts) -> list[Call]:
    """What to call next: look-ups as long as something is unknown, then a call for each wish that some API serves."""
    told = [tool for tool in car.apis if _module_of(tool) in UNLISTED]
    listed = replace(car, apis=tuple(tool for tool in car.apis if tool not in told))
    calls = [_named_call(one, told) for one in wanted]
    unserved = [one for one, call in zip(wanted, calls, strict=True) if call is None]
    known = set(map(_module_of, listed.apis))
    if unserved and not known and not car.modules:
        return [("environment.search_module", {})]
    needed = [name for name in dict.fromkeys(_module(one.words, car) for one in unserved) if name and name not in known]
    if needed:
        return [("environment.search_api", {"modules": needed})]
    found = (call or _api_call(one, listed.apis) for one, call in zip(wanted, calls, strict=True))
    return [call for call in found if call]


def _module_of(tool: Tool) -> str:
    return tool.name.partition(".")[0]


def _named_call(one: Wish, apis: Iterable[Tool]) -> Call | None:
    """A call of one of some APIs whose name has all words of a wish."""
    return _api_call(one, [tool for tool in apis if one.words and one.words <= words_of(tool.name)])


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


def _api_call(one: Wish, apis: Sequence[Tool]) -> Call | None:
    """The API whose name and summary have most words of a wish, with the arguments that the wish says."""
    verb = meant(_VERBS.get(one.op, "switch"))

    def score(tool: Tool) -> float:
        name = words_of(tool.name)
        shared = 2 * len(one.words & name) + len(one.words & words_of(tool.description))
        return shared + 1.5 * (verb in name) - 0.01 * len(name) if shared else 0.0

    best = max(apis, key=score, default=None)
    if best is None or score(best) <= 0:
        return None
    schemas = best.parameters["properties"].items()
    given = {name: value for name, schema in schemas if (value := _argument(one, schema)) is not None}
    if "value" in given and "degree" in given:
        del given["degree"]
    free = [name for name, schema in schemas if schema.get("type") == "string" and "enum" not in schema]
    if to := errand(one.said):
        given |= dict(zip(free, filter(None, (to.name, to.text)), strict=False))
    return None if set(best.parameters.get("required", ())) - set(given) else (best.name, given)


def _argument(one: Wish, schema: Mapping[str, Any]) -> Any:
    """What a wish says for a parameter; None where it says nothing."""
    if schema.get("type") == "boolean":
        return one.op not in ("off", "close", "min")
    if schema.get("type") in ("number", "integer"):
        return int(one.value) if one.value is not None and one.value.is_integer() else one.value
    choices = tuple(schema.get("enum") or schema.get("items", {}).get("enum") or ())
    if "all" in choices:
        seats = tuple(choice for choice in choices if choice != "all")
        named = seats if "all" in one.places else tuple(seat for seat in seats if _seat(seat) and _seat(seat) <= one.places)
        return (list(named) if "items" in schema else named[0]) if named else None
    if "tiny" in choices or "min" in choices:
        size = {"little": "little", "much": "large"}.get(one.size, one.op if one.op in ("max", "min") else "little")
        return size if size in choices else choices[-1]
    return _option(one, choices)


def _seat(choice: str) -> set[str]:
    return {"rear" if word == "second" else word for word in spoken(choice)} & PLACES


def _option(one: Wish, choices: Iterable[Any]) -> Any:
    """The choice of which all words are said."""
    heard = {*map(meant, one.heard)}
    found = [choice for choice in choices if isinstance(choice, str) and {*map(meant, spoken(choice))} <= heard]
    return max(found, key=len, default=None)


# State


def _write(one: Wish, car: CarFacts) -> str:
    """A line of a program for the property whose path and description have most words of a wish; empty where none has."""
    counts = one.op in ("set", "more", "less", "max", "min")

    def score(fact: StateFact) -> float:
        path = words_of(fact.path)
        shared = 2 * len(one.words & path) + len(one.words & words_of(fact.description))
        fits = bool(fact.schema) and counts == (fact.schema.get("type") == "number")
        return shared + 0.5 * len(one.places & _seat(fact.path)) - 0.01 * len(path) if fits and shared else 0.0

    best = max(car.state, key=score, default=None)
    value = _value(one, best) if best and score(best) > 0 else None
    if best is None or value is None:
        return ""
    between = '"]["value"]["' if car.wants == "tree" else '"]["'
    end = '"]["value"]' if car.wants == "tree" else '"]'
    return f'vw["{between.join(best.path.split("."))}{end} = {value!r}'


def _value(one: Wish, fact: StateFact) -> Any:
    schema = fact.schema
    if schema.get("type") == "number":
        low, high = schema["minimum"], schema["maximum"]
        step = {"more": 1, "less": -1}.get(one.op, 0) * (high - low) / 10
        aim = {"max": high, "min": low}.get(one.op, fact.value + step)
        value = one.value if one.value is not None and one.op == "set" else min(high, max(low, aim))
        return int(value) if float(value).is_integer() else value
    return one.op not in ("off", "close") if schema.get("type") == "boolean" else _option(one, schema.get("enum", ()))


# Agents that call


def next_call(facts: Facts, wanted: Sequence[Wish]) -> PlannedAction:
    """What to do next by calls; it ends as infeasible where no API is found, or the one that was found refuses."""
    assert facts.car is not None, "look-ups are told wherever calls are offered"
    steps = [step for step in Screen(facts).steps if step.verb == "call"]
    calls = next_calls([one for one in wanted if one.words], facts.car)
    for api, arguments in calls:
        tried = [step for step in steps if step.data.get("api") == api]
        if any(step.failed for step in tried):
            return end(False, f"The car refuses: {tried[-1].result.partition(':')[2].strip()}")
        if not any(step.data.get("arguments", {}) == arguments for step in tried):
            return act("call", f"{api} has the words of what is wished", api=api, arguments=dict(arguments))
        if api.startswith("environment."):
            return end(False, "The look-ups tell of nothing that would do that.")
    return end(bool(calls), "All calls are made." if calls else "No API is known for that.")
