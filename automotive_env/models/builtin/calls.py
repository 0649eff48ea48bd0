"""Calls and writes whose words are those of what is wished: for agents that call, and for scenarios. A floor, not a claim."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from automotive_env.models.builtin.errands import errand
from automotive_env.models.builtin.screen import ReadScreen, ReasonedAction, act, end
from automotive_env.models.builtin.wish import LEVELS, ParsedWish, wish, wishes
from automotive_env.models.builtin.words import PLACES, STOP, hint, meant, spoken, stems
from automotive_env.models.model import CarFacts, Choice, ModelRequest, PromptFacts, StateFact, Tool, ToolCall

BuiltinCall: TypeAlias = tuple[str, Mapping[str, Any]]
T = TypeVar("T")
_DECLINES = "I know nothing of the car that would do that."
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_VERBS = {"more": "increase", "less": "decrease", "max": "set", "min": "set", "set": "set"}
_UNLISTED = ("assistance.", "environment.", "system.")


@lru_cache(maxsize=5_000)
def words_of(text: str) -> frozenset[str]:
    """The words that count in a name or a description of the car's program."""
    words = spoken(_CAMEL.sub(" ", text))
    return frozenset(meant(word) for word in words if word not in STOP or word in ("mode", "set", "switch"))


def _best(one: ParsedWish, among: Iterable[T], told: Callable[[T], tuple[str, str, float]]) -> T | None:
    """What shares most words with a wish, by its name, its description and a bonus; nothing where none shares any."""

    def score(item: T) -> float:
        name, about, bonus = told(item)
        shared = 2 * len(one.words & words_of(name)) + len(one.words & words_of(about))
        return shared + bonus - 0.01 * len(words_of(name)) if shared else 0.0

    best = max(among, key=score, default=None)
    return best if best is not None and score(best) > 0 else None


def scenario_reply(request: ModelRequest) -> Choice:
    """What the built-in model says to a prompt of a scenario; it knows the facts of the prompt and nothing else."""
    car = request.facts.car
    assert car is not None
    said = wishes(request.facts.goal)
    wanted = [wish(hint(one.said)) if not one.commands and hint(one.said) else one for one in said]
    if request.purpose == "plan":
        return Choice("\n".join(f"- {one.said}" for one in wanted))
    if car.wants == "modules":
        return Choice("\n".join(("<modules>", *_modules(wanted, car)[: car.max_modules], "</modules>")))
    if car.acted:
        return Choice("It is done.")
    if car.wants in ("state", "tree"):
        lines = [line for one in wanted if (line := _write(one, car))]
        return _program(lines) if lines else _declines(request, car)
    calls = next_calls(wanted, car)
    if not calls:
        return _declines(request, car)
    if car.wants == "tools":
        own = {tool.name for tool in request.tools}
        return _as_tools(
            (short if (short := name.partition(".")[2]) in own else name.replace(".", "__"), given) for name, given in calls
        )
    return _program(f"vw.{name}({', '.join(f'{key}={value!r}' for key, value in given.items())})" for name, given in calls)


def _declines(request: ModelRequest, car: CarFacts) -> Choice:
    """Says that it cannot be done: by a function where it has one."""
    reason = f"{_DECLINES} {request.facts.goal[:500]}"
    if not car.converses:
        return Choice(_DECLINES)
    return _as_tools([("decline", {"reason": reason})]) if car.wants == "tools" else _program([f"decline({reason!r})"])


def _program(lines: Iterable[str]) -> Choice:
    return Choice("\n".join(("```python", *lines, "```")))


def _as_tools(calls: Iterable[BuiltinCall]) -> Choice:
    told = tuple(ToolCall(f"builtin-{n}", name, json.dumps(given)) for n, (name, given) in enumerate(calls))
    return Choice("", tool_calls=told, finish="tool_calls")


def _modules(wanted: Iterable[ParsedWish], car: CarFacts) -> list[str]:
    """The devices whose names and labels have most words of wishes."""
    best = (_best(one, car.modules, lambda name: (name, car.modules[name], 0)) for one in wanted)
    return list(dict.fromkeys(filter(None, best)))


def next_calls(wanted: Sequence[ParsedWish], car: CarFacts) -> list[BuiltinCall]:
    """What to call next: look-ups as long as something is unknown, then a call for each wish that some API serves."""
    calls = [(one, _api_call(one, car.apis)) for one in wanted]
    known = {tool.name.partition(".")[0] for tool in car.apis if not tool.name.startswith(_UNLISTED)}
    unserved = [one for one, call in calls if call is None or not call[0].startswith(_UNLISTED)]
    if unserved and not known and not car.modules:
        return [("environment.search_module", {})]
    needed = [name for name in _modules(unserved, car) if name not in known]
    return [("environment.search_api", {"modules": needed})] if needed else [call for _, call in calls if call]


def _api_call(one: ParsedWish, apis: Iterable[Tool]) -> BuiltinCall | None:
    """The API whose name and summary have most words of a wish, with the arguments that the wish says."""
    verb = meant(_VERBS.get(one.op, "switch"))
    fit = (tool for tool in apis if not tool.name.startswith(_UNLISTED) or one.words <= words_of(tool.name))
    best = _best(one, fit, lambda tool: (tool.name, tool.description, 1.5 * (verb in words_of(tool.name))))
    if best is None:
        return None
    schemas = best.parameters["properties"].items()
    given = {name: value for name, schema in schemas if (value := _argument(one, schema)) is not None}
    given.pop("degree" if "value" in given else "", None)
    free = [name for name, schema in schemas if schema.get("type") == "string" and "enum" not in schema]
    if to := errand(one.said):
        given |= dict(zip(free, filter(None, (to.name, to.text)), strict=False))
    return None if set(best.parameters.get("required", ())) - set(given) else (best.name, given)


def _argument(one: ParsedWish, schema: Mapping[str, Any]) -> Any:
    """What a wish says for a parameter; None where it says nothing."""
    if schema.get("type") == "boolean":
        return one.op not in ("off", "close", "min")
    if schema.get("type") in ("number", "integer"):
        return int(one.value) if one.value is not None and one.value.is_integer() else one.value
    choices = tuple(schema.get("enum") or schema.get("items", {}).get("enum") or ())
    if "all" in choices:
        seats = [choice for choice in choices if choice != "all"]
        named = [seat for seat in seats if "all" in one.places or frozenset() < PLACES.intersection(spoken(seat)) <= one.places]
        return (named if "items" in schema else named[0]) if named else None
    if "tiny" in choices or "min" in choices:
        size = {"little": "little", "much": "large"}.get(one.size, one.op if one.op in ("max", "min") else "little")
        return size if size in choices else choices[-1]
    return _option(one, choices)


def _option(one: ParsedWish, choices: Iterable[Any]) -> Any:
    """The choice of which all words are said."""
    heard = {*map(meant, one.heard)}
    return max((choice for choice in choices if isinstance(choice, str) and stems(choice) <= heard), key=len, default=None)


def _write(one: ParsedWish, car: CarFacts) -> str:
    """A line of a program for the property whose path and description have most words of a wish; empty where none has."""
    facts = (fact for fact in car.state if fact.schema and (fact.schema.get("type") == "number") == (one.op in LEVELS))
    best = _best(one, facts, lambda fact: (fact.path, fact.description, 0.5 * len(one.places.intersection(spoken(fact.path)))))
    value = _value(one, best) if best else None
    if best is None or value is None:
        return ""
    between, last = ('"]["value"]["', '"]["value"]') if car.wants == "tree" else ('"]["', '"]')
    return f'vw["{between.join(best.path.split("."))}{last} = {value!r}'


def _value(one: ParsedWish, fact: StateFact) -> Any:
    schema = fact.schema
    if schema.get("type") != "number":
        return one.op not in ("off", "close") if schema.get("type") == "boolean" else _option(one, schema.get("enum", ()))
    low, high = schema["minimum"], schema["maximum"]
    step = {"more": 1, "less": -1}.get(one.op, 0) * (high - low) / 10
    aim = {"max": high, "min": low}.get(one.op, min(high, max(low, fact.value + step)))
    value = one.value if one.value is not None and one.op == "set" else aim
    return int(value) if float(value).is_integer() else value


def next_call(facts: PromptFacts, wanted: Sequence[ParsedWish]) -> ReasonedAction:
    """What to do next by calls; it ends as infeasible where no API is found, or the one that was found refuses."""
    assert facts.car is not None, "look-ups are told wherever calls are offered"
    steps = [step for step in ReadScreen(facts).steps if step.verb == "call"]
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
