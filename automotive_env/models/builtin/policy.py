"""Chooses the next action: works through the intents of the goal in order, each until it is fulfilled."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from automotive_env.model import Facts
from automotive_env.models.builtin import controls, skills
from automotive_env.models.builtin.calling import next_call
from automotive_env.models.builtin.controls import Progress
from automotive_env.models.builtin.endings import already, nothing_changed, objection, refused_by_the_car
from automotive_env.models.builtin.intent import Do, Intent
from automotive_env.models.builtin.place_rules import resolve
from automotive_env.models.builtin.planned_action import PlannedAction, end, say, tap
from automotive_env.models.builtin.screen import Screen, is_on, words_of
from automotive_env.models.builtin.ui_search import app_of, in_own_app, search, show, through_launcher
from automotive_env.models.builtin.words import keys
from automotive_env.observation import Element

_SKILLS: Mapping[Do, Callable[[Intent, Screen], Progress]] = {
    "on": controls.switch,
    "off": controls.switch,
    "set": controls.level,
    "more": controls.level,
    "less": controls.level,
    "choose": controls.choose,
    "press": controls.press,
    "call": skills.phone,
    "message": skills.message,
    "dial": skills.dial,
    "go": skills.go,
    "play": skills.play,
    "answer": skills.answer,
    "warn": skills.warn,
}
_ONLY_IN_OWN_APP = ("call", "message", "dial", "go", "play")
"""Operations that are tried only in the app they belong to, since any app may show the name of a person or a place."""
_LEVELS = ("fan speed|fan", "volume", "wiper speed")
"""Numbers that can also be switched off."""


def next_action(facts: Facts) -> PlannedAction:
    """What to do next; an app that cannot be opened by its name is opened through the launcher.

    On both faces the screen comes first, and a call where it shows no way.
    """
    if facts.face == "calls":
        return next_call(facts)
    chosen = _chosen(facts)
    if facts.face == "both" and chosen.action.get("goal_status") == "infeasible":
        return next_call(facts)
    opens = chosen.action["action_type"] == "open_app"
    return through_launcher(chosen, Screen(facts)) if opens and not facts.shortcuts else chosen


def _chosen(facts: Facts) -> PlannedAction:
    intents = resolve(facts.goal, facts)
    if not intents:
        return end(False, "I do not understand what is wished, so I leave the car as it is.")
    screen = Screen(facts)
    if against := next(filter(None, (objection(one, facts) for one in intents)), ""):
        return end(False, against)
    for position, intent in enumerate(intents):
        progress = _progress(intent, screen, facts.apps)
        if progress is None and _was_done(intent, screen, facts.apps, intents[position + 1 :]):
            continue
        if progress is None:
            progress = search(screen, facts.apps, intent) or False
        if isinstance(progress, PlannedAction):
            return PlannedAction(progress.action, f"{_sentence(intent.why)} {_sentence(progress.reason)}")
        if not progress:
            return end(False, f"{_sentence(intent.why)} I found no way to do it. {refused_by_the_car(screen)}")
    if nothing_changed(screen, intents):
        return say(already(intents), f"{_sentence(intents[-1].why)} It is so already")
    return end(True, f"{_sentence(intents[-1].why)} That is done.")


def plan(facts: Facts) -> list[str]:
    """What to do, in one sentence for each intent of the goal."""
    steps = [
        " ".join(filter(None, (one.do, one.place, one.thing.partition("|")[0], one.text))) for one in resolve(facts.goal, facts)
    ]
    return steps or ["see how things stand"]


def _progress(intent: Intent, screen: Screen, apps: tuple[str, ...]) -> Progress:
    if intent.place and intent.home == "seats" and (seat := _other_seat(intent, screen)) is not None:
        return tap(seat, f"the {intent.place} seat is meant")
    if intent.do in _ONLY_IN_OWN_APP and not in_own_app(screen, apps, intent):
        return None
    if intent.do == "open":
        return show(intent, screen, apps)
    way = _SKILLS[intent.do]
    if intent.do in ("on", "off") and intent.thing in _LEVELS:
        way = controls.level
    return way(intent, screen)


def _other_seat(intent: Intent, screen: Screen) -> Element | None:
    """The choice of the seat that is meant, if the page shows such choices and another one is chosen."""
    wanted = keys(intent.place)
    for element in screen.elements:
        words = words_of(element) - {"seat"}
        if words == wanted and element.clickable and not is_on(element):
            return element
    return None


def _was_done(intent: Intent, screen: Screen, apps: tuple[str, ...], later: tuple[Intent, ...]) -> bool:
    """Whether an intent whose control is no longer shown is done: it was touched, or the search for a later one has begun."""
    extra = keys(intent.text) if intent.do == "choose" else frozenset()
    if not later or any(screen.done(keys(name), extra=extra) for name in intent.thing.split("|")):
        return bool(later)
    opened = [str(step.data.get("app_name")) for step in screen.steps if step.verb == "open_app"]
    own, *others = (app_of(apps, one) for one in (intent, *later))
    since = opened[len(opened) - opened[::-1].index(own) :] if own in opened else []
    return any(app in since for app in others)


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}" if text else ""
