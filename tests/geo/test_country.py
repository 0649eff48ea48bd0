import dataclasses

import pytest

from automotive_env.errors import UsageError
from automotive_env.geo.country import countries, country, local
from automotive_env.geo.place import Place
from automotive_env.geo.places import PLACES, overrides, place_by_name
from automotive_env.geo.table import load
from automotive_env.world.environment import TIME_FORMATS
from automotive_env.world.road import ROAD_TYPES, WEATHER

EVERYWHERE = [*countries().values(), *map(local, PLACES)]


def test_every_place_has_a_country_and_every_country_a_place():
    assert len(countries()) >= 25
    assert {place.country for place in PLACES} == set(countries())


def test_limits_are_ordered_and_sensible():
    for here in EVERYWHERE:
        speed = here.speed
        known = [limit for limit in (speed.residential, speed.urban, speed.rural, speed.motorway) if limit is not None]
        assert known == sorted(known), here.code
        assert all(20 <= limit <= 140 for limit in known)
        assert (speed.poor_visibility_m is None) == (speed.poor_visibility_limit is None)
        assert not (speed.motorway_unlimited and speed.motorway)
        assert speed.motorway_wet is None or speed.motorway_wet < speed.motorway


def test_every_group_with_facts_names_a_source_with_a_year_or_a_body():
    for here in EVERYWHERE:
        for name in ("general", "units", "speed", "lights", "conduct"):
            group = getattr(here, name)
            bare = type(group)(**{f.name: None for f in dataclasses.fields(group) if f.default is dataclasses.MISSING})
            if dataclasses.replace(group, source="") != bare:
                assert any(sign.isdigit() for sign in group.source), (here.code, name)
            assert "http" not in group.source


def test_words_are_those_of_the_world():
    for here in EVERYWHERE:
        assert here.units.clock in TIME_FORMATS
        assert set(here.lights.low_beam_by_day or ()) <= set(ROAD_TYPES)
        assert set(here.lights.rear_fog or ()) <= {*WEATHER, "any"}
        assert here.general.driving_side in ("left", "right")
        assert here.conduct.turn_on_red in (None, "allowed", "with sign", "forbidden")
        assert here.conduct.winter_tyres in (None, "wintry", "wintry season", "dated", "local", "tread", "none")
        assert here.lights.high_beam_in_town in (None, "never", "unlit roads")
        assert all(number.isdigit() for number in here.general.emergency.values())
        assert here.general.languages


def test_overrides_name_known_groups_facts_and_a_source():
    for row in load("places"):
        for group, facts in row.get("overrides", {}).items():
            fields = {field.name for field in dataclasses.fields(getattr(country(row["country"]), group))}
            assert set(facts) <= fields
            assert facts["source"]


def test_a_city_differs_from_its_country_only_where_it_says_so():
    paris, france = local(place_by_name("Paris")), country("FR")
    assert (paris.speed.urban, france.speed.urban) == (30, 50)
    assert paris.speed.rural == france.speed.rural == 80
    assert paris.lights == france.lights
    assert "2021" in paris.speed.source
    assert france.speed.source in paris.speed.source


def test_an_override_can_say_that_a_fact_is_not_known():
    assert country("AU").speed.urban == 50
    assert local(place_by_name("Darwin")).speed.urban is None


def test_a_namesake_in_another_country_gets_no_overrides():
    elsewhere = dataclasses.replace(place_by_name("Paris"), country="US")
    assert overrides(elsewhere) == {}
    assert local(elsewhere).speed == country("US").speed


def test_a_country_that_is_not_in_the_table():
    with pytest.raises(UsageError, match=r"'XX'.*DE"):
        local(Place("Nowhere", "XX", 0, 0, 0, "arid", "UTC"))
