"""Getting to a control: pages and tabs of the app in front, other apps, scrolling."""

from __future__ import annotations

from itertools import takewhile

from automotive_env.models.builtin.controls import press
from automotive_env.models.builtin.functions import APPS
from automotive_env.models.builtin.move import Move, open_app, scroll, tap
from automotive_env.models.builtin.screen import Screen, coverage, words_of
from automotive_env.models.builtin.wish import ERRANDS, Wish
from automotive_env.models.builtin.words import keys
from automotive_env.observation import Element

SCROLLS = 3
_SIGNPOST = 0.6
"""Share of the words of a page that a tab or section must bear."""
VISITS = 3
"""Apps that are opened in search of one thing."""


def rank(apps: tuple[str, ...], home: str, thing: str) -> list[str]:
    """Apps in the order in which a control is looked for in them; those that have nothing to do with it are left out."""
    hints, words = keys(APPS.get(home, home)), keys(thing)

    def nearness(app: str) -> float:
        name = keys(app)
        about = keys(APPS.get(app, ""))
        return 3 * (home in name) + 2 * len(name & words) + len(name & hints) / (1 + len(name)) + len(about & words) / 2

    return [app for app in sorted(apps, key=lambda app: (-nearness(app), apps.index(app))) if nearness(app) > 0]


def app_of(apps: tuple[str, ...], wish: Wish) -> str:
    """The app in which a wish is most likely fulfilled; empty where there is none."""
    return next(iter(rank(apps, wish.home, wish.thing)), "")


def show(wish: Wish, screen: Screen, apps: tuple[str, ...]) -> Move | bool | None:
    """Open the app, or press the button, that bears a name."""
    named = [app for app in apps if keys(app) & keys(wish.thing)]
    if named:
        reason = f"{named[0]} is not in front"
        home = Move({"action_type": "navigate_home"}, reason)
        return screen.app == named[0] or (home if named[0] == "home" else open_app(named[0], reason))
    return press(wish, screen)


def at_home(screen: Screen, apps: tuple[str, ...], wish: Wish) -> bool:
    """Whether the app in front is the one that a wish is for, or that app was opened already."""
    return app_of(apps, wish) in ("", screen.app) or any(step.verb == "open_app" for step in screen.steps)


def search(screen: Screen, apps: tuple[str, ...], wish: Wish) -> Move | None:
    """The next step of a search for what a wish is about; None where everything that is reasonable was tried."""
    name = wish.thing.partition("|")[0]
    opened = [str(step.data.get("app_name", "")) for step in screen.steps if step.verb == "open_app"]
    places = rank(apps, wish.home, wish.thing)
    if places and places[0] not in (screen.app, *opened):
        return open_app(places[0], f"{name} is usually found in {places[0]}")
    if (page := _page(screen, wish.via if wish.do in ERRANDS else f"{wish.via}|{wish.thing}".strip("|"))) is not None:
        return tap(page, f'"{page.label}" may lead to {name}')
    if may_scroll(screen):
        return scroll("down", f"{name} is not in sight, perhaps further down")
    for app in places or apps:
        if app not in (screen.app, *opened) and len(opened) < VISITS:
            return open_app(app, f"{name} is not here, I look in {app}")
    return None


def _page(screen: Screen, via: str) -> Element | None:
    """A tab, section or list line that speaks of the way and was not visited yet."""
    best: tuple[float, Element | None] = (_SIGNPOST, None)
    for element in filter(_leads_on, screen.elements):
        words = words_of(element)
        share = max(coverage(keys(name), words) for name in via.split("|"))
        if share > best[0] and not screen.touched(element):
            best = share, element
    return best[1]


def _leads_on(element: Element) -> bool:
    plain = not (element.checkable or element.selected or element.range or element.editable)
    return element.clickable and element.enabled and plain and not element.name.endswith("item")


def may_scroll(screen: Screen) -> bool:
    """Whether there may be more further down: the last scrolls were few and not in vain."""
    scrolls = list(takewhile(lambda step: step.verb == "scroll", reversed(screen.steps)))
    return any(e.scrollable for e in screen.elements) and len(scrolls) < SCROLLS and not any(step.failed for step in scrolls)
