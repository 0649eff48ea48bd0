"""Every page of the viewer by the rules of axe-core and by the keyboard alone, in both themes and from a phone to a wall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Thread

import pytest
from result_fakes import fake_run
from web_page import SIZES, THEMES, can_be_used_by_keyboard, has_no_finding, looks, needs_axe, press

from automotive_env.runs.viewer.pages import ViewerPages
from automotive_env.runs.viewer.report import write_single_file
from automotive_env.runs.viewer.run_list import RunList
from automotive_env.runs.viewer.server import Site, ViewerServer
from automotive_env.runs.viewer.start import StartPages
from automotive_env.runs.viewer.viewed_run import ViewedRun
from automotive_env.scripts.browser import CHROMIUM, Page, chromium, until

PLACES = {
    "start": "",
    "episodes": "#/episodes?q=outcome%3Dfail",
    "wrong expression": "#/episodes?q=step%3E3",
    "step": "#/episode/0/t3a-hvac.fan_speed_max-0/1",
    "verdict": "#/episode/0/t3a-hvac.fan_speed_max-0/verdict",
    "compare": "#/compare",
    "differences": "#/compare?by=task",
    "statistics": "#/statistics",
    "report": "#/episodes",
    "report's step": "#/episode/0/t3a-hvac.fan_speed_max-0/1",
}
"""Page -> where it is in the viewer, or in the report as one file."""


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """Of the start page, of a run, and of its report."""
    runs = tmp_path_factory.mktemp("runs")
    folder = fake_run(runs / "run", agents=("m3a", "t3a"), instances=2)
    report = write_single_file(ViewedRun(folder), runs / "report.html", 10**7)
    sites: list[Site] = [StartPages(RunList(runs), ViewedRun), ViewerPages([ViewedRun(folder)])]
    servers = [ViewerServer(site, 0) for site in sites]
    threads = [Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}) for server in servers]
    for thread in threads:
        thread.start()
    yield {"start": servers[0].address, "report": report.as_uri(), "report's step": report.as_uri(), "": servers[1].address}
    for server, thread in zip(servers, threads, strict=True):
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    assert CHROMIUM
    with chromium(CHROMIUM, tmp_path_factory.mktemp("profile")) as page:
        page.ask("Page.enable")
        page.ask("Page.setBypassCSP", enabled=True)
        yield page


def show(page: Page, addresses: Mapping[str, str], place: str) -> None:
    page.open("about:blank")
    page.open(addresses.get(place, addresses[""]) + PLACES[place])
    until(lambda: page.run("document.querySelector('tbody tr, a.row, .pane, .tiles') !== null"))


@needs_axe
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.sweep
def test_axe_finds_nothing(browser: Page, addresses: Mapping[str, str], place: str, size: str, theme: str) -> None:
    looks(browser, size, theme)
    show(browser, addresses, place)
    has_no_finding(browser)


@pytest.mark.parametrize("size", ["desk", *(pytest.param(size, marks=pytest.mark.sweep) for size in ("phone", "wall"))])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.sweep
def test_the_keyboard_reaches_everything(browser: Page, addresses: Mapping[str, str], place: str, size: str) -> None:
    looks(browser, size, "light")
    show(browser, addresses, place)
    can_be_used_by_keyboard(browser)


@pytest.mark.sweep
def test_an_episode_is_opened_read_and_left_without_a_mouse(browser: Page, addresses: Mapping[str, str]) -> None:
    looks(browser, "desk", "light")
    show(browser, addresses, "episodes")
    browser.run("document.querySelector('a.row[href]').focus()")
    press(browser, "Enter")
    until(lambda: browser.run("location.hash").startswith("#/episode/"))
    until(lambda: browser.run("document.querySelector('.pane') !== null"))
    for key in ("ArrowLeft", "ArrowRight"):
        place = browser.run("location.hash")
        press(browser, key)
        until(lambda place=place: browser.run("location.hash") != place)
    press(browser, "Escape")
    until(lambda: browser.run("location.hash").startswith("#/episodes"))
