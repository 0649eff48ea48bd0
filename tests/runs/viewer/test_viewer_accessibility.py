"""Every page of the viewer by the rules of axe-core (WCAG 2.2 A and AA), in both themes and from a phone to a wall."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from result_fakes import fake_run

from automotive_env.runs.viewer.pages import ViewerPages
from automotive_env.runs.viewer.run_list import RunList
from automotive_env.runs.viewer.server import Site, ViewerServer
from automotive_env.runs.viewer.start import StartPages
from automotive_env.runs.viewer.viewed_run import ViewedRun
from automotive_env.scripts.browser import CHROMIUM, Page, chromium, until

AXE = Path("node_modules/axe-core/axe.min.js")
"""The script of the package axe-core, which `npm install axe-core` puts there."""
pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not there; `npm install axe-core` gets it")
PLACES = {
    "start": "",
    "episodes": "#/episodes?q=outcome%3Dfail",
    "wrong expression": "#/episodes?q=step%3E3",
    "step": "#/episode/0/t3a-hvac.fan_speed_max-0/1",
    "verdict": "#/episode/0/t3a-hvac.fan_speed_max-0/verdict",
    "compare": "#/compare",
    "differences": "#/compare?by=task",
    "statistics": "#/statistics",
}
SIZES = {"phone": (390, 844), "desk": (1280, 800), "wall": (2560, 1440)}
RUN = """axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html.slice(0, 160), nodes[0].failureSummary.slice(0, 300)]))"""


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Of the start page, and of a run."""
    runs = tmp_path_factory.mktemp("runs")
    folder = fake_run(runs / "run", agents=("m3a", "t3a"), instances=2)
    sites: list[Site] = [StartPages(RunList(runs), ViewedRun), ViewerPages([ViewedRun(folder)])]
    servers = [ViewerServer(site, 0) for site in sites]
    threads = [Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}) for server in servers]
    for thread in threads:
        thread.start()
    yield servers[0].address, servers[1].address
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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.sweep
def test_axe_finds_nothing(browser: Page, addresses: tuple[str, str], place: str, size: str, theme: str) -> None:
    browser.size(*SIZES[size])
    browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    browser.open("about:blank")
    browser.open(addresses[place != "start"] + PLACES[place])
    until(lambda: browser.run("document.querySelector('tbody tr, a.row, .pane, .tiles') !== null"))
    browser.run(AXE.read_text("utf-8") + "; true")
    assert json.dumps(browser.run(RUN), indent=1) == "[]"
