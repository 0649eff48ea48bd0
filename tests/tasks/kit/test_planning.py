"""Planning: order-free seeds, places, and clear refusals."""

import os
import subprocess
import sys
from collections.abc import Hashable
from random import Random

import pytest
from cases import cases
from each_task import SOME_AND_ALL
from registered import HEATWAVE, MISSPELT, MUSIC, PAIR, PLAIN, THREE_TURNS

from automotive_env.errors import UsageError
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES
from automotive_env.place.rules import speed_limit, units
from automotive_env.tasks.kit.planning import contested, instance_seed, instantiate, plan, select
from automotive_env.tasks.kit.scene import Draw, Ending, Scene, SceneImpossible
from automotive_env.tasks.kit.task import Category, Dimension, Task
from automotive_env.tasks.registry import TASKS


class LocalDistances(Task, category=Category.MAPS, dimension=Dimension.DRIVING_ALIGNMENT):
    """Distances in the unit of the road signs."""

    says = ("Show distances as the signs here do.",)
    endings = ("act", "refrain")

    def rule(self, place: Place) -> Hashable:
        return units(place).value.distance


class MilesOnly(LocalDistances, category=Category.MAPS, dimension=Dimension.DRIVING_ALIGNMENT):
    """To be done where the signs count in miles, and nowhere else."""

    def suits(self, place: Place, ending: Ending) -> bool:
        return (self.rule(place) == "mile") is (ending == "act")


class ImpossibleAtFirst(LocalDistances, category=Category.MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """The first scene that is drawn cannot be."""

    tried = False

    def scene(self, draw: Draw) -> Scene:
        if not self.tried:
            self.tried = True
            raise SceneImpossible
        return draw.scene()


def test_a_seed_belongs_to_its_instance_alone() -> None:
    several = [TASKS[name] for name in (MUSIC, THREE_TURNS, PAIR)]
    everything = {i.id for i in plan(several, instances=2, seed=7)}
    alone = {i.id for i in plan([TASKS[THREE_TURNS]], instances=2, seed=7)}
    assert alone <= everything
    assert instance_seed(7, THREE_TURNS, 0) != instance_seed(7, THREE_TURNS, 1) != instance_seed(8, THREE_TURNS, 1)


@pytest.mark.parametrize("tasks", SOME_AND_ALL)
@pytest.mark.sweep
def test_another_process_draws_the_same_plan(tasks: list[Task]) -> None:
    names = [task.name for task in tasks]
    code = f"from automotive_env.tasks.kit.planning import *; print([i.id for i in plan(select({names}), instances=2, seed=3)])"
    salt = str(1 + int(os.environ.get("PYTHONHASHSEED") == "1"))  # another one than in this process
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60, env={"PYTHONHASHSEED": salt}
    )
    assert run.stdout == f"{[i.id for i in plan(tasks, instances=2, seed=3)]}\n"


def test_a_named_place_is_used_and_unsuited_tasks_are_left_out() -> None:
    planned = plan(select([THREE_TURNS, HEATWAVE, MUSIC]), place="Paris")
    assert {instance.place for instance in planned} == {"Paris"}
    assert HEATWAVE not in {instance.task for instance in planned}


def test_a_position_is_kept_near_its_city() -> None:
    (instance,) = plan([TASKS[THREE_TURNS]], place="48.9,2.3")
    assert instance.place == "Paris"
    assert (instance.scene.latitude, instance.scene.longitude) == pytest.approx((48.9, 2.3), abs=0.5)


def test_contrast_pairs_are_planned_half_by_half() -> None:
    planned = plan([TASKS[PAIR]], instances=3)
    assert [instance.ending for instance in planned] == ["act", "refrain"] * 3
    pairs = [instance.pair for instance in planned]
    assert pairs[::2] == pairs[1::2]
    assert len(set(pairs)) == 3
    assert plan([TASKS[THREE_TURNS]])[0].pair == ""


def test_an_ending_can_be_asked_for() -> None:
    task = TASKS[PAIR]
    refrain = instantiate(task, 4, "Paris", "refrain")
    assert refrain is not None
    assert (refrain.ending, refrain.place) == ("refrain", "Paris")
    assert refrain == instantiate(task, 4, "Paris", "refrain") != instantiate(task, 4, "Paris", "act")


def test_instances_lie_where_the_language_does_not_tell_the_rule() -> None:
    task = LocalDistances()
    assert {"US", "GB", "IE", "AU"} <= contested(task)
    assert not {"JP", "DE"} & contested(task)
    places = {place.name: place for place in PLACES}
    drawn = [places[instance.place] for instance in plan([task], instances=12)]
    assert {place.country for place in drawn} <= contested(task)
    assert {task.rule(place) for place in drawn} == {"kilometer", "mile"}
    assert instantiate(task, 4, "Tokyo") is not None
    assert contested(TASKS[THREE_TURNS]) == frozenset()


def test_in_places_that_look_alike_the_displays_tell_nothing() -> None:
    drawn = plan([MilesOnly()], instances=12)
    assert {instance.ending for instance in drawn} == {"act", "refrain"}
    for ending in ("act", "refrain"):
        shown = {one.scene.distance_unit for one in drawn if one.ending == ending}
        assert shown == {"kilometer", "mile"}, f"what the displays count in gives away {ending}"
    assert instantiate(TASKS[THREE_TURNS], 4, "Dallas").scene.distance_unit == "mile"  # type: ignore[union-attr]


def test_a_draw_that_happens_to_be_impossible_is_drawn_again_in_a_named_place() -> None:
    """A task that is left out nowhere is to be in each plan."""
    drawn = [instantiate(ImpossibleAtFirst(), 1, place) for place in ("Paris", "Tokyo", "Dubai")]
    assert [one.place for one in drawn if one] == ["Paris", "Tokyo", "Dubai"]


def test_a_place_that_cannot_have_the_scene_has_no_instance() -> None:
    assert instantiate(TASKS[HEATWAVE], 1, "Paris") is None


@cases(
    ("call", "says"),
    [
        (lambda: select([MISSPELT]), f"did you mean '{PLAIN}'"),
        (lambda: select(["zzz*"]), "no task matches 'zzz\\*'"),
        (lambda: select([], "implicit"), "unknown dimension 'implicit'; choose from explicit_control"),
        (lambda: select([THREE_TURNS], "explicit_control"), "none of the chosen tasks"),
        (lambda: plan(select(), instances=0), "instances must be from 1"),
        (lambda: plan(select(), place="Pariss"), "Paris"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(call: object, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        call()  # type: ignore[operator]


def test_patterns_select_and_keep_their_order() -> None:
    names = [task.name for task in select(["media.*", THREE_TURNS, "media.*"])]
    assert names[-1] == THREE_TURNS
    assert len(names) == len(set(names)) > 3


@pytest.mark.parametrize(("every", "seeds"), [(12, 2), pytest.param(1, 20, marks=pytest.mark.sweep)])
def test_a_car_on_its_usual_way_keeps_the_limit_that_the_weather_sets(every: int, seeds: int) -> None:
    for place in PLACES[::every]:
        for number in range(seeds):
            scene = Draw(Random(f"{place.name} {number}"), place).scene(
                moving=True, weather=("rain", "fog", "snow"), roads=("motorway",)
            )
            limit = speed_limit(place, scene.road, scene.weather, scene.visibility)
            assert limit is None or limit.kmh is None or scene.speed <= limit.kmh
