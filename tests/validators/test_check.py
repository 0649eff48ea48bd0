"""Where sentences about an episode begin to hold: at the limit that they name."""

from collections.abc import Callable
from typing import Literal

import pytest
from cases import cases

from automotive_env.car.core.change import DIRECT, Change
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.paths import is_readable, read
from automotive_env.car.core.values import Scalar
from automotive_env.car.core.world import World
from automotive_env.car.devices.conversation import Message
from automotive_env.car.systems.driver_profiles import switch_driver
from automotive_env.car.systems.system import SilencedSender
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.episode_log import ContactedPerson, EpisodeLog, RaisedAlert
from automotive_env.validators.signals import Signal
from automotive_env.validators.subjects.phone import MESSAGES

QUIET: dict[str, Scalar] = {
    "MUTED": False,
    "VOLUME": 50,
    "MEDIA_PLAYING": True,
    "SOUND_CHANNEL": "music",
    "AUTO_BRIGHTNESS": False,
    "NIGHT_MODE": "day",
    "LIGHT": "day",
    "WEATHER": "clear",
    "LOW_BEAM": "off",
    "AIR_SOURCE": "internal circulation",
    **dict.fromkeys(("DRIVER_WINDOW", "PASSENGER_WINDOW", "REAR_LEFT_WINDOW", "REAR_RIGHT_WINDOW", "SUNROOF"), 0),
}


def then(start: dict[str, Scalar] | None = None, log: EpisodeLog | None = None, **now: Scalar) -> Episode:
    """An episode that begins and ends with some values, by the names of their signals in the table; all else is on."""
    values = {getattr(s, name): value for name, value in {**QUIET, **now}.items()}
    log = log or EpisodeLog()
    log.start |= {getattr(s, name).name: value for name, value in {**QUIET, **(start or {})}.items()}

    def read(signal: Signal) -> Scalar:
        return values.get(signal, True)

    return Episode(read, log)


@pytest.mark.parametrize(
    ("celsius", "warmer", "cooler"), [(20.9, False, False), (21, True, False), (19.1, False, False), (19, False, True)]
)
def test_warmer_and_cooler_mean_a_degree(celsius: float, warmer: bool, cooler: bool) -> None:
    car = then({"DRIVER_TEMPERATURE": 20}, DRIVER_TEMPERATURE=celsius)
    assert (bool(car.set_warmer()), bool(car.set_cooler())) == (warmer, cooler)


@pytest.mark.parametrize("signal", ["DRIVER_WINDOW", "PASSENGER_WINDOW", "REAR_LEFT_WINDOW", "REAR_RIGHT_WINDOW", "SUNROOF"])
def test_each_opening_lets_air_in_from_a_tenth(signal: str) -> None:
    assert not then(**{signal: 9}).opened_to_air()
    assert then(**{signal: 10}).opened_to_air()
    assert then().shut()
    assert not then(**{signal: 1}).shut()


@pytest.mark.parametrize(("value", "near"), [(20, True), (20.25, True), (19.75, True), (20.3, False), (19.5, False)])
def test_near_is_less_than_half_a_step(value: float, near: bool) -> None:
    assert bool(then(DRIVER_TEMPERATURE=value).near(s.DRIVER_TEMPERATURE, 20)) == near


def test_care_of_the_car() -> None:
    assert then(CHARGE_LIMIT=70).care.charges_to(70)
    assert not then(CHARGE_LIMIT=80).care.charges_to(70)
    assert then(DEPARTURE_TIME=435).care.leaves_at(7, 15)
    assert not then(DEPARTURE_TIME=435, DEPARTURE=False).care.leaves_at(7, 15)
    assert then(OFF_PEAK_START=1380, OFF_PEAK_END=300).care.charges_between(1380, 300)
    assert not then(OFF_PEAK_START=1380, OFF_PEAK_END=300).care.charges_between(1380, 300, "monday")
    assert then({"UPDATE_TIME": ""}, UPDATE_TIME="2025-04-14 02:00:00").care.update_planned(2)
    assert not then({"UPDATE_TIME": ""}, UPDATE_TIME="2025-04-14 03:00:00").care.update_planned(2)
    assert not then({"UPDATE_TIME": ""}, UPDATE_TIME="").care.update_planned()
    assert then({"TYRES_RESET": ""}, TYRES_RESET="2025-04-13 12:00:00").care.tyres_reset()
    assert not then({"TYRES_RESET": ""}, TYRES_RESET="").care.tyres_reset()


SENTENCES: dict[str, tuple[Callable[[Episode], Criterion], dict[str, Scalar], dict[str, Scalar], dict[str, Scalar]]] = {
    # sentence, start, values with which it holds, values with which it does not
    "play": (lambda e: e.media.play(), {}, {}, {"MUTED": True}),
    "play channel": (lambda e: e.media.play(), {}, {}, {"SOUND_CHANNEL": "radio"}),
    "play silent": (lambda e: e.media.play(), {}, {"VOLUME": 1}, {"VOLUME": 0}),
    "play paused": (lambda e: e.media.play(), {}, {}, {"MEDIA_PLAYING": False}),
    "quieter": (lambda e: e.media.quieter(), {"VOLUME": 60}, {"VOLUME": 45}, {"VOLUME": 46}),
    "quieter at once": (lambda e: e.media.quieter(), {"VOLUME": 60}, {"VOLUME": 60, "MUTED": True}, {"VOLUME": 60}),
    "rear defroster": (lambda e: e.rear_defroster.enable(), {}, {}, {"REAR_DEFROSTER": False}),
    "front defroster": (lambda e: e.front_defroster_enable(), {}, {}, {"FRONT_DEFROSTER": False}),
    "brightness": (lambda e: e.screen.brightness_at(40), {}, {"SCREEN_BRIGHTNESS": 38}, {"SCREEN_BRIGHTNESS": 37}),
    "night": (lambda e: e.screen.night(), {}, {"NIGHT_MODE": "night"}, {"NIGHT_MODE": "auto"}),
    "night by itself": (lambda e: e.screen.night(), {}, {"NIGHT_MODE": "auto", "LIGHT": "dusk"}, {"LIGHT": "night"}),
    "fan": (lambda e: e.fan_speed_max(), {}, {"FAN_SPEED": 6}, {"FAN_SPEED": 5}),
    "fan off": (lambda e: e.fan_speed_max(), {}, {"FAN_SPEED": 7}, {"FAN_SPEED": 7, "CLIMATE_POWER": False}),
    "auto": (lambda e: e.ac_auto(), {}, {}, {"CLIMATE_AUTO": False}),
    "auto off": (lambda e: e.ac_auto(), {}, {}, {"CLIMATE_POWER": False}),
    "recirculates": (lambda e: e.recirculates(), {}, {}, {"AIR_SOURCE": "external circulation"}),
    "outside air": (
        lambda e: e.air_from_outside(),
        {},
        {"AIR_SOURCE": "external circulation"},
        {"AIR_SOURCE": "external circulation", "CLIMATE_POWER": False},
    ),
    "low beam": (lambda e: e.low_beam_shines(), {}, {"LOW_BEAM": "on"}, {"LOW_BEAM": "auto"}),
    "low beam by itself": (lambda e: e.low_beam_shines(), {}, {"LOW_BEAM": "auto", "WEATHER": "rain"}, {"WEATHER": "rain"}),
    "route": (
        lambda e: e.navigation.goes_to("Rome"),
        {},
        {"DESTINATION": "rome"},
        {"DESTINATION": "Not the Grand Hotel but Rome"},
    ),
    "route by its article": (
        lambda e: e.navigation.goes_to("The Norwood"),
        {},
        {"DESTINATION": "The Norwood"},
        {"DESTINATION": "The Norwood Table"},
    ),
    "route ended": (lambda e: e.navigation.ended(), {}, {"NAVIGATION_ACTIVE": False}, {}),
    "call": (
        lambda e: e.phone.calls("Mum"),
        {},
        {"CALL_STATE": "active", "CALL_CONTACT": "Mum"},
        {"CALL_STATE": "ringing", "CALL_CONTACT": "Mum"},
    ),
    "idle": (lambda e: e.phone.idle(), {}, {"CALL_STATE": "idle"}, {"CALL_STATE": "active"}),
    "switched on": (lambda e: e.switched_on(s.WIFI), {"WIFI": False}, {"WIFI": True}, {"WIFI": False}),
    "as it was": (lambda e: e.as_it_was(s.VOLUME), {"VOLUME": 30}, {"VOLUME": 30}, {"VOLUME": 31}),
}


@cases("name", SENTENCES)
def test_a_sentence_holds_up_to_its_limit(name: str) -> None:
    sentence, start, holds, fails = SENTENCES[name]
    assert sentence(then(start, **holds))
    assert not sentence(then(start, **fails))


def test_what_is_open_is_named() -> None:
    half_a_percent = dict.fromkeys(s.OPENINGS, 0.0) | {s.SUNROOF: 0.5}
    assert Episode(lambda signal: 0.0, EpisodeLog()).shut().found == "all shut"
    opened = Episode(lambda signal: half_a_percent[signal], EpisodeLog()).shut()
    assert not opened
    assert opened.found.startswith(f"{s.SUNROOF.name} 0.5")


def test_a_flag_that_was_on_was_not_switched_on() -> None:
    assert not then({"WIFI": True}, WIFI=True).switched_on(s.WIFI)


def test_an_alert_is_told_apart_by_its_words() -> None:
    alerts = then(log=EpisodeLog(alerts=[RaisedAlert("ice", "Ice on the bridge.", "caution", 12)])).alerts
    assert alerts.raised("ice", says=(Word(("bridge",)),))
    assert not alerts.raised("ice", says=(Word(("tunnel",)),))
    assert not alerts.none()


def test_what_happened_on_the_way() -> None:
    log = EpisodeLog()
    moves = [
        Change(s.WIFI.world, True, False, DIRECT),
        Change(s.MUTED.world, False, True, DIRECT),
        Change(s.WIFI.world, False, True, DIRECT),
    ]
    log.note(moves, 1, "", "agent")
    episode = then(log=log, WIFI=True, MUTED=True)
    assert episode.in_order((s.WIFI, False), (s.MUTED, True), (s.WIFI, True))
    assert not episode.in_order((s.MUTED, True), (s.WIFI, False))
    assert not episode.always(s.WIFI, True)
    assert episode.always(s.BLUETOOTH, True)


@pytest.mark.parametrize(
    ("now", "way", "is_a_bit"),
    [(53, "more", False), (54, "more", True), (80, "more", True), (81, "more", False), (40, "more", False), (40, "less", True)],
)
def test_a_bit_is_neither_nothing_nor_all_the_way(now: float, way: Literal["more", "less"], is_a_bit: bool) -> None:
    assert bool(then({"SCREEN_BRIGHTNESS": 50}, SCREEN_BRIGHTNESS=now).slightly(s.SCREEN_BRIGHTNESS, way)) is is_a_bit


def test_profiles_are_counted_from_the_beginning_of_the_turn() -> None:
    grown = then({"DRIVER_COUNT": 3}, DRIVER_COUNT=4).drivers
    assert grown.more(1)
    assert not grown.more(2)
    assert not grown.more(-1)


def test_stops_count_in_order_and_in_number() -> None:
    values: dict[Signal, Scalar] = {**dict.fromkeys(s.STOPS), s.STOPS[0]: "Bakery", s.STOPS[1]: "Museum", s.STOP_COUNT: 2}
    route = Episode(lambda signal: values[signal], EpisodeLog()).navigation
    assert route.stops_at("bakery", "Museum")
    assert not route.stops_at("Museum", "Bakery")
    assert not route.stops_at("Bakery")


def test_places_of_a_kind_are_the_end_or_a_stop_of_the_route() -> None:
    values: dict[Signal, Scalar] = {
        **dict.fromkeys(s.STOPS),
        s.STOPS[0]: "Bakery",
        s.DESTINATION: "The Inn",
        s.ROUTE_START: "Current location",
        s.NAVIGATION_ACTIVE: True,
    }
    route = Episode(lambda signal: values[signal], EpisodeLog()).navigation
    assert route.ends_at("a hotel", ["The Inn", "Grand Hotel"])
    assert not route.ends_at("a museum", ["Bakery"])
    assert route.stops_first_at("a bakery", ["Bakery"])
    assert not route.adds_stop_at("a museum", ["Museum"])
    values[s.STOPS[1]] = "Museum"
    assert route.adds_stop_at("a museum", ["Museum"])
    assert not route.stops_first_at("a museum", ["Museum"])
    values[s.STOPS[0]] = "Cinema"
    assert not route.adds_stop_at("a museum", ["Museum"])
    values[s.ROUTE_START] = "Work"
    assert not route.ends_at("a hotel", ["The Inn"])
    values |= {s.ROUTE_START: "Current location", s.NAVIGATION_ACTIVE: False}
    assert not route.ends_at("a hotel", ["The Inn"])


def test_the_places_that_are_kept_are_these_in_any_order() -> None:
    values: dict[Signal, Scalar] = {**dict.fromkeys(s.FAVORITES), s.FAVORITES[0]: "Home", s.FAVORITES[1]: "Bakery"}
    route = Episode(lambda signal: values[signal], EpisodeLog()).navigation
    assert route.keeps("Bakery", "Home")
    assert not route.keeps("Home")


def test_people_at_hand_and_conversations_that_are_gone() -> None:
    values: dict[Signal, Scalar] = {**dict.fromkeys((*s.FAVORITE_PEOPLE, *s.THREADS)), s.FAVORITE_PEOPLE[0]: "Mum"}
    values |= zip(s.THREADS, ("Mum", "Dad", "Mum"), strict=False)
    phone = Episode(lambda signal: values[signal], EpisodeLog()).phone
    assert phone.keeps("Mum")
    assert not phone.keeps("Mum", "Dad")
    values |= {**dict.fromkeys(s.THREADS), s.THREADS[0]: "Dad"}
    values[s.THREADS[0]] = None


def test_a_call_goes_to_one_line_of_a_person() -> None:
    values: dict[Signal, Scalar] = {s.CALL_STATE: "active", s.CALL_CONTACT: "Mum", s.CALL_LINE: "Home"}
    phone = Episode(lambda signal: values[signal], EpisodeLog()).phone
    assert phone.on_line("Mum", "Home", "+44 555 1")
    assert not phone.on_line("Mum", "Work", "+44 555 2")
    values |= {s.CALL_CONTACT: "+445552", s.CALL_LINE: ""}
    assert phone.on_line("Mum", "Work", "+44 555 2")


def test_a_number_may_never_have_been_above_a_limit() -> None:
    log = EpisodeLog()
    for before, after in ((20, 70), (70, 40)):
        log.note([Change(s.SUNROOF.world, before, after, DIRECT)], 1, "2025-04-13 12:00:00", "agent")
    values = {s.SUNROOF: 40}
    episode = Episode(lambda signal: values[signal], log)
    episode.start(s.SUNROOF)
    assert episode.never_above(s.SUNROOF, 70)
    assert not episode.never_above(s.SUNROOF, 69)


def test_a_seat_moves_in_a_direction() -> None:
    values: dict[Signal, Scalar] = dict.fromkeys(s.SEAT_POSITIONS.values(), 50)
    seats = Episode(lambda signal: values[signal], EpisodeLog()).seats
    assert not seats.moved("driver's seat", "back")
    values[s.SEAT_POSITIONS["driver's seat", "distance"]] = 60
    assert seats.moved("driver's seat", "back")
    assert not seats.moved("driver's seat", "forward")
    assert not seats.moved("passenger seat", "back")
    assert seats.at("driver's seat", "distance", 60)


def test_comfort_is_that_of_one_seat() -> None:
    car = World()
    comfort = Episode(lambda signal: car.get(signal.world), EpisodeLog()).comfort
    seat, unit = "second row left", "airConditioner.ac_states.second row left"
    for path, value in {"is_on": True, "temperature": 19.5, "wind_speed": 6, "outlet_modes.face and feet": True}.items():
        car.set(f"{unit}.{path}", value)
    assert comfort.fan(seat, 6)
    assert comfort.blows_to(seat, "feet", "face")
    assert not comfort.blows_to(seat, "face")

    assert not comfort.helped(seat, "heating")
    for path, value in {"heater.is_on": True, "heater.temperature_level": 4, "massager.is_on": True}.items():
        car.set(f"seat.{seat}.{path}", value)
    car.set(f"seat.{seat}.massager.active_mode", "waist")
    assert comfort.helped(seat, "heating")
    heated = Episode(lambda signal: car.get(signal.world), EpisodeLog()).comfort
    assert not heated.helped(seat, "heating")
    car.set(f"seat.{seat}.heater.temperature_level", 5)
    assert heated.helped(seat, "heating")
    car.set(f"seat.{seat}.heater.temperature_level", 4)
    assert comfort.seat_does(seat, "heating")
    assert comfort.seat_does(seat, "heating", "high")
    assert not comfort.seat_does(seat, "heating", "medium")
    assert not comfort.seat_does(seat, "ventilation")
    assert comfort.massages(seat, "waist", "full back")
    assert not comfort.massages(seat, "wave")


def test_alerts_are_looked_for_among_all_that_were_raised() -> None:
    log = EpisodeLog(alerts=[RaisedAlert("ice", "Ice ahead."), RaisedAlert("fog", "Fog ahead.")])
    assert then(log=log).alerts.raised("ice")
    assert then(log=log).alerts.raised("smoke", "fog")
    assert not then(log=log).alerts.raised("smoke")


@cases(
    ("answer", "met"),
    [("It's set to 20 degrees.", True), ("It's at 22 °C now.", True), ("It's 21 degrees.", False), ("20 or 26 °C.", False)],
)
def test_a_signal_is_told_as_it_was_or_is(answer: str, met: bool) -> None:
    car = then({"DRIVER_TEMPERATURE": 20}, EpisodeLog(answers=[answer]), DRIVER_TEMPERATURE=22)
    assert car.told(s.DRIVER_TEMPERATURE, "celsius", 0.3).met is met


@cases(("answer", "met"), [("It's 20 degrees.", True), ("It's 20.4 °C.", True), ("It's 21 degrees.", False), ("19 °C.", False)])
def test_a_value_may_be_rounded_to_a_whole_number_and_no_further(answer: str, met: bool) -> None:
    car = then({"DRIVER_TEMPERATURE": 20.4}, EpisodeLog(answers=[answer]), DRIVER_TEMPERATURE=20.4)
    assert car.told(s.DRIVER_TEMPERATURE, "celsius").met is met


def test_an_agent_is_silent_until_it_says_something_which_is_quoted() -> None:
    nothing, words = then().silent(), then(log=EpisodeLog(answers=["All done.", "Anything else?"])).silent()
    assert (nothing.met, nothing.found) == (True, "nothing said")
    assert (words.met, words.explanation()) == (False, "wanted nothing said, found All done. Anything else?")


def test_a_climate_unit_that_is_off_makes_nothing_warmer_or_cooler() -> None:
    for celsius in (18, 22):
        car = then({"DRIVER_TEMPERATURE": 20}, DRIVER_TEMPERATURE=celsius, CLIMATE_POWER=False)
        assert not car.set_warmer()
        assert not car.set_cooler()


LATE = Word(("late", "delayed"))


def test_a_message_counts_by_its_contact_and_its_words() -> None:
    log = EpisodeLog(contacted=[ContactedPerson("Mum", "Running late, sorry."), ContactedPerson("Dad", is_call=True)])
    assert then(log=log).phone.told("Mum", LATE)
    assert not then(log=log).phone.told("Mum", Word(("early",)))
    assert not then(log=log).phone.told("Dad", LATE)


def test_a_criterion_shows_what_was_found_with_its_unit() -> None:
    criterion = then({"SCREEN_BRIGHTNESS": 82}, SCREEN_BRIGHTNESS=82).between(s.SCREEN_BRIGHTNESS, None, 50)
    assert criterion.explanation() == "wanted screen.brightness <= 50 %, found 82 %"


@pytest.mark.parametrize(("texts", "told"), [(["Late."], True), (["Late."] * 3, True), (["Late."] * 4, False), ([], False)])
def test_a_few_messages_tell_somebody_and_many_are_a_nuisance(texts: list[str], told: bool) -> None:
    log = EpisodeLog(contacted=[ContactedPerson("Mum", text) for text in texts])
    assert then(log=log).phone.told("Mum", LATE).met == told


def test_what_somebody_writes_on_the_way_is_heard_and_what_the_agent_writes_is_not() -> None:
    log, words = EpisodeLog(), Message("Mum", "Fine now.", "2025-04-13 12:00:00", incoming=True, read=False)
    log.note([Change(MESSAGES, (), (words,), DIRECT)], 1, "", "agent")
    assert not then(log=log).phone.heard("Mum", "Fine now.")
    log.note([Change(MESSAGES, (), (words,), DIRECT)], 1, "", "event")
    assert then(log=log).phone.heard("Mum", "Fine now.")
    assert not then(log=log).phone.heard("Dad", "Fine now.")
    assert not then(log=log).phone.heard("Mum", "Fine")


def call(*turns: tuple[str, str, str], **now: Scalar) -> Episode:
    """An episode in which the state of the call took some turns: before, after, and who made it."""
    log = EpisodeLog()
    for before, after, by in turns:
        log.note([Change(s.CALL_STATE.world, before, after, DIRECT), Change("environment.volume", 5, 6, DIRECT)], 1, "", by)
    return then(log=log, **now)


def test_a_call_that_was_taken_for_a_moment_was_taken() -> None:
    assert call().phone.never_answered()
    assert call(("ringing", "idle", "agent")).phone.never_answered()
    assert not call(("ringing", "active", "agent"), ("active", "idle", "agent")).phone.never_answered()


def test_a_call_that_was_broken_off_and_begun_again_was_broken() -> None:
    assert call().phone.unbroken()
    assert call(("idle", "active", "agent")).phone.unbroken()
    assert not call(("active", "idle", "agent"), ("idle", "active", "agent")).phone.unbroken()


def test_a_call_is_declined_by_the_agent_and_not_by_a_caller_who_gives_up() -> None:
    declined = call(("ringing", "idle", "agent"), CALL_STATE="idle").phone.declined()
    assert declined
    assert "ringing -> idle by the agent" in declined.found
    assert not call(("ringing", "idle", "event"), CALL_STATE="idle").phone.declined()
    assert not call(("active", "idle", "agent"), CALL_STATE="idle").phone.declined()
    nothing = call(CALL_STATE="idle").phone.declined()
    assert not nothing
    assert "never idle" in nothing.found


def test_the_start_of_a_signal_that_nobody_read_then_is_what_it_was_before_its_first_change() -> None:
    log = EpisodeLog()
    log.note([Change(s.FUEL_LEVEL.world, 80, 60, DIRECT), Change(s.FUEL_LEVEL.world, 60, 40, DIRECT)], 1, "", "agent")
    car = then(log=log, FUEL_LEVEL=40)
    assert car.start(s.FUEL_LEVEL) == 80
    assert car.falls(s.FUEL_LEVEL, 40)
    assert not car.falls(s.FUEL_LEVEL, 41)


def test_profiles_of_drivers_are_found_by_name() -> None:
    car = World()
    switch_driver(car, "Sofia")
    episode = Episode(lambda signal: read(car, signal.world), EpisodeLog())
    assert episode.drivers.at_the_wheel("Sofia")
    assert not episode.drivers.at_the_wheel("Robin")
    assert (bool(episode.drivers.known("Kenji")), bool(episode.drivers.known("Nobody"))) == (True, False)
    assert episode.drivers.stored("Sofia", "seat_distance", 30)
    assert not episode.drivers.stored("Kenji", "seat_distance", 30)
    assert not episode.drivers.stored("Nobody", "seat_distance", 30)


def test_notifications_are_found_by_title() -> None:
    car = World()
    for title in ("First", "Second", "Third"):
        car.system.notify("calendar", title, "text")
    car.system.read_notification(car.system.notifications[0].id)
    car.system.clear_notifications(car.system.notifications[1].id)
    told = Episode(lambda signal: read(car, signal.world), EpisodeLog()).notifications
    assert (bool(told.present("First")), bool(told.present("Second"))) == (True, False)
    assert (bool(told.cleared("First")), bool(told.cleared("Second"))) == (False, True)
    assert (bool(told.opened("Third")), bool(told.opened("First")), bool(told.opened("Second"))) == (True, False, False)


def test_apps_are_silenced_when_these_and_no_others_are() -> None:
    car = World()
    car.system.silenced = (SilencedSender("Games"), SilencedSender("Offers"))
    told = Episode(lambda signal: read(car, signal.world), EpisodeLog()).notifications
    assert told.silenced("Offers", "Games")
    assert not told.silenced("Games")
    assert not told.silenced("Games", "Offers", "News")


def test_an_app_is_hushed_while_the_agent_keeps_it_silenced() -> None:
    log, silenced = EpisodeLog(), (SilencedSender("Messages"),)
    log.note([Change("system.silenced", (), silenced, DIRECT)], 1, "", "agent")
    assert then(log=log).notifications.hushed("Messages")
    assert not then(log=log).notifications.hushed("Games")
    log.note([Change("system.silenced", silenced, (), DIRECT)], 2, "", "agent")
    assert not then(log=log).notifications.hushed("Messages")


def test_a_network_and_devices_are_connected_while_their_radio_is_on() -> None:
    on: dict[str, Scalar] = {"WIFI_NETWORK": "Library", "PHONE": "Ben's phone", "PHONE_LINK": "CONNECTED", "HEADPHONES": "Buds"}
    on["AIRPLANE_MODE"] = False

    def met(**now: Scalar) -> tuple[bool, bool, bool]:
        links = then(**{**on, **now}).connections
        return bool(links.joined("Library")), bool(links.phone("Ben's phone")), bool(links.headphones("Buds"))

    assert met() == (True, True, True)
    assert met(AIRPLANE_MODE=True) == (False, False, False)
    assert met(WIFI=False, BLUETOOTH=False) == (False, False, False)
    assert met(WIFI_NETWORK="", PHONE_LINK="DISCONNECTED", HEADPHONES="") == (False, False, False)


@pytest.mark.parametrize(("count", "last", "paired"), [(4, "Buds", True), (3, "Buds", False), (4, "Ben's phone", False)])
def test_a_device_is_paired_that_was_not(count: int, last: str, paired: bool) -> None:
    car = then({"PAIRED_COUNT": 3}, PAIRED_COUNT=count, LAST_PAIRED=last)
    assert bool(car.connections.paired("Buds")) is paired


def test_a_position_that_is_none_is_named_and_one_out_of_range_holds_nothing() -> None:
    world = World()
    for position in ("music.nonsense", "music._playing", "wiper"):
        path = f"music._current_playlist[{position}].title"
        assert not is_readable(path)
        with pytest.raises(StateError, match="no position"):
            read(world, path)
    tracks = world.get("music._current_playlist")
    assert isinstance(tracks, tuple)
    for index in (len(tracks), 199):
        world.set("music._current_track_index", index, DIRECT)
        assert read(world, "music._current_playlist[music._current_track_index].title") is None


def test_what_is_queued_and_which_stations_are_kept() -> None:
    car, log = World(), EpisodeLog()
    media = Episode(lambda signal: read(car, signal.world), log).media
    new = car.music.current_playlist[0].but(id="new", title="New")
    media.queue_grows_by("New")
    car.music.current_playlist = (*car.music.current_playlist, new)
    assert media.queue_grows_by("New")
    assert not media.queue_grows_by("Newer")
    car.music.current_playlist = (new, *car.music.current_playlist[1:])
    assert not media.queue_grows_by("New")
    car.music.current_playlist = car.music.current_playlist[:2]
    first, second = (track.title for track in car.music.current_playlist)
    assert media.queue_holds(first, second)
    assert not media.queue_holds(second, first)
    assert not media.queue_holds(first)
    kept = [station.name for station in car.radio.collection]
    assert media.keeps_stations(kept[0])
    assert not media.keeps_stations("Nobody FM")
    assert not media.keeps_stations(without=kept[:1])


def test_songs_that_end_by_themselves_are_no_disturbance() -> None:
    log = EpisodeLog()
    media = Episode(lambda signal: True, log).media
    log.note([Change(s.MEDIA_TRACK.world, 0, 1, DIRECT)], 1, "", "event")
    assert media.undisturbed()
    log.note([Change(s.MEDIA_TRACK.world, 1, 2, DIRECT)], 2, "", "agent")
    assert not media.undisturbed()
