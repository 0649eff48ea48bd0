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


@pytest.mark.parametrize(
    ("name", "way", "share"),
    [
        ("maps.quiet_guidance", _quiet, 0.5),
        ("comms.not_for_their_ears", _apart, 0.5),
        ("comms.running_late", _told, 0.6),  # where no stop comes or goes, any time will do
        ("apps.low_ceiling", _shut, 0.5),
        ("maps.missed_turns", _heard, 0.5),
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
