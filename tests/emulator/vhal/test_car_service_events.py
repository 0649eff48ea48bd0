"""`cmd car_service` and `dumpsys car_service`: driving state, restrictions, night, sound."""

from __future__ import annotations

import re

from automotive_env.android import dumpsys
from automotive_env.car.core.change import ChangeCause


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


def test_day_and_night(any_bench) -> None:
    world, causes = any_bench.device.world, list[ChangeCause]()
    world.listeners.append(lambda cause, before: causes.append(cause))
    for mode, kept, said in (("night", "night", "night"), ("day", "day", "day"), ("sensor", "auto", "sensor")):
        assert any_bench.car("day-night-mode", mode).text == f"DayNightMode changed to: {said}\n"
        assert world.system.night_mode == kept
        assert dumpsys.car_night_mode(any_bench.dump("--services", "CarNightService").text) == kept
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
    assert dumpsys.volume_group(said.text).percentage == 30
    assert dumpsys.muted(said.text) is False
    assert any_bench.car("set-mute-car-volume-group", 0, 0, "mute").status == 0
    assert world.system.muted
    assert dumpsys.muted(any_bench.dump("--services", "CarAudioService").text) is True
    for args in ((0, 0, 101), (0, 9, 10), (1, 0, 10), (0, 0, "loud")):
        assert any_bench.car("set-group-volume", *args).status == 255
    assert world.environment.volume == 30


def test_the_other_dumps(any_bench) -> None:
    services = any_bench.dump("--list").lines
    for name in services:
        assert any_bench.dump("--services", name).status == 0
        assert any_bench.dump("--services", name).text in any_bench.dump().text
    assert any_bench.dump("--services", "CarKettleService").text.startswith("No car service with name 'CarKettleService'")
    assert any_bench.dump("anything").text == ""
    assert _state(any_bench) == "Current Driving State: 0"
