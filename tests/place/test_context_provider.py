import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.episode.observation import GpsFix
from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.place.context_provider import (
    MAX_STATEMENT_CHARACTERS,
    ContextMoment,
    ContextStatement,
    ContextTopic,
    OfflineContext,
)
from automotive_env.place.live import LiveContext, nominatim
from automotive_env.place.places import PLACES, place_by_name
from automotive_env.place.recorded import RecordedContext, RecordingContext
from automotive_env.place.surroundings import LIGHT, ROAD_TYPES, WEATHER

moments = st.builds(
    ContextMoment,
    st.sampled_from(WEATHER),
    st.sampled_from(LIGHT),
    st.integers(0, 20_000),
    st.sampled_from(ROAD_TYPES),
    st.floats(-60, 60),
    st.datetimes().map(lambda when: when.strftime("%Y-%m-%d %H:%M:%S").zfill(19)),
)
SEA = GpsFix(0, -30)


def at(name):
    place = place_by_name(name)
    return GpsFix(place.latitude, place.longitude)


def said(name, topic, **moment):
    answer = OfflineContext().ask(at(name), topic, ContextMoment(**moment))
    return answer and answer.text


@given(st.sampled_from(PLACES), st.sampled_from(ContextTopic), moments)
def test_every_statement_is_short_sourced_and_the_same_again(place, topic, moment):
    fix = GpsFix(place.latitude, place.longitude)
    answer = OfflineContext().ask(fix, topic, moment)
    assert answer is not None or topic in (ContextTopic.SPEED_LIMITS, ContextTopic.EMERGENCY)
    if answer:
        assert answer.topic is topic
        assert 0 < len(answer.text) <= MAX_STATEMENT_CHARACTERS
        assert answer.source
        assert answer == OfflineContext().ask(fix, topic, moment)


def test_location():
    assert said("Paris", ContextTopic.LOCATION) == "In Paris, France (FR). Official languages: French."
    near = OfflineContext().ask(GpsFix(48.6, 2.0), ContextTopic.LOCATION, ContextMoment())
    assert near is not None
    assert near.text.startswith("About 38 km from Paris")


def test_far_from_every_known_place_only_the_weather_is_known():
    answers = {topic: OfflineContext().ask(SEA, topic, ContextMoment()) for topic in ContextTopic}
    assert {topic for topic, answer in answers.items() if answer} == {ContextTopic.WEATHER}


def test_speed_limits_begin_with_the_road_one_is_on():
    text = said("Nice", ContextTopic.SPEED_LIMITS, road_type="urban")
    assert text.startswith("Urban roads in Nice: 50 km/h")
    assert "rural 80 km/h" in text
    assert said("Nice", ContextTopic.SPEED_LIMITS, road_type="parking").startswith("Roads in Nice: residential 50 km/h")
    assert said("New York", ContextTopic.SPEED_LIMITS, road_type="rural").endswith("motorway 65 mph (105 km/h).")
    assert said("Dubai", ContextTopic.SPEED_LIMITS) is None


def test_light_rules_say_what_matters_now():
    fog = said("Berlin", ContextTopic.LIGHT_RULES, weather="fog", visibility=40)
    assert "rear fog light is allowed only in fog when visibility is below 50 m" in fog
    assert "low beam must be on" in fog
    clear = said("Berlin", ContextTopic.LIGHT_RULES)
    assert "rear fog light is allowed only in fog when visibility is below 50 m" in clear
    assert "low beam need not be on" in clear
    assert "high beam must be off on lit streets" in said("Berlin", ContextTopic.LIGHT_RULES, light="night")
    haze = said("London", ContextTopic.LIGHT_RULES, weather="fog", visibility=900)
    assert "low beam need not be on by day while visibility is 100 m or more" in haze
    assert haze.count("allowed only when visibility is below 100 m") == 2


def test_light_rules_say_what_is_allowed_and_what_is_not_known():
    text = said("Dubai", ContextTopic.LIGHT_RULES, light="night")
    assert "off on lit streets in town; on unlit ones it may be on." in text
    assert text.endswith("No rule is known here for low beam in tunnels, the rear fog light, front fog lights.")
    assert "No rule is known" not in said("Berlin", ContextTopic.LIGHT_RULES)


def test_weather_comes_from_the_moment_in_local_units():
    berlin = said("Berlin", ContextTopic.WEATHER, weather="snow", visibility=200, outside_temperature=-4, light="dusk")
    assert berlin == "Weather here: snow, visibility 200 m, light: dusk, -4 °C outside."
    assert "86 °F (30 °C)" in said("New York", ContextTopic.WEATHER, outside_temperature=30)


def test_climate_units_emergency_customs_and_season():
    assert "arid; a mean of about 36 °C" in said("Dubai", ContextTopic.CLIMATE, time="2025-07-13 12:00:00")
    assert "mph" in said("London", ContextTopic.UNITS)
    assert said("Tokyo", ContextTopic.EMERGENCY) == (
        "The emergency number for police in Tokyo is 110. The emergency number for fire and ambulance in Tokyo is 119."
    )
    assert "keeps to the left" in said("Tokyo", ContextTopic.TRAFFIC_CUSTOMS)
    assert "silent in town from 23:30" in said("London", ContextTopic.TRAFFIC_CUSTOMS, time="2025-04-13 23:45:00")
    assert "It is summer in Sydney" in said("Sydney", ContextTopic.SEASON, time="2025-12-13 12:00:00")


def test_a_rule_is_a_sentence_of_its_own_and_no_advice():
    for name in ("Berlin", "Ho Chi Minh City", "New York", "Zagreb", "Tokyo"):
        for topic in (ContextTopic.LIGHT_RULES, ContextTopic.TRAFFIC_CUSTOMS, ContextTopic.EMERGENCY, ContextTopic.UNITS):
            text = said(name, topic, weather="fog", visibility=40, light="night")
            assert text.endswith(".")
            assert all(len(sentence) < 130 for sentence in text.split(". "))
            assert not {"should", "switch", "turn", "please", "you"} & set(text.lower().split())
    customs = said("Berlin", ContextTopic.TRAFFIC_CUSTOMS)
    assert all(word in customs for word in ("right", "red", "horn", "phone", "engine", "child seat", "speed cameras", "zone"))


@pytest.mark.parametrize("wrong", [{"weather": "mist"}, {"light": "noon"}, {"road_type": "lane"}, {"time": "12:00"}])
def test_a_moment_has_the_words_of_the_world(wrong):
    with pytest.raises(UsageError):
        ContextMoment(**wrong)


def test_a_statement_is_not_longer_than_allowed():
    with pytest.raises(ValueError, match="at most 1000"):
        ContextStatement(ContextTopic.LOCATION, "x" * 1001, "")


class Counting:
    def __init__(self):
        self.asked = 0

    def ask(self, fix, topic, moment):
        self.asked += 1
        return OfflineContext().ask(fix, topic, moment)


def test_what_is_recorded_is_replayed(tmp_path):
    path, inner = tmp_path / "context.jsonl", Counting()
    recording = RecordingContext(inner, path)
    first = {topic: recording.ask(at("Paris"), topic, ContextMoment()) for topic in ContextTopic}
    assert recording.ask(SEA, ContextTopic.UNITS, ContextMoment()) is None
    replay = RecordedContext(path)
    assert {topic: replay.ask(at("Paris"), topic, ContextMoment()) for topic in ContextTopic} == first
    assert replay.ask(SEA, ContextTopic.UNITS, ContextMoment()) is None
    assert len(path.read_text().splitlines()) == len(ContextTopic) + 1


def test_a_question_is_asked_once_an_hour_and_place(tmp_path):
    path, inner = tmp_path / "context.jsonl", Counting()
    recording = RecordingContext(inner, path)
    recording.ask(at("Paris"), ContextTopic.UNITS, ContextMoment(time="2025-04-13 12:00:00"))
    recording.ask(at("Paris"), ContextTopic.UNITS, ContextMoment(time="2025-04-13 12:59:59"))
    RecordingContext(inner, path).ask(at("Paris"), ContextTopic.UNITS, ContextMoment())
    assert inner.asked == 1
    recording.ask(at("Paris"), ContextTopic.UNITS, ContextMoment(time="2025-04-13 13:00:00"))
    assert inner.asked == 2


def test_a_question_that_was_not_recorded(tmp_path):
    path = tmp_path / "context.jsonl"
    RecordingContext(OfflineContext(), path).ask(at("Paris"), ContextTopic.UNITS, ContextMoment())
    with pytest.raises(EnvironmentFault, match=r"context\.jsonl has no answer on climate for 48\.8566,2\.3522"):
        RecordedContext(path).ask(at("Paris"), ContextTopic.CLIMATE, ContextMoment())


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"latitude": 1}', "null", "[" * 5_000])
def test_a_broken_recording_is_refused_with_its_line(tmp_path, line):
    path = tmp_path / "context.jsonl"
    RecordingContext(OfflineContext(), path).ask(at("Paris"), ContextTopic.UNITS, ContextMoment())
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(UsageError, match=r"line 2 of context\.jsonl"):
        RecordedContext(path)


def test_a_missing_recording(tmp_path):
    with pytest.raises(UsageError, match="cannot read"):
        RecordedContext(tmp_path / "none.jsonl")


class Stub:
    def __init__(self, address):
        self.address, self.asked = address, []

    def reverse(self, query, *, language, timeout):
        self.asked.append(query)
        return self.address


def test_live_context_asks_the_geocoder_once_and_the_tables_for_the_rest():
    stub = Stub("Rue de Rivoli, Paris, France")
    live = LiveContext(stub, pause=0)
    for _ in range(3):
        answer = live.ask(at("Paris"), ContextTopic.LOCATION, ContextMoment())
    assert answer.text == "Rue de Rivoli, Paris, France"
    assert stub.asked == [(48.8566, 2.3522)]
    assert live.ask(at("Paris"), ContextTopic.UNITS, ContextMoment()) == OfflineContext().ask(
        at("Paris"), ContextTopic.UNITS, ContextMoment()
    )


def test_live_context_distrusts_what_it_is_told():
    answer = LiveContext(Stub("one\ntwo\x1b[31m\u202e " + "x" * 2000), pause=0).ask(SEA, ContextTopic.LOCATION, ContextMoment())
    assert answer is not None
    assert answer.text.isprintable()
    assert len(answer.text) == MAX_STATEMENT_CHARACTERS
    assert LiveContext(Stub(None), pause=0).ask(SEA, ContextTopic.LOCATION, ContextMoment()) is None


class Nominatim(BaseHTTPRequestHandler):
    def do_GET(self):
        query = parse_qs(urlsplit(self.path).query)
        self.server.seen.append((self.headers["User-Agent"], query["lat"], query["lon"]))
        reply = {"display_name": "Alexanderplatz, Berlin", "lat": "52.5", "lon": "13.4", "address": {}}
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with HTTPServer(("127.0.0.1", 0), Nominatim) as http:
        http.seen, http.status = [], 200
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield http
        http.shutdown()
        thread.join()


def loopback(server):
    return LiveContext(nominatim("tests", f"127.0.0.1:{server.server_port}", "http"), pause=0)


def test_live_context_over_the_wire(server):
    answer = loopback(server).ask(GpsFix(52.52, 13.405), ContextTopic.LOCATION, ContextMoment())
    assert answer is not None
    assert answer.text == "Alexanderplatz, Berlin"
    assert server.seen == [("tests", ["52.52"], ["13.405"])]


def test_a_geocoder_that_fails_is_a_fault_of_the_environment(server):
    server.status = 500
    with pytest.raises(EnvironmentFault, match="did not answer"):
        loopback(server).ask(GpsFix(52.52, 13.405), ContextTopic.LOCATION, ContextMoment())
