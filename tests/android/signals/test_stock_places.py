"""What the car holds is what its stock place tells, and what is written there is what the car holds."""

import aaos_captures as said
import pytest
from cases import cases
from signal_shells import access

from automotive_env.android import dumpsys, vhal
from automotive_env.android.media_readings import sessions
from automotive_env.android.places import places
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty, NumberProperty
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.car.devices.air_conditioner import OUTLETS
from automotive_env.car.vhal.properties import RELEASES
from automotive_env.validators import signals as s
from automotive_env.validators.signals import SIGNALS, Signal

BY_PATH = {signal.world: signal for signal in SIGNALS.values()}
STEP = 5.0
"""A tenth of a property's range stands for ten per cent of the car's."""
FOLLOWS = {
    "cabin.air_temperature",  # what the sun and the climate make of it
    "environment.timestamp",
    "system.foreground_app",
    "system.last_alert",
    "system.last_alert_message",
    "environment.sound_channel",
    "conversation.call_state",
}
"""What the car does not hold for as long as it is not made true by something else; tests of their own cover it."""


@pytest.fixture(params=RELEASES)
def car(request):
    """The signals of a stock car, and the car."""
    signals = access(request.param, stock=True)
    return signals, signals._shell.device.world


def signal_at(path):
    return BY_PATH.get(path) or Signal(path, path, precision=STEP)


def values_of(path):
    prop = SCHEMA[INDEX[path]].prop
    match prop:
        case FlagProperty():
            return [True, False]
        case ChoiceProperty(choices=choices):
            return list(choices)
        case NumberProperty(low=low, high=high):
            return [round(low + (high - low) * share) for share in (0.1, 0.5, 0.8)]
    return []


def settled(path):
    return path in INDEX and path not in FOLLOWS


SETTLED = [path for path in places() if settled(path) and not path.endswith(".random")]


@pytest.fixture
def on(car):
    """The state of the car with its climate on."""
    signals, world = car
    signals.write(s.CLIMATE_POWER, True)
    return world.snapshot()


@cases("path", SETTLED)
def test_what_is_written_is_what_the_car_holds_and_what_is_read(car, on, path):
    signals, world = car
    signal = signal_at(path)
    for value in values_of(path):
        if signals.takes(signal, value):
            world.restore(on)
            signals.write(signal, value)
            assert near(world.values[INDEX[path]], value)
            assert near(signals.read(signal), value)


@cases("path", SETTLED)
def test_what_the_car_does_is_read(car, on, path):
    signals, world = car
    signal = signal_at(path)
    if not signals.supports(signal):
        return
    for value in values_of(path):
        if not (isinstance(value, bool) or signals.takes(signal, value)):
            continue  # Android has no word for it
        world.restore(on)
        world.set(path, value)
        assert near(signals.read(signal), world.values[INDEX[path]])


def near(told, held):
    return told == held or (not isinstance(held, (bool, str)) and abs(told - held) <= max(STEP, held / 50))


def test_air_that_changes_by_itself_and_air_everywhere(car, on):
    signals, _ = car
    air = {outlet: Signal(outlet, f"airConditioner.ac_states.driver's seat.outlet_modes.{outlet}") for outlet in OUTLETS}
    property = signals.features.properties["HVAC_FAN_DIRECTION"]
    signals._shell.run(vhal.put(property.id, next(iter(property.areas)), 7))
    assert signals.read_many(air.values()) == {outlet: name != "random" for name, outlet in air.items()}
    assert not signals.takes(air["random"], True)
    assert not signals.takes(air["face"], False)


def test_what_is_loaded_and_queued_is_read_and_cannot_be_set(car):
    signals, world = car
    world.set("music._current_track_index", 1)
    track = world.music.current_track
    read = [signals.read(signal) for signal in (s.MEDIA_TITLE, s.MEDIA_ARTIST, s.MEDIA_ALBUM, s.QUEUE_LENGTH)]
    assert read == [track.title, track.artist, track.album, len(world.music.current_playlist)]
    assert not signals.takes(s.MEDIA_TITLE, track.title)


def test_the_radio_can_be_stopped_and_not_started(car):
    signals, _ = car
    assert (signals.takes(s.RADIO_PLAYING, False), signals.takes(s.RADIO_PLAYING, True)) == (True, False)
    assert signals.read(s.RADIO_PLAYING) is False


def test_networks_are_read(car):
    signals, world = car
    names = [network.name for network in world.networks.saved]
    assert signals.read(s.SAVED_NETWORK_COUNT) == len(names) > 1
    assert [signals.read(signal) for signal in s.SAVED_NETWORKS] == (names + [None] * 6)[:6]
    assert signals.read(s.WIFI_NETWORK) == world.networks.current != ""
    signals.write(s.WIFI, False)
    assert signals.read(s.WIFI_NETWORK) == ""
    world.networks.forget(names[0])
    assert signals.read(s.SAVED_NETWORKS[0]) == names[1]


def test_what_events_post_is_counted_with_its_titles(car):
    signals, _ = car
    titles = [at["title"] for at in s.NOTIFICATIONS[:3]]
    assert (signals.read(s.NOTIFICATION_COUNT), signals.read(titles[0])) == (0, None)
    signals.happen("message", {"contact": "Kenji", "content": "I am late."})
    signals.happen("low fuel", {"level": 6})
    assert signals.read(s.NOTIFICATION_COUNT) == 2
    assert [signals.read(title) for title in titles] == ["Low battery", "Kenji", None]


def test_the_language_is_read_and_cannot_be_set(car):
    signals, world = car
    for language in ("German", "English"):
        world.set(s.LANGUAGE.world, language)
        assert signals.read(s.LANGUAGE) == language
    assert not signals.takes(s.LANGUAGE, "German")


def test_two_events_of_a_kind_have_tags_of_their_own(car):
    signals, _ = car
    lines = signals._shell.lines
    del lines[:]
    for contact in ("Kenji", "Mum"):
        signals.happen("message", {"contact": contact, "content": f"{contact} is late."})
    tags = {line.split("message:")[1].split()[0] for line in lines if "notification post" in line}
    assert len(tags) == 2


def test_sessions_as_devices_print_them():
    (session,) = sessions(said.SESSIONS_NEW)
    assert (session.plays, session.loaded, session.queue) == (True, ("Title", "Artist", "Album"), None)
    (queued,) = sessions(said.SESSIONS_NEW + "      queueTitle=Now, size=3, size=12\n")
    assert queued.queue == 12
    unclear = said.SESSIONS_NEW.replace("description=Title", "description=Dust, Wind")
    assert sessions(unclear)[0].loaded == ()
    assert sessions("MEDIA SESSION SERVICE\n") is None


def test_networks_as_devices_print_them():
    assert dumpsys.saved_networks(said.SAVED_NETWORKS) == ["AndroidWifi", "Cafe by the sea"]
    assert dumpsys.saved_networks("No networks\n") == []
    assert dumpsys.saved_networks("cmd: Can't find service: wifi\n") is None
    assert dumpsys.wifi_network(said.WIFI_STATUS) == "AndroidWifi"
    assert dumpsys.wifi_network("Wifi is disabled\n") == ""
    assert dumpsys.wifi_network("cmd: Can't find service: wifi\n") is None
