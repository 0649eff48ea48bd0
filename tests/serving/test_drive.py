"""What the page's deeds do to the car."""

import json
from typing import Any

from automotive_env.serving.drive import DrivenCar
from automotive_env.serving.messages import parse


def do(drive: DrivenCar, **fields: Any) -> str:
    return drive.act(parse(json.dumps(fields)))


def box(drive: DrivenCar, id: str) -> tuple[int, int, int, int]:
    return next(element.box for element in drive.elements() if element.name == id)


def test_speed_takes_the_car_out_of_park_and_park_stops_it(drive: DrivenCar) -> None:
    road = drive.car.world.road
    assert do(drive, do="road", name="speed", value=50) == ""
    assert (road.gear, road.parking_brake, road.driving_state) == ("drive", False, "moving")
    assert do(drive, do="road", name="gear", value="park") == ""
    assert (road.speed, road.parking_brake, road.driving_state) == (0, True, "parked")


def test_a_slider_that_moves_on_is_one_change_from_start_to_end(drive: DrivenCar) -> None:
    for number, speed in enumerate((10, 20, 30)):
        do(drive, do="road", name="speed", value=speed, more=number > 0)
    (change,) = drive.since(0)
    assert {"path": "road.speed", "before": 0, "after": 30} in change["changes"]


def test_a_drag_sets_a_slider_and_is_one_change_with_one_call(drive: DrivenCar) -> None:
    do(drive, do="open", app="settings")
    left, top, *_ = box(drive, "section_sound")
    do(drive, do="tap", x=left + 20, y=top + 20)
    left, top, right, bottom = box(drive, "volume_seek_bar")
    middle, before = (top + bottom) // 2, drive.number
    for number, x in enumerate((0.3, 0.6, 0.9)):
        to_x = round(left + x * (right - left))
        assert do(drive, do="drag", x=(left + right) // 2, y=middle, to_x=to_x, to_y=middle, more=number > 0) == ""
    (change,) = drive.since(before)
    volume = drive.car.world.environment.volume
    assert volume > 80
    assert change["changes"] == [{"path": "environment.volume", "before": 50, "after": volume}]


def test_scrolling_moves_a_list_by_pixels(drive: DrivenCar) -> None:
    do(drive, do="open", app="settings")
    lists = [element for element in drive.elements() if element.scrollable]
    if not lists:
        do(drive, do="open", app="phone")
        lists = [element for element in drive.elements() if element.scrollable]
    x, y = lists[0].box.center
    before = drive.elements()
    assert do(drive, do="scroll", x=x, y=y, by=120) == ""
    assert drive.elements() != before
    assert do(drive, do="scroll", x=x, y=y, by=-120) == ""
    assert drive.elements() == before


def test_text_and_keys_fill_a_field(drive: DrivenCar) -> None:
    do(drive, do="open", app="maps")
    left, top, _, _ = box(drive, "search_edit_text")
    do(drive, do="tap", x=left + 20, y=top + 20)
    assert drive.state()["typing"]
    do(drive, do="text", text="Airportx")
    do(drive, do="key", key="backspace")
    assert next(element.text for element in drive.elements() if element.name == "search_edit_text") == "Airport"
    do(drive, do="key", key="enter")
    assert [element.text for element in drive.elements() if element.name == "result_item"] == ["Airport"]
    do(drive, do="key", key="home")
    assert drive.car.world.system.foreground_app == "home"


def test_alerts_calls_time_and_places(drive: DrivenCar) -> None:
    world = drive.car.world
    assert do(drive, do="alert", kind="ice") == ""
    assert world.system.last_alert == "ice"
    assert do(drive, do="ring") == ""
    assert world.conversation.call_state == "ringing"
    assert do(drive, do="ring") == "there is a call already"
    do(drive, do="wait", seconds=60)
    assert world.environment.timestamp == "2025-04-13 12:01:00"
    do(drive, do="place", place="Paris")
    assert (world.road.city, world.road.country) == ("Paris", "FR")


def test_starting_again_puts_everything_back(drive: DrivenCar) -> None:
    before = drive.car.snapshot()
    do(drive, do="road", name="weather", value="snow")
    do(drive, do="open", app="media")
    do(drive, do="restart")
    assert drive.car.snapshot() == before
    assert drive.since(0) == []


def test_the_log_is_bounded(drive: DrivenCar) -> None:
    for number in range(250):
        do(drive, do="road", name="phenomena.icy_road", value=number % 2 == 0)
    assert len(drive.since(0)) == 200
