"""The driver's page and the page for people, by the rules of axe-core and by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from people_client import sitting
from serving_client import served
from web_page import SIZES, THEMES, can_be_used_by_keyboard, has_no_finding, looks, needs_axe, press

from automotive_env.place.places import place_by_name
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.scripts.browser import CHROMIUM, Page, chromium, until
from automotive_env.serving.drive import DrivenCar

ONE_TOUCH = "one_touch_task:ShowNotifications"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    assert CHROMIUM
    with chromium(CHROMIUM, tmp_path_factory.mktemp("profile")) as page:
        page.ask("Page.enable")
        page.ask("Page.setBypassCSP", enabled=True)
        yield page


@pytest.fixture(scope="module")
def car_page() -> Iterator[str]:
    with served(DrivenCar(place_by_name("Berlin")), "real") as address:
        yield address


def focus_and_press(page: Page, css: str, key: str = "Enter") -> None:
    """Press a key on an element."""
    page.run(f"document.querySelector({css!r}).focus()")
    press(page, key)


def opened(page: Page, address: str) -> None:
    page.open("about:blank")
    page.open(address)
    until(lambda: page.run("typeof elements !== 'undefined' && elements.length > 0"))


def picked(page: Page) -> None:
    """Pick an element of the list, with the keyboard."""
    page.run("document.getElementById('pick').checked || document.getElementById('pick').focus()")
    if not page.run("document.getElementById('pick').checked"):
        press(page, " ")
    focus_and_press(page, "#tab_elements")
    until(lambda: page.run("document.querySelector('#tree button') !== null"))
    focus_and_press(page, "#tree button")
    until(lambda: page.run("document.querySelector('#picked .empty') === null || !!document.querySelector('#picked code')"))
    focus_and_press(page, "#tab_picked")


TABS: Mapping[str, Callable[[Page], None]] = {
    "changes": lambda page: None,
    "elements": lambda page: focus_and_press(page, "#tab_elements"),
    "picked": picked,
}


@pytest.mark.parametrize("tab", TABS)
def test_the_keyboard_reaches_everything_of_the_drivers_page(browser: Page, car_page: str, tab: str) -> None:
    looks(browser, "desk", "light")
    opened(browser, car_page)
    TABS[tab](browser)
    can_be_used_by_keyboard(browser)


@needs_axe
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tab", TABS)
@pytest.mark.sweep
def test_axe_finds_nothing_on_the_drivers_page(browser: Page, car_page: str, tab: str, size: str, theme: str) -> None:
    looks(browser, size, theme)
    opened(browser, car_page)
    TABS[tab](browser)
    has_no_finding(browser)


@contextmanager
def sitting_at(folder: Path, page: Page) -> Iterator[None]:
    """The page for people, which a run of two wishes waits for; the second one is given up after the block."""
    options = ResolvedOptions(agents=("human",), tasks=(ONE_TOUCH,), out=folder / "run")
    with sitting(options, tells=True) as sat:
        page.open(sat.addresses[0])
        at(page, "consent")
        yield
        at(page, "wish")
        focus_and_press(page, "#wish .next")
        at(page, "playing")
        focus_and_press(page, "#done")
        at(page, "over")


def at(page: Page, stage: str) -> None:
    until(lambda: page.run("document.body?.dataset.stage") == stage)


def everywhere(page: Page, check: Callable[[], None]) -> None:
    """Check each stage of a sitting, and lead on by the keyboard: agree, practise, read the wish, play, give up."""
    check()
    focus_and_press(page, "#practise")
    at(page, "playing")
    check()
    focus_and_press(page, "#done")
    at(page, "wish")
    check()
    focus_and_press(page, "#wish .next")
    at(page, "playing")
    for drawer in ("say", "warn", "impossible"):
        focus_and_press(page, f"#{drawer}")
        check()
    focus_and_press(page, "#done")


@pytest.mark.sweep
def test_the_keyboard_points_at_the_display(browser: Page, car_page: str) -> None:
    looks(browser, "desk", "light")
    opened(browser, car_page)
    browser.run("(send({ do: 'key', key: 'home' }), canvas.focus())")
    left, top, right, bottom = browser.run("elements.find((e) => e.id === 'hvac').box")
    for key, name, low, high in (("ArrowRight", "x", left, right), ("ArrowDown", "y", top, bottom)):
        while browser.run(f"pointer.{name}") < low:
            press(browser, key)
        while browser.run(f"pointer.{name}") >= high:
            press(browser, {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp"}[key])
    press(browser, " ")
    until(lambda: browser.run("state.app") == "climate")


@pytest.mark.sweep
def test_the_keyboard_reaches_everything_of_the_page_for_people(browser: Page, tmp_path: Path) -> None:
    looks(browser, "desk", "light")
    with sitting_at(tmp_path, browser):
        everywhere(browser, lambda: can_be_used_by_keyboard(browser))


@needs_axe
@pytest.mark.sweep
def test_axe_finds_nothing_on_the_page_for_people(browser: Page, tmp_path: Path) -> None:
    def check() -> None:
        for size in SIZES:
            for theme in THEMES:
                looks(browser, size, theme)
                has_no_finding(browser)

    with sitting_at(tmp_path, browser):
        everywhere(browser, check)
