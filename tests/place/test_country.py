import dataclasses

import pytest

from automotive_env.car.driving.environment import TIME_FORMATS
from automotive_env.errors import UsageError
from automotive_env.place.country import countries, country, local
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES, overrides, place_by_name
from automotive_env.place.surroundings import ROAD_TYPES, WEATHER
from automotive_env.place.table import load

EVERYWHERE = [*countries().values(), *map(local, PLACES)]


def test_every_place_has_a_country_and_every_country_a_place():
    assert len(countries()) >= 60
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
            if dataclasses.replace(group, source="", confidence="low", doubtful=()) != bare:
                assert any(sign.isdigit() for sign in group.source), (here.code, name)
                assert group.confidence in ("high", "medium", "low")
                assert set(group.doubtful) <= {fact.name for fact in dataclasses.fields(group)}
            assert "http" not in group.source


def test_words_are_those_of_the_world():
    for here in EVERYWHERE:
        assert here.units.clock in TIME_FORMATS
        assert set(here.lights.low_beam_by_day or ()) <= set(ROAD_TYPES)
        assert set(here.lights.rear_fog or ()) <= {*WEATHER, "any"}
        assert here.general.driving_side in ("left", "right")
        assert here.conduct.turn_on_red in (None, "allowed", "with sign", "forbidden")
        assert here.conduct.winter_tyres in (None, "wintry", "wintry season", "dated", "local", "tread", "none")
        assert set(here.lights.front_fog or ()) <= {*WEATHER, "any"}
        assert here.lights.high_beam_in_town in (None, "never", "unlit roads", "allowed")
        assert here.conduct.camera_warning in (None, "forbidden", "detectors forbidden", "allowed")
        assert set(here.conduct.child_seat or ()) <= {"under_years", "below_cm"}
        assert all(number.isdigit() for number in (here.general.emergency or {}).values())
        assert here.general.languages


def test_overrides_name_known_groups_facts_and_a_source():
    differing = [(row["country"], row.get("overrides", {})) for row in load("places")]
    differing += [(code, groups) for code, here in countries().items() for groups in here.regions.values()]
    for code, groups in differing:
        for group, facts in groups.items():
            fields = {field.name for field in dataclasses.fields(getattr(country(code), group))}
            assert set(facts) <= fields
            assert facts["source"]
            assert facts["confidence"]


def test_every_region_that_differs_has_a_place():
    there = {(place.country, place.region) for place in PLACES}
    assert {(code, region) for code, here in countries().items() for region in here.regions} <= there


def test_what_is_doubtful_or_of_low_confidence_is_not_known():
    pakistan, romania, doha = country("PK"), country("RO"), local(place_by_name("Doha"))
    assert pakistan.speed.urban == 50
    assert local(place_by_name("Lahore")).speed.urban is None
    assert local(place_by_name("Lahore")).general.emergency is None
    assert romania.lights.rear_fog
    assert local(place_by_name("Bucharest")).lights.rear_fog is None
    assert local(place_by_name("Bucharest")).lights.low_beam_by_day
    assert doha.general.emergency == {"any": "999"}


def test_a_region_differs_from_its_country_and_a_city_from_its_region():
    bruges, liege = local(place_by_name("Bruges")), local(place_by_name("Liège"))
    assert (bruges.speed.rural, liege.speed.rural, country("BE").speed.rural) == (70, 90, None)
    assert liege.general.languages == ("French",)
    riyadh, abha = local(place_by_name("Riyadh")).general, local(place_by_name("Abha")).general
    assert (riyadh.emergency, abha.emergency) == ({"any": "911"}, None)
    assert local(place_by_name("Boston")).speed.urban == 40
    assert local(place_by_name("Boston")).speed.rural == 64


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
