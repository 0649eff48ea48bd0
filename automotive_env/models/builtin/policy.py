"""Chooses the next action: what was said becomes needs, each is worked on until the car is as it was wished."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from automotive_env.model import Facts
from automotive_env.models.builtin import errands, place, questions
from automotive_env.models.builtin.calls import next_call
from automotive_env.models.builtin.errands import Errand, errand
from automotive_env.models.builtin.matching import ENOUGH, atlas, best, score, signposts, targets
from automotive_env.models.builtin.memory import DEGREES, earlier, referred
from automotive_env.models.builtin.operate import Progress, operate, picked
from automotive_env.models.builtin.planned_action import PlannedAction, act, end, open_app, say, scroll, tap
from automotive_env.models.builtin.screen import MAX_TOUCHES, Screen
from automotive_env.models.builtin.things import Thing
from automotive_env.models.builtin.wish import Wish, sentences, wish, wishes
from automotive_env.models.builtin.words import PRONOUNS, TIRED, hint, words_in
from automotive_env.observation import Element

_ALERT = "system.safety_alert"
_ERRANDS, _WARNS, _VAGUE = words_in("errands"), words_in("warns"), words_in("vague")
_TIRED = "You seem tired, take a break at the next safe place."


@dataclass(frozen=True, slots=True)
class Need:
    """One thing to be done: a control to operate, an errand, an alert, an answer, or "?" for one that a page shows."""

    wish: Wish = Wish()
    thing: Thing | None = None
    errand: Errand | None = None
    alert: str = ""
    answer: str = ""

    def __str__(self) -> str:
        if self.errand:
            return f"{self.errand.kind} {self.errand.name}"
        about = self.thing.label if self.thing else self.alert or self.answer
        return " ".join(filter(None, (self.wish.op, *sorted(self.wish.places), about)))


def next_action(facts: Facts) -> PlannedAction:
    """What to do next; on both faces the screen comes first, and a call where it shows no way."""
    chosen = _chosen(facts) if facts.face != "calls" else None
    if chosen is None or (facts.face == "both" and chosen.action.get("goal_status") == "infeasible"):
        return next_call(facts, [one.wish for one in needs(facts)])
    opens = chosen.action["action_type"] == "open_app"
    return _through_launcher(chosen, facts.elements) if opens and not facts.shortcuts else chosen


def plan(facts: Facts) -> list[str]:
    """What to do, in one sentence for each need."""
    return list(map(str, needs(facts))) or ["see how things stand"]


# What is needed


def needs(facts: Facts) -> list[Need]:
    """What is needed for what was said, and a warning where the car is too fast."""
    found = list(_reported(facts) if facts.speaker == "car" else _needs(facts.goal, facts))
    found = [replace(one, wish=place.localised(one.wish, one.thing, facts)) for one in found]
    fast = place.speeding(facts)
    return list(dict.fromkeys([*([Need(alert=fast)] if fast else []), *found]))


def _reported(facts: Facts) -> Iterator[Need]:
    """What an earlier wish asks for now that the car reports something, and a warning of a danger."""
    for saying in earlier(facts):
        condition, command = place.standing(saying)
        if condition and place.about(condition) & place.about(facts.goal):
            yield from _commanded(command, facts) if command else [Need(alert=facts.goal)]
            return
    if place.is_danger(facts.goal):
        yield Need(alert=facts.goal)


def _needs(saying: str, facts: Facts) -> Iterator[Need]:
    condition, command = place.standing(saying)
    holds = place.holds_now(condition, facts) if condition else True
    if not holds or (condition and not command):
        later = "It is not so now." if holds is False else "I will see to it when it is so."
        yield Need(alert=f"Caution: {place.dangers(facts)[0]}.") if holds and place.dangers(facts) else Need(answer=later)
        return
    saying, heard = command or saying, {*wish(saying).heard}
    if commands := place.by_the_rules(saying, facts):
        yield from (need for one in commands for need in _commanded(one, facts))
        return
    leans = earlier(facts) and PRONOUNS & heard and wish(saying).words <= DEGREES
    found = [need for one in referred(saying, facts) for need in _moved(one)] if leans else []
    found = found or list(_commands(saying, facts)) or [Need(alert=_TIRED)] * bool(TIRED & heard)
    side = " for the passenger" if facts.speaker == "passenger" else ""
    found = found or (list(_commanded(hint(saying) + side, facts)) if hint(saying) else [])
    found = found or [need for one in referred(saying, facts) for need in _moved(one)]
    found = found or [need for one in wishes(saying) if not one.commands for need in _moved(one)]
    yield from found or [Need(alert=f"Caution: {danger}.") for danger in place.dangers(facts)[:1] if (_VAGUE | _WARNS) & heard]


def _commands(saying: str, facts: Facts) -> Iterator[Need]:
    """The needs of the commands in a saying; where one leaves open what to do, a remark beside it may tell."""
    remarks = not all(one.commands for one in wishes(saying))
    for sentence in sentences(saying):
        told = errand(sentence)
        if told and told.kind == "message":
            yield Need(wish(sentence), errand=told)
            continue
        for one in wishes(sentence):
            away, asks = errand(one.said), questions.is_question(one)
            vague = hint(saying) if remarks and not (one.op or one.value or away or asks) else ""
            if one.commands or asks or (away and away.kind == "go"):
                yield from _commanded(vague or one.said, facts)


def _commanded(command: str, facts: Facts) -> Iterator[Need]:
    """The needs of a command."""
    command = re.sub(r"\bmy\b", "the passenger", command, flags=re.IGNORECASE) if facts.speaker == "passenger" else command
    one, found = wish(command), errand(command)
    if found and found.kind in ("go", "play") and not _ERRANDS & {*one.heard} and best(one, atlas())[0] > 0.75:
        found = None
    if found and (found.kind == "go" or not questions.is_question(one)):
        yield Need(one, errand=found)
    elif questions.is_question(one):
        told, thing = questions.from_facts(one, facts), questions.place_of(one)
        yield from [Need(one, answer=told[:900])] if told else [Need(one, thing, answer="?")] if thing else []
    elif _WARNS & {*one.heard} and one.value is None and place.dangers(facts):
        yield Need(one, alert=f"Caution: {place.dangers(facts)[0]}.")
    else:
        yield from _moved(one)


def _moved(one: Wish) -> Iterator[Need]:
    """The controls that a wish is about; of two things joined by "and", both."""
    first, _, second = one.said.partition(" and ")
    halves = [wish(first), replace(wish(second), op=wish(second).op or wish(first).op)] if second else []
    both = [targets(half) for half in halves]
    apart = both and all(both) and both[0][0][1] != both[1][0][1]
    yield from (Need(placed, thing) for half in (both if apart else [targets(one)]) for placed, thing in half)


# What to do


def _chosen(facts: Facts) -> PlannedAction:
    wanted, screen = needs(facts), Screen(facts)
    if not wanted and facts.speaker == "car":
        return end(True, "There is nothing to do.")
    if not wanted:
        return end(False, "I do not understand what is wished, so I leave the car as it is.")
    for one in wanted:
        if one.thing and not one.answer and (against := place.objection(one.wish, one.thing, facts)):
            return end(False, against)
    for at, one in enumerate(wanted):
        progress = _progress(one, screen, facts, wanted[at + 1 :])
        if isinstance(progress, PlannedAction):
            return progress
        if not progress:
            return end(False, f"I found no way to {one}." + (f" The car says: {screen.refusal}." if screen.refusal else ""))
    if screen.has_changed_something:
        return end(True, "That is done.")
    return say(
        f"It is already so, nothing needs to be done: {' and '.join(dict.fromkeys(map(str, wanted)))}.",
        "nothing is to be changed",
    )


def _progress(one: Need, screen: Screen, facts: Facts, later: list[Need]) -> Progress:
    if one.alert:
        return _alert(one.alert, screen, facts)
    if one.answer != "?" and one.answer:
        return screen.did("answer") or say(one.answer, "the facts answer this")
    if one.errand:
        return errands.run(one.errand, screen)
    assert one.thing is not None
    if one.answer:
        return screen.did("answer") or _read(one.thing, screen, facts)
    if one.thing.kind == "steps" and (choice := picked(one.wish, one.thing, screen)):
        return choice
    here = _in_sight(one.wish, one.thing, screen)
    if here is None and any(_begun(other.thing, screen) for other in later if other.thing):
        return True
    if here is not None:
        return operate(one.wish, here, screen)
    if one.thing.kind == "button" and any(step.hits(one.thing.element) for step in screen.steps if step.name):
        return True
    if way := _way_to(one.thing, screen, facts):
        return way
    opened = {str(step.data.get("app_name")) for step in screen.steps if step.verb == "open_app"} | {screen.app, one.thing.app}
    fits, other = best(
        one.wish, (elsewhere for elsewhere in atlas() if elsewhere.app in facts.apps and elsewhere.app not in opened)
    )
    return _way_to(other, screen, facts) if other and fits > score(one.wish, one.thing) - 0.35 and len(opened) < 4 else False


def _begun(thing: Thing, screen: Screen) -> bool:
    """Whether the way to a later need was taken already."""
    names = {*(step.partition("|")[0] for step in thing.way), thing.element.name}
    return bool(screen.opened(thing.app)) or any(step.name in names for step in screen.steps if step.name)


def _in_sight(wanted: Wish, thing: Thing, screen: Screen) -> Thing | None:
    """The control on the screen that fits as well as the one on the map; in another language, the one of its name."""
    fits, found = best(wanted, screen.things)
    page = wanted.words & thing.around - thing.words
    if found and fits >= max(ENOUGH, score(wanted, thing) - 0.12) and page <= found.around | found.words | found.named:
        return found
    same = (one for one in screen.things if (one.kind, one.element.name, one.app) == (thing.kind, thing.element.name, thing.app))
    return next(
        (one for one in same if one.places == thing.places and (one.label == thing.label or not one.words & wanted.words)), None
    )


def _way_to(thing: Thing, screen: Screen, facts: Facts) -> Progress:
    """The next step on the way to a control that is not in sight."""
    ways = [_on_screen(step, screen.elements) for step in thing.way]
    near = next((one for one in reversed(ways) if one is not None), None)
    if near is not None and not near.selected and len(screen.touches(near)) < MAX_TOUCHES - 1:
        return tap(near, f'"{near.label}" leads to {thing.label}')
    if thing.app != screen.app and thing.app in facts.apps and not screen.opened(thing.app):
        return open_app(thing.app, f"{thing.label} is found in {thing.app}")
    about = thing.words | thing.around
    pages = (one for one in screen.things if one.element.name in signposts() or "section" in one.element.name)
    tabs = [one for one in pages if one.element.clickable and one.title and one.title <= about and not one.on]
    if tab := next((one.element for one in tabs if one.element.enabled and not screen.did("click", one.element.name)), None):
        return tap(tab, f'"{tab.label}" may lead to {thing.label}')
    return screen.may_scroll and scroll(f"{thing.label} is not in sight, perhaps further down")


def _on_screen(step: str, elements: tuple[Element, ...]) -> Element | None:
    name, _, label = step.partition("|")
    named = [one for one in elements if one.name == name and one.clickable and one.enabled]
    return next((one for one in named if one.label == label), named[0] if named else None)


def _read(thing: Thing, screen: Screen, facts: Facts) -> Progress:
    wanted = thing.element
    same = (one for one in screen.things if one.element.name == wanted.name)
    here = next((one for one in same if one.element.description == wanted.description or one.kind != "text"), None)
    return say(questions.told_by(here), "the page shows it") if here else _way_to(thing, screen, facts)


def _alert(text: str, screen: Screen, facts: Facts) -> Progress:
    """Warn the driver, once; where the car lacks a kind of alert, it says which it has."""
    tried = [step for step in screen.steps if step.verb == "call" and step.data.get("api") == _ALERT]
    if tried and not tried[-1].failed:
        return True
    told = tried[-1].result if tried and "'" in tried[-1].result else facts.apis.get(_ALERT, "")
    arguments = {"kind": place.kind_of_alert(text, told), "message": text[:120]}
    return len(tried) < MAX_TOUCHES and act("call", "this is a danger", api=_ALERT, arguments=arguments)


def _through_launcher(chosen: PlannedAction, elements: tuple[Element, ...]) -> PlannedAction:
    """The next touch on the way to an app that cannot be opened by its name."""
    grid, tiles = [one for one in elements if one.name == "grid_nav"], [one for one in elements if one.name == "app_item"]
    tile = [one for one in tiles if chosen.action["app_name"] in one.label.lower()] or ([] if tiles else grid)
    return tap(tile[0], chosen.reason) if tile else scroll(chosen.reason)
