"""Verdicts on VehicleWorld's scenarios: what was expected and what the state is, turn by turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import run_here

from automotive_env.car.core.world import World, slot_of
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.everyday import everyday, why_plainly
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.suites.vehicleworld.rescoring import rescore
from automotive_env.suites.vehicleworld.score import TurnScore
from automotive_env.suites.vehicleworld.scoring import perform, strict_score
from automotive_env.suites.vehicleworld.verdict import MAX_PATHS, scenario_verdict, turn_verdict
from automotive_env.validators.criterion import Criterion


def verdict_on(right: tuple[ReleaseCall, ...], own: tuple[ReleaseCall, ...]) -> Criterion:
    """The verdict on a turn, on new cars."""
    gold, car = World(), World()
    before = gold.snapshot()
    left_open = perform(gold, right)
    for call in own:
        call.perform(car)
    cars = (before, gold.snapshot(), before, car.snapshot())
    return turn_verdict(strict_score(cars, left_open), cars, left_open)


def call(name: str, **arguments: object) -> ReleaseCall:
    return ReleaseCall(name, arguments)


HEATER = call("carcontrol_steeringWheel_heating_switch", switch=True)


@pytest.mark.parametrize("own", [(), (HEATER,)])
def test_a_turn_is_met_where_the_right_things_changed(own):
    found = verdict_on(own, own)
    assert found.met
    assert everyday(found) == ""


def found_records(folder: Path) -> list[EpisodeRecord]:
    return list(RunFolder.open(folder).read_episodes().records)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    done = run_here(
        "run", "--suite", "vehicleworld", "--agent", "noop", "--tasks", "vehicleworld.dev.0*", "--out", "run", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return folder / "run"


def test_every_failure_says_what_was_expected_and_what_there_is(run: Path):
    failed = [record for record in found_records(run) if not record.success]
    assert len(failed) > 10
    for record in failed:
        assert "did not pass" not in why_plainly(record)
        assert "None" not in why_plainly(record)
        assert record.criterion is not None
        assert not record.criterion.met
        assert record.why


def test_a_failure_reads_like_those_of_the_automotive_suite(run: Path):
    told = {why_plainly(record) for record in found_records(run)}
    assert {"The HUD should be on; it is off.", "The sunroof open degree should be 15 %; it is 50 %."} <= told


def test_a_verdict_has_a_part_for_each_turn(run: Path):
    for record in found_records(run):
        assert record.criterion is not None
        turns = len(record.params["turns"])
        assert record.success is record.criterion.met
        if turns > 1:
            assert [part.name for part in record.criterion.parts] == [f"turn_{number}" for number in range(1, turns + 1)]


def test_a_record_of_an_earlier_version_has_no_verdict_and_is_scored_again_without(run: Path):
    folder = RunFolder.open(run)
    record = next(one for one in found_records(run) if not one.success)
    steps = folder.steps(record.id)
    assert rescore(record, steps) == record
    earlier = record.model_copy(update={"verdict": {}})
    assert rescore(earlier, steps) == earlier


def test_turns_that_were_not_reached_are_not_met():
    met = Criterion("changes", "the changes of the right calls", "those", met=True)
    found = scenario_verdict([met], 2)
    assert not found.met
    assert [part.name for part in found.unmet()] == ["turn_2"]


def test_side_effects_are_named_up_to_a_number():
    before = World().snapshot()
    score = TurnScore(1.0, 0.5, 1.0, missed=(), harmed=tuple(range(MAX_PATHS + 5)))
    told = turn_verdict(score, (before, before, before, before), ())
    assert next(told.unmet()).found.endswith(", 5 more")


def test_an_amount_that_was_left_open_is_told_by_its_direction():
    before = World()
    slot = slot_of("environment.volume")
    was, right = list(before.values), list(before.values)
    right[slot] = was[slot] + 10
    cars = (tuple(was), tuple(right), tuple(was), tuple(was))
    told = turn_verdict(strict_score(cars, {slot}), cars, {slot})
    assert everyday(told) == f"The environment volume should be higher than {was[slot]}; it is {was[slot]}."
