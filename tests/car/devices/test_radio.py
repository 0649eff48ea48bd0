import pytest
from cases import cases

from automotive_env.car.core.world import World
from automotive_env.car.devices.radio import MAX_HISTORY, UNKNOWN, Station

NOW = "2025-04-14 08:00:00"


def names(stations):
    return [station.name for station in stations]


@pytest.fixture(params=["default", "init1", "init2"])
def car(request):
    world = World({"radio": request.param})
    world.set("environment.timestamp", NOW)
    world.set("environment.sound_channel", "music")
    return world


def is_on(car, name):
    radio = car.radio
    assert radio.is_playing
    assert radio.current_station is not None
    assert (radio.current_station.name, radio.current_station.timestamp) == (name, NOW)
    assert radio.history[0] == radio.current_station
    assert car.environment.sound_channel == "radio"
    return True


@pytest.mark.parametrize(("api", "of"), [("radio_recent_play", "history"), ("radio_favorite_play", "collection")])
def test_the_first_of_a_list_plays_and_is_the_latest(car, api, of):
    first = getattr(car.radio, of)[0]
    before = names(car.radio.history)
    assert car.call(f"radio.{api}", {}).data["station"]["name"] == first.name
    assert is_on(car, first.name)
    assert names(car.radio.history)[1:] == [name for name in before if name != first.name]


def test_a_local_station_is_one_of_the_city_if_there_is_any(car):
    station = car.radio.history[-1]
    car.set("road.city", station.city)
    assert car.call("radio.radio_local_play", {}).success
    assert car.radio.current_station.city == station.city
    car.set("road.city", "Nowhere")
    latest = car.radio.history[0].name
    assert car.call("radio.radio_local_play", {}).success
    assert is_on(car, latest)


@pytest.mark.parametrize("part", ["radioName", "radioValue", "appName"])
def test_a_station_heard_before_is_known_by_any_part(car, part):
    field = {"radioName": "name", "radioValue": "frequency_value", "appName": "app_name"}[part]
    station = car.radio.history[-1]
    assert car.call("radio.radio_play", {part: getattr(station, field).upper()}).success
    assert getattr(car.radio.current_station, field) == getattr(station, field)
    assert len(car.radio.history) == len(set(car.radio.history))


def test_another_station_replaces_the_one_that_plays():
    car = World({"radio": "init1"})
    assert car.call("radio.radio_play", {"radioValue": "97.6"}).success
    assert car.radio.current_station.name == "Granite FM"
    assert car.radio.collection[0].timestamp == car.environment.timestamp


def test_a_station_never_heard_of_plays_with_what_was_said_of_it(car):
    count = len(car.radio.history)
    assert car.call("radio.radio_play", {"radioName": "Attic Nights", "city": "Ulm"}).success
    assert is_on(car, "Attic Nights")
    assert car.radio.current_station == Station("Attic Nights", UNKNOWN.frequency_value, "Ulm", "", NOW)
    assert len(car.radio.history) == count + 1


def test_stopped_it_goes_on_with_the_same_station(car):
    assert car.call("radio.radio_favorite_play", {}).success
    name = car.radio.current_station.name
    assert car.call("radio.radio_play_stop", {}).success
    assert not car.radio.is_playing
    assert car.call("radio.radio_play", {}).success
    assert is_on(car, name)


def test_the_radio_forgets_the_oldest_stations():
    car = World()
    for number in range(MAX_HISTORY + 3):
        assert car.call("radio.radio_play", {"radioName": f"Station {number}"}).success
    assert len(car.radio.history) == MAX_HISTORY
    assert car.radio.history[-1].name == "Station 3"


def test_favourites_are_added_once_and_removed():
    car = World({"radio": "init1"})
    before = names(car.radio.collection)
    for _ in range(2):
        assert car.call("radio.radio_collect", {"collect": True}).data == {"count": len(before) + 1}
    assert names(car.radio.collection) == [*before, car.radio.current_station.name]
    assert car.call("radio.radio_collect", {"collect": False}).success
    assert names(car.radio.collection) == before


def test_views_tell_and_change_nothing(car):
    before = car.snapshot()
    for api, of in (("radio_history_view", "history"), ("radio_collection_view", "collection")):
        told = car.call(f"radio.{api}", {}).data
        assert [station["name"] for station in told["stations"]] == names(getattr(car.radio, of))
    assert car.diff(before) == {}


@pytest.mark.parametrize(
    ("verb", "arguments", "volume"),
    [
        ("set", {"degree": "min"}, 10),
        ("set", {"degree": "low"}, 30),
        ("set", {"value": 65}, 65),
        ("increase", {"degree": "large"}, 70),
        ("decrease", {"value": 80}, 0),
    ],
)
def test_volume_is_shared_and_claims_the_loudspeakers(verb, arguments, volume):
    car = World()
    assert car.call(f"radio.radio_soundVolume_{verb}", arguments).success
    assert (car.environment.volume, car.environment.sound_channel) == (volume, "radio")


@cases(
    ("api", "arguments"),
    [
        ("radio_favorite_play", {}),
        ("radio_recent_play", {}),
        ("radio_local_play", {}),
        ("radio_play", {}),
        ("radio_play", {"radioName": " "}),
        ("radio_play", {"station": "x"}),
        ("radio_collect", {"collect": True}),
        ("radio_soundVolume_decrease", {}),
    ],
)
def test_without_stations_or_with_wrong_words_it_is_refused_and_nothing_changes(api, arguments):
    car = World()
    car.set("radio._history", ())
    car.set("radio._collection", ())
    before = car.snapshot()
    assert not car.call(f"radio.{api}", arguments).success
    assert car.diff(before) == {}
