"""A suite that is a choice of the benchmark's tasks."""

from __future__ import annotations

from automotive_env.suites.automotive.suite import AutomotiveSuite


class Winter(AutomotiveSuite):
    """The tasks of the benchmark under a name of its own."""

    name = "winter"
