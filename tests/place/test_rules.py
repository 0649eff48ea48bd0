import itertools
from datetime import date

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.errors import UsageError
from automotive_env.place import rules
from automotive_env.place.conduct_rules import SERVICES, numbers_reaching
from automotive_env.place.country import local
from automotive_env.place.places import PLACES, place_by_name
from automotive_env.place.surroundings import LIGHT, ROAD_TYPES, WEATHER

places = st.sampled_from(PLACES)
lights, weathers, roads = st.sampled_from(LIGHT), st.sampled_from(WEATHER), st.sampled_from(ROAD_TYPES)
visibilities = st.integers(0, 20_000)


OF_A_PLACE = (
    rules.units, rules.driving_side, rules.turn_on_red, rules.handheld_phone_allowed, rules.winter_tyres, rules.camera_warning,
    rules.emission_zone, rules.running_lights_suffice,
)  # fmt: skip


def kmh(name, road, *more):
    limit = rules.speed_limit(place_by_name(name), road, *more)
    return limit and limit.kmh


@cases(
    ("name", "road", "expected"),
    [
        ("Berlin", "urban", 50),
        ("Berlin", "rural", 100),
        ("Paris", "urban", 30),
        ("Nice", "urban", 50),
        ("London", "urban", 48),
        ("Cardiff", "urban", 32),
        ("New York", "urban", 40),
        ("Warsaw", "motorway", 140),
        ("Madrid", "residential", 30),
        ("Tokyo", "urban", 60),
        ("Oslo", "motorway", None),
        ("Dubai", "urban", None),
        ("Berlin", "parking", None),
    ],
)
def test_speed_limits(name, road, expected):
    assert kmh(name, road) == expected


def test_a_residential_street_without_its_own_limit_is_an_urban_road():
    assert kmh("Berlin", "residential") == kmh("Berlin", "urban") == 50


def test_the_motorway_without_limit():
    limit = rules.speed_limit(place_by_name("Munich"), "motorway")
    assert limit is not None
    assert (limit.kmh, limit.shown) == (None, "no limit")
    assert "130" in limit.statement


def test_weather_lowers_limits_where_the_law_says_so():
    assert kmh("Nice", "motorway") == 130
    assert kmh("Nice", "motorway", "rain") == 110
    assert kmh("Nice", "motorway", "fog", 49) == 50
    assert kmh("Nice", "motorway", "fog", 50) == 130
    assert kmh("Berlin", "motorway", "fog", 40) == 50
    assert kmh("Paris", "urban", "fog", 40) == 30
    assert kmh("Madrid", "motorway", "heavy rain", 40) == 120


def test_signs_in_miles():
    limit = rules.speed_limit(place_by_name("New York"), "urban")
    assert limit is not None
    assert limit.shown == "25 mph"
    assert limit.words == "25 mph (40 km/h)"
    assert limit.words in limit.statement
    shown = [rules.speed_limit(place_by_name("London"), road).shown for road in ("urban", "rural", "motorway")]
    assert shown == ["30 mph", "60 mph", "70 mph"]


@given(places, roads, weathers, visibilities)
def test_limits_never_rise_with_worse_weather(place, road, weather, visibility):
    fine, foul = rules.speed_limit(place, road), rules.speed_limit(place, road, weather, visibility)
    if fine and foul and fine.kmh:
        assert foul.kmh <= fine.kmh


def low_beam(name, *situation):
    ruling = rules.low_beam_required(place_by_name(name), *situation)
    return ruling and ruling.value


@cases(
    ("name", "situation", "expected"),
    [
        ("Berlin", ("day",), False),
        ("Berlin", ("dusk",), True),
        ("Berlin", ("tunnel",), True),
        ("Berlin", ("day", "fog", 100), True),
        ("Berlin", ("day", "fog", 300), None),
        ("Berlin", ("day", "fog", 900), None),
        ("Berlin", ("day", "fog", 2_000), False),
        ("Stockholm", ("day",), True),
        ("Rome", ("day", "clear", 10_000, "rural"), True),
        ("Rome", ("day", "clear", 10_000, "urban"), False),
        ("Budapest", ("day", "clear", 10_000, "motorway"), True),
        ("São Paulo", ("day", "rain"), True),
        ("São Paulo", ("day", "clear", 10_000, "rural"), True),
        ("São Paulo", ("day", "clear", 10_000, "motorway"), False),
        ("New York", ("day", "rain"), True),
        ("New York", ("dusk",), None),
        ("Madrid", ("day", "rain"), False),
        ("London", ("day", "fog", 99), True),
        ("London", ("day", "fog", 100), False),
        ("Toronto", ("day",), None),
        ("Nairobi", ("day",), None),
    ],
)
def test_low_beam(name, situation, expected):
    assert low_beam(name, *situation) is expected


@given(places, weathers, visibilities, roads)
def test_low_beam_is_required_at_night_everywhere(place, weather, visibility, road):
    ruling = rules.low_beam_required(place, "night", weather, visibility, road)
    assert ruling is not None
    assert ruling.value


@given(places, lights, weathers, roads, visibilities, visibilities)
def test_less_visibility_never_ends_the_duty_of_low_beam(place, light, weather, road, one, other):
    near, far = sorted((one, other))
    clear = rules.low_beam_required(place, light, weather, far, road)
    poor = rules.low_beam_required(place, light, weather, near, road)
    if clear and clear.value:
        assert poor
        assert poor.value


def rear_fog(name, *situation):
    ruling = rules.rear_fog_light_allowed(place_by_name(name), *situation)
    return ruling and ruling.value


@cases(
    ("name", "situation", "expected"),
    [
        ("Berlin", (49,), True),
        ("Berlin", (50,), False),
        ("Berlin", (40, "heavy rain"), False),
        ("Paris", (100, "fog"), True),
        ("Paris", (40, "rain"), False),
        ("Paris", (300, "fog"), None),
        ("London", (99, "heavy rain"), True),
        ("London", (100,), False),
        ("Rome", (60, "fog"), False),
        ("Rome", (60, "snow"), True),
        ("New York", (40,), None),
    ],
)
def test_rear_fog_light(name, situation, expected):
    assert rear_fog(name, *situation) is expected


@given(places, weathers, visibilities, visibilities)
def test_the_rear_fog_light_is_for_poor_visibility(place, weather, one, other):
    near, far = sorted((one, other))
    there, here = (rules.rear_fog_light_allowed(place, metres, weather) for metres in (far, near))
    if there and there.value:
        assert here
        assert here.value


def test_high_beam():
    berlin, madrid, tokyo, sydney = map(place_by_name, ("Berlin", "Madrid", "Tokyo", "Sydney"))
    assert not rules.high_beam_allowed(berlin, "urban").value
    assert not rules.high_beam_allowed(madrid, "residential").value
    assert rules.high_beam_allowed(madrid, "rural").value
    assert rules.high_beam_allowed(tokyo, "urban").value
    assert rules.high_beam_allowed(place_by_name("Oslo"), "urban") is None
    assert "200 m" in rules.high_beam_allowed(sydney, "rural", oncoming=True).statement


@given(places, roads)
def test_high_beam_is_never_for_oncoming_traffic(place, road):
    assert not rules.high_beam_allowed(place, road, oncoming=True).value


def test_units():
    new_york, london, berlin = (rules.units(place_by_name(name)).value for name in ("New York", "London", "Berlin"))
    assert (new_york.speed, new_york.distance, new_york.temperature, new_york.clock) == (
        "mph",
        "mile",
        "fahrenheit",
        "12-hour format",
    )
    assert (london.speed, london.distance, london.temperature) == ("mph", "mile", "celsius")
    assert (berlin.speed, berlin.distance, berlin.temperature, berlin.clock) == (
        "km/h",
        "kilometer",
        "celsius",
        "24-hour format",
    )


def test_conduct():
    assert rules.driving_side(place_by_name("Tokyo")).value == "left"
    assert rules.turn_on_red(place_by_name("Los Angeles")).value == "allowed"
    assert rules.turn_on_red(place_by_name("New York")).value == "forbidden"
    assert rules.turn_on_red(place_by_name("Montreal")).value == "forbidden"
    assert "left" in rules.turn_on_red(place_by_name("Sydney")).statement
    assert not rules.handheld_phone_allowed(place_by_name("Paris")).value
    assert rules.handheld_phone_allowed(place_by_name("Miami")) is None
    assert rules.winter_tyres(place_by_name("Berlin")).value == "wintry"
    assert "1 November to 15 April" in rules.winter_tyres(place_by_name("Vienna")).statement


def test_the_horn_at_night_and_by_day():
    london, paris = place_by_name("London"), place_by_name("Paris")
    assert not rules.horn_allowed(london, "urban", 23.75).value
    assert not rules.horn_allowed(london, "urban", 6.9).value
    assert rules.horn_allowed(london, "urban", 7) is None
    assert "23:30 to 7:00" in rules.horn_allowed(london, "urban", 0).statement
    assert not rules.horn_allowed(paris, "urban", 12).value
    assert rules.horn_allowed(paris, "rural", 12).value


def test_seasons_and_days_of_lights_and_tyres():
    zagreb, berlin, vilnius, vienna = map(place_by_name, ("Zagreb", "Berlin", "Vilnius", "Vienna"))
    assert rules.low_beam_required(zagreb, "day") is None
    assert rules.low_beam_required(zagreb, "day", month=1).value
    assert not rules.low_beam_required(zagreb, "day", month=6).value
    assert rules.running_lights_suffice(zagreb).value
    assert rules.running_lights_suffice(berlin) is None
    assert not rules.running_lights_suffice(place_by_name("Sarajevo")).value
    january, may = date(2025, 1, 9), date(2025, 5, 9)
    assert [rules.winter_tyres_required(vilnius, day, False).value for day in (january, may)] == [True, False]
    assert [rules.winter_tyres_required(vienna, day, True).value for day in (january, may)] == [True, False]
    assert [rules.winter_tyres_required(berlin, may, wintry).value for wintry in (True, False)] == [True, False]
    assert rules.winter_tyres_required(place_by_name("Nice"), january, True) is None


def test_every_period_of_winter_tyres_can_be_read():
    for place in PLACES:
        needed = [rules.winter_tyres_required(place, date(2025, month, 20), True) for month in range(1, 13)]
        assert len({ruling is None for ruling in needed}) == 1
        period = local(place).conduct.winter_period
        if needed[0] is not None and period:
            assert [ruling.value for ruling in needed].count(True) in range(2, 8), place.name


def test_fog_lights_cameras_children_zones_and_numbers():
    berlin, london, tokyo = map(place_by_name, ("Berlin", "London", "Tokyo"))
    assert rules.fog_light_visibility(berlin, "rear").value == 50
    assert rules.fog_light_visibility(berlin, "front") is None
    assert rules.front_fog_lights_allowed(berlin, 100, "rain").value
    assert not rules.front_fog_lights_allowed(london, 150).value
    assert [rules.camera_warning(place).value for place in (berlin, london, place_by_name("Rome"))] == [
        "forbidden", "allowed", "detectors forbidden",
    ]  # fmt: skip
    assert [rules.child_seat_required(berlin, *child).value for child in ((11, 140), (12, 140), (11, 151))] == [
        True,
        False,
        False,
    ]
    assert rules.emission_zone(berlin).value
    assert rules.emission_zone(tokyo) is None
    assert [rules.emergency_number(tokyo, service).value for service in SERVICES] == ["110", "119", "119"]
    assert rules.emergency_number(place_by_name("Buenos Aires"), "ambulance").value == "107"
    assert rules.emergency_number(place_by_name("Lima"), "police") is None
    assert numbers_reaching(place_by_name("Dublin"), "ambulance") == ("112", "999")
    assert numbers_reaching(place_by_name("Dublin"), "police") == ("112",)
    assert numbers_reaching(place_by_name("Lahore"), "ambulance") == ()


def test_idling():
    assert not rules.idling_allowed(place_by_name("Berlin"), 1).value
    assert rules.idling_allowed(place_by_name("New York"), 3).value
    assert not rules.idling_allowed(place_by_name("New York"), 4).value
    assert rules.idling_allowed(place_by_name("Lima"), 4) is None


def test_statements_are_short_sentences_with_a_source():
    situations = [
        *itertools.product(LIGHT, ("clear", "rain"), (10_000,), ROAD_TYPES, (1, None)),
        *itertools.product(("day",), ("fog", "snow", "heavy rain"), (40, 10_000), ("urban", "motorway"), (7,)),
    ]
    for place in PLACES:
        rulings = [
            answer
            for light, weather, visibility, road, month in situations
            for answer in (
                rules.low_beam_required(place, light, weather, visibility, road, month),
                rules.rear_fog_light_allowed(place, visibility, weather),
                rules.front_fog_lights_allowed(place, visibility, weather),
                rules.high_beam_allowed(place, road, visibility > 120),
                rules.speed_limit(place, road, weather, visibility),
            )
        ]
        rulings += [rules.horn_allowed(place, road, 23.6) for road in ROAD_TYPES]
        rulings += [rules.emergency_number(place, service) for service in SERVICES]
        rulings += [
            rules.fog_light_visibility(place, "rear"),
            rules.idling_allowed(place, 5),
            rules.child_seat_required(place, 2, 90),
        ]
        rulings += [question(place) for question in OF_A_PLACE]
        assert_sentences(place, rulings)


def assert_sentences(place, rulings):
    for ruling in filter(None, rulings):
        assert len(ruling.statement) <= 140, ruling.statement
        assert place.name in ruling.statement
        assert ruling.statement.endswith(".")
        assert ruling.source
        assert ruling.confidence in ("high", "medium") or ruling.value is local(place).units


@cases(
    "question",
    [
        lambda place: rules.speed_limit(place, "lane"),
        lambda place: rules.speed_limit(place, "urban", "drizzle"),
        lambda place: rules.low_beam_required(place, "noon"),
        lambda place: rules.rear_fog_light_allowed(place, 40, "mist"),
        lambda place: rules.high_beam_allowed(place, "street"),
        lambda place: rules.emergency_number(place, "plumber"),
    ],
)
def test_words_that_do_not_exist_are_refused_with_those_that_do(question):
    with pytest.raises(UsageError, match="choose from"):
        question(PLACES[0])
