"""What the screens of the maps tell is what the tasks have drawn as right."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from automotive_env.action import Status
from automotive_env.headless import HeadlessController
from automotive_env.observation import Observation
from automotive_env.proving.playing import instance
from automotive_env.session import Session
from automotive_env.task import TaskInstance
from automotive_env.tasks.maps_routes import preview
from automotive_env.tasks.registry import TASKS
from automotive_env.ui_script import UiScript


@pytest.fixture(scope="module")
def car() -> HeadlessController:
    return HeadlessController()


def _seen(car: HeadlessController, drawn: TaskInstance, script: UiScript) -> Observation:
    """What is seen after a script, in English."""
    session = Session(TASKS[drawn.task], drawn, car)
    try:
        seen = session.start()
        car.world.environment.language = "English"
        steps = script.play(session.look())
        action = next(steps)
        while not isinstance(action, Status):
            seen = session.step(action).observation
            action = steps.send(seen)
        return seen
    finally:
        session.close()


def _shown(seen: Observation, name: str) -> str:
    (found,) = [f"{one.text} {one.description}" for one in seen.elements if one.name == name]
    return found


def _drawn(name: str, number: int = 4) -> Iterator[TaskInstance]:
    return (instance(TASKS[name], one, ending) for one in range(number) for ending in TASKS[name].endings)


def test_tolls_and_minutes(car: HeadlessController) -> None:
    for drawn in _drawn("maps.toll_or_time"):
        seen = _seen(car, drawn, preview(UiScript(), drawn.params["destination"]))
        assert f"Toll {drawn.params['toll']}, {drawn.params['fast']} min" in _shown(seen, "route_fastest")
        assert _shown(seen, "route_no_tolls").endswith(f", {drawn.params['free']} min")
        assert "Toll " not in _shown(seen, "route_no_tolls")


def test_the_detour_is_faster_and_the_arrival_tells_whether_it_is_needed(car: HeadlessController) -> None:
    for drawn in _drawn("maps.jam_ahead"):
        seen = _seen(car, drawn, UiScript().open("maps").wait(drawn.params["after"]))
        assert re.search(r"is \d+ min faster", _shown(seen, "detour_text"))
        midnight = datetime.combine(datetime.fromisoformat(drawn.scene.time), datetime.min.time())
        form = "%I:%M %p" if drawn.scene.clock.startswith("12") else "%H:%M"
        shown = datetime.strptime(_shown(seen, "route_arrival").removesuffix(" Arrival"), form)
        there = midnight.replace(hour=shown.hour, minute=shown.minute)
        due = datetime.fromisoformat(drawn.scene.time) + timedelta(minutes=drawn.params["due"])
        assert (there > due) is (drawn.ending == "act")


def test_prices_of_charging(car: HeadlessController) -> None:
    for drawn in _drawn("maps.cheapest_charger"):
        station = drawn.params["station"]
        seen = _seen(car, drawn, UiScript().open("energy").tap("energy_stations").scroll_to("station_item", station))
        (told,) = [one.description for one in seen.elements if one.name == "station_item" and one.text == station]
        assert f"{drawn.params['price']} per kWh" in told
