"""The cabin: air that warms and cools slowly, glass that fogs and clears, and set points that are something else."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.world import SCHEMA, World, slot_of
from automotive_env.car.driving import cabin_physics
from automotive_env.car.driving.cabin_physics import settle
from automotive_env.car.owner.events import happen

FRONT = SEATS[:2]
AIR = "cabin.air_temperature"
START = {"road.light": "night", "road.outside_temperature": 20, AIR: 20}


def car(climate: float | None = None, fan: int = 3, **values: object) -> World:
    """A car with the climate on at a set point, or off; keywords are paths with "__" for dots."""
    world = World()
    for path, value in {**START, **{path.replace("__", "."): value for path, value in values.items()}}.items():
        world.set(path, value)
    for seat in FRONT if climate is not None else ():
        world.set(f"airConditioner.ac_states.{seat}.is_on", True)
        world.set(f"airConditioner.ac_states.{seat}.temperature", climate)
        world.set(f"airConditioner.ac_states.{seat}.wind_speed", fan)
    return world


def after(world: World, seconds: float) -> float:
    happen(world, "time passes", seconds=seconds)
    return world.cabin.air_temperature


def test_a_call_moves_the_set_point_and_only_time_the_air() -> None:
    world = car(17, cabin__air_temperature=21)
    before = world.snapshot()
    assert world.airConditioner.temperature_set(position=list(FRONT), value=18).success
    assert AIR not in world.diff(before)
    assert 20.9 < after(world, 1) <= 21


@given(
    outside=st.integers(-30, 48),
    inside=st.integers(-30, 70),
    wanted=st.integers(16, 30),
    fan=st.integers(1, 7),
    flags=st.fixed_dictionaries(
        {name: st.booleans() for name in ("ac_mode", "auto_mode", "cool_mode", "heat_mode", "parking_ventilation_mode")}
    ),
    opened=st.integers(0, 100),
    seconds=st.integers(1, 3000),
)
def test_the_air_only_nears_where_it_settles_and_takes_time_in_any_portions(
    outside: int, inside: int, wanted: int, fan: int, flags: dict[str, bool], opened: int, seconds: int
) -> None:
    world = car(wanted, fan, road__outside_temperature=outside)
    for name, on in flags.items():
        setattr(world.airConditioner, name, on)
    world.set("sunroof.open_degree_percentage", opened)
    settle(world)
    target = world.cabin.air_temperature
    world.cabin.air_temperature = inside
    begun = world.snapshot()
    end = after(world, seconds)
    assert min(inside, target) - 0.1 <= end <= max(inside, target) + 0.1
    world.restore(begun)
    after(world, seconds / 4)
    assert after(world, seconds * 3 / 4) == pytest.approx(end, abs=0.01)


def test_a_car_parked_in_the_sun_is_hot_and_one_in_the_shade_of_night_is_not() -> None:
    noon = {"road__gps__latitude": 25, "environment__timestamp": "2025-07-13 12:00:00", "road__outside_temperature": 45}
    sunny, cloudy, night = (car(road__light=light, road__weather=sky, **noon) for light, sky in SKIES)
    for world in (sunny, cloudy, night):
        settle(world)
    assert 60 < sunny.cabin.air_temperature < 75
    assert 50 < cloudy.cabin.air_temperature < 60
    assert night.cabin.air_temperature == 45


SKIES = (("day", "clear"), ("day", "cloudy"), ("night", "clear"))


def test_the_faster_a_closed_car_drives_the_less_the_sun_warms_it() -> None:
    noon = {"road__gps__latitude": 25, "environment__timestamp": "2025-07-13 12:00:00", "road__outside_temperature": 25}
    found = [car(road__light="day", road__speed=speed, **noon) for speed in (0, 10, 20, 30, 50, 80, 100, 120, 160, 200)]
    for world in found:
        settle(world)
    above = [world.cabin.air_temperature - 25 for world in found]
    assert above == sorted(above, reverse=True)
    assert above[0] > 20
    assert all(0 < warmer < 8 for warmer in above[3:])


@pytest.mark.parametrize("helped", [{"ac_mode": True}, {"cool_mode": True}, {"auto_mode": True}])
def test_only_cooling_brings_a_cabin_below_the_air_outside(helped: dict[str, bool]) -> None:
    world = car(20, road__outside_temperature=35, cabin__air_temperature=50)
    assert after(world, 3600) == pytest.approx(35, abs=0.5)
    for name, on in helped.items():
        setattr(world.airConditioner, name, on)
    assert 26 < after(world, 60) < 34
    assert after(world, 3600) == pytest.approx(21, abs=1.5)


def test_both_set_points_count_and_a_faster_fan_is_sooner_there() -> None:
    world = car(26, road__outside_temperature=0, cabin__air_temperature=0)
    world.set(f"airConditioner.ac_states.{FRONT[1]}.temperature", 18)
    slow, fast = world.snapshot(), car(22, fan=7, road__outside_temperature=0, cabin__air_temperature=0)
    reached = after(world, 60)
    assert after(fast, 60) > reached + 3
    assert slow != world.snapshot()
    assert after(world, 3600) == pytest.approx(22, abs=2)


@pytest.mark.parametrize(
    ("path", "value"),
    [(f"window.window_states.{SEATS[0]}.open_degree", 100), ("sunroof.open_degree_percentage", 100)],
)
def test_what_is_open_lets_the_air_outside_in(path: str, value: int) -> None:
    shut, opened = car(cabin__air_temperature=40), car(cabin__air_temperature=40)
    opened.set(path, value)
    assert after(opened, 120) < 29 < 38 < after(shut, 120)


def test_a_settled_cabin_stays_as_it_is() -> None:
    world = car(22, road__outside_temperature=5)
    settle(world)
    held = world.cabin.air_temperature
    assert after(world, 3600) == pytest.approx(held, abs=0.1)


def test_breath_fogs_the_glass_of_a_cold_car_and_dry_air_clears_it() -> None:
    world = car(20, fan=1, road__outside_temperature=-5, road__weather="snow", airConditioner__circulation_mode=INSIDE)
    settle(world)
    for _ in range(10):
        happen(world, "time passes", seconds=600)
    assert world.road.phenomena.fogged_windscreen
    assert world.road.phenomena.fogged_rear_window
    world.airConditioner.circulation_mode = "external circulation"
    happen(world, "time passes", seconds=1800)
    assert not world.road.phenomena.fogged_windscreen
    assert world.cabin.windscreen_fog == 0


INSIDE = "internal circulation"


def test_the_sensor_of_a_pane_agrees_with_the_pane() -> None:
    world = car(20, road__outside_temperature=0, road__weather="rain", airConditioner__circulation_mode=INSIDE)
    happen(world, "fogged windows")
    happen(world, "time passes", seconds=1)
    assert world.cabin.windscreen_fog > 50
    assert world.cabin.rear_window_fog > 50
    world.airConditioner.defroster.rear = True
    while world.road.phenomena.fogged_rear_window:
        happen(world, "time passes", seconds=5)
    assert world.cabin.rear_window_fog <= 10
    assert world.road.phenomena.fogged_windscreen
    world.road.phenomena.fogged_windscreen = False  # a set-up says so
    happen(world, "time passes", seconds=1)
    assert world.cabin.windscreen_fog < 1
    assert not world.road.phenomena.fogged_windscreen


def test_what_air_and_glass_are_drawn_by_is_named_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[int] = set()

    class Recorded(list[Any]):
        def __getitem__(self, place: Any) -> Any:
            read.add(place)
            return super().__getitem__(place)

    monkeypatch.setattr("automotive_env.car.core.store.list", Recorded, raising=False)
    for gear, flag in product(("park", "drive"), (False, True)):
        world = car(22, road__gear=gear, airConditioner__cool_mode=flag, airConditioner__ac_mode=not flag)
        world.set("window.window_states.passenger seat.open_degree", 50 * flag)
        read.clear()
        for prepared in (False, True):
            cabin_physics._flows(world, prepared=prepared)
        cabin_physics._windscreen(world)
        named = {*cabin_physics._DRAWS_ON, slot_of("environment.timestamp")}
        assert not [SCHEMA[slot].path for slot in read - named]


def test_cars_that_stand_alike_for_a_minute_are_drawn_alike_and_others_not() -> None:
    world, other = car(22), car(22)
    assert after(world, 30) == after(other, 30)
    other.set("window.window_states.passenger seat.open_degree", 100)
    other.set("road.outside_temperature", -10)
    assert after(other, 1) < after(world, 1)
