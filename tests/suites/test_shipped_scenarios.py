"""Our own scenarios: the files are whole, and each scenario can be played."""

import anyio
import pytest

from automotive_env.errors import EnvironmentFault
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import NoopPlayer, OraclePlayer
from automotive_env.suites.vehicleworld.shipped import FOLDER, read_rows, shipped_scenarios


def test_the_oracle_passes_every_scenario_and_doing_nothing_none():
    async def outcomes(player):
        return [(await play(scenario, player)).record.outcome for scenario in shipped_scenarios().values()]

    assert set(anyio.run(outcomes, OraclePlayer())) == {"pass"}
    assert set(anyio.run(outcomes, NoopPlayer())) == {"fail"}


def test_a_changed_row_and_another_version_are_refused(tmp_path):
    text = (FOLDER / "test.jsonl").read_text()
    file = tmp_path / "test.jsonl"
    file.write_text(text.replace("wheel", "whale", 1))
    with pytest.raises(EnvironmentFault, match="was changed"):
        list(read_rows(file))
    file.write_text(text.replace('"version":1', '"version":0', 1))
    with pytest.raises(EnvironmentFault, match="not of version 1"):
        list(read_rows(file))
