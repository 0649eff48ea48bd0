"""Where displays show Fahrenheit, tasks speak of it, and solutions and near misses come to the same end as elsewhere."""

import pytest
from registered import DEGREES, THREE_TURNS

from automotive_env.agents.oracle import OracleAgent
from automotive_env.car.driving.temperature import FAHRENHEIT, set_point
from automotive_env.episode.headless import HeadlessController
from automotive_env.suites.automotive.proving.playing import played
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.registry import TASKS

SETTING = ("hvac.same_as_me", "hvac.rear_seat_air", "hvac.one_side_only", "hvac.freezing_hands", THREE_TURNS)


@pytest.mark.parametrize("name", SETTING)
def test_temperatures_are_set_in_phoenix_as_elsewhere(name: str) -> None:
    task, car, tried = TASKS[name], HeadlessController(), 0
    for number in range(2):
        drawn = instantiate(task, instance_seed(0, name, number), "Phoenix", task.endings[0])
        if drawn is None:
            continue
        assert drawn.scene.temperature_unit == FAHRENHEIT
        assert "celsius" not in drawn.goal.lower()
        right, wrong = task.solutions(drawn), task.near_misses(drawn)
        for way, outcome in [*((way, "pass") for way in right), *((way, "fail") for way in wrong)]:
            record = played(task, drawn, car, OracleAgent(way)).record
            assert (record.outcome, list(record.harm)) == (outcome, []), record.verdict
            tried += 1
    assert tried or name == "hvac.freezing_hands"  # it does not freeze there


def test_a_temperature_is_asked_for_in_the_unit_of_the_place() -> None:
    task = TASKS[DEGREES]
    for number in range(6):
        drawn = instantiate(task, instance_seed(0, task.name, number), "Phoenix")
        assert drawn is not None
        assert f"{set_point(drawn.params['celsius'], FAHRENHEIT)}" in drawn.goal
