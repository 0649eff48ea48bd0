import itertools
import math
import random
import subprocess
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from geopy.distance import geodesic
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.errors import UsageError
from automotive_env.place import places
from automotive_env.place.borders import countries_of, zone_of
from automotive_env.place.country import country, local
from automotive_env.place.places import PLACES, displaced, distance, is_within, nearest_place, place_at, place_by_name, resolve
from automotive_env.tasks.kit.scene import OUT_OF_TOWN_KM

latitudes = st.floats(-90, 90, allow_nan=False)
longitudes = st.floats(-180, 180, allow_nan=False)


def test_the_table_covers_the_inhabited_continents():
    assert len(PLACES) >= 300
    assert {local(place).general.continent for place in PLACES} == {
        "Africa",
        "Asia",
        "Europe",
        "North America",
        "Oceania",
        "South America",
    }
    assert len({place.name for place in PLACES}) == len(PLACES)


def test_every_climate_class_has_a_place():
    assert {place.climate for place in PLACES} == {"polar", "cold", "temperate", "mediterranean", "arid", "tropical"}


def test_a_place_is_found_by_its_names_and_by_its_position():
    for place in PLACES:
        assert place_by_name(place.name.upper()) is place
        assert place_by_name(place.native_name).country == place.country
        assert nearest_place(place.latitude, place.longitude) is place
    assert place_by_name("münchen").name == "Munich"
    assert place_by_name("東京").name == "Tokyo"


def test_cities_so_near_that_a_scene_may_be_between_them_have_the_same_rules():
    def rules(place):
        here = local(place)
        general = here.general.emergency, here.general.driving_side, here.code
        return general, here.units, here.speed, here.lights, here.conduct

    for one, other in itertools.combinations(PLACES, 2):
        if distance(one.latitude, one.longitude, other.latitude, other.longitude) < 2_000 * OUT_OF_TOWN_KM[1]:
            assert rules(one) == rules(other), (one.name, other.name)


def test_accents_and_space_do_not_matter():
    assert place_by_name(" sao paulo ").name == "São Paulo"
    assert place_by_name("tromso").name == "Tromsø"


def test_an_unknown_name_is_refused_with_suggestions():
    with pytest.raises(UsageError, match=r"'Pariss'; try Paris"):
        place_by_name("Pariss")
    with pytest.raises(UsageError, match=r"try .+, .+"):
        place_by_name("")


@given(latitudes, longitudes)
def test_the_nearest_place_is_nearest_within_the_country(latitude, longitude):
    nearest, countries = nearest_place(latitude, longitude), countries_of(latitude, longitude)
    near = [place for place in PLACES if place.country in countries] or PLACES
    away = [distance(latitude, longitude, place.latitude, place.longitude) for place in near]
    assert distance(latitude, longitude, nearest.latitude, nearest.longitude) == min(away)


@given(st.sampled_from(PLACES), st.floats(0, 59_000), st.floats(0, 360))
def test_around_a_place_the_nearest_one_is_of_the_same_country_as_the_position(place, metres, bearing):
    position = displaced(place.latitude, place.longitude, metres, bearing)
    assert distance(place.latitude, place.longitude, *position) == pytest.approx(metres, abs=1)
    countries = countries_of(*position)
    known = {place.country for place in PLACES} & set(countries)
    assert not known or nearest_place(*position).country in known


def test_inside_a_country_its_outline_is_not_read():
    code = (
        "import sys; from automotive_env.place.places import nearest_place as n; n(52.5, 13.4); sys.exit('tzfpy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_every_place_lies_in_its_country_and_its_time_zone():
    for place in PLACES:
        assert place.country in countries_of(place.latitude, place.longitude), place.name
        zones = ZoneInfo(place.timezone), ZoneInfo(zone_of(place.latitude, place.longitude))
        for month in (1, 7):
            assert len({zone.utcoffset(datetime(2026, month, 1)) for zone in zones}) == 1, place.name


@pytest.mark.parametrize(
    ("position", "country", "name", "climate"),
    [
        ((47.596, 7.550), "FR", "Strasbourg", "temperate"),  # Saint-Louis, a suburb of Basel on the other side of the border
        ((49.20, 6.90), "FR", "Strasbourg", "temperate"),
        ((32.53, -117.02), "MX", "Monterrey", "mediterranean"),
        ((42.32, -83.04), "CA", "Toronto", "cold"),
        ((43.07, -107.29), "US", "Denver", "arid"),
    ],
)
def test_a_position_has_the_facts_of_its_own_country(position, country, name, climate):
    place = place_at(*position)
    assert (place.country, place.name, place.climate, place.latitude, place.longitude) == (country, name, climate, *position)


def test_far_from_a_city_only_its_country_counts():
    wyoming, denver = place_at(43.07, -107.29), place_by_name("Denver")
    assert (wyoming.region, denver.region) == ("", "Colorado")
    assert not places.overrides(wyoming)
    assert local(wyoming).general == country("US").general


@pytest.mark.parametrize(("position", "why"), [((0, 0), "at sea"), ((34.5, 69.2), r"nothing is known of \(AF\)")])
def test_a_position_without_facts_is_refused(position, why):
    with pytest.raises(UsageError, match=why):
        place_at(*position)


@given(latitudes, longitudes, latitudes, longitudes)
def test_distance_is_a_distance(a, b, c, d):
    there = distance(a, b, c, d)
    assert 0 <= there <= 20_015_100
    assert there == pytest.approx(distance(c, d, a, b), abs=1e-3)
    assert distance(a, b, a, b) == 0


def test_a_degree_is_111_kilometres():
    degree = 1_000 * 6_371 * math.pi / 180
    assert distance(0, 0, 1, 0) == pytest.approx(degree) == pytest.approx(distance(0, 179.5, 0, -179.5))
    assert displaced(0, 0, degree, 0) == pytest.approx((1, 0), abs=1e-9)
    assert displaced(0, 179.5, degree, 90) == pytest.approx((0, -179.5), abs=1e-9)


@given(latitudes, longitudes, latitudes, longitudes)
def test_the_sphere_is_close_to_the_ellipsoid(a, b, c, d):
    assert distance(a, b, c, d) == pytest.approx(geodesic((a, b), (c, d)).meters, rel=0.006, abs=1e-3)


@given(latitudes, longitudes, st.floats(-200_000, 200_000), st.floats(0, 360), st.floats(1, 200_000))
def test_what_is_within_a_distance_is_not_farther(latitude, longitude, metres, bearing, most):
    position = displaced(latitude, longitude, metres, bearing)
    away = distance(latitude, longitude, *position)
    assert is_within(most, latitude, longitude, *position) == (away <= most) or away == pytest.approx(most, abs=0.01)


def test_distance_of_known_cities():
    berlin, paris = place_by_name("Berlin"), place_by_name("Paris")
    assert distance(berlin.latitude, berlin.longitude, paris.latitude, paris.longitude) == pytest.approx(878_000, rel=0.01)


@pytest.mark.parametrize("position", [(91, 0), (0, 181), (float("nan"), 0)])
def test_no_position_on_earth(position):
    with pytest.raises(UsageError, match="is not a position on Earth"):
        nearest_place(*position)


def test_resolve_takes_a_city_a_position_or_chance():
    rng = random.Random(7)
    assert resolve("paris", rng).name == "Paris"
    moved = resolve("48.80, 2.10", rng)
    assert (moved.name, moved.country, moved.latitude, moved.longitude) == ("Paris", "FR", 48.8, 2.1)
    assert resolve("random", random.Random(3)) is resolve("random", random.Random(3))
    assert len({resolve("random", rng).name for _ in range(50)}) > 10


@pytest.mark.parametrize("spec", ["0,-30", "1,2,3", "nan,0", "95,0", "nowhere"])
def test_resolve_refuses_what_it_does_not_know(spec):
    with pytest.raises(UsageError):
        resolve(spec, random.Random(0))


def test_a_moved_place_keeps_what_is_special_about_it():
    assert local(resolve("48.80,2.10", random.Random(0))).speed.urban == 30


def test_the_table_is_read_once():
    assert places.PLACES is places.PLACES


def test_importing_places_is_light():
    heavy = "{'numpy', 'geopy', 'pydantic', 'json', 'random', 'automotive_env.car'}"
    code = (
        f"import sys; before = set(sys.modules); import automotive_env.place.places; print({heavy} & (set(sys.modules) - before))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout.strip()
        == "set()"
    )
