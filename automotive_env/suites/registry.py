"""The suites that can be named on the command line."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.errors import UsageError
from automotive_env.suite import Suite
from automotive_env.suites.automotive import AutomotiveSuite
from automotive_env.suites.vehicleworld.suite import VehicleWorldSuite

SUITES: Mapping[str, Suite] = {suite.name: suite for suite in (AutomotiveSuite(), VehicleWorldSuite())}
"""Name -> suite."""


def find_suite(name: str) -> Suite:
    """The suite of that name.

    Raises:
        UsageError: there is none; the message names those that there are.
    """
    if name in SUITES:
        return SUITES[name]
    raise UsageError(f"no suite {name[:60]!r}; there is: {', '.join(SUITES)}")
