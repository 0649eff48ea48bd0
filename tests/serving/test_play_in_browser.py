"""People play in a real browser: with a mouse on two sizes of window, and with a finger."""

from __future__ import annotations

from pathlib import Path

from people_client import same_car, sitting, touches

from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.scripts.browser import CHROMIUM, Page, chromium, until

ONE_TOUCH = "one_touch_task:ShowNotifications"
FITS = "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"


def stage(page: Page) -> str:
    return str(page.run("document.body?.dataset.stage"))


def touch(page: Page, x: int, y: int) -> None:
    """Touch a point of the display with a finger."""
    left, top, scale = page.run(
        "(() => { const b = canvas.getBoundingClientRect(); return [b.left, b.top, b.width / canvas.width] })()"
    )
    at = [{"x": left + x * scale, "y": top + y * scale}]
    page.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=at)
    page.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def press(page: Page, css: str) -> None:
    box = f"document.querySelector('{css}').getBoundingClientRect()"
    x, y = page.run(f"(() => {{ const b = {box}; return [b.x + b.width / 2, b.y + b.height / 2] }})()")
    page.click(x, y)


def test_wishes_are_played_with_mouse_and_finger_at_every_size(tmp_path: Path) -> None:
    options = ResolvedOptions(agents=("human",), tasks=(ONE_TOUCH,), trials=2, out=tmp_path / "run")
    assert CHROMIUM
    with sitting(options, tells=True) as sat, chromium(CHROMIUM, tmp_path / "profile") as page:
        page.size(1280, 720)
        page.open(sat.addresses[0])
        until(lambda: stage(page) == "consent")
        assert "We keep the wishes" in page.run("document.getElementById('consent').innerText")
        press(page, "#consent .next")
        for number, (width, height, finger) in enumerate(
            ((1280, 720, False), (1600, 900, False), (1024, 768, True), (1024, 768, True)), 1
        ):
            page.size(width, height, touch=finger)
            page.ask("Emulation.setTouchEmulationEnabled", enabled=finger)
            until(lambda: stage(page) == "wish")
            press(page, "#wish .next")
            until(lambda: stage(page) == "playing")
            until(lambda: page.run("document.querySelector('#windscreen img')?.naturalWidth > 0"))
            until(lambda: page.run("board.getImageData(700, 400, 1, 1).data[3]") == 255)
            assert page.run(FITS)
            assert page.run("canvas.getBoundingClientRect().width") > (720 if width < 1600 else 900) * (0.9 if finger else 1)
            assert page.run("document.querySelectorAll('.mark, #tree, #log').length") == 0
            if number == 1:
                with same_car(ONE_TOUCH) as car:
                    for gesture in touches(car):
                        left = page.run("state.steps_left")
                        if gesture["do"] == "complete":
                            break
                        if gesture["do"] == "answer":
                            press(page, "#say")
                            page.run(f"document.getElementById('say_text').value = {gesture['text']!r}")
                            press(page, "#say_form .main")
                        else:
                            page.click_display(gesture["x"], gesture["y"])
                        until(lambda left=left: page.run("state.steps_left") == left - 1)
            if finger:
                left = page.run("state.steps_left")
                touch(page, 700, 740)
                until(lambda left=left: page.run("state.steps_left") == left - 1)
            press(page, "#done")
            until(lambda: stage(page) != "playing")
        until(lambda: stage(page) == "over")
        assert "Thank you" in page.run("document.getElementById('over').innerText")
    assert sat.finished
    records = sat.finished.folder.read_episodes().records
    assert [record.success for record in records].count(True) == 1
    assert len(records) == 4
