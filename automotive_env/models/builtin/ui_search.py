"""Searching for a control that is not on the screen: tabs and pages, other apps, scrolling."""

from __future__ import annotations

from itertools import takewhile

from automotive_env.models.builtin.controls import press
from automotive_env.models.builtin.functions import APPS
from automotive_env.models.builtin.intent import MULTI_STEP, Intent
from automotive_env.models.builtin.planned_action import PlannedAction, open_app, scroll, tap
from automotive_env.models.builtin.screen import Screen, coverage, words_of
from automotive_env.models.builtin.words import keys
from automotive_env.observation import Element

MAX_SCROLLS = 3
_SIGNPOST = 0.6
"""Share of the words of a page that a tab or section must bear."""
_ACTS = keys("add delete remove clear favorite store")
"""Words of buttons that do something where they are, and lead nowhere."""
MAX_APPS = 3
"""Apps that are opened in search of one control."""


def rank(apps: tuple[str, ...], home: str, thing: str) -> list[str]:
    """Apps in the order in which a control is looked for in them; those that have nothing to do with it are left out."""
    hints, words = keys(APPS.get(home, home)), keys(thing)

    def nearness(app: str) -> float:
        name = keys(app)
        about = keys(APPS.get(app, ""))
        return 3 * (home in name) + 2 * len(name & words) + len(name & hints) / (1 + len(name)) + len(about & words) / 2

    return [app for app in sorted(apps, key=lambda app: (-nearness(app), apps.index(app))) if nearness(app) > 0]


def app_of(apps: tuple[str, ...], intent: Intent) -> str:
    """The app in which an intent is most likely fulfilled; empty where there is none."""
    return next(iter(rank(apps, intent.home, intent.thing)), "")


def show(intent: Intent, screen: Screen, apps: tuple[str, ...]) -> PlannedAction | bool | None:
    """Open the app, or press the button, that bears a name."""
    named = [app for app in apps if keys(app) & keys(intent.thing)]
    if named:
        reason = f"{named[0]} is not in front"
        home = PlannedAction({"action_type": "navigate_home"}, reason)
        return screen.app == named[0] or (home if named[0] == "home" else open_app(named[0], reason))
    return press(intent, screen)


def in_own_app(screen: Screen, apps: tuple[str, ...], intent: Intent) -> bool:
    """Whether the app in front is the one that an intent is for, or that app was opened already."""
    return app_of(apps, intent) in ("", screen.app) or any(step.verb == "open_app" for step in screen.steps)


def search(screen: Screen, apps: tuple[str, ...], intent: Intent) -> PlannedAction | None:
    """The next step of a search for what an intent is about; None where everything that is reasonable was tried."""
    name = intent.thing.partition("|")[0]
    opened = [str(step.data.get("app_name", "")) for step in screen.steps if step.verb == "open_app"]
    places = rank(apps, intent.home, intent.thing)
    if places and places[0] not in (screen.app, *opened):
        return open_app(places[0], f"{name} is usually found in {places[0]}")
    if (page := _page(screen, intent.via if intent.do in MULTI_STEP else f"{intent.via}|{intent.thing}".strip("|"))) is not None:
        return tap(page, f'"{page.label}" may lead to {name}')
    if may_scroll(screen):
        return scroll("down", f"{name} is not in sight, perhaps further down")
    for app in places or apps:
        if app not in (screen.app, *opened) and len(opened) < MAX_APPS:
            return open_app(app, f"{name} is not here, I look in {app}")
    return None


def through_launcher(action: PlannedAction, screen: Screen) -> PlannedAction:
    """The next touch on the way to an app that cannot be opened by its name."""
    app = keys(str(action.action["app_name"]))
    grid = [element for element in screen.elements if element.name == "grid_nav"]
    tiles = [element for element in screen.elements if element.name == "app_item"]
    tile = next((one for one in tiles if app & words_of(one)), None)
    if tile or (grid and not tiles):
        return tap(tile or grid[0], action.reason)
    return scroll("down", action.reason)


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
    plain = not (element.checkable or element.selected or element.range or element.editable or _ACTS & words_of(element))
    return element.clickable and element.enabled and plain and not element.name.endswith("item")


def may_scroll(screen: Screen) -> bool:
    """Whether there may be more further down: the last scrolls were few and not in vain."""
    scrolls = list(takewhile(lambda step: step.verb == "scroll", reversed(screen.steps)))
    return any(e.scrollable for e in screen.elements) and len(scrolls) < MAX_SCROLLS and not any(step.failed for step in scrolls)
