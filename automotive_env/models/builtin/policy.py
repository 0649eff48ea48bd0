"""Chooses the next action: what was said becomes needs, each is worked on until the car is as it was wished."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from automotive_env.model import Facts
from automotive_env.models.builtin import errands, place, questions
from automotive_env.models.builtin.atlas import atlas
from automotive_env.models.builtin.calling import next_call
from automotive_env.models.builtin.errands import Errand, errand
from automotive_env.models.builtin.hints import TIRED, hint
from automotive_env.models.builtin.matching import ENOUGH, best, score, targets
from automotive_env.models.builtin.memory import earlier, referred
from automotive_env.models.builtin.operate import Progress, operate
from automotive_env.models.builtin.planned_action import PlannedAction, call, end, open_app, say, scroll, tap
from automotive_env.models.builtin.screen import MAX_TOUCHES, Screen, Step
from automotive_env.models.builtin.things import Thing
from automotive_env.models.builtin.wish import Wish, sentences, wish, wishes
from automotive_env.observation import Element

_ALERT = "system.safety_alert"
_ERRANDS = frozenset("play navigate listen drive take directions route guide".split())
_VAGUE = frozenset("safe danger dangerous careful watch aware wrong anything heads warn alert caution hazard".split())


@dataclass(frozen=True, slots=True)
class Need:
    """One thing to be done: a control to operate, an errand, an alert, an answer, or a question whose answer a page shows."""

    wish: Wish
    thing: Thing | None = None
    errand: Errand | None = None
    alert: str = ""
    answer: str = ""


def next_action(facts: Facts) -> PlannedAction:
    """What to do next; on both faces the screen comes first, and a call where it shows no way."""
    if facts.face == "calls":
        return next_call(facts, [one.wish for one in needs(facts)])
    chosen = _chosen(facts)
    if facts.face == "both" and chosen.action.get("goal_status") == "infeasible":
        return next_call(facts, [one.wish for one in needs(facts)])
    opens = chosen.action["action_type"] == "open_app"
    return _through_launcher(chosen, Screen(facts)) if opens and not facts.shortcuts else chosen


def plan(facts: Facts) -> list[str]:
    """What to do, in one sentence for each need."""
    return [_in_words(one) for one in needs(facts)] or ["see how things stand"]


def _in_words(one: Need) -> str:
    if one.errand:
        return f"{one.errand.kind} {one.errand.name}"
    return " ".join(filter(None, (one.wish.op, *sorted(one.wish.places), one.thing.label if one.thing else one.alert or one.answer)))


# What is needed


def needs(facts: Facts) -> list[Need]:
    """What is needed for what was said, and a warning where the car is too fast."""
    saying = facts.goal
    if facts.speaker == "passenger":
        saying = saying.replace("my ", "the passenger ").replace("My ", "The passenger ")
    found = list(_reported(facts) if facts.speaker == "car" else _needs(saying, facts))
    fast = place.speeding(facts)
    return list(dict.fromkeys([*found, *([Need(Wish(), alert=fast)] if fast else [])]))


def _reported(facts: Facts) -> Iterator[Need]:
    """What an earlier wish asks for now that the car reports something, and a warning of a danger."""
    report = place.about(facts.goal)
    for saying in earlier(facts):
        condition, command = place.standing(saying)
        if condition and place.about(condition) & report:
            yield from _commanded(command, facts) if command else [Need(Wish(), alert=facts.goal)]
            return
    if place.is_danger(facts.goal):
        yield Need(Wish(), alert=facts.goal)


def _needs(saying: str, facts: Facts) -> Iterator[Need]:
    condition, command = place.standing(saying)
    if condition and not (holds := place.holds_now(condition, facts)):
        yield Need(Wish(), answer="It is not so now." if holds is False else "I will see to it when it is so.")
        return
    if condition and not command:
        yield Need(Wish(), alert=f"Caution: {place.dangers(facts)[0]}.")
        return
    saying = command or saying
    if commands := place.by_the_rules(saying, facts) or [*filter(None, [place.comfort(saying, facts)])]:
        for one in commands:
            yield from _commanded(one, facts)
        return
    found = list(_commands(saying, facts))
    if not found and TIRED & {*wish(saying).heard}:
        found = [Need(Wish(), alert="You seem tired, take a break at the next safe place.")]
    if not found and (helps := hint(saying)):
        found = list(_commanded(helps, facts))
    if not found:
        found = [need for one in referred(saying, facts) for need in (_moved(one) if isinstance(one, Wish) else _commanded(one, facts))]
    if not found:
        found = [need for one in wishes(saying) if not one.commands for need in _moved(one)]
    if not found and _VAGUE & {*wish(saying).heard}:
        found = [Need(Wish(), alert=f"Caution: {danger}.") for danger in place.dangers(facts)[:1]]
    yield from found


def _commands(saying: str, facts: Facts) -> Iterator[Need]:
    """The needs of the commands in a saying, and of what helps with a remark where a command leaves open what to do."""
    for sentence in sentences(saying):
        told = errand(sentence)
        if told and told.kind == "message":
            yield Need(wish(sentence), errand=told)
            continue
        for one in wishes(sentence):
            away = errand(one.said)
            if one.commands or questions.is_question(one) or (away and away.kind == "go"):
                remarks = not all(other.commands for other in wishes(saying))
                vague = remarks and not (one.op or one.value or away or questions.is_question(one)) and hint(saying)
                yield from _commanded(vague or one.said, facts)


def _commanded(command: str, facts: Facts) -> Iterator[Need]:
    """The needs of a command."""
    one = wish(command)
    found = errand(command)
    if found and found.kind in ("go", "play") and not _ERRANDS & {*one.heard} and best(one, atlas())[0] > 0.75:
        found = None
    if found and not (questions.is_question(one) and found.kind != "go"):
        yield Need(one, errand=found)
    elif questions.is_question(one):
        yield from _answered(one, facts)
    elif {"warn", "alert", "caution"} & {*one.heard} and one.value is None and place.dangers(facts):
        yield Need(one, alert=f"Caution: {place.dangers(facts)[0]}.")
    else:
        yield from _moved(one)


def _moved(one: Wish) -> Iterator[Need]:
    """The controls that a wish is about; of two things joined by "and", both."""
    first, _, second = one.said.partition(" and ")
    halves = [wish(first), replace(wish(second), op=wish(second).op or wish(first).op)]
    both = [targets(half) for half in halves] if second else []
    if all(both) and both and both[0][0][1] != both[1][0][1]:
        yield from (Need(placed, thing) for half in both for placed, thing in half)
    else:
        yield from (Need(placed, thing) for placed, thing in targets(one))


def _answered(one: Wish, facts: Facts) -> Iterator[Need]:
    if not questions.is_question(one):
        return
    if told := questions.from_facts(one, facts):
        yield Need(one, answer=told[:900])
    elif thing := questions.place_of(one):
        yield Need(one, thing, answer="?")


# What to do


def _chosen(facts: Facts) -> PlannedAction:
    wanted, screen = needs(facts), Screen(facts)
    if not wanted:
        return end(False, "I do not understand what is wished, so I leave the car as it is.")
    for one in wanted:
        if one.thing and not one.answer and (against := place.objection(one.wish, one.thing, facts)):
            return end(False, against)
    for at, one in enumerate(wanted):
        progress = _progress(one, screen, facts, tuple(wanted[at + 1 :]))
        if isinstance(progress, PlannedAction):
            return progress
        if not progress:
            because = f"The car says: {screen.refusal}." if screen.refusal else ""
            return end(False, f"I found no way to {_in_words(one)}. {because}")
    if not screen.has_changed_something:
        said = " and ".join(dict.fromkeys(_in_words(one) for one in wanted))
        return say(f"It is so already: {said}.", "nothing needs to be done")
    return end(True, "That is done.")


def _progress(one: Need, screen: Screen, facts: Facts, later: tuple[Need, ...]) -> Progress:
    if one.alert:
        return _alert(one.alert, screen, facts)
    if one.answer == "?":
        return _read(one, screen, facts)
    if one.answer:
        return screen.did("answer") or say(one.answer, "the facts answer this")
    if one.errand:
        return errands.run(one.errand, screen)
    if any(_begun(other, screen) for other in later) and not _in_sight(one, screen):
        return True
    return _control(one, screen, facts)


def _begun(one: Need, screen: Screen) -> bool:
    """Whether the way to a later need was taken already."""
    names = {step.partition("|")[0] for step in one.thing.way} | {one.thing.element.name} if one.thing else set()
    opened = any(step.verb == "open_app" and one.thing and step.data.get("app_name") == one.thing.app for step in screen.steps)
    return opened or any(step.name in names for step in screen.steps if step.name)


def _in_sight(one: Need, screen: Screen) -> Thing | None:
    """The control on the screen that fits as well as the one on the map."""
    assert one.thing is not None
    fits, thing = best(one.wish, screen.things)
    if thing and fits >= max(ENOUGH, score(one.wish, one.thing) - 0.06):
        return thing
    wanted = one.thing  # in another language only names are the same
    same = (here for here in screen.things if (here.kind, here.element.name) == (wanted.kind, wanted.element.name))
    return next((here for here in same if here.app == wanted.app and here.places == wanted.places and (here.label == wanted.label or not here.words & wanted.words)), None)


def _control(one: Need, screen: Screen, facts: Facts) -> Progress:
    thing = _in_sight(one, screen)
    if thing is not None:
        return operate(one.wish, thing, screen)
    assert one.thing is not None
    if way := _way_to(one.thing, screen, facts):
        return way
    opened = {str(step.data.get("app_name")) for step in screen.steps if step.verb == "open_app"} | {screen.app, one.thing.app}
    fits, other = best(one.wish, (here for here in atlas() if here.app not in opened))
    return _way_to(other, screen, facts) if other and fits > score(one.wish, one.thing) - 0.2 and len(opened) < 4 else False


def _way_to(thing: Thing | None, screen: Screen, facts: Facts) -> Progress:
    """The next step on the way to a control that is not in sight."""
    assert thing is not None
    ways = [_on_screen(step, screen) for step in thing.way]
    near = next((one for one in reversed(ways) if one is not None), None)
    if near is not None and not near.selected and len(screen.touches(near)) < MAX_TOUCHES - 1:
        return tap(near, f'"{near.label}" leads to {thing.label}')
    opened = [step for step in screen.steps if step.verb == "open_app" and step.data.get("app_name") == thing.app]
    if thing.app != screen.app and thing.app in facts.apps and not opened:
        return open_app(thing.app, f"{thing.label} is found in {thing.app}")
    if screen.may_scroll:
        return scroll("down", f"{thing.label} is not in sight, perhaps further down")
    if thing.app in facts.apps and len(opened) == 1 and any(step.verb == "scroll" for step in screen.steps[-1:]):
        return open_app(thing.app, f"{thing.label} is not here")
    return False


def _on_screen(step: str, screen: Screen) -> Element | None:
    name, _, label = step.partition("|")
    named = [one for one in screen.elements if one.name == name and one.clickable and one.enabled]
    return next((one for one in named if one.label == label), named[0] if named else None)


def _read(one: Need, screen: Screen, facts: Facts) -> Progress:
    if screen.did("answer"):
        return True
    assert one.thing is not None
    wanted = one.thing.element
    for thing in screen.things:
        if thing.element.name == wanted.name and (thing.element.description == wanted.description or thing.kind != "text"):
            return say(questions.told_by(thing), "the page shows it")
    return _way_to(one.thing, screen, facts)


def _alert(text: str, screen: Screen, facts: Facts) -> Progress:
    """Warn the driver, once."""
    tried: list[Step] = [step for step in screen.steps if step.verb == "call" and step.data.get("api") == _ALERT]
    if any(not step.failed for step in tried):
        return True
    if len(tried) >= MAX_TOUCHES:
        return False
    known = replace(facts, apis={_ALERT: tried[-1].result}) if tried and "'" in tried[-1].result else facts
    return call(_ALERT, {"kind": place.kind_of_alert(text, known), "message": text[:120]}, "this is a danger")


def _through_launcher(action: PlannedAction, screen: Screen) -> PlannedAction:
    """The next touch on the way to an app that cannot be opened by its name."""
    app = str(action.action["app_name"])
    grid = next((one for one in screen.elements if one.name == "grid_nav"), None)
    tiles = [one for one in screen.elements if one.name == "app_item"]
    tile = next((one for one in tiles if app in one.label.lower()), None)
    if tile or (grid and not tiles):
        return tap(tile or grid, action.reason)  # type: ignore[arg-type]
    return scroll("down", action.reason)
