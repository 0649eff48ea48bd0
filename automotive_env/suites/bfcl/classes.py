"""BFCL's classes, in a process of their own: fresh instances for each episode, called by name and compared as its checker does.

Nothing is evaluated: a call is a public method of an involved class, and values. Two sets of instances are kept for an episode,
the agent's own and one on which the right calls are made. Source of the rules: `multi_turn_checker` of bfcl-eval.
"""

from __future__ import annotations

import copy
import importlib
import inspect
import json
from decimal import localcontext
from functools import cache
from typing import Any

from automotive_env.suites.rpc_server import serve

PACKAGE = "bfcl_eval.eval_checker.multi_turn_eval.func_source_code"
CPU_SECONDS = 2.0
"""Processor time of all calls of a reply, or of a comparison; some loops of the classes have no end of their own."""
MEMORY_BYTES = 2**31
MAX_TOLD = 500
"""Characters of a missing answer that are told."""


class BfclInstances:
    """Fresh instances of the involved classes."""

    def __init__(self, modules: dict[str, str], config: str, *, long_context: bool) -> None:
        """Load a scenario.

        Args:
            modules: class -> its module.
            config: JSON object, class -> what its instance begins with.
            long_context: whether the classes are to pad what they hold and answer.
        """
        self.by_class: dict[str, Any] = {}
        self._methods: dict[str, Any] = {}
        begins = json.loads(config)
        for name, module in modules.items():
            kind = getattr(importlib.import_module(f"{PACKAGE}.{module}"), name)
            instance = kind()
            if hasattr(instance, "_load_scenario"):
                instance._load_scenario(begins.get(name, {}), long_context=long_context)
            if long_context:  # what it was padded with is of the module, and calls change it
                vars(instance).update(copy.deepcopy(vars(instance)))
            self.by_class[name] = instance
            self._methods |= dict.fromkeys(_public(kind), instance)

    def call(self, name: str, arguments: dict[str, Any]) -> str:
        """What a function answers, as text; raises on nothing but a want of memory, which ends the process."""
        instance = self._methods.get(name)
        try:
            if instance is None:
                raise NameError(f"name '{name}' is not defined")
            with localcontext():  # which MathAPI changes
                return _text(getattr(instance, name)(**arguments))
        except MemoryError:  # whose it is, is seen in a process of its own
            raise
        except Exception as error:
            return f"Error during execution: {error}"


@cache
def _public(kind: type) -> tuple[str, ...]:
    return tuple(name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_"))


def _text(value: Any) -> str:
    if isinstance(value, dict):
        try:
            return json.dumps(value)
        except (TypeError, ValueError, RecursionError):
            return str(value)
    return value if isinstance(value, str) else str(value)


class BfclEpisode:
    """The instances of an episode, and what the agent's have answered so far."""

    def __init__(self, modules: dict[str, str], config: str, *, long_context: bool) -> None:
        self._own = BfclInstances(modules, config, long_context=long_context)
        self._right = BfclInstances(modules, config, long_context=long_context)
        self._answered: list[str] = []

    def call(self, calls: list[tuple[str, dict[str, Any]]]) -> list[str]:
        """Make the agent's calls."""
        answers = [self._own.call(name, arguments) for name, arguments in calls]
        self._answered += answers
        return answers

    def compare(self, calls: list[tuple[str, dict[str, Any]]]) -> dict[str, list[str]]:
        """Make the right calls of a turn: public attributes that differ then, and their answers that the agent never got."""
        left, missing = self._answered.copy(), []
        for name, arguments in calls:
            answer = self._right.call(name, arguments)
            if answer in left:
                left.remove(answer)
            else:
                missing.append(answer[:MAX_TOLD])
        return {"differs": self._differences(), "missing": missing}

    def _differences(self) -> list[str]:
        found = []
        for name, right in self._right.by_class.items():
            own = self._own.by_class[name]
            for attribute, value in vars(right).items():
                if not attribute.startswith("_") and _differ(getattr(own, attribute, None), value):
                    found.append(f"{name}.{attribute}")
        return found


def _differ(own: Any, right: Any) -> bool:
    try:
        return bool(own != right)
    except RecursionError:  # a folder that was copied into itself
        return True


def main() -> None:
    """Answer what `automotive_env.suites.bfcl.session` asks."""
    episodes: dict[int, BfclEpisode] = {}

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        number = question["episode"]
        match question["do"]:
            case "open":
                for over in question["over"]:
                    episodes.pop(over, None)
                try:
                    episodes[number] = BfclEpisode(question["modules"], question["config"], long_context=question["long_context"])
                except Exception as error:  # of classes or data of another version
                    return {"fault": f"{type(error).__name__}: {error}"}
                return {}
            case "call":
                return {"answers": episodes[number].call(question["calls"])}
        return episodes[number].compare(question["calls"])

    serve(answer, cpu_seconds=CPU_SECONDS, memory_bytes=MEMORY_BYTES)


if __name__ == "__main__":
    main()
