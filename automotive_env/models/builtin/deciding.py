"""The next action: the wishes behind the goal one after the other, each until it is fulfilled."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from automotive_env.model import Facts
from automotive_env.models.builtin import controls, errands
from automotive_env.models.builtin.controls import Progress
from automotive_env.models.builtin.move import Move, end, tap
from automotive_env.models.builtin.screen import Screen, is_on, words_of
from automotive_env.models.builtin.surroundings import consider
from automotive_env.models.builtin.travel import app_of, at_home, search, show
from automotive_env.models.builtin.wish import Do, Wish
from automotive_env.models.builtin.words import keys
from automotive_env.observation import Element

_WAYS: Mapping[Do, Callable[[Wish, Screen], Progress]] = {
    "on": controls.switch,
    "off": controls.switch,
    "set": controls.level,
    "more": controls.level,
    "less": controls.level,
    "choose": controls.choose,
    "press": controls.press,
    "call": errands.phone,
    "message": errands.message,
    "dial": errands.dial,
    "go": errands.go,
    "play": errands.play,
    "answer": errands.answer,
    "warn": errands.warn,
}
_AT_HOME = ("call", "message", "dial", "go", "play")
"""What is only done in its own app, since names may stand anywhere."""
_LEVELS = ("fan speed|fan", "volume", "wiper speed")
"""Numbers that can also be switched off."""


def decide(facts: Facts) -> Move:
    """What to do next."""
    wishes = consider(facts.goal, facts)
    if not wishes:
        return end(False, "I do not understand what is wished, so I leave the car as it is.")
    screen = Screen(facts)
    for position, wish in enumerate(wishes):
        progress = _progress(wish, screen, facts.apps)
        if progress is None and _was_done(wish, screen, facts.apps, wishes[position + 1 :]):
            continue
        if progress is None:
            progress = search(screen, facts.apps, wish) or False
        if isinstance(progress, Move):
            return Move(progress.action, f"{_sentence(wish.why)} {_sentence(progress.reason)}")
        if not progress:
            return end(False, f"{_sentence(wish.why)} I found no way to do it.")
    return end(True, f"{_sentence(wishes[-1].why)} That is done.")


def _progress(wish: Wish, screen: Screen, apps: tuple[str, ...]) -> Progress:
    if wish.place and wish.home == "seats" and (seat := _other_seat(wish, screen)) is not None:
        return tap(seat, f"the {wish.place} seat is meant")
    if wish.do in _AT_HOME and not at_home(screen, apps, wish):
        return None
    if wish.do == "open":
        return show(wish, screen, apps)
    way = _WAYS[wish.do]
    if wish.do in ("on", "off") and wish.thing in _LEVELS:
        way = controls.level
    return way(wish, screen)


def _other_seat(wish: Wish, screen: Screen) -> Element | None:
    """The choice of the seat that is meant, if the page shows such choices and another one is chosen."""
    wanted = keys(wish.place)
    for element in screen.elements:
        words = words_of(element) - {"seat"}
        if words == wanted and element.clickable and not is_on(element):
            return element
    return None


def _was_done(wish: Wish, screen: Screen, apps: tuple[str, ...], later: tuple[Wish, ...]) -> bool:
    """Whether a wish whose control is no longer in sight was seen to: it was touched, or the search for a later one has begun."""
    extra = keys(wish.text) if wish.do == "choose" else frozenset()
    if not later or any(screen.done(keys(name), extra=extra) for name in wish.thing.split("|")):
        return bool(later)
    opened = [str(step.data.get("app_name")) for step in screen.steps if step.verb == "open_app"]
    own, *others = (app_of(apps, one) for one in (wish, *later))
    since = opened[len(opened) - opened[::-1].index(own) :] if own in opened else []
    return any(app in since for app in others)


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}" if text else ""
