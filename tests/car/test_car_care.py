"""The car's own care: charging and its plan, tyres, service book, software update. Each follows one rule for all inputs."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.content.profile import SERVICE_KILOMETRES, profile_for
from automotive_env.car.content.service_book import history, mileage_on, reminder, reminders, services
from automotive_env.car.core.device import SEATS
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.world import World
from automotive_env.car.driving.charging import BATTERY_KWH, charge_seconds, charge_state, in_cheap_hours, minute_of, state_now
from automotive_env.car.driving.road import GEARS, WHEELS
from automotive_env.car.driving.service import ITEMS, ServiceResetRecord
from automotive_env.car.driving.tyres import MISSING_BAR, PRESSURE_UNITS, recommended, tyre_path, unit_in
from automotive_env.car.owner.events import happen
from automotive_env.car.systems import software_update
from automotive_env.place.country import countries

moments = st.datetimes(datetime(2025, 1, 1), datetime(2025, 12, 31)).map(lambda moment: moment.isoformat(" ", "seconds"))
minutes = st.integers(0, 1439)
weeks = st.tuples(*[st.booleans()] * 7)
days = st.dates(date(2025, 1, 1), date(2025, 12, 31))
seeds = st.integers(0, 999_999)


@pytest.fixture
def car() -> World:
    return World()


# Charging


@given(moments, minutes, minutes)
def test_hours_and_the_rest_of_the_day_make_a_day(now: str, start: int, end: int) -> None:
    every = (True,) * 7
    if start != end:
        assert in_cheap_hours(now, start, end, every) != in_cheap_hours(now, end, start, every)
    assert not in_cheap_hours(now, start, end, (False,) * 7)


@given(moments, minutes, minutes, weeks)
def test_the_hours_of_a_week_are_those_of_its_days(now: str, start: int, end: int, week: tuple[bool, ...]) -> None:
    alone = [tuple(day == chosen for day in range(7)) for chosen in range(7) if week[chosen]]
    assert in_cheap_hours(now, start, end, week) == any(in_cheap_hours(now, start, end, one) for one in alone)


@given(
    st.tuples(st.booleans(), st.sampled_from(GEARS), st.booleans()),
    st.floats(0, 100), st.integers(50, 100), moments, st.booleans(), minutes, minutes, weeks,
)  # fmt: skip
def test_current_flows_only_where_everything_lets_it(
    cable: tuple[bool, str, bool], level: float, limit: int, now: str, cheap: bool, start: int, end: int, week: tuple[bool, ...]
) -> None:
    plugged, gear, on = cable
    state = charge_state(plugged, gear, on, level, limit, now, cheap, start, end, *week)
    assert (state == "charging") <= (plugged and gear == "park" and on and level < limit)
    assert (state == "waiting") <= (cheap and not in_cheap_hours(now, start, end, week))
    assert (state == "unplugged") == (not plugged or gear != "park")


@pytest.mark.parametrize("gear", ["reverse", "neutral", "drive"])
def test_a_car_that_drives_off_has_been_unplugged(car: World, gear: str) -> None:
    car.set("energy.is_plugged_in", True)
    car.set("road.gear", gear)
    assert state_now(car.get) == "unplugged"
    happen(car, "time passes", seconds=1)
    car.set("road.gear", "park")
    happen(car, "time passes", seconds=3600)
    assert (car.energy.is_plugged_in, car.road.fuel_level) == (False, 72)


@given(level=st.floats(5, 99), limit=st.integers(50, 100), hours=st.integers(1, 12))
def test_charging_ends_at_the_limit_after_the_time_that_is_told(level: float, limit: int, hours: int) -> None:
    car = World()
    car.set("road.fuel_level", level)
    car.set("energy.is_plugged_in", True)
    car.set("energy.charge_limit", limit)
    told = charge_seconds(level, limit, car.energy.charge_power)
    for _ in range(hours):
        happen(car, "time passes", seconds=3600)
    assert car.road.fuel_level <= max(level, limit)
    assert (car.road.fuel_level >= limit) == (told <= 3600 * hours or level >= limit)


def test_the_plan_holds_the_current_back_until_it_is_cheap(car: World) -> None:
    car.set("environment.timestamp", "2025-04-14 21:00:00")  # a Monday
    car.set("energy.is_plugged_in", True)
    car.set("energy.off_peak_on", True)
    happen(car, "time passes", seconds=3000)
    assert car.road.fuel_level == 72
    for _ in range(2):
        happen(car, "time passes", seconds=3600)
    assert car.road.fuel_level > 72
    assert minute_of(car.environment.timestamp) > 22 * 60


@pytest.mark.parametrize(("step", "hours"), [(3600, 3), (700, 20)])
def test_of_a_long_step_only_the_cheap_part_charges(car: World, step: int, hours: int) -> None:
    car.set("environment.timestamp", "2025-04-14 20:20:00")  # a Monday
    for path, value in {"is_plugged_in": True, "off_peak_on": True, "off_peak_end": 22 * 60 + 30}.items():
        car.set(f"energy.{path}", value)
    for _ in range(hours):
        happen(car, "time passes", seconds=step)
    assert car.road.fuel_level == pytest.approx(72 + car.energy.charge_power / 2 / BATTERY_KWH * 100, abs=0.01)


@pytest.mark.parametrize("outside", [-10, 38])
@pytest.mark.parametrize(("ready", "gear"), [(True, "park"), (False, "park"), (True, "drive")])
def test_the_cabin_has_its_temperature_at_the_departure(outside: float, ready: bool, gear: str) -> None:
    car = World()
    for path, value in {
        "environment.timestamp": "2025-04-14 06:20:00", "road.outside_temperature": outside, "cabin.air_temperature": outside,
        "road.gear": gear, "energy.departure_on": True, "energy.preconditioning": ready,
    }.items():  # fmt: skip
        car.set(path, value)
    for seat in SEATS:
        car.set(f"airConditioner.ac_states.{seat}.is_on", False)
    wanted = car.airConditioner.ac_states[SEATS[0]].temperature

    def off(seconds: float) -> float:
        happen(car, "time passes", seconds=seconds)
        return abs(car.cabin.air_temperature - wanted)

    assert off(2_400) > 8  # 7:00, half an hour before the departure
    assert (off(1_800) < 2) == (ready and gear == "park")
    assert off(3_600) > 3  # who does not leave is not waited for
    assert not any(car.airConditioner.ac_states[seat].is_on for seat in SEATS)


# Tyres


@given(load=st.sampled_from(["light", "full"]), bars=st.tuples(*[st.floats(1.0, 3.5)] * 4))
def test_a_reset_is_refused_exactly_where_air_is_missing(load: str, bars: tuple[float, ...]) -> None:
    car = World()
    car.set("tyres.load", load)
    for wheel, bar in zip(WHEELS, bars, strict=True):
        car.set(tyre_path(wheel), bar)
    short = [wheel for wheel, bar in zip(WHEELS, bars, strict=True) if bar < recommended(wheel, load) - MISSING_BAR]
    if short:
        with pytest.raises(CallRefused, match=short[0]):
            car.tyres.reset()
        assert car.tyres.reset_at == ""
    else:
        car.tyres.reset()
        assert car.tyres.reset_at == car.environment.timestamp


def test_every_country_has_a_unit_that_the_car_knows() -> None:
    assert {unit_in(code) for code in countries()} == set(PRESSURE_UNITS)
    assert (unit_in("US"), unit_in("JP"), unit_in("DE")) == ("psi", "kPa", "bar")


# Service


@given(seeds, days)
def test_reminders_fit_the_day_and_the_odometer(seed: int, today: date) -> None:
    mileage = mileage_on(seed, today)
    found = reminders(seed, today, mileage)
    assert {each.item for each in found} == set(ITEMS)
    for each in found:
        assert each.done <= today
        assert each.done < each.due
        assert 0 <= each.done_km <= mileage
    urgency = [each.state(today, mileage) for each in found]
    assert urgency == sorted(urgency, key=["overdue", "soon", "fine"].index)


@given(seeds, days, st.integers(0, 300))
def test_history_is_past_in_order_and_stays_as_it_was(seed: int, today: date, later: int) -> None:
    entries = history(seed, today, mileage_on(seed, today))
    assert all(entry.done <= today and entry.mileage <= mileage_on(seed, today) for entry in entries)
    assert [entry.done for entry in entries] == sorted((entry.done for entry in entries), reverse=True)
    then = today + timedelta(later)
    assert set(entries) <= set(history(seed, then, mileage_on(seed, then)))


@given(seeds, days, st.sampled_from(sorted(ITEMS)), st.integers(0, 400_000))
def test_a_reset_moves_the_reminder_a_whole_interval_on(seed: int, today: date, item: str, mileage: int) -> None:
    resets = (ServiceResetRecord(item, today.isoformat(), mileage),)
    moved = reminder(seed, item, today, mileage, resets)
    assert (moved.done, moved.done_km, moved.state(today, mileage)) == (today, mileage, "fine")
    assert moved.due_km in (0, mileage + ITEMS[item].km)
    assert history(seed, today, mileage, resets)[0].done == today


@given(st.integers(1, 999_999), days)
def test_the_services_of_an_owner_fit_the_odometer_and_the_notice_of_it(seed: int, today: date) -> None:
    owner = profile_for(seed, "DE")
    done = services(owner, today)
    assert [reset.mileage for reset in done] == sorted(reset.mileage for reset in done)
    assert done[0].mileage == 0
    assert all(reset.mileage <= owner.kilometres and reset.day <= today.isoformat() for reset in done)
    oil = reminder(seed, "oil", today, owner.kilometres, done)
    assert oil.due_km == pytest.approx(owner.service_kilometres + SERVICE_KILOMETRES, abs=1)
    assert len(history(seed, today, owner.kilometres, done)) == len(done)


def test_the_car_notes_what_was_reset(car: World) -> None:
    car.set("instrumentPanel.vehicle_mileage", 48_000.4)
    car.service.reset("oil")
    assert car.service.resets == (ServiceResetRecord("oil", "2025-04-13", 48_000),)


# Software


def found_one(car: World) -> None:
    software_update.search(car)
    happen(car, "time passes", seconds=software_update.SEARCH_SECONDS)
    assert car.software.state == "available"


def test_a_search_takes_its_time_and_a_network(car: World) -> None:
    software_update.search(car)
    happen(car, "time passes", seconds=1)
    assert car.software.state == "searching"
    happen(car, "time passes", seconds=5)
    assert car.software.state == "available"
    car.set("system.airplane_mode", True)
    software_update.search(car)
    happen(car, "time passes", seconds=5)
    assert (car.software.state, car.software.problem) == ("failed", "network")


def test_an_update_fails_where_the_car_drives_off(car: World) -> None:
    found_one(car)
    software_update.install(car)
    car.set("road.gear", "drive")
    happen(car, "time passes", seconds=60)
    assert (car.software.version, car.software.state, car.software.problem) == ("6.1", "failed", "driving")


def test_an_update_is_installed_while_parked_and_then_there_is_none(car: World) -> None:
    found_one(car)
    car.set("road.gear", "drive")
    with pytest.raises(CallRefused, match="park"):
        software_update.install(car)
    car.set("road.gear", "park")
    software_update.install(car)
    happen(car, "time passes", seconds=600)
    progress = software_update.progress(car.software.state, car.software.since, car.environment.timestamp)
    assert progress == pytest.approx(0.5)
    happen(car, "time passes", seconds=600)
    assert (car.software.version, car.software.state) == ("6.2", "current")
    assert car.system.notifications[0].title == "Software updated"
    software_update.search(car)
    happen(car, "time passes", seconds=5)
    assert car.software.state == "current"


@given(moments, st.integers(0, 23))
def test_a_plan_is_within_a_day_at_the_hour(now: str, hour: int) -> None:
    then = datetime.fromisoformat(software_update.next_time(now, hour))
    assert timedelta(0) < then - datetime.fromisoformat(now) <= timedelta(days=1)
    assert (then.hour, then.minute) == (hour, 0)


@pytest.mark.parametrize(("level", "gear", "state", "problem"), [
    (72, "park", "installing", ""), (12, "park", "failed", "battery"), (72, "drive", "failed", "driving"),
])  # fmt: skip
def test_a_plan_is_carried_out_or_says_why_not(car: World, level: int, gear: str, state: str, problem: str) -> None:
    found_one(car)
    software_update.plan(car, 13)
    assert car.software.scheduled_for == "2025-04-13 13:00:00"
    car.set("road.fuel_level", level)
    car.set("road.gear", gear)
    happen(car, "time passes", seconds=3000)
    assert car.software.state == "available"
    happen(car, "time passes", seconds=700)
    assert (car.software.state, car.software.problem, car.software.scheduled_for) == (state, problem, "")


def test_nothing_is_planned_or_installed_that_was_not_found(car: World) -> None:
    for act in (software_update.install, lambda world: software_update.plan(world, 2)):
        with pytest.raises(CallRefused, match="no update"):
            act(car)
    found_one(car)
    software_update.plan(car, 2)
    software_update.cancel(car)
    assert car.software.scheduled_for == ""


def test_who_asks_to_be_asked_later_is_told_again_a_day_later(car: World) -> None:
    found_one(car)
    software_update.postpone(car)

    def told() -> int:
        return sum(entry.kind == "software" for entry in car.system.notifications)

    before = told()
    for hour in range(1, 49):
        happen(car, "time passes", seconds=3600)
        assert told() - before == (hour >= 24)
    assert car.system.notifications[0].text == "Version 6.2 is available."


def test_nobody_is_reminded_of_what_is_planned(car: World) -> None:
    found_one(car)
    software_update.postpone(car)
    happen(car, "time passes", seconds=3600)
    before = len(car.system.notifications)
    for _ in range(22):
        happen(car, "time passes", seconds=3600)
    software_update.plan(car, 5)
    happen(car, "time passes", seconds=3600)
    assert (car.software.remind_at, len(car.system.notifications)) == ("", before)
