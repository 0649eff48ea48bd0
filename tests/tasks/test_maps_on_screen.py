"""What the screens of the maps tell is what the tasks have drawn as right."""

import re
from collections.abc import Iterator

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


def test_a_detour_is_faster_or_not(car: HeadlessController) -> None:
    for drawn in _drawn("maps.jam_ahead"):
        told = _shown(_seen(car, drawn, UiScript().wait(drawn.params["after"])), "detour_text")
        assert bool(re.search(r"is \d+ min faster", told)) is (drawn.ending == "act"), told


def test_prices_of_charging(car: HeadlessController) -> None:
    for drawn in _drawn("maps.cheapest_charger"):
        station = drawn.params["station"]
        seen = _seen(car, drawn, UiScript().open("energy").tap("energy_stations").scroll_to("station_item", station))
        (told,) = [one.description for one in seen.elements if one.name == "station_item" and one.text == station]
        assert f"{drawn.params['price']} per kWh" in told
