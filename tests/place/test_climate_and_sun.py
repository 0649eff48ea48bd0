from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.place.climate import season, typical_temperature
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES, place_by_name
from automotive_env.place.sun import SUNSET, clock_time, daylight, local_time, sun_altitude
from automotive_env.place.surroundings import LIGHT

latitudes = st.floats(-89, 89)
longitudes = st.floats(-180, 180)
moments = st.datetimes(datetime(2000, 1, 1), datetime(2050, 1, 1)).map(lambda when: when.replace(tzinfo=UTC))


@cases(
    ("name", "date", "sunrise", "sunset"),
    [
        ("Berlin", "2025-04-13", "06:12", "20:00"),
        ("London", "2025-06-21", "04:43", "21:21"),
        ("London", "2025-12-21", "08:04", "15:53"),
        ("New York", "2025-12-21", "07:16", "16:31"),
        ("Tokyo", "2025-06-21", "04:25", "19:00"),
        ("Sydney", "2025-12-21", "05:41", "20:05"),
        ("Cape Town", "2025-06-21", "07:51", "17:45"),
        ("Singapore", "2025-09-22", "06:54", "19:01"),
        ("Reykjavik", "2025-12-21", "11:22", "15:29"),
    ],
)
def test_sunrise_and_sunset_within_ten_minutes(name, date, sunrise, sunset):
    place = place_by_name(name)
    clock = [f"{minute // 60:02}:{minute % 60:02}" for minute in range(24 * 60)]
    up = [
        sun_altitude(place.latitude, place.longitude, local_time(place, clock_time(f"{date} {time}:00"))) > SUNSET
        for time in clock
    ]
    rises, sets = up.index(True), len(up) - 1 - up[::-1].index(True)
    assert abs(rises - clock.index(sunrise)) <= 10
    assert abs(sets - clock.index(sunset)) <= 10


@pytest.mark.parametrize(
    ("latitude", "longitude", "zone", "time", "altitude"),
    [
        (52.52, 13.405, "Europe/Berlin", "2025-06-21 13:10:00", 60.9162),
        (-33.87, 151.21, "Australia/Sydney", "2025-12-21 05:40:00", -0.9698),
        (69.65, 18.96, "Europe/Oslo", "2025-12-21 11:45:00", -3.0895),
        (1.35, 103.82, "Asia/Singapore", "2025-03-20 00:00:00", -71.8882),
        (40.71, -74.01, "America/New_York", "2031-10-05 18:30:00", -0.4994),
    ],
)
def test_the_sun_stands_where_astral_3_2_says(latitude, longitude, zone, time, altitude):
    when = clock_time(time).replace(tzinfo=ZoneInfo(zone))
    assert sun_altitude(latitude, longitude, when) == pytest.approx(altitude, abs=1e-4)


def test_the_sun_of_the_north():
    tromso = place_by_name("Tromsø")
    assert daylight(tromso, "2025-06-21 00:30:00") == "day"
    assert daylight(tromso, "2025-12-21 12:00:00") == "dusk"
    assert daylight(tromso, "2025-12-21 20:00:00") == "night"


def test_solstices_polar_night_and_polar_day():
    hours = [f"{hour:02}:00:00" for hour in range(24)]
    alta, utqiagvik, ushuaia = map(place_by_name, ("Alta", "Utqiagvik", "Ushuaia"))
    for place in (alta, utqiagvik):
        assert {daylight(place, f"2025-06-21 {hour}") for hour in hours} == {"day"}
        assert "day" not in {daylight(place, f"2025-12-21 {hour}") for hour in hours}
    assert {"day", "night"} <= {daylight(ushuaia, f"2025-06-21 {hour}") for hour in hours}
    for place in (place_by_name(name) for name in ("Singapore", "Nairobi")):
        assert 11 <= sum(daylight(place, f"2025-12-21 {hour}") == "day" for hour in hours) <= 13


@given(st.floats(-66, 66), longitudes, st.integers(2000, 2050))
def test_the_sun_at_noon_of_the_solstices(latitude, longitude, year):
    for month, tilt in ((6, 23.44), (12, -23.44)):
        noon = datetime(year, month, 21, 12, tzinfo=UTC) - timedelta(hours=longitude / 15)
        highest = max(sun_altitude(latitude, longitude, noon + timedelta(minutes=minutes)) for minutes in range(-10, 11))
        assert highest == pytest.approx(90 - abs(latitude - tilt), abs=0.6)


def test_daylight_in_berlin():
    berlin = place_by_name("Berlin")
    times = ("12:00:00", "20:20:00", "23:00:00", "05:55:00")
    seen = [daylight(berlin, f"2025-04-13 {time}") for time in times]
    assert seen == ["day", "dusk", "night", "dusk"]
    assert set(seen) <= set(LIGHT)


@given(latitudes, longitudes, moments)
def test_the_sun_stands_as_low_below_the_antipode(latitude, longitude, when):
    there = sun_altitude(-latitude, longitude + (180 if longitude <= 0 else -180), when)
    assert sun_altitude(latitude, longitude, when) == pytest.approx(-there, abs=0.05)


@given(latitudes, longitudes, moments, st.floats(0, 6))
def test_the_sun_is_as_high_before_noon_as_after(latitude, longitude, day, hours):
    midday = day.replace(hour=12, minute=0, second=0, microsecond=0) - timedelta(hours=longitude / 15)
    early, late = midday - timedelta(minutes=30), midday + timedelta(minutes=30)
    heights = [sun_altitude(0, longitude, early + (late - early) * part / 60) for part in range(61)]
    noon = early + (late - early) * heights.index(max(heights)) / 60
    before, after = (sun_altitude(latitude, longitude, noon + sign * timedelta(hours=hours)) for sign in (-1, 1))
    assert before == pytest.approx(after, abs=1.0)


@given(latitudes, longitudes, moments)
def test_the_sun_is_never_higher_than_the_tropics_allow(latitude, longitude, when):
    assert -90 <= sun_altitude(latitude, longitude, when) <= 90 - max(0, abs(latitude) - 23.6)


def test_every_place_has_a_time_zone_that_fits_its_longitude():
    for place in PLACES:
        offset = local_time(place, clock_time("2025-01-15 12:00:00")).utcoffset() / timedelta(hours=1)
        assert abs(offset - place.longitude / 15) <= 2.5, place.name


def test_wrong_times_and_zones():
    with pytest.raises(UsageError, match="write it like 2025-04-13 12:00:00"):
        daylight(PLACES[0], "noon")
    with pytest.raises(EnvironmentFault, match="Mars/Olympus"):
        daylight(Place("Mons", "DE", 0, 0, 0, "arid", "Mars/Olympus"), "2025-04-13 12:00:00")


@cases(
    ("name", "means"),
    [
        ("Berlin", (1, 2, 5, 9, 14, 18, 20, 19, 15, 10, 5, 2)),
        ("Oslo", (-3, -3, 1, 6, 12, 16, 18, 17, 12, 7, 2, -2)),
        ("Chicago", (-4, -2, 4, 10, 16, 22, 24, 23, 19, 12, 5, -1)),
        ("New Delhi", (14, 17, 23, 29, 33, 34, 31, 30, 29, 26, 21, 16)),
        ("Bangkok", (27, 29, 30, 31, 30, 30, 29, 29, 29, 28, 28, 27)),
        ("Mumbai", (24, 25, 27, 29, 31, 29, 28, 28, 28, 29, 28, 26)),
        ("Sydney", (23, 23, 22, 19, 16, 13, 13, 14, 16, 18, 20, 22)),
        ("Beijing", (-3, 0, 7, 15, 21, 25, 27, 26, 21, 14, 5, -1)),
        ("Utqiagvik", (-24, -25, -24, -16, -6, 2, 5, 4, 0, -7, -16, -21)),
        ("San Francisco", (11, 12, 13, 13, 14, 15, 15, 16, 17, 16, 14, 11)),
        ("Yellowknife", (-26, -23, -17, -5, 6, 14, 17, 14, 8, -1, -14, -22)),
    ],
)
def test_typical_temperatures_are_near_the_climate_tables(name, means):
    place = place_by_name(name)
    assert [typical_temperature(place, month) for month in range(1, 13)] == pytest.approx(means, abs=4)


@given(st.sampled_from(PLACES), st.integers(1, 12))
def test_temperatures_and_seasons_agree(place, month):
    usual, known = typical_temperature(place, month), (place.january, place.april, place.july, place.october)
    assert usual is not None
    assert min(known) - 2.5 <= usual <= max(known) + 2.5
    if season(place, month) == "summer" and abs(place.july - place.january) > 5:
        assert usual >= typical_temperature(place, (month + 5) % 12 + 1)


def test_figures_of_the_climate_are_sensible():
    for place in PLACES:
        assert 5 <= place.daily_range <= 14, place.name
        warm, cold = (place.july, place.january) if place.latitude > 15 else (place.january, place.july)
        assert warm >= cold or abs(place.latitude) <= 15, place.name
        spring, autumn = place.april, place.october
        assert min(warm, cold) - 2 <= min(spring, autumn), place.name
        assert max(spring, autumn) <= max(warm, cold) + (8 if abs(place.latitude) < 24 else 2), place.name


def test_seasons():
    assert season(place_by_name("Berlin"), 12) == "winter"
    assert season(place_by_name("Berlin"), 4) == "spring"
    assert season(place_by_name("Sydney"), 12) == "summer"
    assert season(place_by_name("Sydney"), 4) == "autumn"
    assert season(place_by_name("Singapore"), 12) == "warm all year"


def test_a_place_without_figures_has_no_typical_temperature():
    assert typical_temperature(Place("Mons", "DE", 0, 0, 0, "arid", "UTC"), 1) is None


@pytest.mark.parametrize("month", [0, 13])
def test_months_that_do_not_exist(month):
    with pytest.raises(UsageError, match=r"use 1 to 12"):
        season(PLACES[0], month)
    with pytest.raises(UsageError, match=r"use 1 to 12"):
        typical_temperature(PLACES[0], month)
