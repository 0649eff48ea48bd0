"""The suite of VehicleWorld: our own scenarios, or those of a user's own checkout of the public release."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.errors import UsageError
from automotive_env.suites.scenario_suite import ScenarioSuite
from automotive_env.suites.suite import Selection
from automotive_env.suites.vehicleworld.checkout import load_scenarios
from automotive_env.suites.vehicleworld.drafted import accepted_file, accepted_scenarios
from automotive_env.suites.vehicleworld.play import play
from automotive_env.suites.vehicleworld.players import PLAYERS
from automotive_env.suites.vehicleworld.rescoring import rescore
from automotive_env.suites.vehicleworld.scenario import SUITE, VehicleWorldScenario
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios
from automotive_env.suites.vehicleworld.tables import tables_of


class VehicleWorldSuite(ScenarioSuite):
    """Multi-turn scenarios, scored by what each turn changes; their tables are like those of the paper."""

    name = SUITE
    takes = frozenset({"data", "limit", "private_seed"})
    contestants = PLAYERS
    play_one = play
    rescore_one = rescore
    tables_of = tables_of

    def scenarios(self, selection: Selection) -> Mapping[str, VehicleWorldScenario]:
        """The user's own data, those of a private seed, or ours.

        Raises:
            UsageError: there is no data where it was said to be, or both were named.
        """
        if selection.data and selection.private_seed is not None:
            raise UsageError("--data names what is played, and --private-seed draws it: leave one of them out")
        if selection.data:
            file = accepted_file(selection.data)
            return accepted_scenarios(file) if file else load_scenarios(selection.data)
        if selection.private_seed is None:
            return shipped_scenarios()
        from automotive_env.suites.vehicleworld.generation.hidden import hidden_scenarios

        return hidden_scenarios(selection.private_seed)
