"""Chooses the next action: each need is worked on until the car is as it was wished."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from automotive_env.episode.observation import Element
from automotive_env.models.builtin import errands, place, questions
from automotive_env.models.builtin.calls import next_call
from automotive_env.models.builtin.matching import ENOUGH, best, score, signposts
from automotive_env.models.builtin.needs import WishedControl, commanded, needs
from automotive_env.models.builtin.operate import OperationProgress, operate
from automotive_env.models.builtin.screen import MAX_TOUCHES, ReadScreen, ReasonedAction, act, end, tap
from automotive_env.models.builtin.things import ScreenControl
from automotive_env.models.builtin.wish import ParsedWish
from automotive_env.models.builtin.words import TABLES, spoken
from automotive_env.models.model import PromptFacts

_FIRST = re.compile(r"(?:the )?(?P<what>[^;:,]+?) (?:is|are) [^;]*; (?P<do>.+?) (?:it|one) ?(?:on )?first")
_ALERT = "system.safety_alert"


def next_action(facts: PromptFacts) -> ReasonedAction:
    """What to do next; on both faces the screen comes first, and a call where it shows no way."""
    wanted = needs(facts)
    for one in wanted:
        if one.thing and not one.asks and (against := place.objection(one.wish, one.thing, facts)):
            return end(False, against)
    chosen = _chosen(wanted, facts) if facts.face != "calls" else None
    if chosen is None or (facts.face == "both" and chosen.action.get("goal_status") == "infeasible"):
        return next_call(facts, [one.wish for one in wanted])
    opens = chosen.action["action_type"] == "open_app"
    return _through_launcher(chosen, facts.elements) if opens and not facts.shortcuts else chosen


def plan(facts: PromptFacts) -> list[str]:
    """What to do, in one sentence for each need."""
    return list(map(str, needs(facts))) or ["see how things stand"]


def _chosen(wanted: Sequence[WishedControl], facts: PromptFacts) -> ReasonedAction:
    screen = ReadScreen(facts)
    if not wanted:
        reported = facts.speaker == "car"
        return end(reported, "There is nothing to do." if reported else "I do not understand the wish, so I change nothing.")
    for one in wanted:
        progress = _progress(one, screen, facts) or _advised(screen, facts)
        if isinstance(progress, ReasonedAction):
            return progress
        if not progress:
            return end(False, f"I found no way to {one}." + (f" The car says: {screen.refusal}." if screen.refusal else ""))
    if screen.is_changed:
        return end(True, "That is done.")
    done = " and ".join(dict.fromkeys(map(str, wanted)))
    return act("answer", "nothing is to be changed", text=f"It is already so, nothing needs to be done: {done}.")


def _advised(screen: ReadScreen, facts: PromptFacts) -> OperationProgress:
    """What the car says is to be done before what it refused."""
    found = _FIRST.search(screen.refusal)
    steps = (_progress(one, screen, facts) for one in (commanded(f"{found['do']} {found['what']}", facts) if found else ()))
    return next((step for step in steps if isinstance(step, ReasonedAction)), False)


def _progress(one: WishedControl, screen: ReadScreen, facts: PromptFacts) -> OperationProgress:
    if one.alert:
        return _alert(one.alert, screen, facts)
    if one.answer or one.asks:
        return screen.did("answer") or _answer(one, screen, facts)
    if one.errand:
        return errands.run(one.errand, screen)
    assert one.thing is not None
    if here := _in_sight(one.wish, one.thing, screen):
        return operate(one.wish, here, screen)
    if one.thing.app in screen.apps - {screen.app} or _seen_to(one.thing, screen):
        return True  # it was seen to before, and the page was left
    return _way_to(one.thing, screen, facts)


def _seen_to(thing: ScreenControl, screen: ReadScreen) -> bool:
    """Whether it was touched after the last step of the way to it, and before the next page."""
    step_to = thing.way[-1].partition("|")[0] if thing.way else ""
    marks = [at for at, step in enumerate(screen.steps) if (step.name == step_to if step_to else step.opens == thing.app)]
    if not marks and (thing.way or thing.kind == "slider"):
        return False
    here = takewhile(lambda step: step.name not in signposts() and not step.opens, screen.steps[marks[-1] + 1 if marks else 0 :])
    parts = (thing.element, *thing.parts)
    return any(any(map(step.hits, parts)) if step.name else thing.kind == "slider" and step.verb == "click" for step in here)


def _in_sight(wanted: ParsedWish, thing: ScreenControl, screen: ReadScreen) -> ScreenControl | None:
    """The control on the screen that fits as well as the one on the map."""
    fits, found = best(wanted, screen.things)
    return found if fits >= max(ENOUGH, score(wanted, thing) - 0.12) else None


def _way_to(thing: ScreenControl, screen: ReadScreen, facts: PromptFacts) -> OperationProgress:
    """The next step on the way to a control that is not in sight."""
    ways = [_on_screen(step, screen.elements) for step in thing.way]
    near = next((one for one in reversed(ways) if one is not None), None)
    if near is not None and not near.selected and len(screen.touches(near)) < MAX_TOUCHES - 1:
        return tap(near, f'"{near.label}" leads to {thing.label}')
    if thing.app in facts.apps and thing.app not in screen.apps | {screen.app}:
        return act("open_app", f"{thing.label} is found in {thing.app}", app_name=thing.app)
    return screen.may_scroll and act("scroll", f"{thing.label} is not in sight, perhaps further down", direction="down")


def _on_screen(step: str, elements: tuple[Element, ...]) -> Element | None:
    name, _, label = step.partition("|")
    named = [one for one in elements if one.name == name and one.clickable and one.enabled]
    return next((one for one in named if one.label == label), named[0] if named else None)


def _answer(one: WishedControl, screen: ReadScreen, facts: PromptFacts) -> OperationProgress:
    """The answer that is known, or what the page shows."""
    if one.thing is None:
        return act("answer", "the facts answer this", text=one.answer)
    wanted = one.thing.element
    same = (thing for thing in screen.things if thing.element.name == wanted.name)
    here = next((thing for thing in same if thing.element.description == wanted.description or thing.kind != "text"), None)
    return act("answer", "the page shows it", text=questions.told_by(here)) if here else _way_to(one.thing, screen, facts)


def _alert(text: str, screen: ReadScreen, facts: PromptFacts) -> OperationProgress:
    """Warn the driver, once; where the car lacks a kind of alert, it says which it has."""
    tried = [step for step in screen.steps if step.verb == "call" and step.data.get("api") == _ALERT]
    if tried and not tried[-1].failed:
        return True
    told = tried[-1].result if tried and "'" in tried[-1].result else facts.apis.get(_ALERT, "")
    kinds: list[str] = re.findall(r"'([^']+)'", told) or list(TABLES["alerts"])
    heard = {kind: {*TABLES["alerts"].get(kind, "").split()}.intersection(spoken(text)) for kind in kinds}
    arguments = {"kind": max(kinds, key=lambda kind: len(heard[kind])), "message": text[:120]}
    return len(tried) < MAX_TOUCHES and act("call", "this is a danger", api=_ALERT, arguments=arguments)


def _through_launcher(chosen: ReasonedAction, elements: tuple[Element, ...]) -> ReasonedAction:
    """The next touch on the way to an app that cannot be opened by its name."""
    grid, tiles = [one for one in elements if one.name == "grid_nav"], [one for one in elements if one.name == "app_item"]
    tile = [one for one in tiles if chosen.action["app_name"] in one.label.lower()] or ([] if tiles else grid)
    return tap(tile[0], chosen.reason) if tile else act("scroll", chosen.reason, direction="down")
