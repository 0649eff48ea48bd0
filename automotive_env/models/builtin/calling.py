"""Chooses the next action where the car is reached by calls: an API for each intent of the goal, found by its words."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.model import CarFacts, Facts
from automotive_env.models.builtin import skills
from automotive_env.models.builtin.endings import objection
from automotive_env.models.builtin.intent import Do, Intent
from automotive_env.models.builtin.place_rules import resolve
from automotive_env.models.builtin.planned_action import PlannedAction, call, end
from automotive_env.models.builtin.scenario_reply import Wish, next_calls
from automotive_env.models.builtin.scenario_request import Clause, words_of
from automotive_env.models.builtin.screen import Screen, Step

_WORDS: Mapping[Do, tuple[str, str]] = {
    "on": ("", "on"),
    "off": ("", "off"),
    "more": ("", "increase"),
    "less": ("", "decrease"),
    "set": ("", "set"),
    "choose": ("mode", ""),
    "call": ("phone call", ""),
    "message": ("message send", ""),
    "go": ("route plan", ""),
    "play": ("local play", ""),
}
"""Operation of an intent -> words that its APIs bear, and how it is said; others are not done by calls."""
_DEVICES = {
    "climate": "air conditioner climate",
    "maps": "navigation",
    "media": "music",
    "phone": "conversation",
    "seats": "seat",
}
"""Kind of app -> words of the device that does the same; elsewhere the device is found by the words of the thing."""
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
    if not intents:
        return end(False, "I do not understand what is wished, so I leave the car as it is.")
    if against := next(filter(None, (objection(one, facts) for one in intents)), ""):
        return end(False, against)
    for spoken in (one for one in intents if one.do in ("answer", "warn")):
        progress = (skills.answer if spoken.do == "answer" else skills.warn)(spoken, screen)
        if isinstance(progress, PlannedAction):
            return progress
    wishes = [_wish(one) for one in intents if one.do in _WORDS]
    if not wishes:
        return end(any(one.do in ("answer", "warn") for one in intents), "No API is known for that.")
    return _called(wishes, facts.car, screen.steps)


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
    bears, said = _WORDS[one.do]
    thing = one.thing.replace("|", " ") if one.do not in ("call", "message", "go", "play") else ""
    option = one.text if one.do == "choose" else ""
    heard = " ".join((bears, thing, option, said, one.unit, _PLACES.get(one.place, ""))).lower().split()
    clause = Clause(words_of(f"{bears} {thing} {option}"), tuple(heard), one.value)
    texts = () if thing else tuple(one.text.split("\n"))
    return Wish(clause, words_of(_DEVICES.get(one.home, thing)), texts)
