"""Whoever waits for a fixed time instead of looking passes few instances of a task in which something is to be awaited."""

from collections.abc import Callable
from functools import partial

import pytest

from automotive_env.agents.oracle import OracleAgent
from automotive_env.headless import HeadlessController
from automotive_env.proving.playing import instance, played
from automotive_env.task import TaskInstance
from automotive_env.tasks.apps_openings import LowCeiling
from automotive_env.tasks.comms import RunningLate, written_time
from automotive_env.tasks.maps_guidance import MissedTurns
from automotive_env.tasks.media import LonelySilence, sound
from automotive_env.tasks.media_podcasts import podcast
from automotive_env.tasks.media_queue import MODES, OnlyThisSong, SurpriseInTheQueue
from automotive_env.tasks.media_quiet import SleepingChild
from automotive_env.tasks.media_radio import StationFromBefore
from automotive_env.tasks.registry import TASKS
from automotive_env.ui_script import UiScript

INSTANCES = 12


def _quiet(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    wanted, before = (f"voice_{drawn.params[name].lower()}" for name in ("wanted", "before"))
    return ui.open("maps").tap(wanted).wait(seconds).tap(before)


def _apart(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    button = drawn.params["button"]
    return ui.open("phone").tap(button).wait(seconds).dismiss().tap(button)


def _told(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    who, last = drawn.params["contact"], written_time(drawn.params["last"])
    return RunningLate()._write(ui.wait(seconds), who, f"I will be there at {last}.").wait(160)


def _shut(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    task = LowCeiling()
    return task._shut(task._opened(ui, drawn.params["most"] - 5), seconds)


def _heard(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    task = MissedTurns()
    return task._back(task._aloud(ui, drawn).home().wait(seconds), drawn)


def _ordered(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    return OnlyThisSong()._repeated(ui, drawn).wait(seconds).tap(MODES[drawn.params["mode"]])


def _put_back(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    task = SurpriseInTheQueue()
    return task._again(task._tuned(task._cleared(ui), drawn).wait(seconds), drawn)


def _parked(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    return LonelySilence()._music(ui, drawn).home().wait(seconds).switch("mute_toggle", True)


def _guessed(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    return podcast(ui.wait(seconds), drawn.params["show"]).tap("play_all_button")


def _tuned_again(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    task, mine = StationFromBefore(), drawn.params["mine"]
    return task._on(task._on(ui, mine).switch("add_presets_button", True).wait(seconds), mine).wait(max(1, 85 - seconds))


def _calmed(ui: UiScript, drawn: TaskInstance, seconds: int) -> UiScript:
    task, seat = SleepingChild(), drawn.params["seat"]
    for until in (seconds, 160 - seconds):
        ui = task._dark(sound(ui).switch("mute_button", True), seat).wait(until)
    return ui


@pytest.mark.parametrize(
    ("name", "way", "share"),
    [
        ("maps.quiet_guidance", _quiet, 0.5),
        ("comms.not_for_their_ears", _apart, 0.5),
        ("comms.running_late", _told, 0.6),  # where no stop comes or goes, any time will do
        ("apps.low_ceiling", _shut, 0.5),
        ("maps.missed_turns", _heard, 0.5),
        ("media.only_this_song", _ordered, 0.5),
        ("media.surprise_in_the_queue", _put_back, 0.5),
        ("media.lonely_silence", _parked, 0.5),
        ("media.as_soon_as_it_is_out", _guessed, 0.5),
        ("media.station_from_before", _tuned_again, 0.6),  # where nobody presses again, any time will do
        ("media.sleeping_child", _calmed, 0.5),
    ],
)
def test_no_fixed_wait_is_right_in_most_instances(name: str, way: Callable[..., UiScript], share: float) -> None:
    task, car = TASKS[name], HeadlessController()
    for seconds in (30, 60, 75, 100):
        found = []
        for number in range(INSTANCES):
            drawn = instance(task, number)
            found.append(played(task, drawn, car, OracleAgent(partial(way, drawn=drawn, seconds=seconds))).record.success)
        assert sum(found) <= share * INSTANCES, f"{sum(found)} of {INSTANCES} by a wait of {seconds} s"
