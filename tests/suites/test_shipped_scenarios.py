"""Our own scenarios: the files are whole, and each scenario can be played."""

import anyio
import pytest

from automotive_env.car.core.world import World
from automotive_env.errors import EnvironmentFault
from automotive_env.suites.vehicleworld.inits import beginning
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import VehicleWorldNoopPlayer, VehicleWorldOraclePlayer
from automotive_env.suites.vehicleworld.shipped import FOLDER, read_rows, shipped_scenarios


@pytest.mark.parametrize("every", [16, pytest.param(1, marks=pytest.mark.sweep)])
def test_the_oracle_passes_every_scenario_and_doing_nothing_none(every):
    scenarios = [*shipped_scenarios().values()][::every]

    async def outcomes(player):
        return [(await play(scenario, player, privileged=True)).record.outcome for scenario in scenarios]

    assert set(anyio.run(outcomes, VehicleWorldOraclePlayer())) == {"pass"}
    assert set(anyio.run(outcomes, VehicleWorldNoopPlayer())) == {"fail"}


def test_a_changed_row_and_another_version_are_refused(tmp_path):
    text = (FOLDER / "test.jsonl").read_text()
    file = tmp_path / "test.jsonl"
    file.write_text(text.replace("wheel", "whale", 1))
    with pytest.raises(EnvironmentFault, match="was changed"):
        list(read_rows(file))
    file.write_text(text.replace('"version":2', '"version":0', 1))
    with pytest.raises(EnvironmentFault, match="not of version 2"):
        list(read_rows(file))
    file.write_text(text[:-40])
    with pytest.raises(EnvironmentFault, match="is not valid JSON"):
        list(read_rows(file))


def test_a_scenario_begins_after_calls_and_writes_too():
    begun = beginning(
        "vw.door.carcontrol_carDoor_lock_switch(switch=True)\nvw.conversation.call_state = 'ringing'\nvw.music = Music.default()"
    )
    car = World()
    begun.apply(car)
    assert (begun.unmapped, begun.modules) == ((), ("music",))
    assert car.door.doors["driver's seat"].is_locked
    assert car.conversation.call_state == "ringing"


@pytest.mark.parametrize(
    "line",
    [
        "vw.conversation.call_state = 'dancing'",
        "vw.road.nothing = 3",
        "vw.road.speed = [1]",
        "vw.nothing.x()",
        "vw.door.x(a=open('y'))",
    ],
)
def test_what_a_car_cannot_begin_with_is_unmapped(line):
    assert (beginning(line).steps, len(beginning(line).unmapped)) == ((), 1)
