"""The suite of BFCL-V3's multi-turn categories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automotive_env.suites.bfcl.package import installed
from automotive_env.suites.bfcl.play import play
from automotive_env.suites.bfcl.players import PLAYERS
from automotive_env.suites.bfcl.rescoring import rescore
from automotive_env.suites.bfcl.scenario import SUITE, BfclScenario, all_scenarios
from automotive_env.suites.bfcl.tables import tables_of
from automotive_env.suites.scenario_suite import ScenarioSuite
from automotive_env.suites.suite import PlanItem, Selection


class BfclSuite(ScenarioSuite):
    """Entries of the user's own installation of bfcl-eval; even numbers are for training, odd ones for tests, as KATE has it."""

    name = SUITE
    takes = frozenset({"limit"})
    contestants = PLAYERS
    play_one = play
    rescore_one = rescore
    tables_of = tables_of

    def scenarios(self, selection: Selection) -> Mapping[str, BfclScenario]:
        """Those of the installation.

        Raises:
            UsageError: there is none.
        """
        return all_scenarios()

    def hashes(self, items: Sequence[PlanItem]) -> Mapping[str, str]:
        """Over the scenarios, and over the classes, by which the version of bfcl-eval is told."""
        package = installed()
        return {**super().hashes(items), f"bfcl-eval {package.version}": package.hash()}
