import pytest

from automotive_env.car.core.world import World
from automotive_env.car.driving.warning_lamps import is_lit
from automotive_env.windscreen.outside import outside_of


@pytest.mark.parametrize(
    ("api", "arguments", "seconds"),
    [
        ("set", {"value": 45, "unit": "second"}, 45),
        ("set", {"value": 45}, 45),
        ("set", {"value": 4, "unit": "minute"}, 240),
        ("set", {"value": 0.05, "unit": "hour"}, 180),
        ("set", {"degree": "max"}, 300),
        ("set", {"degree": "min"}, 30),
        ("increase", {"degree": "tiny"}, 130),
        ("increase", {"value": 1, "unit": "minute"}, 180),
        ("increase", {"value": 1, "unit": "hour"}, 300),
        ("decrease", {"degree": "large"}, 60),
        ("decrease", {"degree": "little"}, 90),
        ("decrease", {"value": 200}, 5),
    ],
)
def test_delay(call, api, arguments, seconds):
    result, changed = call(f"highBeamHeadlight.{api}_delay_close_duration", arguments, start="init1")
    assert result.success
    assert changed == {"delay_off_duration_seconds": seconds}


@pytest.mark.parametrize(
    "arguments",
    [{"value": 6, "unit": "minute"}, {"value": 4}, {"value": -10}, {"degree": "tiny"}, {"value": 60, "degree": "low"}, {}],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, arguments):
    result, changed = call("highBeamHeadlight.set_delay_close_duration", arguments, start="init1")
    assert not result.success
    assert changed == {}


def test_switches(call):
    assert call("highBeamHeadlight.switch", {"switch": True})[1] == {"high_beam_on": True}
    assert call("highBeamHeadlight.delay_close", {"switch": False}, start="init2")[1] == {"delay_off_enabled": False}


@pytest.mark.parametrize(
    ("switched_on", "automatic", "oncoming", "lit"),
    [(True, False, True, True), (True, True, False, True), (True, True, True, False), (False, True, False, False)],
)
def test_the_automatic_dips_for_oncoming_traffic(switched_on, automatic, oncoming, lit):
    car = World()
    car.set("highBeamHeadlight.high_beam_on", switched_on)
    car.set("assistance.auto_high_beam", automatic)
    car.set("road.phenomena.dazzled_oncoming", oncoming)
    assert is_lit("high_beam", car.get) is lit
    assert outside_of(car.get).high_beam is lit
