"""The protocol: who may drive, what is answered, what is shown."""

import json

import numpy as np
import pytest
from serving_client import SOCKET, Client
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from automotive_env.episode.imaging import decode
from automotive_env.serving.app import MAX_PAGES
from automotive_env.serving.drive import DrivenCar
from automotive_env.serving.messages import MAX_MESSAGE

ORIGIN = {"origin": "http://127.0.0.1:8000"}


def test_the_page_and_its_files_need_the_token(web: TestClient) -> None:
    script = "text/javascript"
    for name, kind in {"": "text/html", "car.js": script, "drive.js": script, "drive.css": "text/css"}.items():
        found = web.get(f"/secret/{name}")
        assert found.status_code == 200
        assert found.headers["content-type"].startswith(kind)
        assert "default-src 'none'" in found.headers["content-security-policy"]
        assert web.get(f"/wrong/{name}").status_code == 404
    assert web.get("/").status_code == 404
    assert web.get("/secret/../drive.py").status_code == 404


def test_the_page_asks_nothing_of_other_hosts(web: TestClient) -> None:
    for name in ("", "car.js", "drive.js", "drive.css"):
        text = web.get(f"/secret/{name}").text.replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text
        assert "https:" not in text
        assert "//cdn" not in text


def test_other_host_names_are_refused(web: TestClient) -> None:
    assert web.get("/secret/", headers={"host": "evil.example:8000"}).status_code == 400


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/wrong/socket", ORIGIN),
        ("/secret/socket", {}),
        ("/secret/socket", {"origin": "http://evil.example"}),
        ("/secret/socket", {"origin": "http://127.0.0.1:9999"}),
        ("/secret/socket", {"origin": "null"}),
    ],
)
def test_the_socket_needs_the_token_and_the_origin(web: TestClient, path: str, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect) as refused, web.websocket_connect(f"ws://127.0.0.1:8000{path}", headers=headers):
        pass
    assert refused.value.code == 4403


def test_there_are_so_many_pages_and_no_more(web: TestClient, page: Client) -> None:
    from contextlib import ExitStack

    with ExitStack() as pages:
        for _ in range(MAX_PAGES - 1):
            Client(pages.enter_context(web.websocket_connect(SOCKET, headers=ORIGIN)))
        with web.websocket_connect(SOCKET, headers=ORIGIN) as late:
            assert late.receive()["code"] == 4429


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[]",
        "{}",
        '{"do": "fly"}',
        '{"do": "tap"}',
        '{"do": "tap", "x": -1, "y": 5}',
        '{"do": "tap", "x": 1.5, "y": 5}',
        '{"do": "tap", "x": "1", "y": 5}',
        '{"do": "tap", "x": 1, "y": 5, "z": 1}',
        '{"do": "text", "text": ""}',
        '{"do": "key", "key": "F1"}',
        '{"do": "alert", "kind": "aliens"}',
        '{"do": "wait", "seconds": -5}',
        '{"do": "road", "name": "speed", "value": null}',
        '{"do": "text", "text": "' + "x" * MAX_MESSAGE + '"}',
        "[" * 3_000,
    ],
)
def test_junk_is_an_error_and_changes_nothing(drive: DrivenCar, page: Client, text: str) -> None:
    before = drive.car.snapshot()
    heard = page.answer(text)
    assert heard["type"] == "error"
    assert 0 < len(heard["message"]) <= 300
    assert drive.car.snapshot() == before


def test_binary_messages_are_an_error(page: Client) -> None:
    page.socket.send_bytes(b"\x00\x01")
    assert page.receive() == {"type": "error", "message": "messages are JSON text"}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"do": "tap", "x": 5_000, "y": 5}, "outside the display"),
        ({"do": "open", "app": "moon"}, "there are: "),
        ({"do": "road", "name": "speed", "value": 9_999}, "320"),
        ({"do": "road", "name": "speed", "value": "fast"}, "number"),
        ({"do": "road", "name": "gps.latitude", "value": 1}, "has no"),
        ({"do": "road", "name": "../system.wifi", "value": False}, "has no"),
        ({"do": "place", "place": "Atlantis"}, "unknown place"),
        ({"do": "text", "text": "hello"}, "focus"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    drive: DrivenCar, page: Client, fields: dict[str, object], says: str
) -> None:
    before = drive.car.snapshot()
    heard = page.answer(json.dumps(fields))
    assert heard["type"] == "refused"
    assert says in heard["message"]
    assert drive.car.snapshot() == before


def test_pictures_are_what_changed_and_add_up_to_the_display(drive: DrivenCar, page: Client) -> None:
    page.tap("wifi_toggle")
    page.tap("hvac")
    page.after("road", name="light", value="night")
    assert np.array_equal(page.screen, drive.car.head_unit.frame())


def test_a_small_change_sends_a_small_picture(page: Client) -> None:
    left, top, *_ = next(e["box"] for e in page.elements if e["id"] == "wifi_toggle")
    page.socket.send_text(json.dumps({"do": "tap", "x": left + 5, "y": top + 5}))
    assert page.receive()["type"] == "done"
    assert len(page.socket.receive_bytes()) < 40_000


def test_a_change_comes_with_its_cause_and_the_call_that_does_the_same(drive: DrivenCar, page: Client) -> None:
    state = page.tap("wifi_toggle")
    assert drive.car.world.system.wifi is False
    change = state["changes"][-1]
    assert (change["kind"], change["changes"]) == ("touch", [{"path": "system.wifi", "before": True, "after": False}])
    assert change["calls"] == ["system.wifi_switch(switch=False)"]


def test_the_view_through_the_windscreen_is_served_and_follows_the_road(web: TestClient, page: Client) -> None:
    names, pictures = [page.state["windscreen"]], [web.get("/secret/windscreen.webp")]
    for name, value in (("speed", 30), ("weather", "fog"), ("light", "night"), ("phenomena.icy_road", True)):
        names.append(page.after("road", name=name, value=value)["windscreen"])
        pictures.append(web.get(f"/secret/windscreen.webp?{names[-1]}"))
    assert len(set(names)) == len(names)
    assert {picture.headers["content-type"] for picture in pictures} == {"image/webp"}
    assert len({picture.content for picture in pictures}) == len(names)
    assert decode(pictures[0].content).shape == (280, 1120, 3)
    assert page.after("alert", kind="fog")["windscreen"] == names[-1]
    assert web.get("/wrong/windscreen.webp").status_code == 404


def test_fog_by_hand_is_fog_that_can_be_seen(page: Client) -> None:
    assert page.after("road", name="weather", value="fog")["road"]["visibility"] < 200
    assert page.after("road", name="weather", value="clear")["road"]["visibility"] == 10_000


def test_windows_tell_which_elements_they_show(page: Client) -> None:
    page.after("ring")
    windows = page.state["windows"]
    assert [window["first"] for window in windows] == sorted({window["first"] for window in windows})
    left, top, right, bottom = windows[-1]["box"]
    for element in page.elements[windows[-1]["first"] :]:
        assert left <= element["box"][0] < element["box"][2] <= right
        assert top <= element["box"][1] < element["box"][3] <= bottom


def test_every_page_sees_what_one_does(web: TestClient, page: Client) -> None:
    with web.websocket_connect(SOCKET, headers=ORIGIN) as socket:
        other = Client(socket)
        page.tap("wifi_toggle")
        assert other.receive()["changes"][-1]["changes"][0]["path"] == "system.wifi"
    assert page.after("road", name="weather", value="rain")["road"]["weather"] == "rain"
