"""`cmd car_service` and `dumpsys car_service`: events, driving state, restrictions, night, sound."""

from __future__ import annotations

import re

import pytest

from automotive_env.android import dumps
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.vhal.properties import property_id

SPEED, GEAR, BRAKE = "0x11600207", "0x11400400", "0x11200402"


def _state(bench) -> str:
    lines = bench.dump("--services", "CarDrivingStateService").lines
    assert lines[0] == "*CarDrivingStateService*"
    return lines[1]


def _restrictions(bench) -> str:
    return bench.dump("--services", "CarUxRestrictionsManagerService").lines[1].partition(" time:")[0]


def test_driving_state_and_restrictions_follow_the_car(any_bench) -> None:
    road = any_bench.device.world.road
    assert (_state(any_bench), _restrictions(any_bench)) == ("Current Driving State: 0", "Display id: 0 UXR: DO: false UxR: 0")
    road.gear = "drive"
    assert (_state(any_bench), _restrictions(any_bench)) == ("Current Driving State: 1", "Display id: 0 UXR: DO: true UxR: 16")
    road.speed = 50
    assert (_state(any_bench), _restrictions(any_bench)) == ("Current Driving State: 2", "Display id: 0 UXR: DO: true UxR: 255")
    any_bench.car("enable-uxr", "false")
    assert _restrictions(any_bench) == "Display id: 0 UXR: DO: false UxR: 0"


def test_injected_events_move_listeners_and_leave_the_car_alone(any_bench) -> None:
    world = any_bench.device.world
    before, told = world.snapshot(), any_bench.car("get-property-value").text
    for args in ((SPEED, 30, "-t", 2000), (GEAR, 0, 8), (BRAKE, "false")):
        assert any_bench.car("inject-vhal-event", *args).status == 0
    assert _state(any_bench) == "Current Driving State: 2"
    assert world.snapshot() == before
    assert any_bench.car("get-property-value").text == told


def test_an_emulated_drive_outlives_the_cars_own_speed_until_it_is_parked(bench) -> None:
    here = bench(14)
    before = here.device.world.snapshot()
    here.car("emulate-driving-state", "drive")
    assert _state(here) == "Current Driving State: 2"
    assert here.device.world.snapshot() == before
    here.device.world.road.speed = 10
    here.device.world.road.speed = 0
    assert _state(here) == "Current Driving State: 2"
    here.car("emulate-driving-state", "park")
    assert _state(here) == "Current Driving State: 0"
    here.car("emulate-driving-state", "reverse")
    assert _state(here) == "Current Driving State: 2"
    assert here.car("emulate-driving-state", "neutral").status == 0


def test_an_old_event_is_not_heard(bench) -> None:
    here = bench(14)
    here.car("inject-vhal-event", SPEED, 30, "-t", 100)
    here.car("inject-vhal-event", SPEED, 0)
    here.car("inject-vhal-event", GEAR, 8)
    assert _state(here) == "Current Driving State: 2"


def test_a_snapshot_holds_what_was_heard(bench) -> None:
    here = bench(14)
    here.device.save("parked")
    here.car("emulate-driving-state", "drive")
    here.car("enable-uxr", "false")
    here.device.load("parked")
    assert _state(here) == "Current Driving State: 0"
    here.device.world.road.gear = "drive"
    assert _restrictions(here) == "Display id: 0 UXR: DO: true UxR: 16"


def test_a_car_that_is_put_back_is_heard_whatever_was_injected(bench) -> None:
    here = bench(14)
    start = here.device.world.snapshot()
    here.car("emulate-driving-state", "drive")
    here.device.world.restore(start)
    assert _state(here) == "Current Driving State: 0"
    here.device.world.road.gear = "drive"
    assert _state(here) == "Current Driving State: 1"


def test_words_of_the_injections(bench) -> None:
    fan = property_id("HVAC_FAN_SPEED")
    assert bench(14).car("inject-vhal-event", fan, 3).text == "Property area type inconsistent with given zone: 0\n"
    assert bench(14).car("inject-vhal-event", SPEED, 3).text == ""


@pytest.mark.parametrize(
    "args", [("x", 1), (SPEED, "fast"), (SPEED, 1, "-t"), (SPEED, 1, "-t", "soon"), (SPEED, 1, "-t", "inf"), (SPEED, 0, "1,2")]
)
def test_a_bad_injection_says_so(bench, args) -> None:
    said = bench(14).car("inject-vhal-event", *args)
    assert (said.status, said.text.partition(":")[0]) == (255, "Invalid property Id, zone Id or value")


def test_day_and_night(any_bench) -> None:
    world, causes = any_bench.device.world, list[ChangeCause]()
    world.listeners.append(lambda cause, before: causes.append(cause))
    for mode, kept, said in (("night", "night", "night"), ("day", "day", "day"), ("sensor", "auto", "sensor")):
        assert any_bench.car("day-night-mode", mode).text == f"DayNightMode changed to: {said}\n"
        assert world.system.night_mode == kept
        assert dumps.car_night_mode(any_bench.dump("--services", "CarNightService").text) == kept
    assert causes[0].kind == "setup"
    world.road.light = "night"
    assert any_bench.dump("--services", "CarNightService").lines == ["*DAY NIGHT POLICY*", "Mode:night", "Forced Mode? false"]
    assert any_bench.car("day-night-mode", "dusk").status == 255


def test_volume_and_mute(any_bench) -> None:
    world = any_bench.device.world
    assert any_bench.car("set-group-volume", 0, 0, 30).text == ""
    assert world.environment.volume == 30
    said = any_bench.dump("--services", "CarAudioService")
    assert "    Gain indexes (min / max / default / current): 0 100 50 30" in said.lines
    found = re.search(r"CarVolumeGroup.+?MUSIC.+?Gain values.+?(\d+)\s+(\d+)\s+(\d+)\s+(\d+)", said.text, re.DOTALL)
    assert found
    assert found.groups() == ("0", "100", "50", "30")
    assert dumps.volume_group(said.text).percentage == 30
    assert dumps.muted(said.text) is False
    assert any_bench.car("set-mute-car-volume-group", 0, 0, "mute").status == 0
    assert world.system.muted
    assert dumps.muted(any_bench.dump("--services", "CarAudioService").text) is True
    for args in ((0, 0, 101), (0, 9, 10), (1, 0, 10), (0, 0, "loud")):
        assert any_bench.car("set-group-volume", *args).status == 255
    assert world.environment.volume == 30


def test_the_other_dumps(any_bench) -> None:
    services = any_bench.dump("--list").lines
    for name in services:
        assert any_bench.dump("--services", name).status == 0
        assert any_bench.dump("--services", name).text in any_bench.dump().text
    assert any_bench.dump("--services", "CarKettleService").text.startswith("No car service with name 'CarKettleService'")
    assert any_bench.dump("inject-vhal-event", SPEED, 30).text == ""
    assert _state(any_bench) == "Current Driving State: 0"
