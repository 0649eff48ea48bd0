"""Chooses the next action where the car is reached by calls: an API for each intent of the goal, found by its words."""

from __future__ import annotations

from automotive_env.model import CarFacts, Facts
from automotive_env.models.builtin import skills
from automotive_env.models.builtin.endings import objection
from automotive_env.models.builtin.intent import Intent
from automotive_env.models.builtin.place_rules import resolve
from automotive_env.models.builtin.planned_action import PlannedAction, call, end
from automotive_env.models.builtin.scenario_reply import Wish, next_calls
from automotive_env.models.builtin.scenario_request import clauses
from automotive_env.models.builtin.screen import Screen, Step

_WORDS = {
    "on": "switch on",
    "off": "switch off",
    "more": "increase",
    "less": "decrease",
    "set": "set",
    "choose": "mode",
    "call": "phone call contact conversation",
    "message": "message send contact conversation",
    "go": "navigation route plan",
    "play": "music play",
}
"""Operation of an intent -> words that APIs for it bear; others are not done by calls."""
_PLACES = {
    "driver": "driver's seat",
    "passenger": "passenger seat",
    "rear left": "second row left",
    "rear right": "second row right",
}


def next_call(facts: Facts) -> PlannedAction:
    """What to do next by calls; it ends as infeasible where no API is found, or the one that was found refuses."""
    assert facts.car is not None, "look-ups are told wherever calls are offered"
    intents, screen = resolve(facts.goal, facts), Screen(facts)
    if against := next(filter(None, (objection(one, facts) for one in intents)), ""):
        return end(False, against)
    for spoken in (one for one in intents if one.do in ("answer", "warn")):
        progress = (skills.answer if spoken.do == "answer" else skills.warn)(spoken, screen)
        if isinstance(progress, PlannedAction):
            return progress
    wishes = [_wish(one) for one in intents if one.do in _WORDS]
    if not wishes and intents:
        return end(any(one.do in ("answer", "warn") for one in intents), "No API is known for that.")
    return _called(wishes or [(clause, ()) for clause in clauses(facts.goal)], facts.car, screen.steps)


def _called(wishes: list[Wish], car: CarFacts, steps: list[Step]) -> PlannedAction:
    """The next of the calls that the wishes need and that was not made yet."""
    calls = next_calls(wishes, car)
    for api, arguments in calls:
        tried = [step for step in steps if step.verb == "call" and step.data.get("api") == api]
        if any(step.failed for step in tried):
            return end(False, f"The car refuses: {tried[-1].result.partition(':')[2].strip()}")
        if not any(step.data.get("arguments", {}) == arguments for step in tried):
            return call(api, dict(arguments), f"{api} has the words of what is wished")
        if api.startswith("environment."):
            return end(False, "The look-ups tell of nothing that would do that.")
    return end(bool(calls), "All calls are made." if calls else "No API is known for that.")


def _wish(one: Intent) -> Wish:
    """An intent in the words of APIs."""
    amount = one.unit if one.value is None else f"{one.value:g}"
    said = (
        _WORDS[one.do],
        one.thing.replace("|", " "),
        amount,
        one.text if one.do == "choose" else "",
        _PLACES.get(one.place, ""),
    )
    texts = one.text.split("\n") if one.do in ("call", "message", "go", "play") else []
    return clauses(" ".join(filter(None, said)).replace(",", " "))[0], texts
