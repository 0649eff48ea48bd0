"""The suite of AppWorld."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

from automotive_env.errors import EnvironmentFault, NotScored, UsageError
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.runs.tables.figures import Table
from automotive_env.suites.appworld.play import play, process
from automotive_env.suites.appworld.players import PLAYERS
from automotive_env.suites.appworld.tasks import SUITE, AppWorldTask, read_tasks
from automotive_env.suites.rpc_process import RpcProcessLost
from automotive_env.suites.scenario_suite import ScenarioSuite
from automotive_env.suites.suite import PlanItem, Selection


def _judged_there(record: EpisodeRecord, steps: Sequence[StepRecord]) -> EpisodeRecord:
    raise NotScored("AppWorld judges its tasks with its own tests, on databases that records do not hold")


def _no_tables(records: Sequence[EpisodeRecord]) -> tuple[Table, ...]:
    return ()


class AppWorldSuite(ScenarioSuite):
    """Tasks of the user's own AppWorld, judged by its own tests."""

    name = SUITE
    takes = frozenset({"data", "limit"})
    contestants = PLAYERS
    play_one = play
    rescore_one = _judged_there
    tables_of = _no_tables

    def scenarios(self, selection: Selection) -> Mapping[str, AppWorldTask]:
        """Those in the data.

        Raises:
            UsageError: there are none.
        """
        return read_tasks(selection.data)

    def hashes(self, items: Sequence[PlanItem]) -> Mapping[str, str]:
        """Over the tasks, and the version of AppWorld.

        Raises:
            UsageError: it is not installed where it is looked for; the message says how to install it.
        """
        child = process(items[0].content.root, os.devnull)
        version = ""
        with suppress(RpcProcessLost, EnvironmentFault):
            version = str(child.ask({"do": "version"}).get("version", ""))
        child.end()
        if not version:
            python = os.environ.get("APPWORLD_PYTHON") or sys.executable
            raise UsageError(
                f"{python} has no package appworld: install it in an environment of its own (pip install appworld; appworld "
                "install) and set APPWORLD_PYTHON to its Python (docs/bfcl.md)"
            )
        return {**super().hashes(items), f"appworld {version}": hashlib.sha256(version.encode()).hexdigest()}
