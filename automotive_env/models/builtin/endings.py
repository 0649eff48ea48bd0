"""How an episode ends: what is already as wished, and what must not be done now."""

from __future__ import annotations

import re
from collections.abc import Sequence

from automotive_env.model import Facts
from automotive_env.models.builtin.intent import Intent
from automotive_env.models.builtin.intent_parser import situation
from automotive_env.models.builtin.screen import Screen, Step, coverage
from automotive_env.models.builtin.words import keys

_TOUCHES = ("click", "long_press", "double_tap", "swipe", "input_text", "call", "answer")
_CONTRARY = {"on": "off", "off": "on", "more": "less", "less": "more"}
_LETS_AIR_IN = ("window", "sunroof")
_SHARE = 0.6
"""Share of the words of a page that the label of its tab bears."""
_UNLAWFUL: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("high beam", ("on",), r"[^.]*high beam must be off (?:in|on|with) [^.]*"),
    ("low beam", ("off",), r"[^.]*low beam must be on\b[^.]*"),
)
"""Thing, operations or options that a rule forbids, and how that rule is told."""
_FOG_LIGHT = re.compile(r"[^.]*rear fog light is allowed only (?:in [^.]*)?when visibility is below (\d+) m[^.]*")


def nothing_changed(screen: Screen, intents: Sequence[Intent]) -> bool:
    """Whether the agent has only looked so far: it opened apps, scrolled and went to pages, and has said nothing."""
    return not any(step.verb in _TOUCHES and not step.failed and not _leads_to(step, intents) for step in screen.steps)


def _leads_to(step: Step, intents: Sequence[Intent]) -> bool:
    """Whether a step tapped the tab of a page, or the choice of the seat that is meant."""
    if step.verb != "click" or not step.words:
        return False
    pages = [keys(page) for one in intents for page in one.via.split("|") if page]
    seats = [keys(one.place) for one in intents if one.place and one.home == "seats"]
    return any(coverage(page, step.words) >= _SHARE for page in pages) or step.words - {"seat"} in seats


def already(intents: Sequence[Intent]) -> str:
    """An answer that everything is as wished."""
    said = [f"the {one.thing.partition('|')[0]} is already {_state(one)}" for one in intents]
    text = " and ".join(dict.fromkeys(said))
    return f"{text[:1].upper()}{text[1:]}; nothing needs to be done."


def _state(one: Intent) -> str:
    return one.do if one.do in ("on", "off") else one.text if one.do == "choose" and one.text else "as wished"


def objection(one: Intent, facts: Facts) -> str:
    """What the sensors, or the rules that were told, have against an intent; empty where that is nothing."""
    return _unsafe(one, facts.vehicle.get("sensors", "")) or _unlawful(one, " ".join(facts.context.values()))


def _unsafe(one: Intent, sensors: str) -> str:
    """A sensor reports what calls for the contrary."""
    for sensed in sensors.split(", "):
        for needed in situation(sensed):
            contrary = needed.thing == one.thing and _CONTRARY.get(one.do) == needed.do
            lets_in = needed.thing.startswith("recirculation") and one.thing in _LETS_AIR_IN and _opens(one)
            if contrary or lets_in:
                return f"The sensors report {sensed}: {needed.why}, so I leave the {one.thing.partition('|')[0]} as it is."
    return ""


def _opens(one: Intent) -> bool:
    return one.do in ("on", "more") or (one.do == "set" and one.value != 0 and one.unit != "min")


def _unlawful(one: Intent, told: str) -> str:
    """A rule forbids it here."""
    for thing, forbidden, rule in _UNLAWFUL:
        found = re.search(rule, told)
        if found and one.thing == thing and (one.text or one.do) in forbidden:
            return f"That is unlawful here: {found[0].strip()}."
    limit, seen = _FOG_LIGHT.search(told), re.search(r"visibility (\d+) m", told)
    if one.thing == "rear fog light" and one.do == "on" and limit and seen and int(seen[1]) >= int(limit[1]):
        return f"That is unlawful here: {limit[0].strip()}; visibility is {seen[1]} m."
    return ""


def refused_by_the_car(screen: Screen) -> str:
    """What the car last said when it refused something; empty where it refused nothing."""
    refusals = [step.result.partition(":")[2].strip() for step in screen.steps if step.failed]
    return f"The car says: {refusals[-1]}." if refusals and refusals[-1] else ""
