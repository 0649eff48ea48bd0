"""The report of a run in a real browser: no step is without a picture, before and after the pixels were drawn."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run_here
from serving_browser import CHROMIUM, Page, chromium

HOSTILE = '0 Button "</script><img src=x onerror=document.title=1>" #a (60,700)'
SHOWN = """(() => {
    const image = document.querySelector('.screen img'), canvas = document.querySelector('.screen canvas');
    return {image: image ? image.naturalWidth : 0, canvas: canvas ? [canvas.width, canvas.height] : [], title: document.title,
            rings: document.querySelectorAll('.screen .touch').length, hints: document.querySelectorAll('.hint').length,
            colours: canvas ? new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size : 0};
})()"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    assert CHROMIUM
    with chromium(CHROMIUM, tmp_path_factory.mktemp("profile")) as page:
        yield page


def shown(page: Page, address: str) -> dict[str, object]:
    """What the page shows once it shows something."""
    page.open("about:blank")
    page.open(address)
    deadline = time.monotonic() + 15
    while True:
        found: dict[str, object] = page.run(SHOWN)
        if found["image"] or found["canvas"]:
            return found
        assert time.monotonic() < deadline, found
        time.sleep(0.05)


def test_every_step_has_a_picture_before_and_after_the_pixels_are_drawn(browser: Page, tmp_path: Path) -> None:
    options = ("--agent", "m3a", "--tasks", "hvac.fan_speed_max", "--out", str(tmp_path / "run"), "--json")
    assert run_here("run", *options).returncode == 0
    (line,) = (tmp_path / "run" / "episodes.jsonl").read_text().splitlines()
    episode = json.loads(line)["id"]
    address = f"{(tmp_path / 'run' / 'report.html').as_uri()}#{episode}/2"
    before = shown(browser, address)
    assert (before["image"], before["canvas"], before["rings"], before["hints"]) == (0, [1408, 792], 1, 1)
    assert int(str(before["colours"])) > 20
    assert run_here("render", str(tmp_path / "run")).returncode == 0
    after = shown(browser, address)
    assert (after["image"], after["canvas"], after["hints"]) == (1408, [], 0)


def test_words_of_elements_are_drawn_and_never_read_as_markup(browser: Page, tmp_path: Path) -> None:
    options = ("--agent", "noop", "--tasks", "hvac.set_temperature", "--out", str(tmp_path / "run"), "--json")
    assert run_here("run", *options).returncode == 0
    (file,) = (tmp_path / "run" / "steps").iterdir()
    step = json.loads(file.read_text().splitlines()[0])
    step["observation"] |= {"elements": [HOSTILE], "sizes": ["120x76"]}
    file.write_text(json.dumps(step) + "\n")
    assert run_here("report", str(tmp_path / "run")).returncode == 0
    found = shown(browser, f"{(tmp_path / 'run' / 'report.html').as_uri()}#{file.stem}/1")
    assert (found["canvas"], found["title"]) == ([1408, 792], "run – Automotive-ENV")
