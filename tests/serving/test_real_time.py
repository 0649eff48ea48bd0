"""A clock that follows real time, and what it takes away from the display."""

import time

import pytest
from serving_client import SOCKET, Client
from starlette.testclient import TestClient

from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.car.owner.real_time import pass_time
from automotive_env.headunit.head_unit import TOAST_SECONDS, HeadUnit
from automotive_env.headunit.panels.notifications import MESSAGE_SECONDS
from automotive_env.place.places import place_by_name
from automotive_env.serving.app import make_app
from automotive_env.serving.drive import DrivenCar


def windows(unit: HeadUnit) -> set[str]:
    return {element.window for element in unit.elements()}


@pytest.mark.parametrize("clock", ["real", "still"])
def test_the_page_s_clock_follows_real_time_where_it_is_asked_to(clock: str) -> None:
    drive = DrivenCar(place_by_name("Berlin"))
    started, begun = drive.car.world.environment.timestamp, drive.number
    with (
        TestClient(make_app(drive, "secret", clock), base_url="http://127.0.0.1:8000") as web,  # type: ignore[arg-type]
        web.websocket_connect(SOCKET, headers={"origin": "http://127.0.0.1:8000"}) as socket,
    ):
        Client(socket)
        deadline = time.monotonic() + (60 if clock == "real" else 1.3)
        while drive.car.world.environment.timestamp == started and time.monotonic() < deadline:
            time.sleep(0.05)
    assert (drive.car.world.environment.timestamp > started) == (clock == "real")
    assert drive.number == begun, "that time passes is not told as a change"


def test_a_toast_goes_away_after_some_seconds() -> None:
    world = World()
    unit = HeadUnit(world)
    unit._say("not now")
    assert "Toast" in windows(unit)
    for _ in range(TOAST_SECONDS - 1):
        pass_time(world, 1)
        assert "Toast" in windows(unit)
    pass_time(world, 1)
    assert "Toast" not in windows(unit)


def test_a_message_goes_away_after_some_seconds() -> None:
    world = World()
    unit = HeadUnit(world)
    happen(world, "message")
    assert "HeadsUpNotification" in windows(unit)
    for _ in range(MESSAGE_SECONDS):
        pass_time(world, 1)
    assert "HeadsUpNotification" not in windows(unit)


@pytest.mark.parametrize("timestamp", ["2099-12-31 23:59:59", "2025-04-13 12:00:00"])
def test_the_end_of_time_ends_no_server(timestamp: str) -> None:
    world = World()
    world.environment.timestamp = timestamp
    pass_time(world, 1)
    assert world.environment.timestamp == timestamp.replace("12:00:00", "12:00:01")
