"""Claims of the Automotive-ENV paper that no other test states."""

import multiprocessing
import resource
import sys
from statistics import median

import automotive_env
from automotive_env.suites.automotive.suite import AutomotiveSuite
from automotive_env.suites.suite import Selection
from automotive_env.tasks.hvac_heat import COOL_OUTSIDE
from automotive_env.tasks.kit.free_drive import FREE_DRIVE
from automotive_env.tasks.registry import TASKS

TABLE_2 = {
    "Turn the fan speed to Max.": "explicit_control",
    "Turn on driver seat heater.": "explicit_control",
    "My hands are freezing.": "implicit_intent",
    "Feels a bit lonely driving in silence.": "implicit_intent",
    "The front window is foggy.": "driving_alignment",
    "I can't see through the windshield; it's all fogged up.": "driving_alignment",
    "The rear window is fogging up too.": "environment_alerts",
    "I can barely see anything on this dark screen.": "environment_alerts",
}


def drawn(task, instances):
    return AutomotiveSuite().plan(Selection(tasks=(task,), instances=instances))


def test_the_wishes_of_table_2_are_said_word_for_word():
    said = {wish: str(task.dimension) for task in TASKS.values() for wish in getattr(task, "says", ())}
    assert {wish: said.get(wish) for wish in TABLE_2} == TABLE_2


def test_wishes_are_brief():
    lengths = [len(wish.split()) for task in TASKS.values() for wish in getattr(task, "says", ())]
    assert median(lengths) <= 8
    assert max(lengths) <= 18


def test_seeds_draw_different_instances():
    items = drawn("hvac.fan_speed_max", 30)
    assert len({item.instance for item in items}) == len(items) >= 30


def test_i_feel_hot_depends_on_the_heat_outside():
    heat = [item.content.scene.outside > COOL_OUTSIDE for item in drawn("hvac.feel_hot", 12)]
    assert set(heat) == {True, False}


def test_examples_of_the_taxonomy_are_tasks():
    assert "It's so stuffy in here." in TASKS["hvac.stuffy_air"].says
    assert {str(TASKS[name].dimension) for name in ("hvac.stuffy_air", "hvac.feel_hot")} == {"implicit_intent"}
    assert str(TASKS["phenomenon.fog_sets_in"].dimension) == "environment_alerts"
    assert str(TASKS["road.low_beam_by_day"].dimension) == "driving_alignment"


def _memory_of_a_car() -> int:
    """The most bytes that this process has held, with a car."""
    with automotive_env.make(FREE_DRIVE, seed=1) as env:
        env.reset()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1_024)


def test_a_process_with_a_car_takes_less_than_4_gb():
    with multiprocessing.get_context("spawn").Pool(1) as pool:  # this process holds what other tests have left, too
        assert pool.apply(_memory_of_a_car) < 4 * 2**30
