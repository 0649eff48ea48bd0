"""Chooses the next action where the car is reached by calls: an API for each wish, found by its words."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.model import Facts
from automotive_env.models.builtin.planned_action import PlannedAction, call, end
from automotive_env.models.builtin.scenario_reply import next_calls
from automotive_env.models.builtin.screen import Screen
from automotive_env.models.builtin.wish import Wish


def next_call(facts: Facts, wishes: Sequence[Wish]) -> PlannedAction:
    """What to do next by calls; it ends as infeasible where no API is found, or the one that was found refuses."""
    assert facts.car is not None, "look-ups are told wherever calls are offered"
    steps = Screen(facts).steps
    calls = next_calls([one for one in wishes if one.words], facts.car)
    for api, arguments in calls:
        tried = [step for step in steps if step.verb == "call" and step.data.get("api") == api]
        if any(step.failed for step in tried):
            return end(False, f"The car refuses: {tried[-1].result.partition(':')[2].strip()}")
        if not any(step.data.get("arguments", {}) == arguments for step in tried):
            return call(api, dict(arguments), f"{api} has the words of what is wished")
        if api.startswith("environment."):
            return end(False, "The look-ups tell of nothing that would do that.")
    return end(bool(calls), "All calls are made." if calls else "No API is known for that.")
