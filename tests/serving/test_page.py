"""The page in a real browser."""

from pathlib import Path

from serving_client import served

from automotive_env.scripts.browser import CHROMIUM, Page, chromium, until
from automotive_env.serving.drive import DrivenCar


def test_a_person_opens_the_page_and_touches_the_climate_button(drive: DrivenCar, tmp_path: Path) -> None:
    assert CHROMIUM
    with served(drive, "real") as address, chromium(CHROMIUM, tmp_path) as page:
        page.size(1600, 900)
        use(page, address)


def use(page: Page, address: str) -> None:
    page.open(address)
    until(lambda: page.run("typeof elements !== 'undefined' && elements.length > 0"))
    assert page.run("document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth")
    left, top, right, bottom = page.run("elements.find((e) => e.id === 'hvac').box")
    page.click_display((left + right) // 2, (top + bottom) // 2)
    until(lambda: page.run("state.app") == "climate")
    assert page.run("elements.some((e) => e.id === 'fan_speed_1')")
    assert "airConditioner.ac_view_open" in page.run("document.getElementById('log').innerText")
    until(lambda: page.run("board.getImageData(700, 400, 1, 1).data[3]") == 255)
    page.run("document.querySelector('#weather [data-value=snow]').click()")
    until(lambda: page.run("state.road.weather") == "snow")
    until(lambda: page.run("document.querySelector('#windscreen img')?.src.endsWith(state.windscreen)"))
    assert page.run("document.querySelector('#windscreen img:last-child').naturalWidth") == 1120
    until(lambda: page.run("document.querySelectorAll('#windscreen img').length") == 1)
    marks_tell_numbers_only_where_they_are_wanted(page)
    for width, height in ((1280, 720), (1280, 800)):
        page.size(width, height)
        until(lambda width=width: page.run("innerWidth") == width)
        assert page.run(
            "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
        )
        assert page.run("canvas.getBoundingClientRect().width") > 690
        assert page.run("[...document.querySelectorAll('#gear button')].every((b) => b.clientWidth >= 30)")


def marks_tell_numbers_only_where_they_are_wanted(page: Page) -> None:
    place = "(() => { const b = canvas.getBoundingClientRect(); return [b.left + b.width * .5, b.top + b.height * .95] })()"
    x, y = page.run(place)
    page.move(x, y)
    until(lambda: page.run("document.querySelectorAll('.mark.hot').length") == 1)
    assert page.run("document.querySelectorAll('.mark text').length") == 0
    page.run("document.getElementById('hover').click()")
    page.move(x + 3, y)
    until(lambda: page.run("document.querySelectorAll('.mark').length") == 0)
    page.run("document.getElementById('show').click()")
    assert page.run("document.querySelectorAll('.mark text').length") > 10
    page.run("send({ do: 'ring' })")
    until(lambda: page.run("windows.length > 3 && elements.some((e) => e.label === 'Decline')"))
    banner = page.run("windows.findLast(({ first }) => first <= elements.find((e) => e.label === 'Decline').index).first")
    clips = page.run("[...document.querySelectorAll('.mark')].map((mark) => mark.getAttribute('clip-path'))")
    assert f"url(#below_{banner})" in clips
    assert len(set(clips)) > 2
    covering = page.run(f"document.querySelector('#below_{page.run('windows[0].first')} path').getAttribute('d')")
    assert covering.count("M") > 1
