"""Write the pictures of pages in README.md and docs from today's pages: needs Chromium and `pip install '.[web,inspect]'`.

    python -m automotive_env.scripts.write_pictures
    python -m automotive_env.scripts.write_pictures driving

Each picture is a recording in `RECORDINGS`: a function that uses a page and keeps frames.
"""

from __future__ import annotations

import io
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from PIL import Image

from automotive_env.episode.headless import HeadlessController
from automotive_env.scripts.browser import CHROMIUM, Page, chromium, until
from automotive_env.windscreen.outside import OutsideScene
from automotive_env.windscreen.picture import windscreen_picture

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
MADE_FROM = IMAGES / "made_from.json"
"""Picture -> the hash of what it shows; a test compares it with today's."""
SHOWN = ("home", "climate", "maps")
"""Apps whose looks the pictures depend on."""
LONG_ONES = "address.go(['episodes'], new URLSearchParams('level=3&agent=oracle'))"
SIZE = (1280, 800)
WIDTH = 960
"""Pixels of a picture's width."""
FRAME_MS = 1_100
STEPS = "[...document.querySelectorAll('button')].filter((b) => /^Step [0-9]/.test(b.ariaLabel))"
"""The buttons of the viewer that lead to the steps of an episode, in JavaScript."""
ELEMENTS = "JSON.stringify(elements)"
"""What the page knows of the screen, in JavaScript."""
LARGEST = 2_000_000
"""Bytes of a picture at most."""


class PictureRecorder:
    """Keeps frames of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[Image.Image] = []

    def keep(self, wait: float = 1.2) -> None:
        """Keep what the page shows, after the seconds that its transitions take."""
        time.sleep(wait)
        picture = Image.open(io.BytesIO(self.page.picture())).convert("RGB")
        self.frames.append(picture.resize((WIDTH, WIDTH * picture.height // picture.width), Image.Resampling.LANCZOS))

    def do(self, code: str) -> None:
        """Run JavaScript in the page, and keep the frame after it."""
        self.page.run(code)
        self.keep()

    def press(self, group: str, label: str) -> None:
        """Press a button of a group by its label, and keep the frame after it."""
        self.do(f"[...document.querySelectorAll('#{group} button')].find((b) => b.textContent === {label!r}).click()")

    def touch(self, element: str) -> None:
        """Touch an element of the head unit once it is there, and keep the frame after the screen has changed."""
        until(lambda: self.page.run(f"elements.some((e) => e.id === {element!r})"))
        before = self.page.run(ELEMENTS)
        self.page.run(
            f"(() => {{ const [l, t, r, b] = elements.find((e) => e.id === {element!r}).box; "
            "send({ do: 'tap', x: (l + r) >> 1, y: (t + b) >> 1 }) })()"
        )
        until(lambda: self.page.run(ELEMENTS) != before)
        self.keep()


@contextmanager
def address_of(*arguments: str, module: str = "automotive_env") -> Iterator[str]:
    """The address that a command prints."""
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8") as process:
        try:
            assert process.stdout
            for line in process.stdout:
                if found := re.search(r"http://\S+", line):
                    yield found.group(0)
                    return
            raise RuntimeError(f"{' '.join(arguments)} printed no address")
        finally:
            process.terminate()


def driving(recorder: PictureRecorder) -> None:
    """`serve --web`: a hand on the climate, a drive into rain and night, an alert."""
    page = recorder.page
    with address_of("serve", "--web") as address:
        page.open(address)
        until(lambda: page.run("typeof elements !== 'undefined' && elements.length > 0"))
        recorder.keep(1.5)
        recorder.touch("hvac")
        recorder.touch("ac_master_switch")
        recorder.touch("fan_speed_5")
        recorder.do("document.getElementById('show').click()")
        page.run("document.getElementById('show').click(); send({ do: 'key', key: 'home' })")
        page.run("document.querySelector('#gear button:last-child').click(); road('speed', 110)")
        recorder.press("road_type", "Motorway")
        recorder.press("light", "Dusk")
        recorder.press("weather", "Heavy rain")
        recorder.press("phenomena", "Fogged windscreen")
        recorder.do("document.getElementById('raise').click()")
        recorder.touch("map_nav")


@contextmanager
def played() -> Iterator[str]:
    """The address of the viewer over a small run."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        play = ["run", "--agent", "oracle,t3a", "--tasks", "comms.*,hvac.*,road.*", "--out", str(run)]
        subprocess.run([sys.executable, "-m", "automotive_env", *play], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        with address_of("view", str(run)) as address:
            yield address


def episode(recorder: PictureRecorder) -> None:
    """`view`: the list of a run, then an episode of three turns, step by step."""
    page = recorder.page
    with played() as address:
        page.open(address)
        recorder.keep(2.0)
        recorder.do(LONG_ONES)
        open_first(page)
        for step in range(page.run(f"{STEPS}.length")):
            recorder.do(f"{STEPS}[{step}].click()")
        recorder.do("document.querySelector('button.ending').click()")


def open_first(page: Page) -> None:
    """Open the first episode of the list."""
    page.run("document.querySelector('a.row[href]').click()")
    time.sleep(1.0)


def viewer_list(recorder: PictureRecorder) -> None:
    """The viewer's list, filtered."""
    with played() as address:
        recorder.page.open(address)
        time.sleep(2.0)
        recorder.do("address.go(['episodes'], new URLSearchParams('outcome=fail&agent=t3a'))")


def viewer_episode(recorder: PictureRecorder) -> None:
    """A step of an episode in the viewer."""
    page = recorder.page
    with played() as address:
        page.open(address)
        time.sleep(2.0)
        page.run(LONG_ONES)
        time.sleep(1.0)
        open_first(page)
        recorder.do(f"{STEPS}[1].click()")


def play(recorder: PictureRecorder) -> None:
    """A wish on the page for people."""
    page = recorder.page
    with tempfile.TemporaryDirectory() as folder, address_of("play", "--tasks", "hvac.*", "--out", f"{folder}/run") as address:
        page.open(address)
        until(lambda: page.run("document.body?.dataset.stage") == "consent")
        page.run("document.querySelector('#consent .next').click()")
        until(lambda: page.run("document.body.dataset.stage") == "wish")
        page.run("document.querySelector('#wish .next').click()")
        until(lambda: page.run("document.body.dataset.stage") == "playing")
        recorder.keep(2.0)


def inspect_log(recorder: PictureRecorder) -> None:
    """`inspect view`: the samples of a log, then the first steps of one."""
    page = recorder.page
    adapter = "automotive_env/adapters/inspect"
    with tempfile.TemporaryDirectory() as folder:
        play = ["eval", f"{adapter}/tasks.py@automotive", "-T", "tasks=hvac.f*", "--model", "mockllm/model", "--log-dir", folder]
        player = ["--solver", f"{adapter}/players.py@player", "-S", "agent=oracle", "--display", "none"]
        subprocess.run([sys.executable, "-m", "inspect_ai", *play, *player], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        with address_of("view", "--log-dir", folder, "--port", str(free_port()), module="inspect_ai") as address:
            page.open(address)
            until(lambda: page.run(f"document.querySelector({SAMPLE!r}) !== null"), 30)
            recorder.keep()
            page.run(f"document.querySelector({SAMPLE!r}).click()")
            recorder.keep(2.5)


SAMPLE = "a[role=row]"
"""A row of Inspect's list of samples."""


def free_port() -> int:
    """A port of the loopback interface that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Recording(NamedTuple):
    """A picture: what takes it, the folder of the pages that it shows, and whether the car is on them."""

    take: Callable[[PictureRecorder], None]
    pages: str
    shows_car: bool = True


RECORDINGS: dict[str, Recording] = {
    "driving": Recording(driving, "serving/page"),
    "episode": Recording(episode, "runs/viewer/page"),
    "viewer-list": Recording(viewer_list, "runs/viewer/page"),
    "viewer-episode": Recording(viewer_episode, "runs/viewer/page"),
    "play": Recording(play, "serving/people/page"),
    "inspect": Recording(inspect_log, "adapters/inspect", shows_car=False),
}


def digest(recording: Recording) -> str:
    """A hash of what a picture shows: the sources of its pages, and what the head unit and the windscreen look like."""
    made = sha256()
    for path in sorted((ROOT / "automotive_env" / recording.pages).iterdir()):
        if path.is_file():
            made.update(path.name.encode() + path.read_bytes())
    if not recording.shows_car:
        return made.hexdigest()
    car = HeadlessController()
    for app in SHOWN:
        car.head_unit.open_app(app)
        made.update(car.head_unit.picture().tobytes())
    made.update(windscreen_picture(OutsideScene()).tobytes())
    return made.hexdigest()


def write(name: str, frames: list[Image.Image], folder: Path = IMAGES) -> Path:
    """Write a picture, in the best quality that `LARGEST` allows."""
    path = folder / f"{name}.webp"
    for quality in (80, 70, 60, 50, 40):
        written = io.BytesIO()
        frames[0].save(
            written, "WEBP", save_all=True, append_images=frames[1:], duration=FRAME_MS, loop=0, quality=quality, method=6
        )
        if written.tell() <= LARGEST:
            break
    path.write_bytes(written.getvalue())
    return path


def main(names: Annotated[list[str] | None, typer.Argument(help=f"Of {', '.join(RECORDINGS)}; all without one.")] = None) -> None:
    """Write the pictures of the documents from today's pages."""
    if CHROMIUM is None:
        raise typer.BadParameter("Chromium is not installed; the pictures are taken with it")
    for name in names or RECORDINGS:
        with tempfile.TemporaryDirectory() as profile, chromium(CHROMIUM, Path(profile)) as page:
            page.size(*SIZE)
            recorder = PictureRecorder(page)
            RECORDINGS[name].take(recorder)
            path = write(name, recorder.frames)
            made_from = json.loads(MADE_FROM.read_text("utf-8")) if MADE_FROM.exists() else {}
            made_from[name] = digest(RECORDINGS[name])
            text = json.dumps(made_from, indent=1, sort_keys=True) + "\n"
            MADE_FROM.write_text(text, encoding="utf-8", newline="\n")
            print(f"{path.relative_to(ROOT)}: {len(recorder.frames)} frames, {path.stat().st_size / 1e6:.2f} MB", flush=True)


if __name__ == "__main__":
    typer.run(main)
