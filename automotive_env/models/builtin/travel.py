"""Getting to a control: pages and tabs of the app in front, other apps, scrolling."""

from __future__ import annotations

from itertools import takewhile

from automotive_env.models.builtin.functions import APPS
from automotive_env.models.builtin.move import Move, open_app, scroll, tap
from automotive_env.models.builtin.screen import Screen, coverage, words_of
from automotive_env.models.builtin.wish import ERRANDS, Wish
from automotive_env.models.builtin.words import keys
from automotive_env.observation import Element

SCROLLS = 3
VISITS = 3
"""Apps that are opened in search of one thing."""


def rank(apps: tuple[str, ...], home: str, thing: str) -> list[str]:
    """Apps in the order in which a control is looked for in them; those that have nothing to do with it are left out."""
    hints = keys(APPS.get(home, home))
    words = keys(thing)

    def nearness(app: str) -> float:
        name = keys(app)
        return 3 * (home in name) + 2 * len(name & words) + len(name & hints) / (1 + len(name))

    return [app for app in sorted(apps, key=lambda app: (-nearness(app), apps.index(app))) if nearness(app) > 0]


def at_home(screen: Screen, apps: tuple[str, ...], wish: Wish) -> bool:
    """Whether the app in front is the one that a wish is for, or that app was opened already."""
    places = rank(apps, wish.home, wish.thing)
    return not places or screen.app == places[0] or any(step.verb == "open_app" for step in screen.steps)


def search(screen: Screen, apps: tuple[str, ...], wish: Wish) -> Move | None:
    """The next step of a search for what a wish is about; None where everything that is reasonable was tried."""
    home, thing, name = wish.home, wish.thing, wish.thing.partition("|")[0]
    via = wish.via if wish.do in ERRANDS else f"{wish.via}|{thing}".strip("|")
    opened = [str(step.data.get("app_name", "")) for step in screen.steps if step.verb == "open_app"]
    places = rank(apps, home, thing) or list(apps)
    if not opened and places and screen.app != places[0]:
        return open_app(places[0], f"{thing.partition('|')[0]} is usually found in {places[0]}")
    if (page := _page(screen, via)) is not None:
        return tap(page, f'"{page.label}" may lead to {name}')
    if may_scroll(screen):
        return scroll("down", f"{name} is not in sight, perhaps further down")
    for app in places:
        if app not in opened and app != screen.app and len(opened) < VISITS:
            return open_app(app, f"{thing.partition('|')[0]} is not here, I look in {app}")
    return None


def _page(screen: Screen, via: str) -> Element | None:
    """A tab, section or list line that speaks of the way and was not visited yet."""
    best: tuple[float, Element | None] = (0.0, None)
    for element in screen.elements:
        if (
            not element.clickable
            or not element.enabled
            or element.checkable
            or element.selected
            or element.range
            or element.editable
        ):
            continue
        words = words_of(element)
        shared = max(coverage(keys(name), words) for name in via.split("|"))
        if {"tab", "section"} & words:
            shared += 0.2 if shared else 0.0
        if shared > max(0.6, best[0]) and not screen.touched(element) and "bar" not in words:
            best = shared, element
    return best[1]


def may_scroll(screen: Screen) -> bool:
    """Whether there may be more further down: the last scrolls were few and not in vain."""
    scrolls = list(takewhile(lambda step: step.verb == "scroll", reversed(screen.steps)))
    return any(e.scrollable for e in screen.elements) and len(scrolls) < SCROLLS and not any(step.failed for step in scrolls)
