"""The viewer in a real browser: served, as a folder and as one file."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import native_model
import pytest
from command_line import run_here
from registered import PLAIN
from result_fakes import add_episode, call, episode, manifest, step
from viewer_fakes import hostile_run

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.viewer.pages import ViewerPages
from automotive_env.runs.viewer.report import write_folder, write_page, write_single_file
from automotive_env.runs.viewer.run_list import RunList
from automotive_env.runs.viewer.server import Site, ViewerServer
from automotive_env.runs.viewer.start import StartPages
from automotive_env.runs.viewer.viewed_run import ViewedRun
from automotive_env.scripts.browser import CHROMIUM, Page, chromium, until
from automotive_env.suites.grounding.asked_screen import asked_screens, looks_of
from automotive_env.suites.grounding.suite import grounding_items

WATCH = """
window.faults = [];
window.alert = (text) => faults.push(`a script ran: ${text}`);
document.addEventListener('securitypolicyviolation', (event) => faults.push(`${event.violatedDirective} ${event.blockedURI}`));
window.addEventListener('error', (event) => faults.push(event.message));
window.addEventListener('unhandledrejection', (event) => faults.push(String(event.reason)));
"""
PICTURE = """(() => {
    const shown = document.querySelector('.layer.before > :first-child');
    return shown && [shown.tagName, shown.naturalWidth || shown.width];
})()"""
SPOTS = """(() => {
    const frame = document.querySelector('.over').getBoundingClientRect();
    return [...document.querySelectorAll('.over circle.touch.white')].map((one) => {
        const at = new DOMPoint(one.cx.baseVal.value, one.cy.baseVal.value).matrixTransform(one.getScreenCTM());
        return [(at.x - frame.left) / frame.width, (at.y - frame.top) / frame.height];
    });
})()"""
"""Where touches are drawn, as parts of the picture's sides."""
MEGABYTE = 10**6
WIDTH = 1408
"""Of most displays, in pixels."""


@pytest.fixture(scope="module")
def shared_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    assert CHROMIUM
    with chromium(CHROMIUM, tmp_path_factory.mktemp("profile")) as page:
        page.ask("Page.enable")
        page.ask("Network.enable")
        page.ask("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        yield page


@pytest.fixture
def browser(shared_page: Page) -> Page:
    """The page, of its usual size, whatever an earlier test left of it."""
    shared_page.size(1280, 800)
    shared_page.events.clear()
    return shared_page


@pytest.fixture
def serve() -> Iterator[Callable[[Site], str]]:
    """Serves pages until the end of the test; returns the address."""
    servers: list[tuple[ViewerServer, threading.Thread]] = []

    def serve(site: Site) -> str:
        server = ViewerServer(site, 0)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        servers.append((server, thread))
        return server.address

    yield serve
    for server, thread in servers:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def view(serve: Callable[[Site], str]) -> Callable[..., str]:
    """Serves runs until the end of the test; returns the address."""
    return lambda *folders: serve(ViewerPages([ViewedRun(folder) for folder in folders]))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """An agent that looks at pictures."""
    path = tmp_path_factory.mktemp("played") / "run"
    options = ("--agent", "m3a", "--tasks", PLAIN, "--out", str(path), "--json")
    assert run_here("run", *options).returncode == 0
    return RunFolder.open(path)


def show(page: Page, address: str, place: str = "") -> None:
    """Open a place in the page, from nothing."""
    if page.run("document.URL").partition("#")[0] == address:
        page.open("about:blank")  # else only the place in the page would change
    page.open(f"{address}#{place}")
    until(lambda: page.run("document.querySelector('main')?.children.length"))


def move(page: Page, place: str) -> None:
    page.run(f"location.hash = {json.dumps(place)}")


def press(page: Page, key: str) -> None:
    page.run(f"document.dispatchEvent(new KeyboardEvent('keydown', {{ key: {json.dumps(key)}, bubbles: true }}))")


def enter(page: Page, selector: str, value: str) -> None:
    field = f"document.querySelector({json.dumps(selector)})"
    page.run(f"{field}.value = {json.dumps(value)}; {field}.dispatchEvent(new Event('input'))")


def text(page: Page, selector: str) -> str:
    return str(page.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))


def no_faults(page: Page) -> None:
    assert page.run("faults") == []
    asked = [event["params"]["request"]["url"] for event in page.events if event["method"] == "Network.requestWillBeSent"]
    assert asked
    assert [url for url in asked if not url.startswith(("http://127.0.0.1:", "file:///", "data:", "about:"))] == []
    page.events.clear()


FORMS: dict[str, Callable[[RunFolder, Path], Path]] = {
    "folder": lambda run, to: write_folder(ViewedRun(run), to / "folder", MEGABYTE),
    "one file": lambda run, to: write_single_file(ViewedRun(run), to / "one.html", MEGABYTE),
    "left behind": lambda run, to: write_page(ViewedRun(run), to / "left.html"),
}
"""The page as files."""


@pytest.mark.parametrize("form", ["served", *(pytest.param(form, marks=pytest.mark.sweep) for form in FORMS)])
def test_hostile_text_is_shown_as_text_on_every_page_and_nothing_runs(
    browser: Page, view: Callable[..., str], tmp_path: Path, form: str
) -> None:
    folder = hostile_run(tmp_path / "run")
    address = view(folder) if form == "served" else FORMS[form](folder, tmp_path).as_uri()
    show(browser, address)
    until(lambda: "alert(1)" in text(browser, ".rows"))
    for tab in range(4):
        move(browser, "/episode/0/a/1")
        until(lambda: "<img src=x" in text(browser, ".beside"))
        browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert "<img src=x" in text(browser, ".pane"), tab
        browser.run(f"document.querySelectorAll('.pane-tabs button')[{(tab + 1) % 4}].click()")
    for place in ("/episode/0/a/verdict", "/compare", "/compare/0%2Fa/0%2Fb", "/statistics", "/episodes?q=%3Cimg%20src=x"):
        move(browser, place)
        until(lambda: "<img src=x" in text(browser, "main"))
    assert browser.run("document.querySelector('main :is(script, iframe, object, img[src=x], [onerror])')") is None
    no_faults(browser)


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ("served", "IMG"),
        ("left behind", "CANVAS"),
        pytest.param("folder", "IMG", marks=pytest.mark.sweep),
        pytest.param("one file", "IMG", marks=pytest.mark.sweep),
    ],
)
def test_every_step_has_a_picture(
    browser: Page, view: Callable[..., str], played: RunFolder, tmp_path: Path, form: str, kind: str
) -> None:
    (record,) = played.episodes()
    show(browser, view(played) if form == "served" else FORMS[form](played, tmp_path).as_uri(), f"/episode/0/{record.id}/1")
    for number in range(1, record.steps + 1):
        move(browser, f"/episode/0/{record.id}/{number}")
        until(lambda: text(browser, ".rail [aria-current=true]") == str(number))  # noqa: B023
        until(lambda: browser.run(PICTURE) == [kind, 1408])
    assert browser.run("[...document.images].every((one) => one.complete && one.naturalWidth)")
    assert ("list of elements" in text(browser, ".hint")) == (kind == "CANVAS")
    no_faults(browser)


def test_a_slider_leads_from_before_a_step_to_after_it(browser: Page, view: Callable[..., str], played: RunFolder) -> None:
    record = played.episodes()[0]
    show(browser, view(played), f"/episode/0/{record.id}/1")
    until(lambda: browser.run(PICTURE))
    press(browser, "b")
    until(lambda: browser.run("document.querySelectorAll('.split .layer img').length") == 2)
    assert browser.run("document.querySelector('.layer.before').style.clipPath") == "inset(0px 50% 0px 0px)"
    enter(browser, ".slider", "10")
    assert browser.run("document.querySelector('.layer.before').style.clipPath") == "inset(0px 90% 0px 0px)"
    press(browser, "b")
    until(lambda: browser.run("document.querySelectorAll('.layer img').length") == 1)
    press(browser, "m")
    until(lambda: "screenshot-1" in str(browser.run("document.querySelector('.layer img')?.src")))
    press(browser, "m")
    no_faults(browser)


def test_a_vote_and_what_was_told_stand_beside_the_replies(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    vote = {"groups": [[0], [1, 2]], "kinds": ["text", "calls"], "does": ["nothing", "fog.on()"], "chosen": 1, "by": "majority"}
    told = [{"id": "0123456789abcdef", "kind": "st", "similarity": 0.75}]
    replies = [{"text": f"reply number {number}"} for number in range(3)]
    folder = RunFolder.create(tmp_path / "run", manifest())
    add_episode(folder, episode("a", "pass"), [step(1, calls=[call("", choices=replies, notes={"told": told, "vote": vote})])])
    folder.finish("2026-01-01T00:00:00+00:00")
    show(browser, view(folder), "/episode/0/a/1")
    until(lambda: browser.run("document.querySelectorAll('.pane-tabs button').length") == 5)
    browser.run("document.querySelectorAll('.pane-tabs button')[1].click()")
    until(lambda: "reply number 1" in str(browser.run("document.querySelector('main')?.textContent")))
    shown = str(browser.run("document.querySelector('main').textContent"))
    for words in (
        "most replies do this",
        "2 of 3 (carried out)",
        "fog.on()",
        "0123456789abcdef st, similarity 0.750",
        "group 1 of 2",
    ):
        assert words in shown
    samples = "[...document.querySelectorAll('.reply')].map((one) => one.classList.contains('sample'))"
    assert browser.run(samples) == [True, False, True]
    browser.run("document.querySelectorAll('.pane-tabs button')[0].click()")  # the page remembers it
    no_faults(browser)


def test_a_reply_that_the_model_wrote_stands_with_the_vote(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    vote = {"groups": [[0], [1]], "kinds": ["calls", "calls"], "does": ["fog.on()", "fog.off()"], "chosen": 2, "by": "written"}
    written = {"text": "The fog is on.", "tool_calls": [{"id": "w", "name": "heat", "arguments": '{"on": true}'}]}
    replies = [{"text": f"reply number {number}"} for number in range(2)]
    folder = RunFolder.create(tmp_path / "run", manifest())
    notes = {"vote": vote, "written": written}
    add_episode(folder, episode("a", "pass"), [step(1, calls=[call("", choices=replies, notes=notes)])])
    folder.finish("2026-01-01T00:00:00+00:00")
    show(browser, view(folder), "/episode/0/a/1")
    until(lambda: browser.run("document.querySelectorAll('.pane-tabs button').length") == 5)
    browser.run("document.querySelectorAll('.pane-tabs button')[1].click()")
    until(lambda: "reply number 1" in str(browser.run("document.querySelector('main')?.textContent")))
    shown = str(browser.run("document.querySelector('main').textContent"))
    for words in ("none of them: the model wrote the reply", "written reply carried out", "The fog is on.", 'heat {"on": true}'):
        assert words in shown
    samples = "[...document.querySelectorAll('.reply')].map((one) => one.classList.contains('sample'))"
    assert browser.run(samples) == [False, True, True]
    browser.run("document.querySelectorAll('.pane-tabs button')[0].click()")  # the page remembers it
    no_faults(browser)


def test_turns_json_and_all_steps_at_a_glance_are_shown(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    end = {"action_type": "status", "goal_status": "complete"}
    add_episode(folder, episode("a", "pass", later=["And now <b>warmer</b>.", ""]), [step(1, action=end), step(2, action=end)])
    folder.finish("2026-01-01T00:00:00+00:00")
    show(browser, view(folder), "/episode/0/a/1")
    until(lambda: browser.run("document.querySelectorAll('.turns li').length") == 2)
    said = browser.run("[...document.querySelectorAll('.turns button')].map((one) => [one.textContent, one.disabled])")
    assert said == [["And now <b>warmer</b>.", False], ["The car notices something.", True]]
    browser.run("document.querySelector('.turns button').click()")
    until(lambda: text(browser, ".rail [aria-current=true]") == "2")
    browser.run("[...document.querySelectorAll('.pane-tabs button')].find((one) => one.textContent === 'JSON').click()")
    raw = json.loads(text(browser, ".raw"))
    assert (raw["step"], raw["action"]) == (2, end)
    browser.run("[...document.querySelectorAll('.rail-bar button')].find((one) => one.textContent === 'Overview')?.click()")
    until(lambda: browser.run("document.querySelectorAll('.glance:not([hidden]) .small').length") == 2)
    browser.run("document.querySelector('.glance .small').click()")
    until(lambda: text(browser, ".rail [aria-current=true]") == "1" and browser.run("document.querySelector('.glance').hidden"))
    browser.run("document.querySelectorAll('.pane-tabs button')[0].click()")  # the page remembers it
    no_faults(browser)


def test_a_search_that_finds_nothing_says_so(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    add_episode(folder, episode("a", "pass"), [step(1)])
    show(browser, view(folder), "/episodes?q=unfindable")
    until(lambda: "No episode matches" in text(browser, ".blank:not([hidden])"))
    browser.run("document.querySelector('.blank button').click()")
    until(lambda: browser.run("document.querySelector('.blank').hidden && document.querySelectorAll('a.row').length > 0"))
    no_faults(browser)


def many(path: Path, number: int) -> RunFolder:
    """A run of many episodes without steps."""
    folder = RunFolder.create(path, manifest())
    outcomes = ("pass", "fail", "fail", "step_limit")
    records = [
        episode(
            f"e{i:05}",
            outcomes[i % 4],
            agent=("m3a", "t3a")[i % 2],
            goal=f"Goal {i:05}",
            place=("Oslo", "Paris", "Rome")[i % 3],
            steps=i,
            scores={"touches_while_moving": float(i % 5)},
        )
        for i in range(number)
    ]
    (folder.path / "episodes.jsonl").write_text("".join(record.line() + "\n" for record in records))
    return folder


def first_goal(page: Page) -> str:
    """The goal of the row at the top of the list."""
    return str(
        page.run("""[...document.querySelectorAll('.rows .row:not([hidden])')].map((row) =>
        [row.getBoundingClientRect().top, row.querySelector('.goal b').textContent]).filter(([top]) => top >=
        document.querySelector('.scroller').getBoundingClientRect().top - 1).sort(([a], [b]) => a - b)[0]?.[1] ?? ''""")
    )


def test_a_long_list_has_few_rows_and_filters_sorting_and_places_are_in_the_address(
    browser: Page, view: Callable[..., str], tmp_path: Path
) -> None:
    show(browser, view(many(tmp_path / "run", 3000)))
    until(lambda: first_goal(browser) == "Goal 00000")
    assert browser.run("document.querySelectorAll('.rows > *').length") < 60
    browser.run("document.querySelector('.scroller').scrollTop = 56 * 2000")
    until(lambda: first_goal(browser) == "Goal 02000")
    browser.run("[...document.querySelectorAll('.facet button')].find((one) => one.title === 'step_limit').click()")
    until(lambda: first_goal(browser) == "Goal 00003")
    browser.run("[...document.querySelectorAll('.facet button')].find((one) => one.title === 'Oslo').click()")
    until(lambda: first_goal(browser) == "Goal 00003")
    assert "250 of 3,000" in text(browser, ".bar")
    browser.run("[...document.querySelectorAll('.head button')].find((one) => one.textContent.startsWith('Steps')).click()")
    until(lambda: first_goal(browser) == "Goal 02991")
    assert browser.run("location.hash") == "#/episodes?outcome=step_limit&place=Oslo&sort=-steps"
    press(browser, "ArrowDown")
    press(browser, "Enter")
    until(lambda: text(browser, "h1") == "Goal 02991")
    press(browser, "ArrowDown")
    until(lambda: text(browser, "h1") == "Goal 02979")
    browser.go(-2)
    until(lambda: first_goal(browser) == "Goal 02991")
    browser.go(-1)
    until(lambda: first_goal(browser) == "Goal 00003")
    browser.go(-2)
    until(lambda: "3,000 episodes" in text(browser, ".bar"))
    enter(browser, "#search", "goal 0299 rome")
    until(lambda: "5 of 3,000" in text(browser, ".bar"))
    assert browser.run("new URLSearchParams(location.hash.split('?')[1]).get('q')") == "goal 0299 rome"
    no_faults(browser)


def pressed(page: Page, key: str, number: int) -> str:
    """Press a key as a keyboard does; returns the name of what has the focus then."""
    common = {"key": key, "code": key, "windowsVirtualKeyCode": number}
    page.ask("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": "\r"} if key == "Enter" else {}))
    page.ask("Input.dispatchKeyEvent", type="keyUp", **common)
    return str(page.run("(({ ariaLabel, title, textContent }) => ariaLabel || title || textContent)(document.activeElement)"))


def test_the_focus_of_the_keyboard_stays_on_what_was_pressed(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    for agent in ("a", "b"):
        add_episode(folder, episode(agent, agent=agent), [step(1), step(2)])
    show(browser, view(folder))
    until(lambda: first_goal(browser))
    pressed(browser, "Tab", 9)
    browser.run("document.querySelector('.facet [title=b]').focus()")
    assert pressed(browser, "Enter", 13) == "b"
    assert "1 of 2" in text(browser, ".bar")
    assert pressed(browser, "ArrowDown", 40) == "Episodes"
    pressed(browser, "Enter", 13)
    move(browser, "/episode/0/b/1")
    until(lambda: text(browser, ".rail [aria-current=true]") == "1")
    browser.run("document.querySelector('[aria-label=\"Next step\"]').focus()")
    assert [pressed(browser, "Enter", 13) for _ in range(2)] == ["Next step", "Previous step"]
    assert text(browser, ".ending[aria-current=true]")
    assert pressed(browser, "Enter", 13) == "Previous step"
    browser.run("document.querySelectorAll('.pane-tabs button')[2].focus()")
    assert pressed(browser, "Enter", 13).startswith("Elements")
    assert [pressed(browser, "Tab", 9) for _ in range(3)] == ["Car", "JSON", "Elements"]
    browser.run("document.querySelector('.pane-tabs button').click()")  # the page remembers it
    no_faults(browser)


def test_prices_are_shown_where_they_are_known_and_others_stay_unknown(
    browser: Page, view: Callable[..., str], tmp_path: Path
) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    for name, price in (("a", 0.0123), ("b", None), ("c", 4.5)):
        add_episode(folder, episode(name, goal=f"Goal {name}", price=price), [step(1)])
    show(browser, view(folder), "/episodes?sort=-price")
    until(lambda: first_goal(browser) == "Goal c")
    cells = "[...document.querySelectorAll('.rows .row:not([hidden]) .price')].map((one) => one.textContent)"
    assert browser.run(cells) == ["$4.50", "$0.0123", ""]
    move(browser, "/episode/0/a/verdict")
    until(lambda: "$0.0123" in text(browser, ".meta"))
    no_faults(browser)


def test_an_address_that_means_nothing_breaks_nothing(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    show(browser, view(many(tmp_path / "run", 3)))
    strange = [
        "/toString",
        "/__proto__",
        "/episode",
        "/episode/0",
        "/episode/0/e00000/toString",
        "/episode/0/nothing/1",
        "/episode/9/e00000",
        "/compare/x",
        "/compare/x/y",
        "/compare/0%2Fe00000/0%2Fe00000/-1",
        "/compare?a=nobody&show=toString",
        "/%E0%A4%A",
        "/episodes?sort=constructor",
        "/episodes?sort=-__proto__&outcome=&outcome=nothing",
        "/episodes?q=%ff",
        "/statistics/1/2/3",
        "?",
        "#",
    ]
    for place in strange:
        move(browser, place)
        until(lambda: text(browser, "main"))
    move(browser, "/episodes")
    until(lambda: first_goal(browser) == "Goal 00000")
    no_faults(browser)


def test_two_agents_are_compared_where_they_part(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    click, wait = {"action_type": "click", "index": 0}, {"action_type": "wait"}
    for number, (one, other) in enumerate((("pass", "fail"), ("fail", "pass"), ("pass", "pass"), ("pass", "env_error"))):
        common = {"instance": f"{number:016}", "goal": f"Goal {number}"}
        add_episode(folder, episode(f"a{number}", one, agent="a", **common), [step(1, action=click), step(2, action=click)])
        add_episode(folder, episode(f"b{number}", other, agent="b", **common), [step(1, action=click), step(2, action=wait)])
    show(browser, view(folder), "/compare")
    until(lambda: text(browser, ".tile.ab b") == "1")
    assert [text(browser, f".tile.{name} b") for name in ("ba", "both", "none")] == ["1", "1", "0"]
    browser.run("document.querySelector('.tile.ab').click()")
    until(lambda: first_goal(browser) == "Goal 0")
    assert browser.run("location.hash") == "#/compare?show=ab"
    press(browser, "ArrowDown")
    press(browser, "Enter")
    until(lambda: text(browser, ".rail .first") == "2")
    assert text(browser, ".rail [aria-current=true]") == "2"
    assert browser.run("[...document.querySelectorAll('.column .did b')].map((one) => one.textContent)") == ["click", "wait"]
    assert "first difference" in text(browser, ".column h3")
    no_faults(browser)


def test_headings_stand_over_their_columns_in_short_and_long_lists(
    browser: Page, view: Callable[..., str], tmp_path: Path
) -> None:
    for number in (3, 300):
        show(browser, view(many(tmp_path / str(number), number)), "/episodes?sort=-steps")
        until(lambda: first_goal(browser))
        edges = "[...{}.querySelectorAll('.cell')].map((one) => one.getBoundingClientRect().right)"
        heads, cells = (browser.run(edges.format(f"document.querySelector('{row}')")) for row in (".row.head", ".rows .row"))
        assert heads == cells
        named = "[...document.querySelectorAll('.head [aria-sort]')].find((one) => one.textContent.startsWith('{}'))"
        arrow = browser.run(f"{named.format('Steps')}.querySelector('i').getBoundingClientRect().right")
        assert arrow <= browser.run(f"{named.format('Tokens')}.querySelector('button').getBoundingClientRect().left")
    no_faults(browser)


def test_a_long_name_of_a_model_leaves_room_for_goals_and_narrow_windows_show_them(
    browser: Page, view: Callable[..., str], tmp_path: Path
) -> None:
    folder = RunFolder.create(tmp_path / "run", manifest())
    common = {"model": "name" * 50, "goal": "Warmer, please. " * 10}
    add_episode(folder, episode("a", "pass", agent="a", **common), [step(1)])
    add_episode(folder, episode("b", "fail", agent="b", **common), [step(1)])
    browser.size(1600, 900)
    show(browser, view(folder), "/episode/0/a/1")
    until(lambda: text(browser, ".side-row"))
    width = "document.querySelector('{}').getBoundingClientRect().width"
    assert browser.run(width.format(".side-row b")) > 100
    browser.size(800, 900)
    move(browser, "/compare")
    until(lambda: text(browser, ".comparison .rows"))
    assert browser.run(width.format(".comparison .rows b")) > 300
    boxes = "['.brand', '#name', '.row.head', '.head .cell'].map((one) => document.querySelector(one).getBoundingClientRect())"
    brand, name, head, cell = browser.run(f"{boxes}.map(({{ right, top, bottom }}) => [right, (top + bottom) / 2])")
    assert name[0] <= brand[0]
    assert abs(cell[1] - head[1]) < 2
    browser.size(1280, 800)
    no_faults(browser)


@pytest.mark.sweep
def test_the_page_fits_a_wall_a_desk_and_a_phone(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    folder = hostile_run(tmp_path / "run")
    episodes = ["/episode/0/a/1", "/episode/0/a/verdict", "/compare/0%2Fa/0%2Fb/1"]
    places = ["/episodes", *episodes, "/compare", "/statistics"]
    show(browser, view(folder))
    for width, height in ((1600, 900), (1280, 800), (390, 844)):
        browser.size(width, height)
        until(lambda: browser.run("innerWidth") == width)  # noqa: B023
        for place in places:
            move(browser, place)
            until(lambda: text(browser, "main"))
            size = browser.run("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            assert size == [width, height], place
    browser.size(1280, 800)
    no_faults(browser)


def test_the_start_page_lists_runs_opens_several_and_follows_one_that_goes_on(
    browser: Page, serve: Callable[[Site], str], tmp_path: Path
) -> None:
    running, _ = many(tmp_path / "going", 3), many(tmp_path / "done", 5)
    address = serve(StartPages(RunList(tmp_path), ViewedRun))
    with running.owned():
        show(browser, address)
        until(lambda: browser.run("document.querySelectorAll('tbody tr').length") == 2)
        assert "going on" in text(browser, "tbody")
        enter(browser, "#search", "stopped")
        until(lambda: browser.run("document.querySelectorAll('tbody tr').length") == 1)
        enter(browser, "#search", "nothing like it")
        until(lambda: "No run matches" in text(browser, "main"))
        enter(browser, "#search", "")
        browser.run(
            "document.querySelectorAll('tbody input').forEach((box) => box.click()); document.querySelector('.main').click()"
        )
        until(lambda: "8 episodes" in text(browser, ".bar"))
        add_episode(running, episode("late", goal="The last one."))
        until(lambda: "1 new episode" in text(browser, "#facts"))
        assert "9 episodes" in text(browser, ".bar")
    browser.run("document.querySelector('.home').click()")
    until(lambda: "2 runs" in text(browser, ".bar"))
    no_faults(browser)


def test_differences_have_an_interval_and_a_chance_by_task_and_runs_stand_side_by_side(
    browser: Page, view: Callable[..., str], tmp_path: Path
) -> None:
    address = view(many(tmp_path / "one", 40), many(tmp_path / "two", 40))
    show(browser, address, "/compare")
    until(lambda: "points" in text(browser, ".headline"))
    assert re.search(r"B − A: \+?[0-9.]+ points\s+95 %: .*\s+p = [0-9.]+", text(browser, ".headline"))
    browser.run("[...document.querySelectorAll('.groups button')].find((one) => one.textContent === 'By task').click()")
    until(lambda: PLAIN in text(browser, ".differences"))
    assert browser.run("location.hash").endswith("by=task")
    move(browser, "/compare?by=score")
    until(lambda: "touches while moving" in text(browser, ".differences"))
    move(browser, "/statistics")
    until(lambda: "2 runs side by side" in text(browser, "h1"))
    assert "Touches while moving" in text(browser, ".whole")
    assert browser.run("document.querySelectorAll('.whole tr:first-child th').length") >= 5
    no_faults(browser)


def test_an_episode_is_labelled_and_found_by_its_label(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    folder = many(tmp_path / "run", 4)
    address = view(folder)
    show(browser, address, "/episode/0/e00002/verdict")
    until(lambda: browser.run("document.querySelector('.notes-open') !== null"))
    press(browser, "n")
    until(lambda: browser.run("document.activeElement.className") == "labels")
    enter(browser, ".labels", "flaky, wrong verdict")
    browser.run("document.querySelector('.notes-form textarea').value = 'The seat was warm.'")
    browser.run("document.querySelector('.notes-form button').click()")
    until(lambda: "wrong-verdict" in text(browser, ".notes"))
    move(browser, "/episodes?labels=flaky")
    until(lambda: "1 of 4" in text(browser, ".bar"))
    assert "#flaky" in text(browser, ".rows")
    show(browser, address, "/episodes?labels=flaky")
    until(lambda: "1 of 4" in text(browser, ".bar"))
    no_faults(browser)


def test_a_note_that_is_being_typed_stays_while_the_steps_load(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    show(browser, view(many(tmp_path / "run", 2)))
    until(lambda: "2 episodes" in text(browser, ".bar"))
    browser.run(
        "const load = store.details; store.details = (one) => new Promise((go) => { faults.go = go; }).then(() => load(one))"
    )
    move(browser, "/episode/0/e00001/verdict")
    until(lambda: browser.run("document.querySelector('.notes-open') !== null"))
    press(browser, "n")
    enter(browser, ".labels", "flaky")
    browser.run("faults.go()")
    until(lambda: browser.run("document.querySelectorAll('.rail-bar button').length > 0"))
    assert browser.run("[document.querySelector('.labels').value, document.activeElement.className]") == ["flaky", "labels"]
    no_faults(browser)


def test_expressions_filter(browser: Page, view: Callable[..., str], tmp_path: Path) -> None:
    show(browser, view(many(tmp_path / "run", 40)))
    until(lambda: "40 episodes" in text(browser, ".bar"))
    for asked, number in (
        ("outcome=fail", 20),
        ("outcome=fail agent=t3a", 10),
        ("outcome=fail,step_limit steps>10", 22),
        ("outcome!=pass -agent=m3a", 20),
        ("place=O*", 14),
        ('goal~"goal 0000" steps<=3', 4),
        ("-00001 steps<2", 1),
        ("OUTCOME=Step_Limit", 10),
        ("task=nothing", 0),
    ):
        enter(browser, "#search", asked)
        until(lambda number=number: f"{number} of 40" in text(browser, ".bar"))
        assert text(browser, "#fault") == "", asked
    no_faults(browser)


def test_a_wrong_expression_is_one_sentence_and_columns_are_chosen(
    browser: Page, view: Callable[..., str], tmp_path: Path
) -> None:
    show(browser, view(many(tmp_path / "run", 5)))
    until(lambda: "5 episodes" in text(browser, ".bar"))
    wrong = {"step>3": "There is no field", "steps>x": "takes a number", "agent>3": "has no order", "steps=": "Write a value"}
    for asked, told in {**wrong, '"a b': "A quotation mark"}.items():
        enter(browser, "#search", asked)
        until(lambda told=told: told in text(browser, "#fault"))
        assert "5 episodes" in text(browser, ".bar")
    enter(browser, "#search", "")
    browser.run("document.querySelector('.menu').open = true")
    until(lambda: browser.run("document.querySelector('.menu input[value=task]').checked"))
    browser.run("for (const name of ['task', 'level']) document.querySelector(`.menu input[value=${name}]`).click()")
    until(lambda: "Level" in text(browser, ".row.head"))
    assert "Task" not in text(browser, ".row.head")
    assert "cols=" in browser.run("location.hash")
    no_faults(browser)


@pytest.mark.parametrize(("size", "width"), [("704", 700), ("1024x768", 1024)])
@pytest.mark.at_once(1)
def test_a_tap_stands_where_the_model_put_it_on_the_picture_that_it_saw(
    browser: Page, view: Callable[..., str], tmp_path: Path, size: str, width: int
) -> None:
    options = ("--picture-size", size, "--space", "pixels", "--tasks", PLAIN, "--out", str(tmp_path / "run"), "--json")
    assert run_here("run", "--agent", "qwen_vl", "--model", "native_model:TapsOnce", *options).returncode == 0
    folder = RunFolder.open(tmp_path / "run")
    (record,) = folder.episodes()
    show(browser, view(folder), f"/episode/0/{record.id}/1")
    until(lambda: browser.run(PICTURE) == ["IMG", width])
    height = browser.run("document.querySelector('.layer.before > img').naturalHeight")
    for number, points in ((1, [native_model.POINT]), (2, [native_model.POINT, native_model.END])):
        move(browser, f"/episode/0/{record.id}/{number}")
        until(lambda: text(browser, ".rail [aria-current=true]") == str(number))  # noqa: B023
        until(lambda: browser.run("document.querySelectorAll('.over circle.touch.white').length") == len(points))  # noqa: B023
        for (x, y), (left, top) in zip(points, browser.run(SPOTS), strict=True):
            assert abs(left * width - x) < 2
            assert abs(top * height - y) < 2
    no_faults(browser)


def test_the_target_of_a_grounding_item_is_drawn_on_its_own_display(
    browser: Page, view: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = [name for name, screen in asked_screens().items() if looks_of(screen, 0)[0].size[0] != WIDTH]
    one = {other[0]: asked_screens()[other[0]]}  # the items of all screens take seconds to find
    monkeypatch.setattr("automotive_env.suites.grounding.suite.asked_screens", lambda: one)
    monkeypatch.setattr("automotive_env.suites.grounding.suite.grounding_items", grounding_items.__wrapped__)
    options = ("--agent", "oracle", "--limit", "1", "--out", str(tmp_path / "run"), "--json")
    assert run_here("run", "--suite", "grounding", *options).returncode == 0
    folder = RunFolder.open(tmp_path / "run")
    (record,) = folder.episodes()
    width = int(str(record.params["display"]).partition("x")[0])
    assert width != WIDTH
    show(browser, view(folder), f"/episode/0/{record.id}/1")
    until(lambda: browser.run(PICTURE) == ["IMG", width])
    sides = "(({x, y, width, height}) => [x, y, x + width, y + height])(document.querySelector('.over rect.box').getBBox())"
    assert browser.run(sides) == record.params["box"]
    assert browser.run("document.querySelectorAll('.over circle.touch.white').length") == 1
    no_faults(browser)
